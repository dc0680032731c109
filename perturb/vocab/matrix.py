"""Words for matrices: identity, transpose, products, powers, inverse."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq_mat

from perturb.balls.errors import Undefined
from perturb.vocab.arrays import (
    build,
    column,
    entries_of,
    inverses,
    may_be_empty,
    require_entries,
    screened,
)
from perturb.vocab.conditions import inverse, matrix_power
from perturb.vocab.intervals import exactly, times
from perturb.vocab.longer import PRODUCT
from perturb.vocab.rounding import bilinear, moved, one_term, settled
from perturb.vocab.tree import CONST, Expr
from perturb.vocab.values import check_length, check_shapes, same_system
from perturb.vocab.word import INT, Kind, M, V, When, Word


def _matmul(field: Any, A: Any, B: Any) -> Any:
    if isinstance(B, tuple):
        check_length(A, B)
        product = _matmul(field, A, column(B))
        return tuple(product[i, 0] for i in range(product.nrows()))
    check_shapes(A, B, A.ncols() == B.nrows(), "product")
    left, right = same_system(A, B)
    return left * right


def _eye(field: Any, A: Any) -> Any:
    n = A.ncols()
    return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])


def _float_eye(A: Any) -> Any:
    return np.eye(A.shape[-1])[None]


def _inverse(field: Any, A: Any) -> Any:
    check_shapes(A, A, A.nrows() == A.ncols(), "inverse")
    try:
        return A.inv()
    except ZeroDivisionError:
        if not isinstance(A, arb_mat):
            raise Undefined("the inverse of a singular matrix") from None
        return A * arb.nan()  # some matrix in the balls may be singular; more digits may tell


def _kron(field: Any, A: Any, B: Any) -> Any:
    if isinstance(A, tuple):
        A = column(A)
    if isinstance(B, tuple):
        B = column(B)
    A, B = same_system(A, B)
    rows = itertools.product(entries_of(A), entries_of(B))
    return build([[a * b for a in row for b in other] for row, other in rows], A)


def _float_kron(A: Any, B: Any) -> Any:
    require_entries(A, B)
    out = np.einsum("...ij,...kl->...ikjl", A, B)
    return out.reshape(*out.shape[:-4], out.shape[-4] * out.shape[-3], out.shape[-2] * out.shape[-1])


def _hadamard(field: Any, A: Any, B: Any) -> Any:
    check_shapes(A, B, (A.nrows(), A.ncols()) == (B.nrows(), B.ncols()), "Hadamard product")
    A, B = same_system(A, B)
    pairs = zip(entries_of(A), entries_of(B), strict=True)
    return build([[a * b for a, b in zip(r, s, strict=True)] for r, s in pairs], A)


def _matpow(field: Any, A: Any, k: int) -> Any:
    check_shapes(A, A, A.nrows() == A.ncols(), "matrix power")
    if k < 0:
        raise Undefined(f"matrix power: exponent {k} is negative; write inv(A)")
    result, _ = same_system(_eye(None, A), A)
    for _ in range(k):
        result = result * A
    return result


def _float_matpow(A: Any, k: int) -> Any:
    if k < 0:
        return np.full_like(A, np.nan)
    result = _float_eye(A)
    for _ in range(k):
        result = np.matmul(result, A)
    return result


def _kron_kind(a: Kind, b: Kind) -> Kind:
    for kind in (a, b):
        if kind not in (M, V):
            raise TypeError(f"kron takes matrices and vectors, not a {kind.value}")
    return M


def _product_kind(a: Kind, b: Kind) -> Kind:
    if a is not M or b not in (M, V):
        raise TypeError(f"A @ B takes a matrix and a matrix or vector, not a {a.value} and a {b.value}")
    return b


def _product_sides(A: Any, B: Any) -> Any:
    return A[:1] if len(B) == 1 else (A[0], B[1])


def _kron_sides(A: Any, B: Any) -> Any:
    """A vector counts as a column."""
    (m, n), (k, p) = ((*side, exactly(1))[:2] for side in (A, B))
    return times(m, k), times(n, p)


def _may_be_negative(A: Expr, k: Expr) -> bool:
    return not (k.word is CONST and k.payload[0] >= 0)


T = Word(
    "T",
    M,
    "{0:9}^T",
    lambda A: np.swapaxes(A, -1, -2),
    lambda field, A: A.transpose(),
    bounded=moved,
    meaning="the transpose A', n x m; also A.T",
    linear=True,
    semidefinite=When.FIRST,
    keeps_rank=True,
    level=3,
    accepts=(M,),
    shape=lambda A: A[::-1],
    algebraic=True,
)
mul = Word(
    "matmul",
    _product_kind,
    "{0:2} {1:2}",
    np.matmul,
    _matmul,
    bounded=PRODUCT,
    meaning="the product AB of a matrix with a matrix or a vector; also A @ B",
    takes=("matrix", "matrix or vector"),
    level=2,
    indexed=r"\left({0:2} {1:3*}\right)_{{{i}}}",
    shape=_product_sides,
    algebraic=True,
)
eye = Word(
    "eye",
    M,
    lambda A: "I",
    _float_eye,
    _eye,
    bounded=settled,
    meaning="the identity of size n x n, n the number of columns of A",
    symmetric=True,
    semidefinite=When.ALWAYS,
    accepts=(M,),
    shape=lambda A: (A[1], A[1]),
    algebraic=True,
)
eye_rows = Word("eye_rows", M, lambda A: "I", body=lambda A: eye(T(A)), accepts=(M,))
inv = Word(
    "inv",
    M,
    "{0:9}^{{-1}}",
    screened(inverses),
    _inverse,
    bounded=inverse,
    meaning="the inverse of a square matrix; undefined where it is singular",
    mirror="inv",
    semidefinite=When.FIRST,
    invertible=True,
    level=3,
    accepts=(M,),
    partial=True,
    algebraic=True,
)
matpow = Word(
    "matpow",
    M,
    "{0:9}^{{{1:0}}}",
    _float_matpow,
    _matpow,
    bounded=matrix_power,
    meaning="the k-th power of a square matrix, k >= 0 an integer; A^0 = I; undefined for k < 0",
    mirror="matpow",
    semidefinite=When.FIRST,
    level=3,
    accepts=(M, INT),
    partial=_may_be_negative,
    algebraic=True,
)
kron = Word(
    "kron",
    _kron_kind,
    r"{0:3} \otimes {1:3}",
    _float_kron,
    _kron,
    bounded=bilinear(one_term),
    meaning="the Kronecker product, blocks a_ij B; a vector counts as a column; the result is a matrix",
    takes=("matrix or vector", "matrix or vector"),
    mirror="kron",
    semidefinite=When.ALL,
    level=1,
    shape=_kron_sides,
    partial=may_be_empty,
    algebraic=True,
)
hadamard = Word(
    "hadamard",
    M,
    r"{0:3} \circ {1:3}",
    np.multiply,
    _hadamard,
    bounded=bilinear(one_term),
    meaning="the product entry by entry of two matrices of one shape",
    mirror="hadamard",
    semidefinite=When.ALL,
    level=1,
    accepts=(M, M),
    algebraic=True,
)
commutator = Word(
    "commutator",
    M,
    "[{0:0}, {1:0}]",
    meaning="AB - BA of square matrices of one size",
    body=lambda A, B: mul(A, B) - mul(B, A),
    accepts=(M, M),
)
sym = Word(
    "sym",
    M,
    r"\mathrm{{Re}}\,{0:9}",
    meaning="the symmetric part (A + A') / 2 of a square matrix",
    body=lambda A: (A + T(A)) / 2,
    level=3,
    accepts=(M,),
)
