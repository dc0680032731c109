"""Scalars of three kinds (rational, algebraic, ball) under one set of functions. NaN is closed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.numbers.algebraic import Algebraic
from perturb.numbers.errors import Undefined
from perturb.numbers.exact_matrix import ExactMatrix

Scalar = fmpq | arb | Algebraic
Matrix = fmpq_mat | arb_mat

EXPONENT_LIMIT = 100_000


def to_arb(x: Scalar) -> arb:
    """A ball around x at the working precision; a ball is returned as it is."""
    if isinstance(x, Algebraic):
        return x.ball()
    return x if isinstance(x, arb) else arb(x)


def as_matrix_balls(A: Matrix | ExactMatrix) -> arb_mat:
    """A as a matrix of balls at the working precision."""
    if isinstance(A, ExactMatrix):
        return A.balls()
    return A if isinstance(A, arb_mat) else arb_mat(A)


def hull(lo: arb, hi: arb) -> arb:
    """The ball from lo to hi, rounded outward; NaN if either end is not finite, for then nothing is known.

    A radius has only 30 bits, so the ball may reach below lo; where lo >= 0 it is cut at 0.
    """
    if not (lo.is_finite() and hi.is_finite()):
        return arb.nan()
    ball = lo.union(hi)
    return ball.nonnegative_part() if lo >= 0 else ball


def bounds(x: Scalar) -> tuple[fmpq, fmpq] | None:
    """Exact end points lo <= x <= hi; None for NaN, infinite, or an exponent beyond +-100000 bits."""
    if isinstance(x, fmpq):
        return x, x
    ball = to_arb(x)
    if not ball.is_finite():
        return None
    mid, rad = _exact(ball.mid()), _exact(ball.rad())
    return None if mid is None or rad is None else (mid - rad, mid + rad)


def _exact(x: arb) -> fmpq | None:
    """The dyadic rational that x is, unless it is too long to write down."""
    return x.fmpq() if -EXPONENT_LIMIT <= int(x.man_exp()[1]) <= EXPONENT_LIMIT else None


def divide(x: Scalar, y: Scalar) -> Scalar:
    """x / y. Undefined for a divisor that is certainly zero; a ball that merely contains zero gives NaN."""
    if not isinstance(y, Algebraic) and y == 0:
        raise Undefined("division by zero")
    value = x / y
    if not isinstance(value, arb) or not value.is_finite() or value >= 0:
        return value
    return value.nonnegative_part() if x >= 0 and y > 0 else value


def exp(x: Scalar) -> Scalar:
    """e^x; exactly 1 at an exact 0; a ball does not reach below 0."""
    if isinstance(x, fmpq) and x == 0:
        return fmpq(1)
    value = to_arb(x).exp()
    return value.nonnegative_part() if value.is_finite() else value


def absolute(x: Scalar) -> Scalar:
    """|x|; never below zero, where Arb's ball around |x| may reach."""
    if isinstance(x, arb) and x.is_finite() and not (x > 0 or x < 0):
        return hull(x.abs_lower(), x.abs_upper())
    return -x if x < 0 else x


def add(x: Scalar, y: Scalar) -> Scalar:
    """x + y; never below zero for two that are certainly not, whose rounded radius may reach there."""
    value = x + y
    if not isinstance(value, arb) or not value.is_finite() or value >= 0:
        return value
    return value.nonnegative_part() if x >= 0 and y >= 0 else value


def multiply(x: Scalar, y: Scalar) -> Scalar:
    """x * y; never below zero for two that are certainly not: then from end point to end point."""
    value = x * y
    if not isinstance(value, arb) or not value.is_finite() or value >= 0 or not (x >= 0 and y >= 0):
        return value
    a, b = to_arb(x), to_arb(y)
    return hull((a.lower() * b.lower()).lower(), (a.upper() * b.upper()).upper())


def log(x: Scalar) -> Scalar:
    """The natural logarithm; exactly 0 at an exact 1; Undefined where x <= 0 for certain."""
    if x <= 0:
        raise Undefined("logarithm of a number that is not positive")
    if isinstance(x, fmpq) and x == 1:
        return fmpq(0)
    return to_arb(x).log()


def maximum(xs: Sequence[Scalar]) -> Scalar:
    """The largest: exact if all are, else a ball that holds it; NaN if any is. Undefined for none."""
    if not xs:
        raise Undefined("maximum of an empty set")
    if not any(isinstance(x, arb) for x in xs):
        return reduce(lambda x, y: y if x < y else x, xs)
    return reduce(lambda x, y: x.max(y), [to_arb(x) for x in xs])


def minimum(xs: Sequence[Scalar]) -> Scalar:
    """The smallest: exact if all are, else a ball that holds it; NaN if any is. Undefined for none."""
    if not xs:
        raise Undefined("minimum of an empty set")
    if not any(isinstance(x, arb) for x in xs):
        return reduce(lambda x, y: y if y < x else x, xs)
    return reduce(lambda x, y: x.min(y), [to_arb(x) for x in xs])
