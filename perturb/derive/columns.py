"""Columns of the program: facts, and products of facts by which the nearest combination comes nearer."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from time import process_time

from perturb.derive.checker.letters import POSITIVE
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Monomial, Poly, atom, times
from perturb.derive.factlist import FactList
from perturb.derive.linear import nearest

# A polynomial, whether any factor will do, the facts and the multiplier that it is made of.
Column = tuple[Poly, bool, list[int], Poly | None]
PLAIN = {"size", "index", "min", "input"}  # atoms that say nothing of what a fact is about
NUMBERS = {"input", "size"}  # atoms that any fact may be multiplied with
MOST, A_ROUND, SHORT, FACTS = 5000, 1200, 60, 800
OFTEN = 16  # facts, between two looks at the clock
CLOSE = 1e-7  # a distance that may be none
COEFFICIENTS = 8  # by which facts are multiplied
FREE_PRICE, PRICE = 0.02, 1e-6  # what a monomial costs that nothing else has; prices that are none


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

    def relation(self, k: int) -> Relation:
        return self.of.kernel.facts[k] if k >= 0 else self.of.offers[-1 - k][1]

    def forget(self) -> None:
        self.products.clear()

    def __call__(
        self, goal: Poly, level: int, deadline: float, equations: bool = False
    ) -> Iterator[list[Column]]:
        """Columns of which the goal may be a combination: of the facts alone, and then of more of LEVELS."""
        growth, prices = Growth(self, goal, equations), dict[Monomial, float]()
        for grown in (None, *LEVELS[:level]):
            if grown is not None and not grown(growth, prices, deadline):
                continue
            distance, prices = nearest(goal, growth.columns, deadline - process_time())
            if distance < CLOSE:
                yield growth.columns
            if process_time() > deadline:
                return

    def pairs(self, near: set[int]) -> Iterator[tuple[int, int]]:
        """Facts with few terms."""
        facts = {k: q for k, (q, how) in self.relations() if 1 < len(q.terms) <= 4 and how != "=="}
        short = sorted([k for k, q in facts.items() if q.atoms <= near], key=lambda k: len(facts[k].terms))
        for a, b in itertools.combinations_with_replacement(short[:SHORT], 2):
            if (a, b) not in self.products:
                self.products[a, b] = facts[a] * facts[b]
            yield a, b


class Growth:
    """The columns for one goal."""

    def __init__(self, of: Columns, goal: Poly, equations: bool) -> None:
        self.of, self.R, self.goal = of, of.R, goal
        facts = [one for one in of.relations() if not equations or one[1][1] == "=="]
        self.columns: list[Column] = [(q, how == "==", [k], None) for k, (q, how) in facts]
        signs = [(q.single, k) for k, (q, how) in facts if how != "=="]
        self.nonneg = {one: k for one, k in signs if one is not None}  # facts that an atom is not negative
        self.seen = {(q, free) for q, free, *_ in self.columns}
        self.tried = set[tuple[int, Monomial]]()
        self.most = 1 + max([2, *map(degree, goal.terms)])
        self.positive = {k for k, x in enumerate(self.R.names) if x[0] in POSITIVE}
        self.equations = equations
        self.cleared = set[Monomial]()
        self.come_near()
        for q in (goal, *[q for q, *_ in self.columns]):
            self.clear(q)

    def come_near(self) -> None:
        """Of the facts those that are about the goal, or about one atom more, or about such atoms."""
        telling = {k for k, x in enumerate(self.R.names) if x[0] not in PLAIN}
        about = [(one, one[0].atoms & telling) for one in self.columns]
        near = self.goal.atoms & telling
        for _ in range(2):
            near = near.union(*[atoms for _, atoms in about if len(atoms - near) <= 1])
        own = self.goal.atoms
        facts = [one for one, atoms in about if atoms <= near and len(one[0].terms) <= 12]
        facts.sort(key=lambda one: (not one[1], len(one[0].atoms & telling - own), len(one[0].terms)))
        self.facts, self.near = facts[:FACTS], near | {k for k, x in enumerate(self.R.names) if x[0] in PLAIN}

    def closed(self, prices: Mapping[Monomial, float], deadline: float) -> bool:
        """Add products of facts with one number that have no new monomial."""
        rows = {m for q in (self.goal, *[q for q, *_ in self.facts]) for m in q.terms}
        return self.add([*self.within(rows)])

    def within(self, rows: Collection[Monomial]) -> Iterator[Column]:
        """Products of facts with one number, of the goal or an input, that have these monomials alone."""
        known = {k for k, x in enumerate(self.R.names) if x[0] in NUMBERS and k not in self.R.sides}
        same = [q.atoms for q, free, *_ in self.facts if free and len(q.terms) == len(q.atoms) == 2]
        alike = set[int]().union(*[atoms for atoms in same if atoms & self.goal.atoms])
        about = sorted(self.goal.atoms | known | alike)
        near = [k for k in about if self.R.clear(atom(k)) or k in self.nonneg]
        factors = [((k, 1),) for k in near] + self.coefficients(rows)
        for fact in self.facts:
            for by in factors:
                if all(times(m, by) in rows for m in fact[0].terms):
                    column = self.multiple(fact, by)
                    if column is not None and column[:2] not in self.seen:
                        yield column

    def coefficients(self, rows: Collection[Monomial]) -> list[Monomial]:
        """Products of numbers of the statement that something is multiplied with, such as t/n."""
        plain = {k for k, x in enumerate(self.R.names) if x[0] in NUMBERS}
        parts = {tuple((k, e) for k, e in m if k in plain): None for m in rows if len(m) > 1}
        products = [m for m in parts if len(m) > 1 or (m and m[0][1] < 0)]
        return [m for m in products if degree(m) <= self.most][:COEFFICIENTS]

    def own(self, prices: Mapping[Monomial, float], deadline: float) -> bool:
        """Add products of facts about the numbers of the goal alone."""
        plain = {k for k, x in enumerate(self.R.names) if x[0] in PLAIN}
        near = self.goal.atoms | plain
        defined = [q.atoms for q, free, *_ in self.facts if free and len(q.atoms - near) == 1]
        near = near.union(*defined[:SHORT])
        facts = [one for one in self.facts if one[0].atoms <= near]
        return self.grow(facts, near, prices, deadline)

    def all(self, prices: Mapping[Monomial, float], deadline: float) -> bool:
        return self.grow(self.facts, self.near, prices, deadline)

    def grow(
        self, facts: list[Column], near: set[int], prices: Mapping[Monomial, float], deadline: float
    ) -> bool:
        """Add the products that bring the nearest combination nearest, by the prices of monomials."""
        wanted = {m: y for m, y in prices.items() if abs(y) > PRICE}
        found = list[tuple[float, int, Column]]()
        for tries, fact in enumerate(facts):
            for by in self.quotients(fact, wanted):
                column = None if (fact[2][0], by) in self.tried else self.multiple(fact, by)
                if column is not None:
                    found.append((self.worth(column, prices), len(found), column))
            if len(found) > MOST or (tries % OFTEN == 0 and process_time() > deadline):
                break
        if not self.equations:
            for first, second in self.of.pairs(near):
                product = self.of.products[first, second]
                if any(wanted.get(m, 0) * float(c) > 0 for m, c in product.terms.items()):
                    column = (product, False, [first, second], None)
                    found.append((self.worth(column, prices), len(found), column))
        found.sort(key=lambda one: (-one[0], one[1]))
        return self.add([column for *_, column in found[:A_ROUND]])

    def add(self, columns: list[Column]) -> bool:
        before = len(self.columns)
        for column in columns:
            if column[:2] not in self.seen and len(self.columns) < MOST:
                self.seen.add(column[:2])
                self.columns.append(column)
                self.clear(column[0])
                if column[3] is not None:
                    self.tried.add((column[2][0], next(iter(column[3].terms))))
        return len(self.columns) > before

    def worth(self, column: Column, prices: Mapping[Monomial, float]) -> float:
        """How much nearer it brings the combination, at first."""
        q, free, *_ = column
        known = sum(prices[m] * float(c) for m, c in q.terms.items() if m in prices)
        strange = sum(m not in prices for m in q.terms)
        size = sum(abs(float(c)) for c in q.terms.values())
        return (abs(known) if free else known) / size - FREE_PRICE * strange

    def quotients(self, fact: Column, wanted: Mapping[Monomial, float]) -> set[Monomial]:
        """What it has to be multiplied with to have a monomial that is wanted, with its sign."""
        q, free, *_ = fact
        found = set[Monomial]()
        high = self.most - max(map(degree, q.terms))
        for m, c in q.terms.items():
            firm = [(k, e) for k, e in m if k not in self.positive]
            for target, y in wanted.items():
                if not free and y * (1 if c > 0 else -1) <= 0:
                    continue
                rest = dict(target)
                if any(rest.get(k, 0) < e for k, e in firm):
                    continue
                for k, e in m:
                    rest[k] = rest.get(k, 0) - e
                fine = all(e >= 0 or k in self.positive for k, e in rest.items())
                if fine and any(rest.values()) and sum(map(abs, rest.values())) <= high:
                    found.add(tuple(sorted((k, e) for k, e in rest.items() if e)))
        return found

    def multiple(self, fact: Column, by: Monomial) -> Column | None:
        q, free, ids, _ = fact
        factor = Poly({by: ONE.terms[()]})
        recipe = ([], factor) if free else self.signed(by)
        return None if recipe is None else (q * factor, free, [*ids, *recipe[0]], recipe[1])

    def clear(self, q: Poly) -> None:
        """Its monomials that are never negative, as columns of their own."""
        for m in q.terms:
            if m in self.cleared or self.equations:
                continue
            self.cleared.add(m)
            p = Poly({m: ONE.terms[()]})
            if (p, False) not in self.seen and self.R.clear_monomial(m):
                self.seen.add((p, False))
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


LEVELS: list[Callable[[Growth, Mapping[Monomial, float], float], bool]]
LEVELS = [Growth.closed, Growth.own, Growth.own, Growth.own, Growth.all, Growth.all]


def degree(m: Monomial) -> int:
    return sum(abs(e) for _, e in m)
