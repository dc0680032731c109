"""Words for parts of matrices: blocks, Schur complements, diagonals, entries, rows and columns left out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.vocab.arrays import build, column, entries_of, may_be_empty, require_entries
from perturb.vocab.evaluate import OutOfRange
from perturb.vocab.intervals import End, Interval, exactly, minus, plus, smaller, times
from perturb.vocab.matrix import INT, M, V, inv
from perturb.vocab.tree import Word
from perturb.vocab.values import check_shapes, same_system


def _block(field: Any, A: Any, B: Any, C: Any, D: Any) -> Any:
    check_shapes(A, B, A.nrows() == B.nrows(), "block")
    check_shapes(C, D, C.nrows() == D.nrows() and A.ncols() == C.ncols() and B.ncols() == D.ncols(), "block")
    A, B = same_system(A, B)
    C, D = same_system(C, D)
    (A, C), (B, D) = same_system(A, C), same_system(B, D)
    top = [r + s for r, s in zip(entries_of(A), entries_of(B), strict=True)]
    bottom = [r + s for r, s in zip(entries_of(C), entries_of(D), strict=True)]
    return build(top + bottom, A)


def _diag(field: Any, v: tuple[Any, ...]) -> Any:
    n, values = len(v), column(v)
    return type(values)(n, n, [values[i, 0] if i == j else 0 for i in range(n) for j in range(n)])


def _masked(A: Any, keep: Callable[[int, int], bool]) -> Any:
    rows = entries_of(A)
    return build([[x if keep(i, j) else 0 for j, x in enumerate(row)] for i, row in enumerate(rows)], A)


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


def _submatrix(name: str, latex: str, rows: Cut, cols: Cut) -> Word:
    """A word that cuts rows and columns out of a matrix by one integer."""

    def ends(m: End, n: End) -> tuple[tuple[End, End]]:
        (low, high), (least, most) = rows.ends(m), cols.ends(n)
        return ((max(low, least), min(high, most)),)

    return Word(
        name,
        M,
        latex,
        lambda A, k: _float_part(A, rows.kept(A.shape[-2], k), cols.kept(A.shape[-1], k)),
        lambda field, A, k: _part(A, rows.kept(A.nrows(), k), cols.kept(A.ncols(), k)),
        accepts=(M, INT),
        shape=lambda A, k: (rows.left(A[0], k), cols.left(A[1], k)),
        subscripts=ends,
    )


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


block = Word(
    "block",
    M,
    r"\begin{{bmatrix}} {0:0} & {1:0} \\ {2:0} & {3:0} \end{{bmatrix}}",
    lambda A, B, C, D: np.concatenate([np.concatenate([A, B], -1), np.concatenate([C, D], -1)], -2),
    _block,
    accepts=(M, M, M, M),
    shape=lambda A, B, C, D: (plus(A[0], C[0]), plus(A[1], B[1])),
)
leading = _submatrix("leading", "{{{0:9}}}_{{[1..{1:0}]}}", UPTO, UPTO)
trailing = _submatrix("trailing", "{{{0:9}}}_{{[{1:0}+1..]}}", AFTER, AFTER)
upper_right = _submatrix("upper_right", "{{{0:9}}}_{{[1..{1:0}],[{1:0}+1..]}}", UPTO, AFTER)
lower_left = _submatrix("lower_left", "{{{0:9}}}_{{[{1:0}+1..],[1..{1:0}]}}", AFTER, UPTO)
without_columns = _submatrix("without_columns", r"{0:9}^{{(-{1:0}\,\mathrm{{last\ columns}})}}", ALL, WITHOUT)
without_rows = _submatrix("without_rows", r"{0:9}^{{(-{1:0}\,\mathrm{{last\ rows}})}}", WITHOUT, ALL)
schur = Word(
    "schur",
    M,
    "{0:9} / {{{0:9}}}_{{[1..{1:0}]}}",
    body=lambda A, k: trailing(A, k) - lower_left(A, k) @ inv(leading(A, k)) @ upper_right(A, k),
    level=2,
    accepts=(M, INT),
)
diag = Word(
    "diag",
    M,
    r"\mathrm{{diag}}({0:0})",
    _float_diag,
    _diag,
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
    accepts=(M,),
    indexed="{0:9}[{i},{i}]",
    shape=lambda A: (smaller(*A),),
)
entries = Word(
    "entries",
    V,
    "{0:0}",
    _float_flatten,
    lambda field, A: _flatten(A, by_columns=False),
    accepts=(M,),
    indexed="{0:9}[{i}]",
    shape=_all_entries,
)
vec_columns = Word(
    "vec_columns",
    V,
    r"\mathrm{{vec}}({0:0})",
    lambda A: _float_flatten(np.swapaxes(A, -1, -2)),
    lambda field, A: _flatten(A, by_columns=True),
    accepts=(M,),
    shape=_all_entries,
)
vec_rows = Word(
    "vec_rows",
    V,
    r"\mathrm{{vec}}({0:9}^T)",
    _float_flatten,
    lambda field, A: _flatten(A, False),
    accepts=(M,),
    shape=_all_entries,
)
column_matrix = Word(
    "column_matrix",
    M,
    "{0:9}",
    _float_column,
    lambda field, v: column(v),
    accepts=(V,),
    shape=lambda v: (v[0], exactly(1)),
    partial=may_be_empty,
)
upper = Word(
    "upper",
    M,
    r"\mathrm{{triu}}({0:0})",
    np.triu,
    lambda field, A: _masked(A, lambda i, j: i <= j),
    accepts=(M,),
)
strict_upper = Word(
    "strict_upper",
    M,
    r"\mathrm{{triu}}_1({0:0})",
    lambda A: np.triu(A, 1),
    lambda field, A: _masked(A, lambda i, j: i < j),
    accepts=(M,),
)
