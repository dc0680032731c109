"""Kernel "residual": spectra from approximate factors and certified residuals. Trusts Weyl and Ostrowski.

Singular values, m >= n (else of the transpose). Let U be m x n, V n x n, D = diag(d) >= 0, and
    |U'U - I| <= a < 1,  |V'V - I| <= b < 1,  |A V - U D| <= e.
Ostrowski: s_i(U D) lies in d_i [sqrt(1-a), sqrt(1+a)] and s_i(A V) in s_i(A) [sqrt(1-b), sqrt(1+b)], since V
is square and invertible. Weyl: |s_i(A V) - s_i(U D)| <= e. Together
    s_i(A) in [(d_i sqrt(1-a) - e) / sqrt(1+b), (d_i sqrt(1+a) + e) / sqrt(1-b)].
U may be thin: no part of A can hide from A V, because V is square.

Eigenvalues of symmetric S: V'SV = D + E, |E| <= e; Ostrowski: lambda_i(V'SV) = theta_i lambda_i(S) with
theta_i in [1-b, 1+b], hence lambda_i(S) in (d_i +- e) / [1-b, 1+b].

Singular values of graded matrices of full column rank to high relative accuracy, by A = L D U.

Elimination with complete pivoting in balls gives, up to the order of rows and columns, A = L D U for each
member of A: L unit lower trapezoidal (m x n, m >= n), D diagonal, U unit upper triangular. From midpoints
    L = (I + X) L0,  D U = D0 U0 (I + Z) (I + Y),  X = (L - L0) [L1^-1, 0],  Y = U0^-1 (U - U0),
    Z = U0^-1 (D/D0 - I) U0,  L1 the upper square of L0.
By Ostrowski s_i(A) = s_i(L0 D0 U0) theta, theta in [(1-x)(1-y)(1-z), (1+x)(1+y)(1+z)], where x, y, z < 1
bound the norms. L and U are well conditioned although A is not (Demmel and others 1999), so theta is close
to 1; soundness does not rest on that. L0 D0 U0 goes to a kernel at a precision that covers the spread of D.

An upper bound of the spectral norm.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flint import arb, arb_mat, ctx, fmpq_mat

from perturb.numbers import factors
from perturb.numbers.scalar import Matrix, as_matrix_balls, hull

SMALL = 8  # up to this size a product of matrices costs less than a list of their entries


def norm_bound(E: arb_mat) -> arb:
    """An upper bound of the spectral norm: the Frobenius norm, from above; its square is the trace of E'E."""
    if max(E.nrows(), E.ncols()) <= SMALL:
        return (E * E.transpose()).trace().upper().sqrt().upper()
    entries = E.entries()
    row = arb_mat(1, len(entries), entries)
    return (row * row.transpose())[0, 0].upper().sqrt().upper()


SPREAD_LIMIT = 4096


class Reduced(NamedTuple):
    """s_i(A) in s_i(matrix) theta; `bits` resolve the smallest singular value of the matrix."""

    matrix: arb_mat
    theta: arb
    bits: int


def eliminated(A: arb_mat) -> Reduced | None:
    """What to compute with, for m >= n; None where a pivot may be 0, theta useless or D too spread."""
    found = _ldu(A)
    if found is None:
        return None
    L, d, U = found
    theta = _theta(L, d, U)
    spread = max(_exponent(x) for x in d) - min(_exponent(x) for x in d)
    if theta is None or spread > SPREAD_LIMIT:
        return None
    bits = ctx.prec + spread + 16
    with ctx.workprec(2 * bits):
        DU = arb_mat([[x.mid() * y for y in row] for x, row in zip(d, U.mid().tolist(), strict=True)])
        return Reduced(L.mid() * DU, theta, bits)


def _exponent(x: arb) -> int:
    m, e = x.mid().man_exp()
    return int(m).bit_length() + int(e)


