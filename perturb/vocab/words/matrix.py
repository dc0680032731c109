"""Words for matrices: identity, transpose, products, inverse; sides, trace, determinant, permanent, rank."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.numbers import functions
from perturb.numbers import inverses as minors
from perturb.numbers.errors import Unavailable, Undefined
from perturb.vocab.grammar.kinds import INT, Kind, M, S, V, When
from perturb.vocab.grammar.tree import CONST, Expr, Word
from perturb.vocab.systems import gradients
from perturb.vocab.systems.conditions import (
    cofactors,
    determinant,
    full,
    inverse,
    matrix_power,
    permanent_of,
)
from perturb.vocab.systems.evaluate import (
    check_length,
    check_shapes,
    column,
    inverses,
    same_system,
    screened,
    square_only,
)
from perturb.vocab.systems.facts import Facts
from perturb.vocab.systems.longer import PRODUCT
from perturb.vocab.systems.rounding import moved, settled, summed


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


def _product_kind(a: Kind, b: Kind) -> Kind:
    if a is not M or b not in (M, V):
        raise TypeError(f"A @ B takes a matrix and a matrix or vector, not a {a.value} and a {b.value}")
    return b


def _product_sides(A: Any, B: Any) -> Any:
    return A[:1] if len(B) == 1 else (A[0], B[1])


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
    elsewhere="transpose, adjoint, prime",
    gradient=gradients.transpose,
    linear=True,
    semidefinite=When.FIRST,
    keeps_rank=True,
    level=3,
    accepts=(M,),
    letter="T",
    instead=r"{0:9}^\top",
    shape=lambda A: A[::-1],
    algebraic=True,
)
mul = Word(
    "matmul",
    _product_kind,
    "{0:2<}{by}{1:2>}",
    np.matmul,
    _matmul,
    bounded=PRODUCT,
    fits=lambda A, B: A[1] == B[0],
    meaning="the product AB of a matrix with a matrix or a vector; also A @ B",
    elsewhere="dot, matmul, inner, vdot, matrix product",
    called="mul",
    written="product",
    gradient=gradients.matmul,
    takes=("matrix", "matrix or vector"),
    level=2,
    indexed=r"\left({0:2} {1:3*}\right)_{{{i}}}",
    shape=_product_sides,
    algebraic=True,
)
eye = Word(
    "eye",
    M,
    "I_{{{cols}}}",
    _float_eye,
    _eye,
    bounded=settled,
    meaning="the identity of size n x n, n the number of columns of A",
    elsewhere="identity, identity matrix",
    gradient=gradients.constant,
    symmetric=True,
    semidefinite=When.ALWAYS,
    accepts=(M,),
    letter="I",
    instead=r"\mathrm{{Id}}_{{{cols}}}",
    shape=lambda A: (A[1], A[1]),
    algebraic=True,
)
eye_rows = Word(
    "eye_rows",
    M,
    "I_{{{rows}}}",
    body=lambda A: eye(T(A)),
    accepts=(M,),
    letter="I",
    instead=r"\mathrm{{Id}}_{{{rows}}}",
)
inv = Word(
    "inv",
    M,
    "{0:9}^{{-1}}",
    screened(inverses),
    _inverse,
    bounded=inverse,
    meaning="the inverse of a square matrix; undefined where it is singular",
    elsewhere="inverse, solve, pinv",
    square=True,
    gradient=gradients.inverse,
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
    "{0:9}^{{{1:0>}}}",
    _float_matpow,
    _matpow,
    bounded=matrix_power,
    meaning="the k-th power of a square matrix, k >= 0 an integer; A^0 = I; undefined for k < 0",
    elsewhere="matrix_power, power of a matrix",
    square=True,
    gradient=gradients.matrix_power,
    mirror="matpow",
    semidefinite=When.FIRST,
    level=3,
    accepts=(M, INT),
    partial=_may_be_negative,
    algebraic=True,
)
commutator = Word(
    "commutator",
    M,
    "[{0:0}, {1:0}]",
    meaning="AB - BA of square matrices of one size",
    elsewhere="Lie bracket",
    square=True,
    body=lambda A, B: mul(A, B) - mul(B, A),
    accepts=(M, M),
)
sym = Word(
    "sym",
    M,
    r"\mathrm{{Re}}\,{0:9}",
    meaning="the symmetric part (A + A') / 2 of a square matrix",
    elsewhere="symmetric part, real part, symmetrise",
    square=True,
    body=lambda A: (A + T(A)) / 2,
    level=1,
    accepts=(M,),
)


def _trace(field: Any, A: Any) -> Any:
    check_shapes(A, A, A.nrows() == A.ncols(), "trace")
    return sum([A[i, i] for i in range(A.nrows())], fmpq(0))


def _float_trace(A: Any) -> Any:
    return np.trace(A, axis1=-2, axis2=-1)[..., None, None]


def _float_permanent(A: Any) -> Any:
    """Ryser's formula: 2^n products of row sums instead of n! products."""
    square_only(A)
    n = A.shape[-1]
    total = np.zeros(A.shape[:-2])
    for chosen in itertools.product((False, True), repeat=n):
        sign = -1.0 if (n - sum(chosen)) % 2 else 1.0
        total = total + sign * np.prod(A[..., list(chosen)].sum(axis=-1), axis=-1)
    return total[..., None, None]


