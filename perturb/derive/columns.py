"""Columns of the program: facts, and products of facts that have a monomial which is wanted."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

from perturb.derive.checker.letters import POSITIVE
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Monomial, Poly
from perturb.derive.factlist import FactList

# A polynomial, whether any factor will do, the facts and the multiplier that it is made of.
Column = tuple[Poly, bool, list[int], Poly | None]
MOST = 4000


class Columns:
    """Of facts and offers; facts that are not needed any more have to be said (`forget`)."""

    def __init__(self, facts: FactList) -> None:
        self.of, self.R = facts, facts.kernel.R
        self.products = dict[tuple[int, int], Poly]()

    def relations(self) -> Iterator[tuple[int, Relation]]:
        """By number; the numbers of offers are negative."""
        yield from enumerate(self.of.kernel.facts)
        for k, (_, relation) in enumerate(self.of.offers):
            if relation[0]:
                yield -1 - k, relation

    def forget(self) -> None:
        self.products.clear()

    def __call__(self, goal: Poly, rounds: int = 3) -> Iterator[list[Column]]:
        """Facts, and then products that have a monomial which is wanted, in rounds."""
        growth = Growth(self, goal)
        yield growth.columns
        growth.come_near()
        for _ in range(rounds):
            if not growth.grow():
                return
            yield growth.columns
            if len(growth.columns) >= MOST:
                return

    def pairs(self, wanted: Mapping[Monomial, None], near: set[int]) -> list[tuple[int, int]]:
        """Facts with few terms whose product has two monomials that are wanted."""
        facts = {k: q for k, (q, how) in self.relations() if 1 < len(q.terms) <= 4 and how != "=="}
        short = [k for k, q in facts.items() if q.atoms <= near]
        found = []
        for a, b in itertools.combinations_with_replacement(short[:60], 2):
            if (a, b) not in self.products:
                self.products[a, b] = facts[a] * facts[b]
            if sum(m in wanted for m in self.products[a, b].terms) >= 2:
                found.append((a, b))
        return found[:400]


class Growth:
    """The columns for one goal."""

    def __init__(self, of: Columns, goal: Poly) -> None:
        self.of, self.R, self.goal = of, of.R, goal
        facts = [*of.relations()]
        self.columns: list[Column] = [(q, how == "==", [k], None) for k, (q, how) in facts]
        self.facts = [*self.columns]
        signs = [(q.single, k) for k, (q, how) in facts if how != "=="]
        self.nonneg = {one: k for one, k in signs if one is not None}  # facts that an atom is not negative
        self.seen = {q for q, *_ in self.facts}
        self.wanted = dict.fromkeys(goal.terms)
        self.tried = set[tuple[int, Monomial]]()
        self.most = 1 + max([2, *map(degree, goal.terms)])
        self.near = goal.atoms
        for m in (*goal.terms, *[m for q, *_ in self.facts for m in q.terms]):
            self.clear(m)

    def come_near(self) -> None:
        """Of the facts those that are about the goal, or about one atom more, or about such atoms."""
        hops = [q.atoms for q, *_ in self.facts if len(q.atoms - self.goal.atoms) <= 1]
        self.near = self.near.union(*hops)
        self.facts = [one for one in self.facts if one[0].atoms <= self.near and len(one[0].terms) <= 12]
        self.facts.sort(key=lambda one: (not one[1], len(one[0].atoms - self.goal.atoms), len(one[0].terms)))

    def grow(self) -> bool:
        """Add products with a wanted monomial, whose others are wanted from then on. Whether some are new."""
        before = self.wanted
        self.wanted = dict.fromkeys(before)
        index, positive = by_atom(before), {k for k, x in enumerate(self.R.names) if x[0] in POSITIVE}
        for fact in self.facts:
            high = self.most - max(map(degree, fact[0].terms))
            found = [x for m in fact[0].terms for x in quotients(m, index, high, positive)]
            for quotient in dict.fromkeys(found):
                self.multiple(fact, quotient)
        for first, second in self.of.pairs(before, self.near):
            self.add((self.of.products[first, second], False, [first, second], None))
        for m in self.wanted:
            self.clear(m)
        return len(self.wanted) > len(before)

    def multiple(self, fact: Column, by: Monomial) -> None:
        q, free, ids, _ = fact
        if (ids[0], by) in self.tried or len(self.columns) >= MOST:
            return
        self.tried.add((ids[0], by))
        factor = Poly({by: ONE.terms[()]})
        recipe = ([], factor) if free else self.signed(by)
        if recipe is not None:
            self.add((q * factor, free, [*ids, *recipe[0]], recipe[1]))

    def add(self, column: Column) -> None:
        if column[0] not in self.seen and len(self.columns) < MOST:
            self.seen.add(column[0])
            self.columns.append(column)
            self.wanted.update(dict.fromkeys(column[0].terms))

    def clear(self, m: Monomial) -> None:
        """A monomial that is never negative, as a column of its own."""
        p = Poly({m: ONE.terms[()]})
        if p not in self.seen and self.R.clear_monomial(m):
            self.seen.add(p)
            self.columns.append((p, False, [], p if m else None))

    def signed(self, m: Monomial) -> tuple[list[int], Poly | None] | None:
        """A monomial that is not negative, as facts and a clear factor."""
        ids, rest = list[int](), list[tuple[int, int]]()
        for k, e in m:
            if e % 2 == 0 or self.R.never_negative(k):
                rest.append((k, e))
            elif k in self.nonneg and e > 0:
                ids += [self.nonneg[k]] * e
            else:
                return None
        return ids, (Poly({tuple(rest): ONE.terms[()]}) if rest else None)


def by_atom(wanted: Iterable[Monomial]) -> dict[int | None, list[dict[int, int]]]:
    """Monomials, as powers by atoms, by each atom that they have; all under None."""
    index: dict[int | None, list[dict[int, int]]] = {None: []}
    for t in wanted:
        powers = dict(t)
        index[None].append(powers)
        for k in powers:
            index.setdefault(k, []).append(powers)
    return index


def quotients(
    m: Monomial, index: Mapping[int | None, list[dict[int, int]]], most: int, positive: set[int]
) -> Iterator[Monomial]:
    """What m has to be multiplied with to be one of the monomials, of a degree that is not higher.

    Exponents are negative where an atom is positive only.
    """
    firm = [(k, e) for k, e in m if k not in positive]
    for powers in index.get(firm[0][0] if firm else None, ()):
        if all(powers.get(k, 0) >= e for k, e in firm):
            rest = dict(powers)
            for k, e in m:
                rest[k] = rest.get(k, 0) - e
            fine = all(e >= 0 or k in positive for k, e in rest.items())
            if fine and any(rest.values()) and sum(map(abs, rest.values())) <= most:
                yield tuple(sorted((k, e) for k, e in rest.items() if e))


def degree(m: Monomial) -> int:
    return sum(abs(e) for _, e in m)
