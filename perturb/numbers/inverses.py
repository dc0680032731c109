"""Minors, and inverses where there is none: adjugate and pseudo-inverse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from flint import arb, arb_mat, fmpq_mat

from perturb.numbers.errors import Unavailable
from perturb.numbers.scalar import Matrix, Scalar

MINORS_LIMIT = 6


def adjugate(A: Matrix) -> Matrix:
    """adj A for square A: the transposed matrix of cofactors; exact for an exact matrix, [[1]] for n = 1."""
    n = A.nrows()
    if n != A.ncols():
        raise ValueError("the matrix is not square")
    if n == 1:
        return type(A)(1, 1, [1])
    return type(A)(n, n, [(-1) ** (i + j) * _minor(A, j, i) for i in range(n) for j in range(n)])


def _minor(A: Matrix, row: int, column: int) -> Any:
    """The determinant without one row and one column."""
    rows: Any = A.tolist()
    kept = [r[:column] + r[column + 1 :] for i, r in enumerate(map(list, rows)) if i != row]
    return type(A)(kept).det()


def submatrices(m: int, n: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The rows and columns of every square submatrix."""
    for k in range(1, min(m, n) + 1):
        for rows in combinations(range(m), k):
            yield from ((rows, columns) for columns in combinations(range(n), k))


def minors(A: Matrix) -> list[Scalar]:
    """The determinants of all square submatrices; Unavailable above 6 rows or columns."""
    if max(A.nrows(), A.ncols()) > MINORS_LIMIT:
        raise Unavailable(f"size {max(A.nrows(), A.ncols())} exceeds {MINORS_LIMIT}")
    places = submatrices(A.nrows(), A.ncols())
    entries: Any = A.tolist()
    return [type(A)([[entries[i][j] for j in columns] for i in rows]).det() for rows, columns in places]


def pseudo_inverse(A: Matrix) -> Matrix:
    """The Moore-Penrose inverse, n x m: exact for an exact matrix of any rank.

    A matrix of balls must have full rank for certain: where the inverse of its Gram matrix cannot be
    enclosed, NaN, for the pseudo-inverse jumps where the rank does.
    """
    if isinstance(A, fmpq_mat):
        return _by_rank_factors(A)
    At, tall = A.transpose(), A.nrows() >= A.ncols()
    try:
        return (At * A).inv() * At if tall else At * (A * At).inv()
    except ZeroDivisionError:
        return arb_mat(A.ncols(), A.nrows(), [arb.nan()] * (A.nrows() * A.ncols()))


def _by_rank_factors(A: fmpq_mat) -> fmpq_mat:
    """A = F G with F of full column and G of full row rank: A^+ = G'(GG')^-1 (F'F)^-1 F'."""
    echelon, rank = A.rref()
    if rank == 0:
        return fmpq_mat(A.ncols(), A.nrows())
    rows = echelon.tolist()[:rank]
    pivots = [next(j for j, x in enumerate(row) if x != 0) for row in rows]
    F, G = fmpq_mat([[row[j] for j in pivots] for row in A.tolist()]), fmpq_mat(rows)
    Ft, Gt = F.transpose(), G.transpose()
    return Gt * (G * Gt).inv() * (Ft * F).inv() * Ft
