"""Words for numbers, and for vectors component by component: + - * / **, roots, squares, exp, log, max, min.

Sums and products with numbers are for matrices too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq

from perturb.numbers import scalar
from perturb.numbers import scalar as exact
from perturb.numbers.errors import Undefined
from perturb.vocab.grammar import kinds
from perturb.vocab.grammar.kinds import Kind, When
from perturb.vocab.grammar.tree import CONST, Expr, Sign, Word
from perturb.vocab.systems import gradients
from perturb.vocab.systems.evaluate import as_scalar, each, over, plus, quiet, real, times
from perturb.vocab.systems.rounding import (
    added,
    bilinear,
    compared,
    divided,
    exponential,
    logarithm,
    moved,
    one_term,
    powered,
    rooted,
    squared,
)

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


def same_kind(a: Kind) -> Kind:
    if a is Kind.MATRIX:
        parts = "entries(A) is the vector of its entries, A @ A its square, mat_abs(A) its absolute value"
        raise TypeError(f"this word takes numbers and vectors, not a matrix: {parts}")
    return a


def larger_kind(a: Kind, b: Kind) -> Kind:
    """Of two numbers or vectors."""
    return max(same_kind(a), same_kind(b), key=ORDER.index)


def real_kind(a: Kind) -> Kind:
    return max(same_kind(a), Kind.SCALAR, key=ORDER.index)


def _power_kind(a: Kind, p: Kind) -> Kind:
    if p not in (Kind.INTEGER, Kind.SCALAR):
        raise TypeError(f"an exponent is a number, not a {p.value}")
    if a is Kind.MATRIX:
        raise TypeError(
            "** takes numbers and vectors, not a matrix: A @ A is its square, matpow(A, k) a whole power, "
            "mat_sqrt(A) the root A ** 0.5, mat_power(A, p) a real power; "
            "entries(A) is the vector of its entries, entrywise_power(A, p) the matrix of their powers"
        )
    return real_kind(a)


def raised(x: Any, p: Any) -> Any:
    """x^p: exact or by roots for a rational p, by exp(p log x) otherwise; 0^p is 0 for p > 0."""
    if isinstance(p, fmpq):
        return scalar.power(x, p)
    if x > 0:
        return exact.exp(exact.to_arb(p) * exact.to_arb(exact.log(x)))
    if x < 0 and not (isinstance(p, arb) and p.contains_integer()):
        raise Undefined("fractional power of a negative number")
    if x == 0 and p < 0:
        raise Undefined("division by zero")
    return fmpq(0) if x == 0 and p > 0 else arb.nan()


def sides_of(f: Callable[..., Any]) -> Callable[..., Any]:
    """Integers by intervals; a vector or a matrix keeps its sides beside numbers."""

    def combined(*sides: Any) -> Any:
        if all(isinstance(side, kinds.Interval) for side in sides):
            return f(*sides)
        return max([() if isinstance(side, kinds.Interval) else side for side in sides], key=len)

    return combined


def _may_vanish(x: Expr, y: Expr) -> bool:
    return not (y.word.nonzero or (y.word is CONST and y.payload[0] != 0))


def _may_lack_a_power(x: Expr, p: Expr) -> bool:
    return not (p.word is CONST and p.payload[0].denominator == 1 and p.payload[0] >= 0)


def _by_roots(x: Expr, p: Expr) -> Expr | None:
    """Of a constant exponent: a quotient where it is negative, square roots for 4, 8, ... below its line."""
    e = p.payload[0] if p.word is CONST else Fraction(1, 3)
    if e < 0:
        return 1 / (x if e == -1 else power(x, -e))
    binary = e.denominator & (e.denominator - 1) == 0
    return power(sqrt(x), 2 * e) if binary and e.denominator > 2 else None


def _by_divisor(sign: Sign, x: Expr, y: Expr) -> int:
    """The divisor may change sign where its own is not clear: then nothing is said about it."""
    return -sign(x) if sign(y) > 0 else 0


def _by_base(sign: Sign, x: Expr, p: Expr) -> int:
    return int(sign(x) > 0 and p.word is CONST and p.payload[0] > 0)


def rising_on_positive(sign: Sign, x: Expr) -> int:
    """The move of what rises while its argument is not negative."""
    return max(sign(x), 0)


add = Word(
    "add",
    _sum_kind,
    "{0} + {1:1>}",
    operator.add,
    lambda field, x, y: plus(x, y),
    bounded=added,
    written="sum",
    gradient=gradients.plus,
    nonneg=When.ALL,
    moves=(1, 1),
    linear=True,
    semidefinite=When.ALL,
    level=1,
    shape=sides_of(kinds.plus),
    inverses=(kinds.minus, kinds.minus),
    algebraic=True,
)

sub = Word(
    "sub",
    _sum_kind,
    "{0} - {1:+}",
    operator.sub,
    lambda field, x, y: plus(x, each(operator.neg, y)),
    bounded=added,
    written="sum",
    gradient=gradients.minus,
    moves=(1, -1),
    linear=True,
    level=1,
    shape=sides_of(kinds.minus),
    inverses=(kinds.plus, lambda difference, x: kinds.minus(x, difference)),
    algebraic=True,
)

neg = Word(
    "neg",
    lambda a: a,
    "-{0:+}",
    operator.neg,
    lambda field, x: each(operator.neg, x),
    bounded=moved,
    gradient=gradients.negative,
    moves=(-1,),
    linear=True,
    keeps_rank=True,
    level=1,
    shape=sides_of(kinds.negative),
    inverses=(kinds.negative,),
    algebraic=True,
)

multiply = Word(
    "mul",
    _product_kind,
    r"{0:2<}{by}{1:2>}",
    operator.mul,
    lambda field, x, y: times(x, y),
    bounded=bilinear(one_term),
    gradient=gradients.times,
    nonneg=When.ALL,
    moves=(lambda sign, x, y: sign(y), lambda sign, x, y: sign(x)),
    linear=True,
    level=2,
    shape=sides_of(kinds.times),
    inverses=(kinds.factor, kinds.factor),
    algebraic=True,
)

divide = Word(
    "div",
    _quotient_kind,
    r"\frac{{{0:0}}}{{{1:0}}}",
    quiet(np.true_divide),
    lambda field, x, y: over(x, y),
    bounded=divided,
    gradient=gradients.over,
    nonneg=When.ALL,
    moves=(lambda sign, x, y: sign(y), _by_divisor),
    while_nonneg=(1,),
    linear=True,
    level=8,
    partial=_may_vanish,
    algebraic=True,
)

power = Word(
    "pow",
    _power_kind,
    "{0:9}^{{{1:0}}}",
    quiet(lambda x, p: np.power(np.asarray(x, dtype=float), p)),
    real(raised),
    bounded=powered,
    formula=_by_roots,
    meaning="x^p of a number or of each component, p real; undefined where it is not real; also x ** p",
    elsewhere="pow, exponent",
    called="power",
    gradient=gradients.power,
    takes=("number or vector", "number p"),
    nonneg=When.FIRST,
    moves=(_by_base, 0),
    while_nonneg=(0,),
    counts=True,
    level=3,
    partial=_may_lack_a_power,
)


def _whole(f: Callable[..., Any]) -> Callable[..., Any]:
    """As `real`, for functions that map integers to integers: their values may be subscripts."""

    def apply(*xs: Any) -> Any:
        value = f(*[as_scalar(x) for x in xs])
        return int(value.p) if all(isinstance(x, int) for x in xs) else value

    return lambda field, *values: each(apply, *values)


def _sqrt(field: Any, x: Any) -> Any:
    return each(lambda y: field.sqrt(as_scalar(y)), x)


sqrt = Word(
    "sqrt",
    real_kind,
    r"\sqrt{{{0:0}}}",
    quiet(np.sqrt),
    _sqrt,
    bounded=rooted,
    meaning="the root of a number or of each component; undefined below 0; of a matrix it is mat_sqrt",
    elsewhere="square root",
    gradient=gradients.root,
    takes=("number or vector",),
    nonneg=When.ALWAYS,
    moves=(1,),
    partial=True,
)
sq = Word(
    "sq",
    same_kind,
    "{0:9}^2",
    np.square,
    _whole(scalar.square),
    bounded=squared,
    meaning="the square of a number or of each component; not of a matrix, which is A @ A",
    elsewhere="square",
    gradient=gradients.square,
    takes=("number or vector",),
    nonneg=When.ALWAYS,
    moves=(rising_on_positive,),
    while_nonneg=(0,),
    level=3,
    shape=sides_of(kinds.square),
    inverses=(kinds.root,),
)
absolute = Word(
    "abs",
    same_kind,
    r"\lvert {0:0|} \rvert",
    np.abs,
    lambda field, x: each(exact.absolute, x),
    bounded=moved,
    meaning="|x| of a number or of each component; also abs(x); |A| of a matrix is mat_abs",
    elsewhere="abs, fabs, modulus, |x|",
    called="absolute",
    gradient=gradients.absolute,
    takes=("number or vector",),
    nonneg=When.ALWAYS,
    moves=(rising_on_positive,),
    while_nonneg=(0,),
    shape=sides_of(kinds.size),
    inverses=(kinds.of_size,),
)
exp = Word(
    "exp",
    real_kind,
    r"e^{{{0:0}}}",
    quiet(np.exp),
    real(exact.exp),
    bounded=exponential,
    meaning="e^x of a number or of each component; e^A of a matrix is mat_exp",
    elsewhere="exponential, e",
    gradient=gradients.exponential,
    takes=("number or vector",),
    letter="e",
    instead=r"\exp\left({0:0}\right)",
    nonneg=When.ALWAYS,
    moves=(1,),
    level=3,
    inexact=True,
)
log = Word(
    "log",
    real_kind,
    r"\log {0:9(}",
    quiet(np.log),
    real(exact.log),
    bounded=logarithm,
    meaning="the natural logarithm of a number or of each component; undefined unless positive",
    elsewhere="ln, logarithm",
    gradient=gradients.logarithm,
    takes=("number or vector",),
    moves=(1,),
    level=3,
    partial=True,
    inexact=True,
)
larger = Word(
    "larger",
    larger_kind,
    r"\max({0:0}, {1:0})",
    np.maximum,
    _whole(lambda *xs: exact.maximum(xs)),
    bounded=compared,
    meaning="the larger of two numbers, or component by component; over one vector it is largest",
    elsewhere="max, maximum, fmax, clip, relu, positive part, rectifier, hinge",
    gradient=gradients.larger,
    takes=("number or vector", "number or vector"),
    nonneg=When.ANY,
    moves=(1, 1),
    shape=sides_of(kinds.larger),
    inverses=(kinds.below_maximum, kinds.below_maximum),
)
smaller = Word(
    "smaller",
    larger_kind,
    r"\min({0:0}, {1:0})",
    np.minimum,
    _whole(lambda *xs: exact.minimum(xs)),
    bounded=compared,
    meaning="the smaller of two numbers, or component by component; over one vector it is smallest",
    elsewhere="min, minimum, fmin, clip, negative part",
    gradient=gradients.smaller,
    takes=("number or vector", "number or vector"),
    nonneg=When.ALL,
    moves=(1, 1),
    shape=sides_of(kinds.smaller),
    inverses=(kinds.above_minimum, kinds.above_minimum),
)
