"""Among a few proofs of a goal the one that costs least to check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from time import process_time
from typing import Any, NamedTuple

from perturb.prove.cost import of_tree
from perturb.prove.cuts import cuts
from perturb.prove.efforts import EFFORTS
from perturb.prove.grow import LARGE, Grower
from perturb.prove.ring import Unsupported
from perturb.prove.statement import Goal, SizedClaim
from perturb.prove.unfinished import Open, OutOfTime

ENOUGH = 300  # a proof that costs no more is not made shorter
DROPS = 6  # hypotheses of which each is tried without
LITTLE = 60  # a proof that costs no more is not tried again with fewer hypotheses
LOST = 10**9  # a proof in which a part may have no value counts less than any other one
EXTRA = 8  # efforts for a cheaper proof
SHARE = 0.08  # of the time that is left, for a shorter proof
State = tuple[bool, bool, int, frozenset[int]]


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
        """The cheapest proof that is found, also by what it has used alone, and without one or the other."""
        best = self._best(goal, self._usable(goal) if use is None else use)
        best = self._without(best, goal, {k for k in best.use if k not in self.used_of(best.use)})
        for k in best.use[:DROPS] if best.cost > ENOUGH else ():
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
            with suppress(Open, OutOfTime, Unsupported):
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
                except (Open, OutOfTime, Unsupported) as error:
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
        if any(made.ordered for made in one.made):
            one = self.statement.turned(goal, use) or one
        elif one.lets:
            one = self.statement.assuming(goal, use, list(one.lets))
        return Form(one, form.squared, True)

    def _state(self) -> State:
        return self.everywhere, self.concluded, self.leaves, frozenset(self.used)

    def _set(self, state: State) -> None:
        self.everywhere, self.concluded, self.leaves, used = state
        self.used = set(used)
