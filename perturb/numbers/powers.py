"""Roots and powers of scalars. NaN is closed; what is rational stays so where it can."""

from __future__ import annotations

from typing import overload

from flint import arb, fmpq

from perturb.numbers.algebraic import Algebraic
from perturb.numbers.errors import Undefined
from perturb.numbers.scalar import Scalar, divide, hull, to_arb

EXACT_POWER_BITS = 1_000_000

LONG = 2**31  # Arb takes its root index as a machine word


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
    return x.root(k) if k < LONG else (x.log() / arb(fmpq(k))).exp()


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
