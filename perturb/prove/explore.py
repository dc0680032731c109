"""The proof of one goal: as it is, by lemmas, or about more matrices than it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from perturb.prove import chained
from perturb.prove.backwards import Backwards
from perturb.prove.grow import LARGE
from perturb.prove.hints import first, plans
from perturb.prove.plans import Plan
from perturb.prove.ring import Unsupported
from perturb.prove.spoken import Teller
from perturb.prove.statement import Goal, SizedClaim
from perturb.prove.thrift import Thrifty
from perturb.prove.unfinished import Open, OutOfTime

LEMMA = 0.2  # of the time, for a lemma
GENERAL = 0.4  # of the time, for a statement about more matrices


class Explorer(Thrifty):
    """The proof of the goals of one statement."""

    def __init__(
        self,
        statement: SizedClaim,
        deadline: float,
        tell: Teller | None = None,
        known: dict[Any, tuple[Explorer, dict[str, Any]]] | None = None,
    ) -> None:
        """`known`: lemmas that are proved, of other sizes too."""
        super().__init__(statement, deadline, tell)
        self.known = {} if known is None else known

    def goal(self, goal: Goal) -> dict[str, Any]:
        """The certificate of one goal. Open, OutOfTime or Unsupported where there is none.

        Parts that may be any matrix are tried early, for a part of the time.
        """
        if self.tell is not None:
            self.tell(self.statement, None, goal)
        for attempt in (self._declared, self._diagonal, self._chained, self._generalised, self._hinted):
            found = attempt(goal)
            if found is not None:
                return found
        return self.one(goal)

    def _declared(self, goal: Goal) -> dict[str, Any] | None:
        try:
            return chained.proved(self, goal)
        except (Open, OutOfTime, Unsupported):
            return None

    def _diagonal(self, goal: Goal) -> dict[str, Any] | None:
        """Where diagonal inputs make a large matrix small, at once."""
        use, whole = self._usable(goal), self.statement
        if max(whole.sizes.values(), default=0) < LARGE or whole.turned(goal, use) is None:
            return None
        other = self.about(whole, GENERAL)
        try:
            found = other.one(goal)
        except (Open, OutOfTime, Unsupported):
            return None
        self._add(other)
        return found

    def _add(self, other: Explorer) -> None:
        """What another explorer has found is found."""
        self.everywhere &= other.everywhere
        self.concluded |= other.concluded
        self.leaves += other.leaves

    def _generalised(self, goal: Goal) -> dict[str, Any] | None:
        for general in self.statement.generalised(goal, self._usable(goal)):
            other = Explorer(general, self._until(GENERAL))
            try:
                found = other.one(goal)
            except (Open, OutOfTime, Unsupported):
                pass
            else:
                self._add(other)
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

    def _until(self, share: float) -> float:
        return process_time() + share * (self.deadline - process_time())
