"""What is found about one conclusion, and the steps that find it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ZERO, Poly
from perturb.derive.checker.relations import primitive
from perturb.derive.pool import REFUSALS

MOST_FACTS = 2000


class FactList:
    """What is found about one conclusion, with the steps that find it."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.steps = list[dict[str, Any]]()
        self.seen = dict[tuple[Poly, str], int]()
        self.offers = list[tuple[dict[str, Any], Relation]]()  # what may become facts
        self.offered = set[tuple[Poly, str]]()

    def attempt(self, step: Mapping[str, Any]) -> Relation | None:
        """The fact that a step gives, without taking it."""
        before = len(self.kernel.facts)
        self.kernel.lacking = None
        try:
            self.kernel.run([dict(step)])
        except REFUSALS:
            return None
        relation = self.kernel.facts[-1]
        del self.kernel.facts[before:]
        return relation

    def take(self, step: Mapping[str, Any], relation: Relation | None = None) -> int | None:
        """Its number; None where the step gives nothing or says nothing."""
        relation = relation or self.attempt(step)
        if relation is None:
            return None
        p, how = relation
        key = primitive(p), how
        if not p or key in self.seen:
            return self.seen.get(key)
        if len(self.steps) >= MOST_FACTS:
            return None
        self.kernel.facts.append(relation)
        self.steps.append(dict(step))
        self.seen[key] = len(self.steps) - 1
        return len(self.steps) - 1

    def knows(self, relation: Relation) -> bool:
        """Whether it says nothing new."""
        key = primitive(relation[0]), relation[1]
        return not relation[0] or key in self.seen or key in self.offered

    def offer(self, step: Mapping[str, Any], relation: Relation) -> None:
        if not self.knows(relation):
            self.offered.add((primitive(relation[0]), relation[1]))
            self.offers.append((dict(step), relation))

    def accepted(self, ids: Iterable[int]) -> list[int] | None:
        """The numbers of facts, of which the negative ones are offers; None where one of them is refused."""
        found = list[int]()
        for k in ids:
            at: int | None = k
            if k < 0:
                step, relation = self.offers[-1 - k]
                made = self.attempt(step)
                at = self.take(step, made) if made == relation else None
                if at is None:
                    self.offers[-1 - k] = step, (ZERO, relation[1])
                    return None
                if self.kernel.facts[at] != relation:  # a multiple of it
                    self.kernel.facts.append(relation)
                    self.steps.append(dict(step))
                    at = len(self.steps) - 1
            found.append(int(at or 0))
        return found
