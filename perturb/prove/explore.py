"""The case tree of one goal: which questions the statement asks, and a certificate for every branch."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from time import process_time
from typing import Any

from perturb.prove import chained
from perturb.prove.backwards import Backwards, integers
from perturb.prove.close import close
from perturb.prove.efforts import EFFORTS, Try
from perturb.prove.gauges import Gauge
from perturb.prove.hints import first, plans
from perturb.prove.inputs import complex_variables
from perturb.prove.path import Path
from perturb.prove.plans import Plan
from perturb.prove.ring import Unsupported
from perturb.prove.sample import Cloud, points
from perturb.prove.signs import TEXT, Asked, PathEnds, VariantAsked
from perturb.prove.spoken import Teller
from perturb.prove.statement import Goal, SizedClaim
from perturb.prove.unfinished import Open, OutOfTime
from perturb.vocab.tree import Expr

Tree = dict[str, Any]
LEAVES = 1000
LEMMA = 0.2  # of the time, for a lemma
GENERAL = 0.4  # of the time, for a statement about more matrices
CERTAINLY = 1e-3  # of the size of a goal's terms: no rounding looks like this


class Explorer:
    """The proof of the goals of one statement."""

    def __init__(
        self,
        statement: SizedClaim,
        deadline: float,
        tell: Teller | None = None,
        known: dict[Any, tuple[Explorer, dict[str, Any]]] | None = None,
    ) -> None:
        """`known`: lemmas that are proved, of other sizes too."""
        self.statement, self.deadline, self.tell = statement, deadline, tell
        self.known = {} if known is None else known
        self.cloud = Cloud(statement.names, points(statement.made, statement.sizes))
        self.pairs = complex_variables(statement.names)
        self.everywhere = True  # no undefined part was met
        self.squared = False  # the sides of the goal are compared by their squares
        self.concluded = False  # some path has reached the conclusion
        self.leaves = 0
        self.used: set[int] = set()  # which of the hypotheses that may be used the leaves have used
        self.count = 0
        self.valued: Container[Expr] | None = None  # the parts that may have no value; None: all

    def goal(self, goal: Goal) -> dict[str, Any]:
        """The certificate of one goal. Open, OutOfTime or Unsupported where there is none.

        Parts that may be any matrix are tried early, for a part of the time.
        """
        if self.tell is not None:
            self.tell(self.statement, None, goal)
        for attempt in (self._declared, self._chained, self._generalised, self._hinted):
            found = attempt(goal)
            if found is not None:
                return found
        return self.one(goal)

    def _declared(self, goal: Goal) -> dict[str, Any] | None:
        try:
            return chained.proved(self, goal)
        except (Open, OutOfTime, Unsupported):
            return None

    def _generalised(self, goal: Goal) -> dict[str, Any] | None:
        for general in self.statement.generalised(goal, self._usable(goal)):
            other = Explorer(general, self._until(GENERAL))
            try:
                found = other.one(goal)
            except (Open, OutOfTime, Unsupported):
                pass
            else:
                self.everywhere &= other.everywhere
                self.concluded |= other.concluded
                self.leaves += other.leaves
                return found
        return None

    def _chained(self, goal: Goal) -> dict[str, Any] | None:
        return self._one_of(goal, first)

    def _hinted(self, goal: Goal) -> dict[str, Any] | None:
        return self._one_of(goal, plans)

    def _one_of(self, goal: Goal, every: Callable[..., Iterator[Plan]]) -> dict[str, Any] | None:
        own, n = self.statement, max(self.statement.sizes.values(), default=0)
        if goal.link < 0:
            return None
        wanted = every(own.goal(goal), goal.component, own.claim.hypotheses, own.inputs, own.shapes, n)
        return next((proof for plan in wanted if (proof := self._planned(goal, plan))), None)

    def _planned(self, goal: Goal, plan: Plan) -> dict[str, Any] | None:
        """The lemmas, and then the goal by them; None where one of these fails."""
        try:
            explorers, found = self._carried_out(goal, plan)
        except (Open, OutOfTime, Unsupported):
            return None
        self.concluded |= explorers[0].concluded
        for one in explorers:
            self.everywhere &= one.everywhere
            self.leaves += one.leaves
        return found

    def _carried_out(self, goal: Goal, plan: Plan) -> tuple[list[Explorer], dict[str, Any]]:
        """The explorers, that of the goal first, and its certificate."""
        if plan.ways is not None:
            return Backwards(self, plan, plan.ways).proved(goal)
        statement = self.statement.knowing(plan.lemmas)
        proved = [self._lemma(statement, plan, k) for k in range(len(plan.lemmas))]
        last, found = self._by(statement, plan, goal, len(plan.lemmas), GENERAL)
        written = [
            {"state": link.canonical(), "goal": part}
            for link, (_, part) in zip(plan.lemmas, proved, strict=True)
        ]
        return [last, *[one for one, _ in proved]], {**found, "lemmas": written}

    def _lemma(self, statement: SizedClaim, plan: Plan, k: int) -> tuple[Explorer, dict[str, Any]]:
        """By the lemmas before it where they speak of the same parts, else by itself."""
        goal = Goal(-1 - k, (), None)
        if k:
            try:
                return self._by(statement, plan, goal, k, LEMMA)
            except (Open, OutOfTime, Unsupported):
                pass
        other = Explorer(statement, self._until(LEMMA))
        return other, other.goal(goal)

    def _by(
        self, statement: SizedClaim, plan: Plan, goal: Goal, count: int, share: float
    ) -> tuple[Explorer, dict[str, Any]]:
        """With the hypotheses, the first lemmas, and parts that may be anything."""
        first = len(self.statement.claim.hypotheses)
        use = [*self._usable(goal), *range(first, first + count)]
        other = self.about(statement.assuming(goal, use, plan.parts), share)
        return other, other.one(goal, use)

    def about(self, statement: SizedClaim, share: float) -> Explorer:
        """An explorer of another statement, for a share of the time."""
        return Explorer(statement, self._until(share))

    def used_of(self, use: list[int]) -> list[int]:
        """The hypotheses and lemmas whose constraints some leaf has used."""
        return [use[k] for k in sorted(self.used)]

    def _until(self, share: float) -> float:
        return process_time() + share * (self.deadline - process_time())

    def one(self, goal: Goal, use: list[int] | None = None) -> dict[str, Any]:
        """With the inputs as they are."""
        use, self.gauges = self._usable(goal) if use is None else use, list[Gauge]()
        self.now, self.count = goal, len(use)
        self.squared = self.statement.rooted(goal)
        tree = self._tree(goal, use, [])
        lets = {"let": [str(part) for part in self.statement.lets]} if self.statement.lets else {}
        squared = {"squared": True} if self.squared else {}
        return {"use": use, **lets, **squared, "gauges": self.gauges, "tree": tree}

    def _usable(self, goal: Goal) -> list[int]:
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
        cases = {TEXT[bits]: self._tree(goal, use, [*answers, bits]) for bits in asked.options}
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
        if self.tell is not None:
            self.tell(self.statement, path, self.now)
        leaf = self._leaf(path, EFFORTS, self.deadline - process_time())
        if leaf is None:
            if process_time() > self.deadline:
                raise OutOfTime(self.statement, self.now, path)
            raise Open(self.statement, self.now, path, None)
        return leaf

    def _leaf(self, path: Path, efforts: tuple[Try, ...], seconds: float) -> Tree | None:
        self.leaves += 1
        if self.leaves > LEAVES:
            raise Unsupported(f"more than {LEAVES} cases")
        found = close(path, self.pairs, efforts, min(process_time() + seconds, self.deadline))
        if found is None:
            return None
        certificate, gauge = found
        self._note(path, certificate)
        return {"close": self._with_gauge(certificate, gauge)}

    def _note(self, path: Path, certificate: dict[str, Any]) -> None:
        """Which hypotheses a leaf uses, at the least."""
        spans = list(zip(path.starts, [*path.starts[1:], len(path.constraints)], strict=True))[: self.count]
        for number in integers(certificate):
            self.used |= {k for k, (first, end) in enumerate(spans) if first <= number < end}

    def _with_gauge(self, certificate: dict[str, Any], gauge: Gauge) -> dict[str, Any]:
        if not gauge:
            return certificate
        if gauge not in self.gauges:
            self.gauges.append(gauge)
        return {"gauge": self.gauges.index(gauge), **certificate}
