"""Words for parts of matrices: rows, columns, bands, triangles, blocks, and entries in another shape."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.numbers.errors import Undefined
from perturb.vocab.grammar.kinds import INT, End, Interval, Kind, M, V, When, minus, plus
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems import gradients
from perturb.vocab.systems.evaluate import (
    OutOfRange,
    build,
    check_shapes,
    entries_of,
    masked,
    matrix_of,
    same_system,
)
from perturb.vocab.systems.rounding import moved
from perturb.vocab.words.matrix import cols, inv, rows


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
    elsewhere="take, row vector",
    gradient=gradients.row,
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
    formula=lambda A, k: row(A.T, k),
    meaning="the k-th column as a vector of m components, 1 <= k <= n",
    elsewhere="take, column vector",
    gradient=gradients.column,
    accepts=(M, INT),
    indexed="{0:9}[{i},{1:0}]",
    shape=lambda A, k: A[:1],
    subscripts=lambda m, n: ((1, n),),
    algebraic=True,
)
reshape = Word(
    "reshape",
    _reshape_kind,
    r"\mathrm{{reshape}}({0:0}, {1:3} \times {2:3})",
    _float_reshaped,
    _reshaped,
    bounded=moved,
    meaning="the k x l matrix of the entries of a matrix or vector, row by row; undefined unless they fit",
    elsewhere="reshape, unflatten",
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
    elsewhere="band, tridiagonal, diags",
    mirror="banded",
    accepts=(M, INT),
    shape=lambda A, k: A,
    algebraic=True,
)
upper = Word(
    "upper",
    M,
    r"\mathrm{{triu}}({0:0})",
    np.triu,
    lambda field, A: masked(A, lambda i, j: i <= j),
    bounded=moved,
    meaning="the part on and above the diagonal, zero elsewhere; the same shape",
    elsewhere="triu, triangular",
    gradient=gradients.upper,
    accepts=(M,),
    algebraic=True,
)
lower = Word(
    "lower",
    M,
    r"\mathrm{{tril}}({0:0})",
    np.tril,
    lambda field, A: masked(A, lambda i, j: i >= j),
    bounded=moved,
    formula=lambda A: upper(A.T).T,
    meaning="the part on and below the diagonal, zero elsewhere; the same shape",
    elsewhere="tril, triangular",
    gradient=gradients.lower,
    mirror="upper",
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
    formula=lambda A: A - lower(A),
    meaning="the part above the diagonal, zero elsewhere; the same shape",
    elsewhere="triu, strictly triangular",
    gradient=gradients.strict_upper,
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
    formula=lambda A: A - upper(A),
    meaning="the part below the diagonal, zero elsewhere; the same shape",
    elsewhere="tril, strictly triangular",
    gradient=gradients.strict_lower,
    mirror="strict_upper",
    accepts=(M,),
    algebraic=True,
)


def _block(field: Any, A: Any, B: Any, C: Any, D: Any) -> Any:
    check_shapes(A, B, A.nrows() == B.nrows(), "block")
    check_shapes(C, D, C.nrows() == D.nrows() and A.ncols() == C.ncols() and B.ncols() == D.ncols(), "block")
    A, B = same_system(A, B)
    C, D = same_system(C, D)
    (A, C), (B, D) = same_system(A, C), same_system(B, D)
    top = [r + s for r, s in zip(entries_of(A), entries_of(B), strict=True)]
    bottom = [r + s for r, s in zip(entries_of(C), entries_of(D), strict=True)]
    return build(top + bottom, A)


def _float_block(*blocks: Any) -> Any:
    """A block without inputs, an identity say, is one matrix for the whole batch."""
    batch = np.broadcast_shapes(*[X.shape[:-2] for X in blocks])
    A, B, C, D = [np.broadcast_to(X, (*batch, *X.shape[-2:])) for X in blocks]
    return np.concatenate([np.concatenate([A, B], -1), np.concatenate([C, D], -1)], -2)


def _part(A: Any, rows: slice, cols: slice) -> Any:
    kept = [row[cols] for row in entries_of(A)[rows]]
    if not kept or not kept[0]:
        raise OutOfRange("an empty block")
    return build(kept, A)


def _float_part(A: Any, rows: slice, cols: slice) -> Any:
    kept = A[..., rows, cols]
    if 0 in kept.shape[-2:]:
        raise OutOfRange("an empty block")
    return kept


def _upto(length: int, k: int) -> slice:
    """The first k of `length`, which must exist."""
    if not 1 <= k <= length:
        raise OutOfRange(k)
    return slice(0, k)


def _after(length: int, k: int) -> slice:
    """What follows the first k of `length`; it must not be empty."""
    if not 0 <= k < length:
        raise OutOfRange(k)
    return slice(k, None)


def _without(length: int, k: int) -> slice:
    if not 0 <= k < length:
        raise OutOfRange(k)
    return slice(0, length - k)


def _all(length: int, k: int) -> slice:
    return slice(0, length)


class Cut(NamedTuple):
    """Which of `length` rows or columns are kept, for which k there are any, and how many are left."""

    kept: Callable[[int, int], slice]
    ends: Callable[[End], tuple[End, End]]
    left: Callable[[Interval, Interval], Interval]


UPTO = Cut(_upto, lambda length: (1, length), lambda length, k: k)
AFTER = Cut(_after, lambda length: (0, length - 1), minus)
WITHOUT = Cut(_without, lambda length: (0, length - 1), minus)
ALL = Cut(_all, lambda length: (-math.inf, math.inf), lambda length, k: length)


def _submatrix(name: str, latex: str, rows: Cut, cols: Cut, **facts: Any) -> Word:
    """A word that cuts rows and columns out of a matrix by one integer, and what else is known of it."""

    def ends(m: End, n: End) -> tuple[tuple[End, End]]:
        (low, high), (least, most) = rows.ends(m), cols.ends(n)
        return ((max(low, least), min(high, most)),)

    return Word(
        name,
        M,
        latex,
        lambda A, k: _float_part(A, rows.kept(A.shape[-2], k), cols.kept(A.shape[-1], k)),
        lambda field, A, k: _part(A, rows.kept(A.nrows(), k), cols.kept(A.ncols(), k)),
        bounded=moved,
        accepts=(M, INT),
        shape=lambda A, k: (rows.left(A[0], k), cols.left(A[1], k)),
        subscripts=ends,
        algebraic=True,
        **facts,
    )


block = Word(
    "block",
    M,
    r"\begin{{bmatrix}} {0:0} & {1:0} \\ {2:0} & {3:0} \end{{bmatrix}}",
    _float_block,
    _block,
    bounded=moved,
    meaning="the matrix [[A, B], [C, D]]; blocks beside each other agree in rows, stacked ones in columns",
    elsewhere="bmat, vstack, hstack, stack, concatenate, partitioned matrix",
    gradient=gradients.block,
    fits=lambda A, B, C, D: (A[0], C[0], A[1], B[1]) == (B[0], D[0], C[1], D[1]),
    mirror="block",
    mirrored=(0, 2, 1, 3),
    accepts=(M, M, M, M),
    shape=lambda A, B, C, D: (plus(A[0], C[0]), plus(A[1], B[1])),
    algebraic=True,
)
leading = _submatrix(
    "leading",
    "{0:9}[1..{1:0}, 1..{1:0}]",
    UPTO,
    UPTO,
    meaning="the upper left k x k block, 1 <= k <= min(m, n)",
    elsewhere="principal submatrix, upper left block, minor",
    mirror="leading",
    semidefinite=When.FIRST,
)
trailing = _submatrix(
    "trailing",
    "{0:9}[{1:0}+1.., {1:0}+1..]",
    AFTER,
    AFTER,
    meaning="the lower right block without the first k rows and columns, (m - k) x (n - k)",
    elsewhere="principal submatrix, lower right block, minor",
    mirror="trailing",
    semidefinite=When.FIRST,
)
upper_right = _submatrix(
    "upper_right",
    "{0:9}[1..{1:0}, {1:0}+1..]",
    UPTO,
    AFTER,
    meaning="the block of the first k rows and of the columns after the first k, k x (n - k)",
    elsewhere="off-diagonal block",
    mirror="lower_left",
)
lower_left = _submatrix(
    "lower_left",
    "{0:9}[{1:0}+1.., 1..{1:0}]",
    AFTER,
    UPTO,
    meaning="the block of the rows after the first k and of the first k columns, (m - k) x k",
    elsewhere="off-diagonal block",
    mirror="upper_right",
)
without_columns = _submatrix(
    "without_columns",
    r"{0:9}[\cdot, 1..{cols:1} - {1:+}]",
    ALL,
    WITHOUT,
    meaning="the last k columns left out, m x (n - k), 0 <= k < n",
    elsewhere="delete, deleted columns, submatrix",
)
without_rows = _submatrix(
    "without_rows",
    r"{0:9}[1..{rows:1} - {1:+}, \cdot]",
    WITHOUT,
    ALL,
    meaning="the last k rows left out, (m - k) x n, 0 <= k < m",
    elsewhere="delete, deleted rows, submatrix",
)
hstack = Word(
    "hstack",
    M,
    r"\begin{{bmatrix}} {0:0} & {1:0} \end{{bmatrix}}",
    meaning="the matrix [A B] of two matrices with as many rows as each other",
    elsewhere="hstack, concatenate, column_stack, horzcat, augmented matrix",
    fits=lambda A, B: A[0] == B[0],
    body=lambda A, B: without_rows(block(A, B, A, B), rows(A)),
    mirror="vstack",
    accepts=(M, M),
    shape=lambda A, B: (A[0], plus(A[1], B[1])),
)
vstack = Word(
    "vstack",
    M,
    r"\begin{{bmatrix}} {0:0} \\ {1:0} \end{{bmatrix}}",
    meaning="the matrix of A above B, two matrices with as many columns as each other",
    elsewhere="vstack, concatenate, row_stack, vertcat, stacked matrix",
    fits=lambda A, B: A[1] == B[1],
    body=lambda A, B: without_columns(block(A, A, B, B), cols(A)),
    mirror="hstack",
    accepts=(M, M),
    shape=lambda A, B: (plus(A[0], B[0]), A[1]),
)
schur = Word(
    "schur",
    M,
    "{0:9} / {0:9}[1..{1:0}, 1..{1:0}]",
    meaning="the Schur complement A22 - A21 A11^(-1) A12 of the leading k x k block, A11 invertible",
    elsewhere="Schur complement",
    body=lambda A, k: trailing(A, k) - lower_left(A, k) @ inv(leading(A, k)) @ upper_right(A, k),
    level=2,
    accepts=(M, INT),
)
