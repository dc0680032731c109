"""Columns of the program: facts, and products of facts that have a monomial which is wanted."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.letters import POSITIVE
from perturb.derive.checker.polynomials import ONE, Monomial, Poly

# A polynomial, whether any factor will do, the facts and the multiplier that it is made of.
Column = tuple[Poly, bool, list[int], Poly | None]
MOST = 4000


class Columns:
    """Of one kernel; facts that are not needed any more have to be said (`forget`)."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.R = kernel, kernel.R
        self.products = dict[tuple[int, int], Poly]()

    def forget(self) -> None:
        self.products.clear()

    def __call__(
        self, goal: Poly, rounds: int = 3
    ) -> Iterator[list[tuple[Poly, bool, list[int], Poly | None]]]:
        """FactList, and then products that have a monomial which is wanted, in rounds."""
        facts = [(q, how == "==", [k], None) for k, (q, how) in enumerate(self.kernel.facts)]
        nonneg = {
            q.single: k
            for k, (q, how) in enumerate(self.kernel.facts)
            if q.single is not None and how != "=="
        }
        columns: list[Any] = [*facts]
        wanted = dict.fromkeys(goal.terms)
        seen = {q for q, *_ in facts}
        for m in (*goal.terms, *[m for q, *_ in facts for m in q.terms]):
            self.clear_column(m, columns, seen)
        yield columns
        near = goal.atoms
        hops = [q.atoms for q, *_ in facts if len(q.atoms - near) <= 1]
        near = near.union(*hops)
        facts = [one for one in facts if one[0].atoms <= near and len(one[0].terms) <= 12]
        facts.sort(key=lambda one: (not one[1], len(one[0].atoms - goal.atoms), len(one[0].terms)))
        most = 1 + max([2, *[degree(m) for m in goal.terms]])
        tried = set[tuple[int, Monomial]]()
        for _ in range(rounds):
            more = dict.fromkeys(wanted)
            index = by_atom(wanted)
            for q, free, ids, _ in facts:
                high = most - max(map(degree, q.terms))
                for quotient in {
                    x: None for m in q.terms for x in quotients(m, index, high, self.positive())
                }:
                    if (ids[0], quotient) in tried or len(columns) >= MOST:
                        continue
                    tried.add((ids[0], quotient))
                    recipe = ([], Poly({quotient: ONE.terms[()]})) if free else self.signed(quotient, nonneg)
                    if recipe is None:
                        continue
                    product = q * Poly({quotient: ONE.terms[()]})
                    if product not in seen:
                        seen.add(product)
                        columns.append((product, free, [*ids, *recipe[0]], recipe[1]))
                        more.update(dict.fromkeys(product.terms))
            for first, second in self.pairs(wanted, near):
                product = self.products[first, second]
                if product not in seen and len(columns) < MOST:
                    seen.add(product)
                    columns.append((product, False, [first, second], None))
                    more.update(dict.fromkeys(product.terms))
            for m in more:
                self.clear_column(m, columns, seen)
            if len(more) == len(wanted):
                break
            yield columns
            if len(columns) >= MOST:
                break
            wanted = more

    def positive(self) -> set[int]:
        return {k for k, name in enumerate(self.R.names) if name[0] in POSITIVE}

    def clear_column(self, m: Monomial, columns: list[Any], seen: set[Poly]) -> None:
        p = Poly({m: ONE.terms[()]})
        if p not in seen and self.R.clear_monomial(m):
            seen.add(p)
            columns.append((p, False, [], p if m else None))

    def signed(self, m: Monomial, nonneg: dict[Any, int]) -> tuple[list[int], Poly | None] | None:
        """A monomial that is not negative, as facts and a clear factor."""
        ids, rest = list[int](), list[tuple[int, int]]()
        for k, e in m:
            if e % 2 == 0 or self.R.never_negative(k):
                rest.append((k, e))
            elif k in nonneg:
                ids += [nonneg[k]] * e
            else:
                return None
        return ids, (Poly({tuple(rest): ONE.terms[()]}) if rest else None)

    def pairs(self, wanted: dict[Monomial, None], near: set[int]) -> list[tuple[int, int]]:
        """FactList with few terms whose product has two monomials that are wanted."""
        facts = self.kernel.facts
        short = [
            k for k, (q, how) in enumerate(facts) if 1 < len(q.terms) <= 4 and how != "==" and q.atoms <= near
        ]
        found = []
        for a, b in itertools.combinations_with_replacement(short[:60], 2):
            if (a, b) not in self.products:
                self.products[a, b] = facts[a][0] * facts[b][0]
            if sum(m in wanted for m in self.products[a, b].terms) >= 2:
                found.append((a, b))
        return found[:400]


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
