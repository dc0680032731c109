"""The complex eigenvalues of a real matrix as a list, and the distance of two such lists.

Moduli of the eigenvalues of a matrix of balls: where Arb does not separate them, by discs and by circles.

Discs (Gershgorin): T = V^-1 A V for any V whose ball inverse exists. Discs whose moduli are apart from those
of the others hold as many eigenvalues as they are. Sharp for repeated eigenvalues with enough eigenvectors.
Circles (Rouche): p = det(zI - A), q = det(zI - M) for a rational M near A, with roots of moduli m_i. Where
|p - q| <= sum d_k R^k < prod |R - m_i| <= |q| on |z| = R, as many eigenvalues of A lie inside as of M, none
on the circle. Works for defective matrices; a modulus shared by m eigenvalues keeps 1/m of the digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import prod
from typing import NamedTuple, cast

from flint import acb, acb_mat, arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz, fmpz_poly

from perturb.numbers import charpoly, factors, residual
from perturb.numbers.errors import Unavailable
from perturb.numbers.residual import norm_bound
from perturb.numbers.roots import complex_roots, irreducible_factors
from perturb.numbers.scalar import (
    Matrix,
    Scalar,
    absolute,
    add,
    hull,
    maximum,
    minimum,
    sqrt,
    sqrt_nonneg,
    square,
    to_arb,
)

MATCHING_LIMIT = 6


class Number(NamedTuple):
    """A complex number: its parts, exact where they are rational."""

    re: Scalar
    im: Scalar


def eigenvalues(A: Matrix) -> list[Number]:
    """The n eigenvalues of a square A with multiplicity, in no promised order; Unavailable if not found."""
    if A.nrows() != A.ncols():
        raise ValueError("the matrix is not square")
    if isinstance(A, fmpq_mat):
        parts = irreducible_factors(A.charpoly())
        return [z for f, m in parts for z in _roots(f) for _ in range(m)]
    try:
        found: list[acb] = acb_mat(A).eig(multiple=True)
    except (ValueError, ZeroDivisionError):
        raise Unavailable("eigenvalues not separated at this precision") from None
    return [Number(z.real, z.imag) for z in found]


def _roots(f: fmpz_poly) -> list[Number]:
    """Of an irreducible polynomial; the real part of two conjugates is rational."""
    if f.degree() == 1:
        return [Number(fmpq(-f[0], f[1]), fmpq(0))]
    if f.degree() == 2 and f[1] ** 2 < 4 * f[0] * f[2]:
        middle, gap = fmpq(-f[1], 2 * f[2]), fmpq(4 * f[0] * f[2] - f[1] ** 2, 4 * f[2] ** 2)
        return [Number(middle, sqrt(gap)), Number(middle, -sqrt(gap))]
    return [Number(z.real, z.imag) for z in complex_roots(f)]


def matching_distance(left: list[Number], right: list[Number]) -> Scalar:
    """min over permutations p of max_i |left_i - right_p(i)|, for two lists of n <= 6 numbers."""
    n = len(left)
    if n > MATCHING_LIMIT:
        raise Unavailable(f"size {n} exceeds {MATCHING_LIMIT}")
    gaps = [[_distance(z, w) for w in right] for z in left]
    return minimum([maximum([gaps[i][j] for i, j in enumerate(p)]) for p in permutations(range(n))])


def _distance(z: Number, w: Number) -> Scalar:
    re, im = _minus(z.re, w.re), _minus(z.im, w.im)
    if isinstance(im, fmpq) and im == 0:
        return absolute(re)
    return sqrt_nonneg(add(square(re), square(im)))


def _minus(x: Scalar, y: Scalar) -> Scalar:
    return x - y if isinstance(x, fmpq) and isinstance(y, fmpq) else to_arb(x) - to_arb(y)


def is_finite(z: Number) -> bool:
    return all(not isinstance(x, arb) or bool(x.is_finite()) for x in z)


SIZE_LIMIT = 24
Ends = list[tuple[arb, arb]]  # of the k-th largest modulus, k = 1, ..., n


def ball_eigen_moduli(A: arb_mat) -> list[arb]:
    """|lambda_k| of a square A, descending, the k-th ball around the k-th largest.

    ValueError where A is not square; Unavailable where it is not finite or too large for what is left.
    """
    if A.nrows() != A.ncols():
        raise ValueError("the matrix is not square")
    if not all(x.is_finite() for x in A.entries()):
        raise Unavailable("eigenvalues of a matrix that is not finite")
    direct = _by_arb(A)
    if direct is not None and not _wide(direct):
        return [hull(lo, hi) for lo, hi in direct]
    shift = factors.exponent(A)
    unit, found = A * arb((1, -shift)), []
    if direct is not None:
        found.append([(lo * arb((1, -shift)), hi * arb((1, -shift))) for lo, hi in direct])
    for way in (_by_discs, _by_circles):
        ends = way(unit)
        if ends is not None:
            found.append(ends)
        if ends is not None and not _wide(ends):
            break
    if not found:
        raise Unavailable("eigenvalues not separated at this precision")
    return [_meet(ends) * arb((1, shift)) for ends in zip(*found, strict=True)]


def _meet(ends: Sequence[tuple[arb, arb]]) -> arb:
    lowest, highest = zip(*ends, strict=True)
    return hull(max(lowest), min(highest))


def _wide(ends: Ends) -> bool:
    """Fewer than half of the digits: worth another attempt."""
    size = ends[0][1] * arb((1, -ctx.prec // 2)) if ends else arb(0)
    return any(hi - lo > size for lo, hi in ends)


def _sorted(values: Sequence[arb]) -> Ends:
    """With x_j in [l_j, u_j], the k-th largest x lies between the k-th largest l and the k-th largest u."""
    lower = sorted((x.lower().max(arb(0)) for x in values), reverse=True)
    upper = sorted((x.upper() for x in values), reverse=True)
    return list(zip(lower, upper, strict=True))


def _by_arb(A: arb_mat) -> Ends | None:
    try:
        values = [abs(z) for z in acb_mat(A).eig(multiple=True)]
    except (ValueError, ZeroDivisionError):
        return None
    return _sorted(values) if all(x.is_finite() for x in values) else None


def _by_discs(A: arb_mat) -> Ends | None:
    """Gershgorin's theorem for V^-1 A V, V of approximate eigenvectors."""
    try:
        with ctx.extraprec(residual.GUARD_BITS):
            _, V = acb_mat(A.mid()).eig(right=True, algorithm="approx")
            V = V.mid()
            T = V.inv() * (acb_mat(A) * V)
    except (ValueError, ZeroDivisionError):
        return None
    rows = cast("list[list[arb]]", [[abs(z) for z in row] for row in T.tolist()])
    radii = [sum((x for j, x in enumerate(row) if j != i), arb(0)).upper() for i, row in enumerate(rows)]
    centres = [row[i] for i, row in enumerate(rows)]
    discs = [(x.lower() - r, x.upper() + r) for x, r in zip(centres, radii, strict=True)]
    if not all(lo.is_finite() and hi.is_finite() for lo, hi in discs):
        return None
    return [ends for group in _apart(discs) for ends in group]