def _permanent(field: Any, A: Any) -> Any:
    if not isinstance(A, fmpq_mat):
        raise Unavailable("the permanent of a matrix with irrational entries")
    return functions.permanent(A)


def _rank(field: Any, A: Any, facts: Facts) -> Any:
    found = facts.rank()
    if found is None:
        raise Unavailable("the rank of a matrix with irrational entries")
    return fmpq(found)


trace = Word(
    "trace",
    S,
    r"\mathrm{{tr}}\left({0:0}\right)",
    _float_trace,
    _trace,
    bounded=summed,
    meaning="the sum of the diagonal entries of a square matrix",
    elsewhere="tr, sum of the diagonal",
    square=True,
    gradient=gradients.trace,
    nonneg=When.SEMIDEFINITE,
    accepts=(M,),
    algebraic=True,
)

det = Word(
    "det",
    S,
    r"\det\left({0:0}\right)",
    screened(lambda A: np.linalg.det(A)[..., None, None]),
    lambda field, A: functions.determinant(A),
    bounded=determinant,
    meaning="the determinant of a square matrix",
    elsewhere="determinant",
    square=True,
    gradient=gradients.determinant,
    nonneg=When.SEMIDEFINITE,
    accepts=(M,),
    algebraic=True,
)

permanent = Word(
    "permanent",
    S,
    r"\mathrm{{per}}\left({0:0}\right)",
    _float_permanent,
    _permanent,
    bounded=permanent_of,
    meaning="the permanent of a square rational matrix: the determinant's sum with all signs plus",
    elsewhere="perm",
    square=True,
    accepts=(M,),
    exact=True,
)

rank = Word(
    "rank",
    S,
    r"\mathrm{{rank}}\left({0:0}\right)",
    screened(lambda A: np.linalg.matrix_rank(A).astype(float)[..., None, None]),
    _rank,
    bounded=full,
    meaning="the rank, counted exactly",
    elsewhere="matrix_rank",
    nonneg=When.ALWAYS,
    accepts=(M,),
    exact=True,
    informed=True,
    algebraic=True,
    invariant=True,
)

rows = Word(
    "rows",
    INT,
    "{rows}",
    lambda A: A.shape[-2],
    lambda field, A: A.nrows(),
    bounded=settled,
    meaning="m of an m x n matrix",
    elsewhere="shape, size, height, number of rows",
    nonneg=When.ALWAYS,
    accepts=(M,),
    shape=lambda A: A[0],
    algebraic=True,
)

cols = Word(
    "cols",
    INT,
    "{cols}",
    lambda A: A.shape[-1],
    lambda field, A: A.ncols(),
    bounded=settled,
    meaning="n of an m x n matrix",
    elsewhere="shape, size, width, number of columns",
    nonneg=When.ALWAYS,
    accepts=(M,),
    shape=lambda A: A[1],
    algebraic=True,
)


def _float_adjugate(A: Any) -> Any:
    """Cofactors, so that singular matrices have theirs."""
    square_only(A)
    n = A.shape[-1]
    found = np.ones_like(A)
    for i in range(n):
        for j in range(n):
            kept = np.delete(np.delete(A, i, axis=-2), j, axis=-1)
            found[..., j, i] = (-1) ** (i + j) * (np.linalg.det(kept) if n > 1 else 1.0)
    return found


adjugate = Word(
    "adjugate",
    M,
    r"\mathrm{{adj}}({0:0})",
    screened(_float_adjugate),
    lambda field, A: field.matrix(minors.adjugate, A, frozenset()),
    bounded=cofactors,
    meaning="the adjugate of a square matrix, the transposed cofactors: A adj(A) = det(A) I",
    elsewhere="adjoint, classical adjoint, cofactors",
    square=True,
    mirror="adjugate",
    semidefinite=When.FIRST,
    accepts=(M,),
)
