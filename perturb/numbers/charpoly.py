"""Kernel "charpoly": spectra of rational matrices from exact characteristic polynomials. Never uses Weyl."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from flint import acb, arb, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.roots import complex_roots, distinct_real_roots, irreducible_factors
from perturb.numbers.scalar import bounds, hull, sqrt, sqrt_nonneg

TRUSTS: tuple[str, ...] = ()


def _require_symmetric(S: fmpq_mat) -> None:
    if S.nrows() != S.ncols() or S.transpose() != S:
        raise ValueError("the matrix is not symmetric")


def symmetric_eigenvalues(S: fmpq_mat) -> list[fmpq | arb]:
    """The n eigenvalues of a symmetric S, descending, with multiplicity; rational ones exact."""
    _require_symmetric(S)
    values = [x.value for x in distinct_real_roots(S.charpoly()) for _ in range(x.multiplicity)]
    if len(values) != S.nrows():
        raise AssertionError("a symmetric matrix has n real eigenvalues")
    return values


def gram(A: fmpq_mat) -> fmpq_mat:
    """The smaller of A'A and AA'."""
    At = A.transpose()
    return At * A if A.nrows() >= A.ncols() else A * At


def singular_values(A: fmpq_mat) -> list[fmpq | arb]:
    """The min(m, n) singular values of an m x n A, descending, with multiplicity; rational ones exact."""
    return [cast("fmpq | arb", sqrt_nonneg(x)) for x in symmetric_eigenvalues(gram(A))]


def eigenvalues(A: fmpq_mat) -> list[acb]:
    """The n eigenvalues of a square A with multiplicity, disjoint within a factor, in no promised order."""
    factors = irreducible_factors(A.charpoly())
    return [z for f, m in factors for z in complex_roots(f) for _ in range(m)]


def moduli(A: fmpq_mat) -> list[fmpq | arb]:
    """|lambda_k| of a square A, descending, the k-th enclosure around the k-th largest; exact if rational.

    With x_j in [l_j, u_j], the k-th largest x lies between the k-th largest l and the k-th largest u.
    """
    factors = irreducible_factors(A.charpoly())
    ends = [bounds(x) for f, m in factors for x in _factor_moduli(f) for _ in range(m)]
    known = [x for x in ends if x is not None]
    if len(known) < len(ends):
        return [arb.nan()] * len(ends)
    lower, upper = (sorted(side, reverse=True) for side in zip(*known, strict=True))
    return [lo if lo == hi else hull(arb(lo), arb(hi)) for lo, hi in zip(lower, upper, strict=True)]


def _factor_moduli(f: fmpz_poly) -> list[fmpq | arb]:
    if f.degree() == 1:
        return [abs(fmpq(-f[0], f[1]))]
    if f.degree() == 2 and f[1] ** 2 < 4 * f[0] * f[2]:
        return [cast("fmpq | arb", sqrt(fmpq(f[0], f[2])))] * 2  # conjugates: |z|^2 is their product
    return [abs(z) for z in complex_roots(f)]


def _sign_changes(p: fmpq_poly) -> int:
    signs = [c > 0 for c in p.coeffs() if c != 0]
    return sum(x != y for x, y in pairwise(signs))


def inertia(S: fmpq_mat) -> tuple[int, int, int]:
    """The numbers of negative, zero and positive eigenvalues of a symmetric S, exact.

    Descartes' rule of signs is an equality for a polynomial all of whose roots are real.
    """
    _require_symmetric(S)
    p = S.charpoly()
    positive = _sign_changes(p)
    zero = next(i for i, c in enumerate(p.coeffs()) if c != 0)
    return S.nrows() - zero - positive, zero, positive


def rank(A: fmpq_mat | ExactMatrix) -> int:
    """The rank of A, exact."""
    return A.rank()
