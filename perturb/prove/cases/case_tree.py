"""The case tree of one goal: which questions the statement asks, and a certificate for every branch.

Among a few trees of a goal the one that costs least to check.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import suppress
from time import process_time
from typing import Any, NamedTuple

from perturb.prove.cases.sample import Cloud, points
from perturb.prove.cases.undecided import NO_PROOF, Open, OutOfTime, Teller
from perturb.prove.identities.close import EFFORTS, Closer, Try
from perturb.prove.identities.conditions import Gauge
from perturb.prove.reading.free_parts import cuts
from perturb.prove.reading.inputs import complex_variables
from perturb.prove.reading.path import TEXT, Asked, Path, PathEnds, VariantAsked
from perturb.prove.reading.ring import Unsupported
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.prove.tidy import Leaf, earlier, integers, of_tree
from perturb.vocab.grammar.tree import Expr

Tree = dict[str, Any]
LEAVES = 1000
LARGE = 3  # from this size on diagonal inputs are tried first
CERTAINLY = 1e-3  # of the size of a goal's terms: no rounding looks like this
ENOUGH = 300  # a proof that costs no more is not made shorter
DROPS = 6  # hypotheses of which each is tried without
LITTLE = 60  # a proof that costs no more is not tried again with fewer hypotheses
LOST = 10**9  # a proof in which a part may have no value counts less than any other one
EXTRA = 8  # efforts for a cheaper proof
SHARE = 0.08  # of the time that is left, for a shorter proof
State = tuple[bool, bool, int, frozenset[int]]


class Grower:
    """Case trees of the goals of one statement."""

    def __init__(self, statement: SizedClaim, deadline: float, tell: Teller | None = None) -> None:
        self._about(statement)
        self.deadline, self.tell = deadline, tell
        self.efforts: tuple[Try, ...] = EFFORTS
        self.everywhere = True  # no undefined part was met
        self.squared = False  # the sides of the goal are compared by their squares
        self.concluded = False  # some path has reached the conclusion
        self.leaves = 0
        self.used: set[int] = set()  # which of the hypotheses that may be used the leaves have used
        self.count = 0
        self.valued: Container[Expr] | None = None  # the parts that may have no value; None: all

    def _about(self, statement: SizedClaim) -> None:
        self.statement = statement
        self.cloud = Cloud(statement.names, points(statement.made, statement.sizes))

    def _one(self, goal: Goal, use: list[int], squared: bool) -> dict[str, Any]:
        self.gauges = list[Gauge]()
        self.now, self.count = goal, len(use)
        self.squared = squared
        self.closer = Closer(complex_variables(self.statement.names))
        tree = self._tree(goal, use, [])
        lets = {"let": [str(part) for part in self.statement.lets]} if self.statement.lets else {}
        marked = {"squared": True} if squared else {}
        turn = self.statement.turn
        return {"use": use, **lets, **turn, **marked, "gauges": self.gauges, "tree": tree}

    def usable(self) -> list[int]:
        """The hypotheses that polynomials express."""
        return list(range(len(self.statement.claim.hypotheses)))

    def _tree(self, goal: Goal, use: list[int], answers: list[int]) -> Tree:
        if process_time() > self.deadline:
            raise OutOfTime(self.statement, goal, None)
        try:
            path = self.statement.run(goal, use, answers, self.squared)
        except Asked as asked:
            return self._asked(goal, use, answers, asked)
        except VariantAsked as asked:
            cases = [self._tree(goal, use, [*answers, k]) for k in range(asked.count)]
            return {"variant": cases}
        except PathEnds as ended:
            return self._ended(ended)
        return self._final(path)

    def _asked(self, goal: Goal, use: list[int], answers: list[int], asked: Asked) -> Tree:
        path: Path = asked.path  # type: ignore[attr-defined]
        empty = not self.cloud.fits(path).any()
        for efforts in ((), EFFORTS[:3]) if path.constraints and empty else ():
            leaf = self._leaf(path, efforts, 0.5)
            if leaf is not None:
                return leaf
        if not asked.options:
            raise Open(self.statement, goal, path, None)
        cases, everywhere = {}, self.everywhere
        for bits in asked.options:
            case = cases[TEXT[bits]] = self._tree(goal, use, [*answers, bits])
            found = earlier(case, len(path.constraints), len(path.rules)) if isinstance(case, Leaf) else None
            if found is not None:
                self.everywhere = everywhere
                return found
        return {"ask": cases, "on": str(asked.poly)[:80]}

    def _ended(self, ended: PathEnds) -> Tree:
        path: Path = ended.path  # type: ignore[attr-defined]
        if ended.how == "undefined" and not self.cloud.fits(path).any():
            leaf = self._leaf(path, EFFORTS[:13], 5.0)
            if leaf is not None:
                return leaf
        if ended.how == "true":
            self.concluded = True
        if ended.how == "undefined":
            self.everywhere = False
            if self.valued is not None and ended.part not in self.valued:
                raise Open(self.statement, self.now, path, None)
        return {ended.how: 1}

    def _final(self, path: Path) -> Tree:
        fits = self.cloud.fits(path, CERTAINLY)
        if fits.any():
            raise Open(self.statement, self.now, path, int(fits.argmax()))
        self.concluded = True
        empty = not self.cloud.fits(path).any()
        leaf = self._leaf(path, EFFORTS[:3], 0.5) if empty else None
        if leaf is None and self.tell is not None:  # not of a case that is empty, as one sees at once
            self.tell(self.statement, path, self.now)
        if leaf is None:
            leaf = self._leaf(path, self.efforts, self.deadline - process_time())
        if leaf is None:
            if process_time() > self.deadline:
                raise OutOfTime(self.statement, self.now, path)
            raise Open(self.statement, self.now, path, None)
        return leaf

    def _leaf(self, path: Path, efforts: tuple[Try, ...], seconds: float) -> Tree | None:
        self.leaves += 1
        if self.leaves > LEAVES:
            raise Unsupported(f"more than {LEAVES} cases")
        found = self.closer.close(path, efforts, min(process_time() + seconds, self.deadline))
        if found is None:
            return None
        certificate, gauge = found
        self._note(path, certificate)
        return Leaf(self._with_gauge(certificate, gauge), len(path.constraints))

    def _note(self, path: Path, certificate: dict[str, Any]) -> None:
        """Which hypotheses a leaf uses, at the least."""
        spans = list(zip(path.starts, [*path.starts[1:], len(path.constraints)], strict=True))[: self.count]
        numbers = set(integers(certificate))
        self.used.update(k for k, span in enumerate(spans) if not numbers.isdisjoint(range(*span)))

    def _with_gauge(self, certificate: dict[str, Any], gauge: Gauge) -> dict[str, Any]:
        if not gauge:
            return certificate
        if gauge not in self.gauges:
            self.gauges.append(gauge)
        return {"gauge": self.gauges.index(gauge), **certificate}


# -- the cheapest of a few trees ------------------------------------------------------------------------


class Form(NamedTuple):
    """A way to state a goal; `extra`: it is only tried because its proof may be cheaper to check."""

    statement: SizedClaim
    squared: bool
    extra: bool


class Proved(NamedTuple):
    """A proof of a goal, what it costs to check, and what it says of the statement."""

    cost: int
    proof: dict[str, Any]
    state: State
    form: Form

    @property
    def use(self) -> list[int]:
        """The hypotheses and lemmas that it may use."""
        found: list[int] = self.proof["use"]
        return found


class Thrifty(Grower):
    """Chooses how a goal is proved."""

    def one(self, goal: Goal, use: list[int] | None = None) -> dict[str, Any]:
        """The cheapest proof that is found, also by what it has used alone, and without one or the other.

        The search for a cheaper one leaves most of the time to the goals that come after.
        """
        best = self._best(goal, self.usable() if use is None else use)
        enough = process_time() + SHARE * (self.deadline - process_time())
        best = self._without(best, goal, {k for k in best.use if k not in self.used_of(best.use)})
        for k in best.use[:DROPS] if best.cost > ENOUGH else ():
            if process_time() < enough:
                best = self._without(best, goal, {k})
        self._set(best.state)
        return best.proof

    def used_of(self, use: list[int]) -> list[int]:
        """The hypotheses and lemmas whose constraints some leaf has used."""
        return [use[k] for k in sorted(self.used)]

    def _without(self, best: Proved, goal: Goal, left: set[int]) -> Proved:
        """A proof by fewer hypotheses, where there is one that costs less."""
        less = [k for k in best.use if k not in left]
        if left and best.cost > LITTLE:
            with suppress(*NO_PROOF):
                found = self._shown(self._form(best.form, goal, less), goal, less)
                return min(best, found, key=lambda one: one.cost)
        return best

    def _best(self, goal: Goal, use: list[int]) -> Proved:
        """With the inputs as they are or diagonal, of the sides or of their squares: what is cheap to check.

        Large inputs are taken as diagonal where they may be, and only so. Squares are first; without them is
        no way where these fail.
        """
        best: Proved | None = None
        failed = list[Exception]()
        for squared in (True, False) if self.statement.rooted(goal) else (False,):
            for statement in self._forms(goal, use) if best is not None or not failed else ():
                if best is not None and best.cost <= ENOUGH:
                    break
                if best is None and statement.lets != self.statement.lets:
                    break
                try:
                    found = self._shown(Form(statement, squared, best is not None), goal, use)
                except NO_PROOF as error:
                    failed.append(error)
                else:
                    best = found if best is None else min(best, found, key=lambda one: one.cost)
        if best is None:
            raise failed[-1]
        self._set(best.state)
        return best

    def _shown(self, form: Form, goal: Goal, use: list[int]) -> Proved:
        """The proof in one form; one that is only to be cheaper has a part of the time."""
        whole, deadline, start = self.statement, self.deadline, self._state()
        self._set((*start[:3], frozenset()))
        self._about(form.statement)
        self.efforts = EFFORTS[:EXTRA] if form.extra else EFFORTS
        if form.extra:
            self.deadline = min(deadline, process_time() + SHARE * (deadline - process_time()))
        try:
            proof = self._one(goal, use, form.squared)
            cost = of_tree(proof["tree"], self.gauges) + (0 if self.everywhere else LOST)
            return Proved(cost, proof, self._state(), form)
        finally:
            self.deadline = deadline
            self._about(whole)
            self._set(start)

    def _forms(self, goal: Goal, use: list[int]) -> Iterator[SizedClaim]:
        """With diagonal inputs, where these may be, with all as it is, with parts that may be anything."""
        whole = self.statement
        turned = whole.turned(goal, use)
        if turned is not None:
            yield turned
        if turned is None or max(whole.sizes.values(), default=0) < LARGE:
            yield whole
        for parts in cuts(whole.goal(goal), [whole.given(k) for k in use]) if goal.link >= 0 else ():
            yield whole.assuming(goal, use, parts)

    def _form(self, form: Form, goal: Goal, use: list[int]) -> Form:
        """The same for fewer hypotheses."""
        one = form.statement
        if one.turn:
            one = self.statement.turned(goal, use) or one
        elif one.lets:
            one = self.statement.assuming(goal, use, list(one.lets))
        return Form(one, form.squared, True)

    def _state(self) -> State:
        return self.everywhere, self.concluded, self.leaves, frozenset(self.used)

    def _set(self, state: State) -> None:
        self.everywhere, self.concluded, self.leaves, used = state
        self.used = set(used)