def _ldu(A: arb_mat) -> tuple[arb_mat, list[arb], arb_mat] | None:
    """L, the diagonal of D, and U; None where no remaining entry is certainly different from 0."""
    rest, n = A.tolist(), A.ncols()
    lower: list[list[arb]] = []
    upper: list[list[arb]] = []
    pivots: list[arb] = []
    for k in range(n):
        _exchange(rest, lower, upper, k)
        pivot = rest[k][k]
        if not pivot.abs_lower() > 0:
            return None
        column = [arb(int(r == k)) if r <= k else row[k] / pivot for r, row in enumerate(rest)]
        for r in range(k + 1, len(rest)):
            rest[r] = [x - column[r] * y for x, y in zip(rest[r], rest[k], strict=True)]
        lower.append(column)
        upper.append([arb(int(c == k)) if c <= k else x / pivot for c, x in enumerate(rest[k])])
        pivots.append(pivot)
    return arb_mat(lower).transpose(), pivots, arb_mat(upper)


def _exchange(rest: list[list[arb]], lower: list[list[arb]], upper: list[list[arb]], k: int) -> None:
    """Bring the largest remaining entry to (k, k): rows of A and L change places, columns of A and U."""
    i, j = _largest(rest, k)
    rest[k], rest[i] = rest[i], rest[k]
    for column in lower:
        column[k], column[i] = column[i], column[k]
    for row in (*rest, *upper):
        row[k], row[j] = row[j], row[k]


def _largest(rest: list[list[arb]], k: int) -> tuple[int, int]:
    """The place of the entry of largest certain size, at or beyond (k, k)."""
    places = [(i, j) for i in range(k, len(rest)) for j in range(k, len(rest[0]))]
    return max(places, key=lambda place: rest[place[0]][place[1]].abs_lower())


def _theta(L: arb_mat, d: list[arb], U: arb_mat) -> arb | None:
    n = len(d)
    L0, U0 = L.mid(), U.mid()
    try:
        L1 = arb_mat(L0.tolist()[:n]).inv()
        V = U0.inv()
    except ZeroDivisionError:
        return None
    relative = max((abs(x / x.mid() - 1).upper() for x in d), default=arb(0))
    x = norm_bound(L - L0) * norm_bound(L1)
    y = norm_bound(V * (U - U0))
    z = norm_bound(V) * norm_bound(U0) * relative
    if not (x < 1 and y < 1 and z < 1):
        return None
    return hull((1 - x) * (1 - y) * (1 - z), (1 + x) * (1 + y) * (1 + z))


TRUSTS = ("Weyl", "Ostrowski")
POOR = 4  # less than this part of the digits of the smallest singular value calls for another attempt
ZERO = arb(0)
GUARD_BITS = 32  # the residual's own rounding then adds nothing to the error of the factors


def orthogonality_defect(V: arb_mat) -> arb:
    """An upper bound of |V'V - I|."""
    return norm_bound(V.transpose() * V - _identity(V.ncols()))


@lru_cache(maxsize=16)
def _identity(n: int) -> arb_mat:
    """Shared: never to be written to."""
    return diagonal([arb(1)] * n)


def diagonal(d: list[arb]) -> arb_mat:
    """The n x n matrix diag(d)."""
    n = len(d)
    spaced = [ZERO] * (n * n)
    spaced[:: n + 1] = d
    return arb_mat(n, n, spaced)


def scaled_columns(U: arb_mat, d: list[arb]) -> arb_mat:
    """U diag(d)."""
    if max(U.nrows(), U.ncols()) <= SMALL:
        return U * diagonal(d)
    return arb_mat([[x * y for x, y in zip(row, d, strict=True)] for row in U.tolist()])


def _nan(k: int) -> list[arb]:
    return [arb.nan()] * k


def singular_values(A: Matrix) -> list[arb]:
    """The min(m, n) singular values of an m x n A, descending, the i-th ball around s_i; NaN on failure.

    A graded A of full rank keeps relative accuracy in the smallest ones (`graded`).
    """
    balls = as_matrix_balls(A)
    if balls.nrows() < balls.ncols():
        balls = balls.transpose()
    values = _singular_values(balls)
    poor = values and values[-1].rel_accuracy_bits() < ctx.prec // POOR and values[0].is_finite()
    return _refined(balls, values) if poor and not _deficient(A) else values


