"""Certified real roots of rational polynomials, in certified order, rational ones exact."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, cast

from flint import acb, arb, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly

from perturb.numbers import isolation

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
def _isolated(coefficients: tuple[fmpz, ...]) -> isolation.Isolated:
    return isolation.isolated(fmpz_poly(list(coefficients)))


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
