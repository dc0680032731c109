"""Words for numbers and for vectors, component by component: + - * / powers, roots, sums, subscripts, pi."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb, fmpq

from perturb.balls import scalar as exact
from perturb.vocab.evaluate import OutOfRange
from perturb.vocab.tree import Kind, Word
from perturb.vocab.values import as_scalar, each, over, plus, real, times

ORDER = (Kind.INTEGER, Kind.SCALAR, Kind.VECTOR)


def _sum_kind(a: Kind, b: Kind) -> Kind:
    if Kind.MATRIX in (a, b):
        if a is not b:
            raise TypeError(
                f"cannot add a {a.value} and a {b.value}: for a multiple of the identity write c * I"
            )
        return a
    return max(a, b, key=ORDER.index)


def _product_kind(a: Kind, b: Kind) -> Kind:
    if Kind.MATRIX in (a, b):
        if a is b:
            raise TypeError("A * B of two matrices is ambiguous: write A @ B or hadamard(A, B)")
        if Kind.VECTOR in (a, b):
            raise TypeError("a matrix times a vector is written A @ v")
        return Kind.MATRIX
    return max(a, b, key=ORDER.index)


def _quotient_kind(a: Kind, b: Kind) -> Kind:
    if b is Kind.MATRIX:
        raise TypeError("cannot divide by a matrix: write inv(A)")
    return a if a is Kind.MATRIX else max(_product_kind(a, b), Kind.SCALAR, key=ORDER.index)


def _same_kind(a: Kind, *_: Kind) -> Kind:
    if a is Kind.MATRIX:
        raise TypeError("this word takes numbers and vectors, not a matrix (|A| of a matrix is mat_abs)")
    return a


def _real_kind(a: Kind, *_: Kind) -> Kind:
    return max(_same_kind(a), Kind.SCALAR, key=ORDER.index)


def _quiet(f: Callable[..., Any]) -> Callable[..., Any]:
    def screened(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return f(*args)

    return screened


def _whole(f: Callable[..., Any]) -> Callable[..., Any]:
    """As `real`, for functions that map integers to integers: their values may be subscripts."""

    def apply(*xs: Any) -> Any:
        value = f(*[as_scalar(x) for x in xs])
        return int(value.p) if all(isinstance(x, int) for x in xs) else value

    return lambda field, *values: each(apply, *values)


def _sqrt(field: Any, x: Any) -> Any:
    return each(lambda y: field.sqrt(as_scalar(y)), x)


add = Word("add", _sum_kind, "{0} + {1}", operator.add, lambda field, x, y: plus(x, y), level=1)
sub = Word(
    "sub", _sum_kind, "{0} - {1:+}", operator.sub, lambda field, x, y: plus(x, each(operator.neg, y)), level=1
)
neg = Word("neg", lambda a: a, "-{0:+}", operator.neg, lambda field, x: each(operator.neg, x), level=1)
multiply = Word("mul", _product_kind, r"{0} \, {1}", operator.mul, lambda field, x, y: times(x, y), level=2)
divide = Word(
    "div",
    _quotient_kind,
    r"\frac{{{0:0}}}{{{1:0}}}",
    _quiet(np.true_divide),
    lambda field, x, y: over(x, y),
    level=8,
)
power = Word(
    "pow",
    lambda a, b: _real_kind(a) if a is not Kind.INTEGER else Kind.SCALAR,
    "{0:9}^{{{1:0}}}",
    _quiet(lambda x, p: np.power(np.asarray(x, dtype=float), p)),
    real(exact.power),
    level=3,
)
sqrt = Word("sqrt", _real_kind, r"\sqrt{{{0:0}}}", _quiet(np.sqrt), _sqrt)
sq = Word("sq", _same_kind, "{0:9}^2", np.square, _whole(exact.square), level=3)
absolute = Word("abs", _same_kind, r"\lvert {0:0} \rvert", np.abs, lambda field, x: each(abs, x))
exp = Word("exp", _real_kind, r"e^{{{0:0}}}", _quiet(np.exp), real(exact.exp), level=3)
log = Word("log", _real_kind, r"\log {0:9}", _quiet(np.log), real(exact.log), level=3)
pi = Word("pi", Kind.SCALAR, r"\pi", lambda: np.pi, lambda field: arb.pi()).node()


larger = Word(
    "larger", _product_kind, r"\max({0:0}, {1:0})", np.maximum, _whole(lambda *xs: exact.maximum(xs))
)
smaller = Word(
    "smaller", _product_kind, r"\min({0:0}, {1:0})", np.minimum, _whole(lambda *xs: exact.minimum(xs))
)


def _fold(values: tuple[Any, ...]) -> Any:
    total: Any = fmpq(0)
    for value in values:
        total = total + value
    return total


def _running(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_fold(values[: k + 1]) for k in range(len(values)))


def _product(values: tuple[Any, ...]) -> Any:
    result: Any = fmpq(1)
    for value in values:
        result = result * value
    return result


def _running_product(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_product(values[: k + 1]) for k in range(len(values)))


def _column(f: Callable[..., Any]) -> Callable[..., Any]:
    return _quiet(lambda v: f(v, axis=-2, keepdims=True))


VECTOR = (Kind.VECTOR,)
total = Word(
    "sum", Kind.SCALAR, r"\sum_{{{b}}} {0:2b}", _column(np.sum), lambda field, v: _fold(v), None, 1, VECTOR
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
)
largest = Word(
    "max",
    Kind.SCALAR,
    r"\max_{{{b}}} {0:2b}",
    _column(np.max),
    lambda field, v: exact.maximum(v),
    None,
    2,
    VECTOR,
)
smallest = Word(
    "min",
    Kind.SCALAR,
    r"\min_{{{b}}} {0:2b}",
    _column(np.min),
    lambda field, v: exact.minimum(v),
    None,
    2,
    VECTOR,
)
partial_sums = Word(
    "partial_sums",
    Kind.VECTOR,
    r"\sum_{{{b}}} {0:2b}",
    lambda v: np.cumsum(v, axis=-2),
    lambda field, v: _running(v),
    None,
    1,
    VECTOR,
    r"\sum_{{{b} \le {i}}} {0:2b}",
)
partial_products = Word(
    "partial_products",
    Kind.VECTOR,
    r"\prod_{{{b}}} {0:2b}",
    lambda v: np.cumprod(v, axis=-2),
    lambda field, v: _running_product(v),
    None,
    1,
    VECTOR,
    r"\prod_{{{b} \le {i}}} {0:2b}",
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
    accepts=(Kind.VECTOR, Kind.INTEGER),
)
entry = Word(
    "entry",
    Kind.SCALAR,
    "{0:9}[{1:0}, {2:0}]",
    _float_entry,
    _entry,
    accepts=(Kind.MATRIX, Kind.INTEGER, Kind.INTEGER),
)
head = Word(
    "head",
    Kind.VECTOR,
    r"{0:9}_{{1..{1:0}}}",
    _float_head,
    _head,
    accepts=(Kind.VECTOR, Kind.INTEGER),
    indexed=r"\left.{0:2}\right|_{{{i} \le {1:0}}}",
)
length = Word(
    "length", Kind.INTEGER, r"\dim {0:9}", lambda v: v.shape[-2], lambda field, v: len(v), accepts=VECTOR
)
