"""What a linear program gives: a relation as a combination of facts and of their products."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import process_time
from typing import Any

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.polynomials import ONE, Poly
from perturb.derive.columns import Column, Columns
from perturb.derive.factlist import FactList
from perturb.derive.linear import combination
from perturb.derive.steps import cites, renumbered
from perturb.derive.texts import TreeWriter, text

LINEAR, CLOSED, OWN, ALL = 0, 1, 4, 6  # how many products there are in a program
REFUSED = 4  # times that offers may turn out to be no facts


class Combining:
    """Each way gives the number of a fact that is the relation, or None; what it finds on its way stays."""

    def __init__(self, kernel: Kernel, deadline: float) -> None:
        self.kernel, self.deadline = kernel, deadline
        self.R, self.facts, self.write = kernel.R, FactList(kernel), TreeWriter(kernel.R)
        self.columns = Columns(self.facts)

    def sign(self, p: Poly) -> int | None:
        try:
            return self.facts.take({"do": "clear", "of": text(self.write.poly(p))})
        except Unspoken:
            return None

    def meanings(self, atoms: Iterable[int]) -> None:
        for k in sorted(atoms):
            if self.R.names[k][0] in ("sqrt", "fro", "relu", "inv", "comp"):
                try:
                    tree = self.write.atom(k)
                except Unspoken:
                    continue
                for part in range(2):
                    self.facts.take({"do": "means", "of": text(tree), "part": part})

    def prove(self, p: Poly, how: str, depth: int = 3) -> int | None:
        """The number of a fact that is this relation."""
        raise NotImplementedError

    def seconds(self) -> float:
        return self.deadline - process_time()

    def equal(self, p: Poly) -> int | None:
        for columns in self.columns(p, OWN, self.deadline, equations=True):
            end = self.combined(p, columns, "==")
            if end is not None:
                return int(end)
        return None

    def direct(self, p: Poly, how: str, depth: int = 0, level: int = ALL) -> int | None:
        """A linear program over facts and their products with what is never negative."""
        for columns in self.columns(p, level, self.deadline):
            if process_time() > self.deadline:
                return None
            end = self.combined(p, columns, how)
            if end is not None:
                return int(end)
        return None

    def combined(self, p: Poly, columns: list[Any], how: str, take: bool = True) -> Any:
        if how == ">":
            columns = [*columns, (ONE, False, [], None)]
        for _ in range(REFUSED):
            strict = [j for j, column in enumerate(columns) if how == ">" and self.firm(column)]
            if how == ">" and not strict:
                return None
            found = combination(p, [(q, free) for q, free, *_ in columns], self.seconds(), strict)
            if found is None:
                return None
            refused = set[int]()
            terms = self.terms(columns, found, refused)
            if terms is not None:
                return self.facts.take({"do": "combine", "terms": terms}) if take else terms
            if not refused:
                return None
            columns = [one for j, one in enumerate(columns) if j not in refused]
        return None

    def terms(
        self, columns: list[Column], found: Mapping[int, Any], refused: set[int] | None = None
    ) -> list[Any] | None:
        """Of a step; None where offers are no facts, which then are `refused`, or a factor has no text."""
        terms, fine = list[Any](), True
        for j, c in sorted(found.items()):
            _, _, ids, by = columns[j]
            taken = self.facts.accepted(ids)
            if taken is None and refused is not None:
                refused.add(j)
            try:
                terms.append([str(c), taken, None if by is None else text(self.write.poly(by))])
            except Unspoken:
                return None
            fine = fine and taken is not None
        return terms if fine else None

    def firm(self, column: Column) -> bool:
        """Whether it is > 0."""
        _, free, ids, by = column
        signs = [self.columns.relation(k)[1] for k in ids]
        return not free and all(sign == ">" for sign in signs) and (by is None or self.kernel.holds(by, True))

    def equation(self, p: Poly, q: Poly, end: int) -> int | None:
        """The fact p from the fact q (up to a factor), both of which are the same by equations."""
        if p == q:
            return end
        terms = None
        for columns in self.columns(p - q, OWN, self.deadline, equations=True):
            terms = self.combined(p - q, columns, "==", take=False)
            if terms is not None:
                break
        if terms is None:
            return None
        fact, _ = self.kernel.facts[end]
        scale = next(iter(q.terms.values())) / fact.terms[next(iter(q.terms))]
        return self.facts.take({"do": "combine", "terms": [[str(scale), [end], None], *terms]})

    def pruned(self, end: int, start: int = -1) -> list[dict[str, Any]]:
        """The steps that the last one rests on, numbered anew; `start`: of the case that begins there."""
        of_vectors = [k for k, step in enumerate(self.facts.steps[:end]) if "vector" in step]
        needed, waiting = set[int](), [end, *of_vectors]
        while waiting:
            k = waiting.pop()
            if k not in needed and k > start:
                needed.add(k)
                waiting += [*cites(self.facts.steps[k], k), *self.hidden(k)]
        needed |= {k for k in range(start + 1, end) if self.facts.steps[k]["do"] == "given"}
        order = sorted(needed)
        place = {k: k for k in range(start + 1)} | {k: start + 1 + at for at, k in enumerate(order)}
        return [renumbered(self.facts.steps[k], place, k) for k in order]

    def hidden(self, k: int) -> set[int]:
        """Facts that the step asks for by what they say."""
        kernel = self.kernel
        facts, kernel.facts, kernel.touched = kernel.facts, kernel.facts[:k], set()
        kernel.run([self.facts.steps[k]])
        kernel.facts = facts
        return {j for j in kernel.touched if j < k}


def denominators(R: Any, p: Poly) -> list[Poly]:
    """Atoms with negative exponents, and what the inverses are of."""
    found = dict[Poly, None]()
    for m in p.terms:
        for k, e in m:
            if R.names[k][0] == "inv":
                found[R.names[k][1]] = None
            elif e < 0:
                found[Poly({((k, 1),): ONE.terms[()]})] = None
    return [*found]
