"""Words for numbers, and for vectors component by component: + - * / powers, roots, exp, log, max, min."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb, fmpq

from perturb.balls import scalar as exact
from perturb.balls.scalar import Undefined
from perturb.vocab import intervals
from perturb.vocab.tree import CONST, Expr, Kind, Word
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
    return (
        max(_product_kind(a, b), Kind.SCALAR, key=ORDER.index)
        if a is not Kind.MATRIX
        else _product_kind(a, b)
    )


def _same_kind(a: Kind) -> Kind:
    if a is Kind.MATRIX:
        raise TypeError("this word takes numbers and vectors, not a matrix (|A| of a matrix is mat_abs)")
    return a


def _real_kind(a: Kind) -> Kind:
    return max(_same_kind(a), Kind.SCALAR, key=ORDER.index)


def _power_kind(a: Kind, p: Kind) -> Kind:
    if p not in (Kind.INTEGER, Kind.SCALAR):
        raise TypeError(f"an exponent is a number, not a {p.value}")
    return _real_kind(a)


def _extreme_kind(a: Kind, b: Kind) -> Kind:
    return max(_same_kind(a), _same_kind(b), key=ORDER.index)


def quiet(f: Callable[..., Any]) -> Callable[..., Any]:
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


def _power(x: Any, p: Any) -> Any:
    """x^p: exact or by roots for a rational p, by exp(p log x) otherwise; 0^p is 0 for p > 0."""
    if isinstance(p, fmpq):
        return exact.power(x, p)
    if x > 0:
        return exact.exp(exact.to_arb(p) * exact.to_arb(exact.log(x)))
    if x < 0 and not (isinstance(p, arb) and p.contains_integer()):
        raise Undefined("fractional power of a negative number")
    if x == 0 and p < 0:
        raise Undefined("division by zero")
    return fmpq(0) if x == 0 and p > 0 else arb.nan()


def _sqrt(field: Any, x: Any) -> Any:
    return each(lambda y: field.sqrt(as_scalar(y)), x)


def _sides(f: Callable[..., Any]) -> Callable[..., Any]:
    """Integers by intervals; a vector or a matrix keeps its sides beside numbers."""

    def combined(*sides: Any) -> Any:
        if all(isinstance(side, intervals.Interval) for side in sides):
            return f(*sides)
        return max([() if isinstance(side, intervals.Interval) else side for side in sides], key=len)

    return combined


def _may_vanish(x: Expr, y: Expr) -> bool:
    return not (y.word.name == "pi" or (y.word is CONST and y.payload[0] != 0))


def _may_lack_a_power(x: Expr, p: Expr) -> bool:
    return not (p.word is CONST and p.payload[0].denominator == 1 and p.payload[0] >= 0)


add = Word(
    "add",
    _sum_kind,
    "{0} + {1}",
    operator.add,
    lambda field, x, y: plus(x, y),
    level=1,
    shape=_sides(intervals.plus),
    inverses=(intervals.minus, intervals.minus),
)
sub = Word(
    "sub",
    _sum_kind,
    "{0} - {1:+}",
    operator.sub,
    lambda field, x, y: plus(x, each(operator.neg, y)),
    level=1,
    shape=_sides(intervals.minus),
    inverses=(intervals.plus, lambda difference, x: intervals.minus(x, difference)),
)
neg = Word(
    "neg",
    lambda a: a,
    "-{0:+}",
    operator.neg,
    lambda field, x: each(operator.neg, x),
    level=1,
    shape=_sides(intervals.negative),
    inverses=(intervals.negative,),
)
multiply = Word(
    "mul",
    _product_kind,
    r"{0} \, {1}",
    operator.mul,
    lambda field, x, y: times(x, y),
    level=2,
    shape=_sides(intervals.times),
    inverses=(intervals.factor, intervals.factor),
)
divide = Word(
    "div",
    _quotient_kind,
    r"\frac{{{0:0}}}{{{1:0}}}",
    quiet(np.true_divide),
    lambda field, x, y: over(x, y),
    level=8,
    partial=_may_vanish,
)
power = Word(
    "pow",
    _power_kind,
    "{0:9}^{{{1:0}}}",
    quiet(lambda x, p: np.power(np.asarray(x, dtype=float), p)),
    real(_power),
    level=3,
    partial=_may_lack_a_power,
)
sqrt = Word("sqrt", _real_kind, r"\sqrt{{{0:0}}}", quiet(np.sqrt), _sqrt, partial=True)
sq = Word(
    "sq",
    _same_kind,
    "{0:9}^2",
    np.square,
    _whole(exact.square),
    level=3,
    shape=_sides(intervals.square),
    inverses=(intervals.root,),
)
absolute = Word(
    "abs",
    _same_kind,
    r"\lvert {0:0} \rvert",
    np.abs,
    lambda field, x: each(exact.absolute, x),
    shape=_sides(intervals.size),
    inverses=(intervals.of_size,),
)
exp = Word("exp", _real_kind, r"e^{{{0:0}}}", quiet(np.exp), real(exact.exp), level=3, inexact=True)
log = Word(
    "log", _real_kind, r"\log {0:9}", quiet(np.log), real(exact.log), level=3, partial=True, inexact=True
)
pi = Word("pi", Kind.SCALAR, r"\pi", lambda: np.pi, lambda field: arb.pi(), inexact=True).node()


larger = Word(
    "larger",
    _extreme_kind,
    r"\max({0:0}, {1:0})",
    np.maximum,
    _whole(lambda *xs: exact.maximum(xs)),
    shape=_sides(intervals.larger),
    inverses=(intervals.below_maximum, intervals.below_maximum),
)
smaller = Word(
    "smaller",
    _extreme_kind,
    r"\min({0:0}, {1:0})",
    np.minimum,
    _whole(lambda *xs: exact.minimum(xs)),
    shape=_sides(intervals.smaller),
    inverses=(intervals.above_minimum, intervals.above_minimum),
)
