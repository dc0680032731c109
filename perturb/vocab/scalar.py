"""Words for numbers, and for vectors component by component: roots, squares, exp, log, max, min."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb

from perturb.numbers import powers
from perturb.numbers import scalar as exact
from perturb.vocab import intervals
from perturb.vocab.arithmetic import larger_kind, real_kind, same_kind, sides_of
from perturb.vocab.arrays import quiet
from perturb.vocab.rounding import compared, exponential, logarithm, moved, rooted, squared
from perturb.vocab.values import as_scalar, each, real
from perturb.vocab.word import Kind, When, Word, rising_on_positive


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
    _whole(powers.square),
    bounded=squared,
    meaning="the square of a number or of each component; not of a matrix, which is A @ A",
    takes=("number or vector",),
    nonneg=When.ALWAYS,
    moves=(rising_on_positive,),
    while_nonneg=(0,),
    level=3,
    shape=sides_of(intervals.square),
    inverses=(intervals.root,),
)
absolute = Word(
    "abs",
    same_kind,
    r"\lvert {0:0|} \rvert",
    np.abs,
    lambda field, x: each(exact.absolute, x),
    bounded=moved,
    meaning="|x| of a number or of each component; also abs(x); |A| of a matrix is mat_abs",
    takes=("number or vector",),
    nonneg=When.ALWAYS,
    moves=(rising_on_positive,),
    while_nonneg=(0,),
    shape=sides_of(intervals.size),
    inverses=(intervals.of_size,),
)
exp = Word(
    "exp",
    real_kind,
    r"e^{{{0:0}}}",
    quiet(np.exp),
    real(exact.exp),
    bounded=exponential,
    meaning="e^x of a number or of each component; e^A of a matrix is mat_exp",
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
    r"\log {0:9}",
    quiet(np.log),
    real(exact.log),
    bounded=logarithm,
    meaning="the natural logarithm of a number or of each component; undefined unless positive",
    takes=("number or vector",),
    moves=(1,),
    level=3,
    partial=True,
    inexact=True,
)
pi = Word(
    "pi",
    Kind.SCALAR,
    r"\pi",
    lambda: np.pi,
    lambda field: arb.pi(),
    meaning="the number pi",
    nonneg=When.ALWAYS,
    nonzero=True,
    inexact=True,
).node()


larger = Word(
    "larger",
    larger_kind,
    r"\max({0:0}, {1:0})",
    np.maximum,
    _whole(lambda *xs: exact.maximum(xs)),
    bounded=compared,
    meaning="the larger of two numbers, or component by component; over one vector it is largest",
    takes=("number or vector", "number or vector"),
    nonneg=When.ANY,
    moves=(1, 1),
    shape=sides_of(intervals.larger),
    inverses=(intervals.below_maximum, intervals.below_maximum),
)
smaller = Word(
    "smaller",
    larger_kind,
    r"\min({0:0}, {1:0})",
    np.minimum,
    _whole(lambda *xs: exact.minimum(xs)),
    bounded=compared,
    meaning="the smaller of two numbers, or component by component; over one vector it is smallest",
    takes=("number or vector", "number or vector"),
    nonneg=When.ALL,
    moves=(1, 1),
    shape=sides_of(intervals.smaller),
    inverses=(intervals.above_minimum, intervals.above_minimum),
)
