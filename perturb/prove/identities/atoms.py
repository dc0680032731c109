"""What an identity may be made of: products of constraints times squares, sorted by their multidegree."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import NamedTuple

from flint import fmpq

from perturb.prove.identities.conditions import Conditions, nullspace
from perturb.prove.reading.ring import Poly, primitive

Powers = tuple[int, ...]
Degree = tuple[int, ...]
Monomials = dict[Degree, list[tuple[int, Powers]]]  # with their total degrees


@dataclass(frozen=True)
class Atom:
    """square^2 times a product of constraints; `strict` where it is positive."""

    square: Poly
    product: tuple[int, ...]
    poly: Poly
    strict: bool


@dataclass(frozen=True)
class Product:
    """A product of constraints, reduced."""

    numbers: tuple[int, ...]
    poly: Poly
    strict: bool
    degree: int


class Grading:
    """The ways to weigh the variables so that every constraint and every rule is homogeneous."""

    def __init__(self, system: Conditions) -> None:
        polys = [c.poly for c in system.constraints if not c.poly.is_zero()]
        for place, q in system.rules.items():
            polys.append(system.ring.context.gens()[place] ** 2 - q)
        self.used = sorted({k for p in polys for k, d in enumerate(p.degrees()) if d})
        rows = []
        for p in polys:
            first, *others = p.monoms()
            rows += [[fmpq(int(m[k]) - int(first[k])) for k in self.used] for m in others]
        basis = nullspace(rows, len(self.used)) if self.used else []
        self.weights = [self._whole(weights) for weights in basis]

    def _whole(self, weights: list[fmpq]) -> list[tuple[int, int]]:
        """Integers instead of fractions, by place, without zeros."""
        scale = lcm(*[int(w.q) for w in weights])
        return [(k, int((w * scale).p)) for k, w in zip(self.used, weights, strict=True) if w != 0]

    def of(self, powers: Powers) -> Degree:
        return tuple([sum([w * int(powers[k]) for k, w in weights]) for weights in self.weights])

    def of_poly(self, p: Poly) -> Degree:
        return self.of(p.monoms()[0])


def minus(a: Degree, b: Degree) -> Degree:
    return tuple(x - y for x, y in zip(a, b, strict=True))


class Supply:
    """Constraints, their products and monomials of one system."""

    def __init__(self, system: Conditions, grading: Grading) -> None:
        self.system, self.grading = system, grading
        self.root_degree = self._root_degrees()
        self.facts = self._distinct()

    def _root_degrees(self) -> dict[int, int]:
        """The degree of a root is half that of its rule, at least 1."""
        found: dict[int, int] = {}
        for place in reversed(self.system.order() or []):
            q = self.system.rules[place]
            highest = max((self.degree_of(m, found) for m in q.monoms()), default=0)
            found[place] = max((highest + 1) // 2, 1)
        return found

    def degree_of(self, powers: Powers, roots: dict[int, int] | None = None) -> int:
        known = self.root_degree if roots is None else roots
        return sum([int(e) * known.get(k, 1) for k, e in enumerate(powers) if e])

    def degree(self, p: Poly) -> int:
        return max((self.degree_of(m) for m in p.monoms()), default=0)

    def _distinct(self) -> list[Product]:
        """The inequalities, each once, the strict ones of equal ones."""
        best: dict[object, Product] = {}
        for number, c in enumerate(self.system.constraints):
            if c.kind == "=" or c.poly.is_constant():
                continue
            p = self.system.reduced(c.poly)
            if p.is_constant():
                continue
            key = primitive(p)
            if key not in best or (c.kind == ">" and not best[key].strict):
                best[key] = Product((number,), p, c.kind == ">", self.degree(p))
        return list(best.values())

    def products(self, factors: int, degree: int) -> list[Product]:
        """Products of at most `factors` constraints up to a degree, the empty one first."""
        one = Product((), self.system.ring.one, True, 0)
        found, last = [one], [(one, 0)]
        for _ in range(factors):
            longer = []
            for done, start in last:
                for k in range(start, len(self.facts)):
                    fact = self.facts[k]
                    if done.degree + fact.degree <= degree:
                        longer.append((self._times(done, fact), k))
            found += [p for p, _ in longer if not p.poly.is_zero()]
            last = longer
        return found

    def _times(self, a: Product, b: Product) -> Product:
        poly = self.system.reduced(a.poly * b.poly)
        return Product(a.numbers + b.numbers, poly, a.strict and b.strict, a.degree + b.degree)

    def monomials(self, degree: int) -> Monomials:
        """All of the used variables up to a degree, roots at most once; low ones first."""
        names = self.grading.used
        size = len(self.system.ring.names)
        found: Monomials = {}
        for exponents in self._exponents(names, degree):
            powers = [0] * size
            for k, e in zip(names, exponents, strict=True):
                powers[k] = e
            made = tuple(powers)
            found.setdefault(self.grading.of(made), []).append((self.degree_of(made), made))
        return {key: sorted(group) for key, group in found.items()}

    def _exponents(self, names: list[int], degree: int) -> Iterator[tuple[int, ...]]:
        if not names:
            yield ()
            return
        first, rest = names[0], names[1:]
        most = degree // self.root_degree.get(first, 1)
        if first in self.system.rules:
            most = min(most, 1)
        for e in range(most + 1):
            for others in self._exponents(rest, degree - e * self.root_degree.get(first, 1)):
                yield (e, *others)

    def polynomial(self, powers: Powers) -> Poly:
        return self.system.ring.made({powers: fmpq(1)})


def halves(monomials: Monomials, wanted: Degree, room: int) -> list[Powers]:
    """The monomials of at most half the degree `room` whose square has a multidegree."""
    if any(x % 2 for x in wanted):
        return []
    return [m for d, m in monomials.get(tuple([x // 2 for x in wanted]), []) if 2 * d <= room]


def targets(store: Supply, products: list[Product]) -> list[Degree]:
    """The multidegrees in which some product is positive, low ones first."""
    found: dict[Degree, int] = {}
    for p in products:
        if p.strict:
            key = store.grading.of_poly(p.poly)
            found[key] = min(found.get(key, 99), p.degree)
    return sorted(found, key=lambda key: found[key])


class Block(NamedTuple):
    """A product of constraints and monomials, with the product of each pair of these and the first."""

    product: Product
    monomials: list[Poly]
    table: dict[tuple[int, int], Poly]


def squares(
    store: Supply, product: Product, candidates: list[Powers], pairs: bool
) -> tuple[list[Atom], Block]:
    """Squares of monomials, and of sums and differences of two."""
    polys = [store.polynomial(m) for m in candidates]
    reduced = store.system.reduced
    table = {(i, i): reduced(reduced(p * p) * product.poly) for i, p in enumerate(polys)}
    found = [
        Atom(p, product.numbers, table[i, i], product.strict and p.is_constant()) for i, p in enumerate(polys)
    ]
    for i, j in itertools.combinations(range(len(polys)), 2) if pairs else ():
        p, q = polys[i], polys[j]
        table[i, j] = reduced(reduced(p * q) * product.poly)
        own, twice = table[i, i] + table[j, j], 2 * table[i, j]
        found.append(Atom(p + q, product.numbers, own + twice, False))
        found.append(Atom(p - q, product.numbers, own - twice, False))
    return found, Block(product, polys, table)
