"""Words between matrices and the vectors of their entries: diagonals, columns, triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.vocab.arrays import column, masked, may_be_empty, require_entries
from perturb.vocab.intervals import exactly, smaller, times
from perturb.vocab.rounding import moved
from perturb.vocab.word import M, V, When, Word


def _diag(field: Any, v: tuple[Any, ...]) -> Any:
    n, values = len(v), column(v)
    return type(values)(n, n, [values[i, 0] if i == j else 0 for i in range(n) for j in range(n)])


def _flatten(A: Any, by_columns: bool) -> tuple[Any, ...]:
    m, n = A.nrows(), A.ncols()
    if by_columns:
        return tuple(A[i, j] for j in range(n) for i in range(m))
    return tuple(A[i, j] for i in range(m) for j in range(n))


def _float_flatten(A: Any) -> Any:
    return A.reshape(*A.shape[:-2], A.shape[-2] * A.shape[-1], 1)


def _float_diag(v: Any) -> Any:
    require_entries(v)
    return v * np.eye(v.shape[-2])


def _float_column(v: Any) -> Any:
    require_entries(v)
    return v


def _all_entries(A: Any) -> Any:
    return (times(*A),)


diag = Word(
    "diag",
    M,
    r"\mathrm{{diag}}({0:0})",
    _float_diag,
    _diag,
    bounded=moved,
    meaning="the n x n matrix with the vector v of length n on its diagonal, zero elsewhere",
    symmetric=True,
    semidefinite=When.NONNEGATIVE,
    accepts=(V,),
    shape=lambda v: (v[0], v[0]),
    partial=may_be_empty,
)

diagonal = Word(
    "diagonal",
    V,
    r"\mathrm{{diagonal}}({0:0})",
    lambda A: np.diagonal(A, axis1=-2, axis2=-1)[..., None],
    lambda field, A: tuple(A[i, i] for i in range(min(A.nrows(), A.ncols()))),
    bounded=moved,
    meaning="the vector of the min(m, n) entries A[i, i]",
    nonneg=When.SEMIDEFINITE,
    accepts=(M,),
    indexed="{0:9}[{i},{i}]",
    shape=lambda A: (smaller(*A),),
    algebraic=True,
)

entries = Word(
    "entries",
    V,
    r"\mathrm{{entries}}({0:0})",
    _float_flatten,
    lambda field, A: _flatten(A, by_columns=False),
    bounded=moved,
    meaning="the vector of all mn entries, row by row; for relations that hold entry by entry",
    accepts=(M,),
    indexed="{0:9}[{i}]",
    shape=_all_entries,
    algebraic=True,
)

vec_columns = Word(
    "vec_columns",
    V,
    r"\mathrm{{vec}}({0:0})",
    lambda A: _float_flatten(np.swapaxes(A, -1, -2)),
    lambda field, A: _flatten(A, by_columns=True),
    bounded=moved,
    indexed=r"\mathrm{{vec}}({0:0})_{{{i}}}",
    meaning="vec(A): the vector of the mn entries column by column, the first column first",
    accepts=(M,),
    shape=_all_entries,
    algebraic=True,
)

vec_rows = Word(
    "vec_rows",
    V,
    r"\mathrm{{vec}}({0:9}^T)",
    _float_flatten,
    lambda field, A: _flatten(A, False),
    bounded=moved,
    indexed=r"\mathrm{{vec}}({0:9}^T)_{{{i}}}",
    meaning="vec(A'): the vector of the mn entries row by row, the first row first",
    accepts=(M,),
    shape=_all_entries,
    algebraic=True,
)

column_matrix = Word(
    "column_matrix",
    M,
    "{0:9}",
    _float_column,
    lambda field, v: column(v),
    bounded=moved,
    meaning="a vector of length k as a k x 1 matrix",
    accepts=(V,),
    shape=lambda v: (v[0], exactly(1)),
    partial=may_be_empty,
)

upper = Word(
    "upper",
    M,
    r"\mathrm{{triu}}({0:0})",
    np.triu,
    lambda field, A: masked(A, lambda i, j: i <= j),
    bounded=moved,
    meaning="the part on and above the diagonal, zero elsewhere; the same shape",
    accepts=(M,),
    algebraic=True,
)

strict_upper = Word(
    "strict_upper",
    M,
    r"\mathrm{{triu}}_1({0:0})",
    lambda A: np.triu(A, 1),
    lambda field, A: masked(A, lambda i, j: i < j),
    bounded=moved,
    meaning="the part above the diagonal, zero elsewhere; the same shape",
    accepts=(M,),
    algebraic=True,
)
