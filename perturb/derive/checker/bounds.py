"""What is known of integers (sizes, indices), and whether an inequality follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

from flint import fmpq

from perturb.derive.checker.polynomials import ONE, Poly

MOST = 400  # inequalities that an elimination may come to


class Bounds:
    """Polynomials >= 0 that are linear in integer atoms."""

    def __init__(self, known: Iterable[Poly] = ()) -> None:
        self.known = [*known]
        self._found: dict[Poly, bool] = {}

    def entail(self, p: Poly) -> bool:
        """Whether p >= 0 for all integers as known.

        With whole coefficients p <= -1 otherwise, and that contradicts what is known, over the rationals.
        """
        if p in self.known:
            return True
        p = p.scaled(lcm(*[int(c.q) for c in p.terms.values()]))
        if p not in self._found:
            self._found[p] = linear(p) and contradictory([*self._near(p), -p - ONE])
        return self._found[p]

    def _near(self, p: Poly) -> list[Poly]:
        """What is about the same integers, directly or through others."""
        near, atoms = list[Poly](), p.atoms
        rest = [q for q in self.known if linear(q)]
        while True:
            more = [q for q in rest if q.atoms & atoms or not q.atoms]
            if not more:
                return near
            near += more
            rest = [q for q in rest if q not in more]
            atoms = atoms.union(*[q.atoms for q in more])


def linear(p: Poly) -> bool:
    return all(not m or (len(m) == 1 and m[0][1] == 1) for m in p.terms)


def contradictory(rows: list[Poly]) -> bool:
    """By elimination of one atom after the other (Fourier, Motzkin); False also where that takes too long."""
    while True:
        rows = [*dict.fromkeys(rows)]
        if any(p.constant is not None and p.constant < 0 for p in rows):
            return True
        atoms = sorted(set().union(*[p.atoms for p in rows]))
        if not atoms or len(rows) > MOST:
            return False
        rows = eliminated(rows, min(atoms, key=lambda x: (weight(rows, x), x)))


def weight(rows: list[Poly], x: int) -> int:
    signs = [coefficient(p, x) for p in rows]
    return sum(c > 0 for c in signs) * sum(c < 0 for c in signs)


def eliminated(rows: list[Poly], x: int) -> list[Poly]:
    up = [p for p in rows if coefficient(p, x) > 0]
    down = [p for p in rows if coefficient(p, x) < 0]
    left = [p for p in rows if coefficient(p, x) == 0]
    return left + [p.scaled(-coefficient(q, x)) + q.scaled(coefficient(p, x)) for p in up for q in down]


def coefficient(p: Poly, x: int) -> fmpq:
    return p.terms.get(((x, 1),), fmpq(0))
