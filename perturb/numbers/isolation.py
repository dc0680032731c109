"""Real roots of an irreducible polynomial by Descartes' rule of signs and bisection, in integers.

The method of Vincent, Collins and Akritas: the coefficients of (1 + x)^d g(1 / (1 + x)) change signs at least
as often as g has roots in (0, 1), and the difference is even, so that never is no root and once is one root;
else the interval is halved. It ends because roots are simple (the two-circle theorem of Obreschkoff).
An irreducible polynomial of degree 2 or more has no rational root: no end of an interval is one.

Roots that lie very close together cost it a halving a bit, where methods that find all complex roots at once
need the precision at which their product is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from flint import arb, fmpz_poly

SHIFT = fmpz_poly([1, 1])


class DyadicCell(NamedTuple):
    """The numbers between place / 2^depth and (place + 1) / 2^depth."""

    place: int
    depth: int


class Isolated(NamedTuple):
    """The real roots of an irreducible f of degree 2 or more, ascending from 0 on either side.

    A side is a polynomial g whose roots in (0, 1) are those of f, or of f(-x), over 2^k; k; the cells of g.
    """

    below: tuple[fmpz_poly, int, list[DyadicCell]]
    above: tuple[fmpz_poly, int, list[DyadicCell]]

    @property
    def depth(self) -> int:
        """How many halvings tell the roots apart."""
        return max([cell.depth for _, _, cells in self for cell in cells], default=0)

    def balls(self, bits: int) -> tuple[arb, ...]:
        """Disjoint balls, ascending; the radius of each is below 2^-bits of its size."""
        while True:
            below = [(-middle, e) for middle, e in reversed(_fine(*self.below, bits))]
            found = [arb((middle, e), (1, e)) for middle, e in [*below, *_fine(*self.above, bits)]]
            if all([x < y for x, y in pairwise(found)]):
                return tuple(found)
            bits *= 2


def isolated(f: fmpz_poly) -> Isolated:
    """Cells for the real roots of an irreducible f of degree 2 or more."""
    return Isolated(_positive(f(fmpz_poly([0, -1]))), _positive(f))


def _positive(f: fmpz_poly) -> tuple[fmpz_poly, int, list[DyadicCell]]:
    k = _beyond(f)
    g = _stretched(f, k)
    return g, k, list(_cells(g))


def _fine(g: fmpz_poly, k: int, cells: list[DyadicCell], bits: int) -> list[tuple[int, int]]:
    """(m, e) for each root, which lies between (m - 1) 2^e and (m + 1) 2^e."""
    refined = [_refined(g, cell, bits) for cell in cells]
    return [(2 * place + 1, k - depth - 1) for place, depth in refined]


def _beyond(f: fmpz_poly) -> int:
    """k with all roots below 2^k in size: they are at most 2 max |c_(d-i) / c_d|^(1/i) (Lagrange)."""
    *rest, leading = [int(c).bit_length() for c in f.coeffs()]
    sizes = [-((leading - 1 - bits) // i) for i, bits in enumerate(reversed(rest), 1) if bits]
    return 1 + max(sizes)


def _stretched(f: fmpz_poly, k: int) -> fmpz_poly:
    """A positive multiple of f(2^k x), in integers."""
    d = f.degree()
    return fmpz_poly([c << (k * i if k >= 0 else -k * (d - i)) for i, c in enumerate(map(int, f.coeffs()))])


def _cells(g: fmpz_poly) -> Iterator[DyadicCell]:
    """Cells that hold one root each, ascending, and together all roots in (0, 1)."""
    waiting = [(g, DyadicCell(0, 0))]
    while waiting:
        h, cell = waiting.pop()
        changes = _sign_changes(fmpz_poly(h.coeffs()[::-1])(SHIFT))
        if changes == 1:
            yield cell
        if changes > 1:
            low = _stretched(h, -1)
            place, depth = 2 * cell.place, cell.depth + 1
            waiting += [(low(SHIFT), DyadicCell(place + 1, depth)), (low, DyadicCell(place, depth))]


def _sign_changes(g: fmpz_poly) -> int:
    signs = [c > 0 for c in g.coeffs() if c != 0]
    return sum([x != y for x, y in pairwise(signs)])


def _refined(g: fmpz_poly, cell: DyadicCell, bits: int) -> DyadicCell:
    """The cell that holds the same root, halved until its place has more than so many bits."""
    coefficients = [int(c) for c in g.coeffs()]
    place, depth = cell
    rising = _value(coefficients, place, depth) < 0
    while place.bit_length() <= bits:
        place, depth = 2 * place, depth + 1
        if (_value(coefficients, place + 1, depth) < 0) is rising:
            place += 1
    return DyadicCell(place, depth)


def _value(coefficients: list[int], place: int, depth: int) -> int:
    """2^(depth d) g(place / 2^depth)."""
    value = 0
    for i, c in enumerate(reversed(coefficients)):
        value = value * place + (c << (depth * i))
    return value
