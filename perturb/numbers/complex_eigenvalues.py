"""The complex eigenvalues of a real matrix as a list, and the distance of two such lists."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from flint import acb, acb_mat, arb, fmpq, fmpq_mat, fmpz_poly

from perturb.numbers.errors import Unavailable
from perturb.numbers.powers import sqrt, sqrt_nonneg, square
from perturb.numbers.roots import complex_roots, irreducible_factors
from perturb.numbers.scalar import Matrix, Scalar, absolute, add, maximum, minimum, to_arb

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
