"""Words for vectors: sums, products, extremes, subscripts; the diagonal of a matrix, its entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import fmpq

from perturb.numbers import scalar as exact
from perturb.vocab.grammar.kinds import Kind, M, V, When, exactly, smaller, times
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems import gradients
from perturb.vocab.systems.evaluate import OutOfRange, as_scalar, column, quiet, require_entries
from perturb.vocab.systems.facts import may_be_empty
from perturb.vocab.systems.rounding import moved, multiplied, settled, sorted_out, summed
from perturb.vocab.words.arithmetic import rising_on_positive


def _fold(values: tuple[Any, ...]) -> Any:
    total: Any = fmpq(0)
    for value in values:
        total = exact.add(total, as_scalar(value))
    return total


def _running(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_fold(values[: k + 1]) for k in range(len(values)))


def _product(values: tuple[Any, ...]) -> Any:
    result: Any = fmpq(1)
    for value in values:
        result = exact.multiply(result, as_scalar(value))
    return result


def _running_product(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_product(values[: k + 1]) for k in range(len(values)))


def _column(f: Callable[..., Any]) -> Callable[..., Any]:
    return quiet(lambda v: f(v, axis=-2, keepdims=True))


def _extreme(f: Callable[..., Any]) -> Callable[..., Any]:
    """NaN of no components."""
    return lambda v: f(v, axis=-2, keepdims=True) if v.shape[-2] else np.full((*v.shape[:-2], 1, 1), np.nan)


VECTOR = (Kind.VECTOR,)
total = Word(
    "sum",
    Kind.SCALAR,
    r"\sum_{{{b}}} {0:2b}",
    _column(np.sum),
    lambda field, v: _fold(v),
    None,
    1,
    VECTOR,
    bounded=summed,
    meaning="the sum of the components of a vector",
    elsewhere="sum, mean, average",
    called="total",
    gradient=gradients.total,
    nonneg=When.ALL,
    moves=(1,),
)
product = Word(
    "prod",
    Kind.SCALAR,
    r"\prod_{{{b}}} {0:2b}",
    _column(np.prod),
    lambda field, v: _product(v),
    None,
    1,
    VECTOR,
    bounded=multiplied,
    meaning="the product of the components of a vector",
    elsewhere="prod",
    called="product",
    gradient=gradients.product,
    nonneg=When.ALL,
    moves=(rising_on_positive,),
    while_nonneg=(0,),
)
largest = Word(
    "max",
    Kind.SCALAR,
    r"\max_{{{b}}} {0:2b}",
    _extreme(np.max),
    lambda field, v: exact.maximum(v),
    None,
    1,
    VECTOR,
    bounded=sorted_out,
    meaning="the largest component of a vector; undefined for v[:0]",
    elsewhere="max, amax, nanmax, maximum",
    called="largest",
    gradient=gradients.extreme,
    nonneg=When.ALL,
    moves=(1,),
    partial=may_be_empty,
)
smallest = Word(
    "min",
    Kind.SCALAR,
    r"\min_{{{b}}} {0:2b}",
    _extreme(np.min),
    lambda field, v: exact.minimum(v),
    None,
    1,
    VECTOR,
    bounded=sorted_out,
    meaning="the smallest component of a vector; undefined for v[:0]",
    elsewhere="min, amin, nanmin, minimum",
    called="smallest",
    gradient=gradients.extreme,
    nonneg=When.ALL,
    moves=(1,),
    partial=may_be_empty,
)
partial_sums = Word(
    "partial_sums",
    Kind.VECTOR,
    r"\mathrm{{cumsum}}({0:0})",
    lambda v: np.cumsum(v, axis=-2),
    lambda field, v: _running(v),
    None,
    1,
    VECTOR,
    r"\sum_{{{b} \le {i}}} {0:2b}",
    bounded=summed,
    meaning="the vector whose k-th component is the sum v_1 + ... + v_k of the first k",
    elsewhere="cumsum, cumulative sum",
    gradient=gradients.partial_sums,
    nonneg=When.ALL,
    moves=(1,),
)
partial_products = Word(
    "partial_products",
    Kind.VECTOR,
    r"\mathrm{{cumprod}}({0:0})",
    lambda v: np.cumprod(v, axis=-2),
    lambda field, v: _running_product(v),
    None,
    1,
    VECTOR,
    r"\prod_{{{b} \le {i}}} {0:2b}",
    bounded=multiplied,
    meaning="the vector whose k-th component is the product v_1 ... v_k of the first k",
    elsewhere="cumprod, cumulative product",
    nonneg=When.ALL,
    moves=(rising_on_positive,),
    while_nonneg=(0,),
)


def _float_component(v: Any, i: int) -> Any:
    if not 1 <= i <= v.shape[-2]:
        raise OutOfRange(i)
    return v[..., i - 1 : i, :]


def _component(field: Any, v: tuple[Any, ...], i: int) -> Any:
    if not 1 <= i <= len(v):
        raise OutOfRange(i)
    return v[i - 1]


def _float_entry(A: Any, i: int, j: int) -> Any:
    if not (1 <= i <= A.shape[-2] and 1 <= j <= A.shape[-1]):
        raise OutOfRange((i, j))
    return A[..., i - 1 : i, j - 1 : j]


def _entry(field: Any, A: Any, i: int, j: int) -> Any:
    if not (1 <= i <= A.nrows() and 1 <= j <= A.ncols()):
        raise OutOfRange((i, j))
    return A[i - 1, j - 1]


def _float_head(v: Any, k: int) -> Any:
    if not 0 <= k <= v.shape[-2]:
        raise OutOfRange(k)
    return v[..., :k, :]


def _head(field: Any, v: tuple[Any, ...], k: int) -> tuple[Any, ...]:
    if not 0 <= k <= len(v):
        raise OutOfRange(k)
    return v[:k]


component = Word(
    "component",
    Kind.SCALAR,
    "{0:9}_{{{1:0}}}",
    _float_component,
    _component,
    bounded=moved,
    nonneg=When.FIRST,
    moves=(1, 0),
    accepts=(Kind.VECTOR, Kind.INTEGER),
    subscripts=lambda k: ((1, k),),
    gradient=gradients.component,
)
entry = Word(
    "entry",
    Kind.SCALAR,
    "{0:9}[{1:0}, {2:0}]",
    _float_entry,
    _entry,
    bounded=moved,
    accepts=(Kind.MATRIX, Kind.INTEGER, Kind.INTEGER),
    subscripts=lambda m, n: ((1, m), (1, n)),
    algebraic=True,
    gradient=gradients.entry,
)
head = Word(
    "head",
    Kind.VECTOR,
    r"{{{0:9}}}_{{1..{1:0}}}",
    _float_head,
    _head,
    bounded=moved,
    meaning="the first k components of a vector, 0 <= k <= its length; also v[:k]",
    elsewhere="slice, first components",
    gradient=gradients.head,
    nonneg=When.FIRST,
    moves=(1, 0),
    empty=True,
    accepts=(Kind.VECTOR, Kind.INTEGER),
    indexed=r"\left.{0:2}\right|_{{{i} \le {1:0}}}",
    shape=lambda v, k: (k,),
    subscripts=lambda k: ((0, k),),
)
length = Word(
    "length",
    Kind.INTEGER,
    r"\dim {0:9}",
    lambda v: v.shape[-2],
    lambda field, v: len(v),
    bounded=settled,
    meaning="the number of components of a vector",
    elsewhere="len, size, shape, dimension",
    nonneg=When.ALWAYS,
    accepts=VECTOR,
    level=3,
    shape=lambda v: v[0],
)


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
    elsewhere="diagonal matrix, diagflat",
    gradient=gradients.diag,
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
    elsewhere="diag, diagonal entries",
    gradient=gradients.diagonal,
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
    elsewhere="ravel, flatten, flat, entrywise, elementwise, componentwise",
    gradient=gradients.entries,
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
    elsewhere="vec, reshape, flatten, stacked columns",
    gradient=gradients.vec_columns,
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
    letter="T",
    instead=r"\mathrm{{vec}}({0:9}^\top)",
    meaning="vec(A'): the vector of the mn entries row by row, the first row first",
    elsewhere="vec, reshape, ravel, flatten, stacked rows",
    gradient=gradients.entries,
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
    elsewhere="reshape, outer, outer product, rank one",
    gradient=gradients.same,
    accepts=(V,),
    shape=lambda v: (v[0], exactly(1)),
    partial=may_be_empty,
)
