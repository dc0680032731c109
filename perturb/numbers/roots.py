"""Certified real roots of rational polynomials, in certified order, rational ones exact; all complex roots.

Real roots of an irreducible polynomial by Descartes' rule of signs and bisection, in integers.

The method of Vincent, Collins and Akritas: the coefficients of (1 + x)^d g(1 / (1 + x)) change signs at least
as often as g has roots in (0, 1), and the difference is even, so that never is no root and once is one root;
else the interval is halved. It ends because roots are simple (the two-circle theorem of Obreschkoff).
An irreducible polynomial of degree 2 or more has no rational root: no end of an interval is one.

Roots that lie very close together cost it a halving a bit, where methods that find all complex roots at once
need the precision at which their product is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, cast

from flint import acb, arb, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly

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


# So many roots of so many bits take FLINT a tenth of a second, however close they are.
FEW, SHORT = 8, 1000
CLOSE = 24  # halvings that tell roots apart


class Root(NamedTuple):
    """A real root: its irreducible factor, its place among the factor's real roots (ascending), its value."""

    factor: fmpz_poly
    place: int
    value: fmpq | arb
    multiplicity: int


def primitive(p: fmpz_poly) -> fmpz_poly:
    """p divided by its content, leading coefficient positive: the canonical associate."""
    q = p // p.content()
    return -q if q.leading_coefficient() < 0 else q


def irreducible_factors(p: fmpq_poly) -> list[tuple[fmpz_poly, int]]:
    """The primitive irreducible factors of a nonzero p over Z, with multiplicity, constants left out."""
    return list(_factors(tuple(p.numer().coeffs())))


@lru_cache(maxsize=256)
def _factors(coefficients: tuple[fmpz, ...]) -> tuple[tuple[fmpz_poly, int], ...]:
    """A point is looked at by several number systems, which meet the same polynomials."""
    found = fmpz_poly(list(coefficients)).factor()[1]
    return tuple((primitive(f), m) for f, m in found if f.degree() > 0)


def complex_roots(f: fmpz_poly) -> list[acb]:
    """Disjoint balls around the roots of a squarefree f; real ones first, ascending, imaginary part exact 0.

    This is the documented guarantee of FLINT's arb_fmpz_poly_complex_roots.
    """
    found = cast("list[tuple[acb, int]]", f.complex_roots())
    return [z for z, _ in found]


def real_roots(f: fmpz_poly) -> tuple[arb, ...]:
    """Disjoint enclosures of the real roots of an irreducible f, ascending, at the working precision."""
    return _real_roots(tuple(f.coeffs()), ctx.prec)


@lru_cache(maxsize=256)
def _real_roots(coefficients: tuple[fmpz, ...], bits: int) -> tuple[arb, ...]:
    """Isolating the roots costs milliseconds, and each of them asks for all of them.

    Where many lie close together, FLINT's method needs seconds, in which nothing can interrupt it.
    """
    f = fmpz_poly(list(coefficients))
    if f.degree() > FEW or f.height_bits() > SHORT:
        found = _isolated(coefficients)
        if found.depth > CLOSE:
            return found.balls(bits)
    with ctx.workprec(bits):
        return tuple(z.real for z in complex_roots(f) if z.imag == 0)


@lru_cache(maxsize=64)
def _isolated(coefficients: tuple[fmpz, ...]) -> Isolated:
    return isolated(fmpz_poly(list(coefficients)))


def _roots_of(f: fmpz_poly, multiplicity: int) -> list[Root]:
    if f.degree() == 1:
        return [Root(f, 0, fmpq(-f[0], f[1]), multiplicity)]
    return [Root(f, i, x, multiplicity) for i, x in enumerate(real_roots(f))]


def _descending(roots: list[Root]) -> list[Root] | None:
    """Sort, or None where two enclosures are not certainly apart (never true of NaN)."""
    balls = sorted(((arb(r.value), r) for r in roots), key=lambda pair: pair[0].lower(), reverse=True)
    apart = all(hi.lower() > lo.upper() for (hi, _), (lo, _) in pairwise(balls))
    return [r for _, r in balls] if apart else None


def distinct_real_roots(p: fmpq_poly) -> list[Root]:
    """The distinct real roots of p, descending, the order certified.

    Distinct irreducible factors have distinct roots: raising the precision separates them, so the loop ends.
    """
    factors = irreducible_factors(p)
    bits = ctx.prec
    while True:
        with ctx.workprec(bits):
            ordered = _descending([r for f, m in factors for r in _roots_of(f, m)])
        if ordered is not None:
            return ordered
        bits *= 2
