"""Gram matrices for an identity: one for each product of constraints and parity of monomials."""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from perturb.prove.identities.atoms import Degree, Powers, Product, Supply, halves, minus
from perturb.prove.identities.conditions import Conditions
from perturb.prove.reading.ring import Poly

LARGEST, ENTRIES = 60, 6_000  # monomials of a block; entries of all blocks


@dataclass
class GramCone:
    """product times b' Q b, b polynomials, Q positive semidefinite; `strict`: one positive number."""

    product: Product
    basis: list[Poly]
    strict: bool = False
    table: dict[tuple[int, int], Poly] = field(default_factory=dict)

    def fill(self, system: Conditions) -> GramCone:
        """The coefficients of Q: b_i b_j times the product, twice off the diagonal."""
        reduced = system.reduced
        for i, p in enumerate(self.basis):
            for j in range(i, len(self.basis)):
                twice = 1 if i == j else 2
                self.table[i, j] = reduced(reduced(p * self.basis[j]) * self.product.poly) * twice
        return self

    def within(self, system: Conditions, columns: list[list[fmpq]]) -> GramCone:
        """The face of the Q = V R V' with the columns of V."""
        basis = [
            sum([p * c for c, p in zip(column, self.basis, strict=True) if c != 0], system.ring.zero)
            for column in columns
        ]
        return GramCone(self.product, basis, self.strict).fill(system)


@dataclass
class Gram:
    """What a semidefinite program is about: cones and free multiples of equations."""

    system: Conditions
    cones: list[GramCone]
    multiples: list[tuple[int, Powers, Poly]]


def gram(store: Supply, products: list[Product], target: Degree, degree: int) -> Gram | None:
    """All that fits a multidegree and a total degree; None where it is too much."""
    system, monomials = store.system, store.monomials(degree)
    signs = flips(system, store.grading.used)
    found = Gram(system, [], [])
    room = ENTRIES
    for product in products:
        rest = minus(target, store.grading.of_poly(product.poly))
        fitting = halves(monomials, rest, degree - product.degree)
        groups: dict[int, list[Powers]] = {}
        for m in fitting:
            groups.setdefault(sum(_odd(m, flip) << k for k, flip in enumerate(signs)), []).append(m)
        for group in groups.values():
            room -= len(group) * (len(group) + 1) // 2
            if len(group) > LARGEST or room < 0:
                return None
            cone = GramCone(product, [store.polynomial(m) for m in group]).fill(system)
            found.cones.append(cone)
            if product.strict and any(p.is_constant() for p in cone.basis):
                found.cones.append(GramCone(product, [system.ring.one], strict=True).fill(system))
    for number, c in enumerate(system.constraints):
        reduced = system.reduced(c.poly) if c.kind == "=" else system.ring.zero
        if reduced.is_zero():
            continue
        rest = minus(target, store.grading.of_poly(reduced))
        left = degree - store.degree(reduced)
        for size, m in monomials.get(rest, []):
            if size <= left and not any(_odd(m, flip) for flip in signs):
                multiple = system.reduced(store.polynomial(m) * reduced)
                found.multiples.append((number, m, multiple))
    return found if any(cone.strict for cone in found.cones) else None


def flips(system: Conditions, used: list[int]) -> list[list[int]]:
    """Sets of variables whose signs may be changed together: every constraint and rule stays as it is.

    Over such symmetries an identity may be averaged: then monomials of different parity are in no one square.
    """
    rows: set[int] = set()
    for p in [*[system.reduced(c.poly) for c in system.constraints], *system.rules.values()]:
        rows |= {sum(1 << k for k, place in enumerate(used) if int(m[place]) % 2) for m in p.monoms()}
    pivots: dict[int, int] = {}
    for row in sorted(rows):
        for bit, other in pivots.items():
            if row >> bit & 1:
                row ^= other
        if row:
            bit = row.bit_length() - 1
            pivots = {b: other ^ row if other >> bit & 1 else other for b, other in pivots.items()}
            pivots[bit] = row
    free = [k for k in range(len(used)) if k not in pivots]
    return [[used[k], *[used[b] for b, row in pivots.items() if row >> k & 1]] for k in free]


def _odd(powers: Powers, flip: list[int]) -> int:
    return sum(int(powers[k]) for k in flip) % 2