def _apart(discs: Ends) -> Iterator[Ends]:
    """Groups of intervals apart from all other groups, descending; a group of k as its hull, k times."""
    ends = [(lo.lower().max(arb(0)), hi.upper()) for lo, hi in discs]
    rest = sorted(ends, key=lambda x: x[1], reverse=True)
    while rest:
        low, group = rest[0][0], 1
        while group < len(rest) and not rest[group][1] < low:
            low, group = low.min(rest[group][0]), group + 1
        yield [(low, rest[0][1])] * group
        rest = rest[group:]


def _by_circles(A: arb_mat) -> Ends | None:
    """Rouche's theorem on circles about 0; A is of order one."""
    n = A.nrows()
    if n > SIZE_LIMIT:
        return None
    M = _near(A)
    moduli = [to_arb(x) for x in charpoly.moduli(M)]
    if not all(x.is_finite() for x in moduli):
        return None
    if all(x.is_exact() for x in A.entries()) and A.contains(M):
        return _sorted(moduli)
    with ctx.extraprec(residual.GUARD_BITS):
        gaps = [(a - b).abs_upper() for a, b in zip(A.charpoly().coeffs(), _coefficients(M), strict=True)]
    circles = [c for x in moduli for sign in (1, -1) for c in _tightest(x, sign, moduli, gaps)]
    inside = [(R, sum(x < R for x in moduli)) for R in circles]
    lower = [max([R for R, count in inside if count <= n - k], default=arb(0)) for k in range(1, n + 1)]
    top = norm_bound(A)
    upper = [min([R for R, count in inside if count > n - k], default=top) for k in range(1, n + 1)]
    return list(zip(lower, upper, strict=True))


def _near(A: arb_mat) -> fmpq_mat:
    """A rational matrix near the midpoint of A, of at most about twice the working precision."""
    bits = 2 * ctx.prec
    parts = [x.mid().man_exp() for x in A.entries()]
    scaled = [m << int(e + bits) if e + bits >= 0 else _shifted(m, int(e + bits)) for m, e in parts]
    return fmpq_mat(A.nrows(), A.ncols(), scaled) / fmpq(2) ** bits


def _shifted(m: fmpz, e: int) -> fmpz:
    return m >> -e if -e <= int(m).bit_length() else fmpz(0)


def _coefficients(M: fmpq_mat) -> list[arb]:
    return [arb(x) for x in M.charpoly().coeffs()]


def _tightest(x: arb, sign: int, moduli: list[arb], gaps: list[arb]) -> list[arb]:
    """The radius nearest to the modulus x, on one side, whose circle is certified: none or one."""
    start = x.upper() if sign > 0 else x.lower()

    def radius(j: int) -> arb:
        return (start + sign * arb((1, -j))).mid()

    def certified(j: int) -> bool:
        return _separates(radius(j), moduli, gaps)

    good = next((j for j in range(-1, ctx.prec) if certified(j)), None)
    if good is None:
        return []
    bad = 2 * ctx.prec
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if certified(middle) else (good, middle)
    return [radius(good)]


def _separates(R: arb, moduli: list[arb], gaps: list[arb]) -> bool:
    """sum d_k R^k < prod |R - m_i|, R > 0."""
    if not R > 0:
        return False
    error = arb(0)
    for d in reversed(gaps):
        error = error * R + d
    return bool(error < prod((abs(R - m) for m in moduli), start=arb(1)))