def _deficient(A: Matrix) -> bool:
    """Is a small exact A of less than full rank? Elimination in balls would find no pivot, at a price."""
    m, n = A.nrows(), A.ncols()
    return isinstance(A, fmpq_mat) and max(m, n) <= SMALL and A.rank() < min(m, n)


def _refined(A: arb_mat, values: list[arb]) -> list[arb]:
    """What an exact matrix near A, with the same relative spectrum, says beside what is known already."""
    reduced = eliminated(A)
    if reduced is None:
        return values
    with ctx.workprec(reduced.bits):
        exact = _singular_values(reduced.matrix)
    return [_meet(x, y * reduced.theta) for x, y in zip(values, exact, strict=True)]


def _meet(x: arb, y: arb) -> arb:
    """The intersection of two enclosures of one number; x where y does not help."""
    return x if not y.rad() < x.rad() else hull(x.lower().max(y.lower()), x.upper().min(y.upper()))


def _singular_values(balls: arb_mat) -> list[arb]:
    """For m >= n, to an absolute accuracy."""
    scaled = factors.scale(balls)
    found = None if scaled is None else factors.svd(scaled)
    if scaled is None or found is None:
        return _nan(balls.ncols())
    with ctx.extraprec(GUARD_BITS):
        values = _enclose_singular(scaled.matrix, *found)
    unit = arb((1, scaled.exponent))
    return [(x * unit).nonnegative_part() for x in values]


def _enclose_singular(A: arb_mat, U: arb_mat, d: list[arb], V: arb_mat) -> list[arb]:
    a, b = orthogonality_defect(U), orthogonality_defect(V)
    if not (a < 1 and b < 1 and all([x >= 0 for x in d])):
        return _nan(len(d))
    e = norm_bound(A * V - scaled_columns(U, d))
    most, least = (1 + b).sqrt(), (1 - b).sqrt()
    lower, upper = (1 - a).sqrt() / most, (1 + a).sqrt() / least
    e_lower, e_upper = e / most, e / least
    return [_interval(x * lower - e_lower, x * upper + e_upper) for x in sorted(d, reverse=True)]


def _interval(lo: arb, hi: arb) -> arb:
    """From lo to hi, lo raised to 0: a singular value is not negative."""
    if not (lo.is_finite() and hi.is_finite()):
        return arb.nan()
    return (lo.lower() if lo > 0 else ZERO).union(hi.upper()).nonnegative_part()


def symmetric_eigenvalues(S: Matrix) -> list[arb]:
    """The n eigenvalues of a symmetric S, descending, the i-th ball around lambda_i; NaN balls on failure.

    A matrix of balls stands for the symmetric matrices in it. ValueError if there is none.
    """
    balls = as_matrix_balls(S)
    if not _may_be_symmetric(S):
        raise ValueError("the matrix is not symmetric")
    scaled = factors.scale(balls)
    found = None if scaled is None else factors.eigh(scaled)
    if scaled is None or found is None:
        return _nan(balls.ncols())
    with ctx.extraprec(GUARD_BITS):
        values = _enclose_eigenvalues(scaled.matrix, *found)
    unit = arb((1, scaled.exponent))
    return [x * unit for x in values]


def _may_be_symmetric(S: Matrix) -> bool:
    if S.nrows() != S.ncols():
        return False
    return S.transpose() == S if isinstance(S, fmpq_mat) else S.overlaps(S.transpose())


def _enclose_eigenvalues(S: arb_mat, d: list[arb], V: arb_mat) -> list[arb]:
    b = orthogonality_defect(V)
    if not b < 1:
        return _nan(len(d))
    e, theta = norm_bound(V.transpose() * (S * V) - diagonal(d)), hull(1 - b, 1 + b)
    return [hull(x - e, x + e) / theta for x in sorted(d, reverse=True)]
