"""Scalars of three kinds (rational, algebraic, ball) under one set of functions. NaN is closed.

First arithmetic; then roots and powers, where what is rational stays so where it can; last rational ends and
comparisons (`outer_bounds`, `relation`) for numbers of any exponent, such as e^(10^9), too long to write.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce
from typing import overload

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
    mid, rad = _dyadic(ball.mid()), _dyadic(ball.rad())
    return None if mid is None or rad is None else (mid - rad, mid + rad)


def _dyadic(x: arb) -> fmpq | None:
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


EXACT_POWER_BITS = 1_000_000

WORD = 2**31  # Arb takes its root index as a machine word


def sqrt(x: Scalar) -> Scalar:
    """The root of x: exact where it can be, NaN for a ball astride 0, Undefined where certainly negative."""
    if x < 0:
        raise Undefined("square root of a negative number")
    if isinstance(x, fmpq):
        if x == 0:
            return x
        exact = _exact_root(x, 2)
        return arb(x).sqrt() if exact is None else exact
    return x.sqrt()


def _exact_root(x: fmpq, k: int) -> fmpq | None:
    """The k-th root of a positive x where it is rational."""
    if k > x.height_bits():
        return x if x == 1 else None
    p, q = x.numer().root(k), x.denom().root(k)
    return fmpq(p, q) if p**k == x.numer() and q**k == x.denom() else None


@overload
def sqrt_nonneg(x: arb) -> arb: ...
@overload
def sqrt_nonneg(x: Scalar) -> Scalar: ...
def sqrt_nonneg(x: Scalar) -> Scalar:
    """The root of an x known to be >= 0: a ball is clipped there, NaN if nothing is left of it."""
    if not isinstance(x, arb):
        return sqrt(x)
    if not x.is_finite() or x < 0:
        return arb.nan()
    low = x.lower()
    return hull(low.sqrt() if low > 0 else arb(0), x.upper().sqrt())


def square(x: Scalar) -> Scalar:
    """x^2 without the dependency of x * x: never below zero."""
    return power(x, fmpq(2))


def power(x: Scalar, p: fmpq) -> Scalar:
    """x^p for integer p, or rational p and x >= 0. 0^0 = 1. Undefined for 0^-1 and (-1)^(1/2).

    An Algebraic stays exact for integer p and halves of integers, and becomes a ball otherwise.
    """
    if p.denom() == 1:
        return _integer_power(x, int(p.numer()))
    if x < 0:
        raise Undefined("fractional power of a negative number")
    if isinstance(x, Algebraic) and p.denom() == 2:
        return _integer_power(x.sqrt(), int(p.numer()))
    if isinstance(x, fmpq):
        exact = _exact_root(x, int(p.denom())) if x != 0 else x
        if exact is not None:
            return _integer_power(exact, int(p.numer()))
    return _integer_power(_ball_root(to_arb(x), int(p.denom())), int(p.numer()))


def _ball_root(x: arb, k: int) -> arb:
    """x^(1/k) for x >= 0: NaN where the ball reaches below 0; increasing, so the end points suffice."""
    low = x.lower()
    if not (low >= 0):
        return arb.nan()
    return hull(_root(low, k), _root(x.upper(), k))


def _root(x: arb, k: int) -> arb:
    """The k-th root of an end point x >= 0; Arb answers NaN for that of 0."""
    if x == 0:
        return arb(0)
    return x.root(k) if k < WORD else (x.log() / arb(fmpq(k))).exp()


def _integer_power(x: Scalar, n: int) -> Scalar:
    if n < 0:
        return divide(fmpq(1), _integer_power(x, -n))
    if isinstance(x, Algebraic):
        return x**n
    if isinstance(x, fmpq):
        return x**n if n * x.height_bits() <= EXACT_POWER_BITS else _ball_power(arb(x), n)
    return _ball_power(x, n)


def _ball_power(x: arb, n: int) -> arb:
    """The range of x^n over the ball, by monotony on its end points (on those of |x| for even n)."""
    if not x.is_finite():
        return arb.nan()
    if n % 2 == 0:
        lo, hi = x.abs_lower(), x.abs_upper()
    else:
        lo, hi = x.lower(), x.upper()
    return hull(_repeated(lo, n), _repeated(hi, n))


def _repeated(x: arb, n: int) -> arb:
    """x^n by repeated squaring: arb ** int answers NaN on balls that contain zero."""
    result = arb(1)
    while n:
        if n & 1:
            result = result * x
        x, n = x * x, n >> 1
    return result


LARGEST_END = fmpq(2) ** EXPONENT_LIMIT  # beyond this an end takes too long to write
LEAST_END = -LARGEST_END


def outer_bounds(x: Scalar) -> tuple[fmpq | None, fmpq | None]:
    """Ends lo <= x <= hi, None where there is none; rounded outward beyond 2^100000 and below 2^-100000."""
    lo, hi = bounds(x) or _writable_ends(to_arb(x))
    if lo is not None and hi is not None and _writable(lo) and _writable(hi):
        return lo, hi
    lo = None if lo is None or lo < LEAST_END else min(lo, LARGEST_END)
    hi = None if hi is None or hi > LARGEST_END else max(hi, LEAST_END)
    return lo, hi


def _writable(x: fmpq) -> bool:
    """|x| < 2^100000, seen from the bits alone: comparing with a number that long takes long itself."""
    return bool(x.p.bit_length() - x.q.bit_length() < EXPONENT_LIMIT)


def _writable_ends(x: arb) -> tuple[fmpq | None, fmpq | None]:
    upper = _writable_floor(-x)
    return _writable_floor(x), None if upper is None else -upper


def _writable_floor(x: arb) -> fmpq | None:
    """A rational of writable length below the ball; None where there is none, as for NaN."""
    lo = x.lower()
    if not lo.is_finite():
        return None
    exact = bounds(lo)
    if exact is not None:
        return exact[0]
    steps = (LARGEST_END, fmpq(0), -1 / fmpq(2) ** EXPONENT_LIMIT)
    return next((step for step in steps if lo >= arb(step)), None)


CONTRARY = {"<=": ">", ">": "<=", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}
CERTAIN = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}


def relation(x: Scalar, op: str, y: Scalar) -> bool | None:
    """Whether x op y, by comparing the balls: at any exponent, never by a rational. None where it is open."""
    left, right = to_arb(x), to_arb(y)
    if CERTAIN[op](left, right):
        return True
    return False if CERTAIN[CONTRARY[op]](left, right) else None
