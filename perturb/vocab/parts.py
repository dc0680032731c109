"""Words for rows, columns, bands and lower triangles, and for entries in another shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.numbers.errors import Undefined
from perturb.vocab.arrays import entries_of, masked, matrix_of
from perturb.vocab.evaluate import OutOfRange
from perturb.vocab.rounding import moved
from perturb.vocab.word import INT, Kind, M, V, Word


def _line(A: Any, k: int, by_columns: bool) -> tuple[Any, ...]:
    lines = entries_of(A.transpose() if by_columns else A)
    if not 1 <= k <= len(lines):
        raise OutOfRange(k)
    return tuple(lines[k - 1])


def _float_line(A: Any, k: int) -> Any:
    """The k-th row of each matrix as a column."""
    if not 1 <= k <= A.shape[-2]:
        raise OutOfRange(k)
    return A[..., k - 1, :, None]


def _reshaped(field: Any, A: Any, m: int, n: int) -> Any:
    numbers = list(A) if isinstance(A, tuple) else [x for row in entries_of(A) for x in row]
    _must_fit(len(numbers), m, n)
    return matrix_of([numbers[i * n : i * n + n] for i in range(m)])


def _float_reshaped(A: Any, m: int, n: int) -> Any:
    _must_fit(A.shape[-2] * A.shape[-1], m, n)
    return A.reshape(*A.shape[:-2], m, n)


def _must_fit(count: int, m: int, n: int) -> None:
    if m < 1 or n < 1 or m * n != count:
        raise Undefined(f"reshape: {count} entries in the shape {m} x {n}")


def _reshape_kind(A: Kind, m: Kind, n: Kind) -> Kind:
    if A not in (M, V) or m is not INT or n is not INT:
        given = f"a {A.value}, a {m.value} and a {n.value}"
        raise TypeError(f"reshape takes a matrix or vector and two integers, not {given}")
    return M


def _float_band(A: Any, k: int) -> Any:
    return np.triu(np.tril(A, k), -k) if k >= 0 else np.zeros_like(A)


row = Word(
    "row",
    V,
    r"{0:9}[{1:0},\cdot]",
    _float_line,
    lambda field, A, k: _line(A, k, by_columns=False),
    bounded=moved,
    meaning="the k-th row as a vector of n components, 1 <= k <= m",
    accepts=(M, INT),
    indexed="{0:9}[{1:0},{i}]",
    shape=lambda A, k: A[1:],
    subscripts=lambda m, n: ((1, m),),
    algebraic=True,
)
column = Word(
    "column",
    V,
    r"{0:9}[\cdot,{1:0}]",
    lambda A, k: _float_line(np.swapaxes(A, -1, -2), k),
    lambda field, A, k: _line(A, k, by_columns=True),
    bounded=moved,
    meaning="the k-th column as a vector of m components, 1 <= k <= n",
    accepts=(M, INT),
    indexed="{0:9}[{i},{1:0}]",
    shape=lambda A, k: A[:1],
    subscripts=lambda m, n: ((1, n),),
    algebraic=True,
)
reshape = Word(
    "reshape",
    _reshape_kind,
    r"\mathrm{{reshape}}({0:0}, {1:0} \times {2:0})",
    _float_reshaped,
    _reshaped,
    bounded=moved,
    meaning="the k x l matrix of the entries of a matrix or vector, row by row; undefined unless they fit",
    takes=("matrix or vector", "integer k", "integer l"),
    counts=True,
    shape=lambda A, m, n: (m, n),
    partial=True,
    algebraic=True,
)
banded = Word(
    "banded",
    M,
    r"\mathrm{{band}}_{{{1:0}}}({0:0})",
    _float_band,
    lambda field, A, k: masked(A, lambda i, j: abs(i - j) <= k),
    bounded=moved,
    meaning="the band |i - j| <= k, zero elsewhere; the same shape; k = 0 leaves the diagonal",
    mirror="banded",
    accepts=(M, INT),
    shape=lambda A, k: A,
    algebraic=True,
)
lower = Word(
    "lower",
    M,
    r"\mathrm{{tril}}({0:0})",
    np.tril,
    lambda field, A: masked(A, lambda i, j: i >= j),
    bounded=moved,
    meaning="the part on and below the diagonal, zero elsewhere; the same shape",
    mirror="upper",
    accepts=(M,),
    algebraic=True,
)
strict_lower = Word(
    "strict_lower",
    M,
    r"\mathrm{{tril}}_{{-1}}({0:0})",
    lambda A: np.tril(A, -1),
    lambda field, A: masked(A, lambda i, j: i > j),
    bounded=moved,
    meaning="the part below the diagonal, zero elsewhere; the same shape",
    mirror="strict_upper",
    accepts=(M,),
    algebraic=True,
)
