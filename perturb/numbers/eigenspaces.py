"""Eigenvectors of symmetric matrices at simple eigenvalues.

The projection on the i-th eigenspace is the product of (S - x_j I) / (x_i - x_j) over all j != i, x the
eigenvalues with multiplicity, as one sees in a basis of eigenvectors. It is evaluated in balls around the
eigenvalues, or exactly where all of them are rational.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.numbers.errors import Undefined
from perturb.numbers.powers import sqrt
from perturb.numbers.scalar import Matrix, Scalar, as_matrix_balls, to_arb

NOT_SIMPLE = "the eigenvector of a repeated eigenvalue"


def eigenprojection(S: Matrix, values: Sequence[Scalar], i: int) -> Matrix:
    """The n x n projection on the eigenspace of the i-th of the eigenvalues (from 0), all in `values`.

    Undefined where two exact eigenvalues agree; NaN where the enclosures do not separate them.
    """
    exact = isinstance(S, fmpq_mat) and all(isinstance(x, fmpq) for x in values)
    numbers: list[Any] = list(values) if exact else [to_arb(x) for x in values]
    A, n = S if exact else as_matrix_balls(S), S.nrows()
    product: Any = type(A)([[int(p == q) for q in range(n)] for p in range(n)])
    for j, x in enumerate(numbers):
        if j == i:
            continue
        gap = numbers[i] - x
        if exact and gap == 0:
            raise Undefined(NOT_SIMPLE)
        if not (exact or gap > 0 or gap < 0):
            return arb_mat(n, n, [arb.nan()] * (n * n))
        shift = type(A)([[x if p == q else 0 for q in range(n)] for p in range(n)])
        product = product * (A - shift) * (1 / gap)
    projection: Matrix = product
    return projection


def eigenvector(S: Matrix, values: Sequence[Scalar], i: int) -> tuple[Scalar, ...]:
    """The unit eigenvector of the i-th eigenvalue (from 0), its first non-zero component positive.

    NaN where balls do not tell which component that is.
    """
    P = eigenprojection(S, values, i)
    n = P.nrows()
    for k in range(n):
        size = P[k, k]
        if size > 0:
            return tuple(P[j, k] / sqrt(size) if j != k else sqrt(size) for j in range(n))
        if not (isinstance(size, fmpq) and size == 0):
            return (arb.nan(),) * n
    raise AssertionError("a projection on an eigenspace is not zero")
