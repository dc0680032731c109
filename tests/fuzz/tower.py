"""Numbers of the second implementation: a Fraction where rational, else 150 digits with an error.

What a person means by a number with a point, read digit by digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import mpmath

from perturb.vocab.grammar.tree import Expr, as_expr

ctx = mpmath.mp.clone()
ctx.dps = 150
UNIT = ctx.mpf(10) ** -130
LARGEST_EXPONENT = 10**5


class Unsupported(Exception):
    """Too large or too odd for the second implementation: the statement is left out and counted."""


@dataclass(frozen=True)
class Special:
    """What is no number: a value that does not exist, or one of which that cannot be told."""

    name: str


UNDEFINED, UNKNOWN = Special("undefined"), Special("unknown")


class Approx:
    __slots__ = ("e", "v")

    def __init__(self, v: Any, e: Any) -> None:
        self.v, self.e = v, e

    def __repr__(self) -> str:
        return f"{ctx.nstr(self.v, 40)} +- {ctx.nstr(self.e, 2)}"


Number = Any  # Fraction | Approx
ZERO, ONE = Fraction(0), Fraction(1)


def rounded(v: Any, e: Any = 0) -> Approx:
    return Approx(v, e + UNIT * abs(v))


def mpf(x: Fraction) -> Any:
    return ctx.mpf(x.numerator) / x.denominator


def approx(x: Number) -> Approx:
    return x if isinstance(x, Approx) else rounded(mpf(x))


def exact(*xs: Number) -> bool:
    return all(isinstance(x, Fraction) for x in xs)


def sign(x: Number) -> int | None:
    """-1, 0, 1, or None where it cannot be told. Only a Fraction is known to be zero."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    return None if abs(x.v) <= x.e else 1 if x.v > 0 else -1


def add(x: Number, y: Number) -> Number:
    if exact(x, y):
        return x + y
    x, y = approx(x), approx(y)
    return rounded(x.v + y.v, x.e + y.e)


def neg(x: Number) -> Number:
    return -x if exact(x) else Approx(-x.v, x.e)


def sub(x: Number, y: Number) -> Number:
    return add(x, neg(y))


def mul(x: Number, y: Number) -> Number:
    if exact(x, y):
        return x * y
    if x == ZERO or y == ZERO:
        return ZERO
    x, y = approx(x), approx(y)
    return rounded(x.v * y.v, abs(x.v) * y.e + abs(y.v) * x.e + x.e * y.e)


def div(x: Number, y: Number) -> Number | Special:
    if sign(y) == 0:
        return UNDEFINED
    if sign(y) is None:
        return UNKNOWN
    if exact(x, y):
        return x / y
    if x == ZERO:
        return ZERO
    x, y = approx(x), approx(y)
    v = x.v / y.v
    return rounded(v, (x.e + abs(v) * y.e) / (abs(y.v) - y.e))


def absolute(x: Number) -> Number:
    return abs(x) if exact(x) else Approx(abs(x.v), x.e)


def larger(x: Number, y: Number) -> Number:
    if exact(x, y):
        return max(x, y)
    order = sign(sub(x, y))
    if order is not None:
        return x if order >= 0 else y
    x, y = approx(x), approx(y)
    return Approx(max(x.v, y.v), max(x.e, y.e))


def smaller(x: Number, y: Number) -> Number:
    return neg(larger(neg(x), neg(y)))


def whole_root(n: int, q: int) -> int | None:
    """The q-th root of n >= 0 where it is whole."""
    root = isqrt(n) if q == 2 else int(ctx.nint(ctx.root(ctx.mpf(n), q))) if n < 10**100 else -1
    return root if root >= 0 and root**q == n else None


def fraction_root(x: Fraction, q: int) -> Fraction | None:
    top, bottom = whole_root(x.numerator, q), whole_root(x.denominator, q)
    return None if top is None or bottom is None else Fraction(top, bottom)


def sqrt(x: Number) -> Number | Special:
    if sign(x) == -1:
        return UNDEFINED
    if sign(x) is None:
        return UNKNOWN
    found = fraction_root(x, 2) if exact(x) else None
    if found is not None:
        return found
    x = approx(x)
    v = ctx.sqrt(x.v)
    return rounded(v, x.e / v)


def exp(x: Number) -> Number | Special:
    if x == ZERO:
        return ONE
    x = approx(x)
    if abs(x.v) > LARGEST_EXPONENT or x.e > 1:
        raise Unsupported("exp")
    v = ctx.exp(x.v)
    return rounded(v, 2 * v * x.e)


def log(x: Number) -> Number | Special:
    if sign(x) is None:
        return UNKNOWN
    if sign(x) != 1:
        return UNDEFINED
    if x == ONE:
        return ZERO
    x = approx(x)
    return rounded(ctx.log(x.v), x.e / (x.v - x.e) + UNIT * UNIT)


def whole_power(x: Number, n: int) -> Number | Special:
    if n < 0:
        return div(ONE, whole_power(x, -n))
    if n > 200 or (exact(x) and n * max(x.numerator.bit_length(), x.denominator.bit_length()) > 10**5):
        raise Unsupported("power")
    result: Number = ONE
    for _ in range(n):
        result = mul(result, x)
    return result


def power(x: Number, p: Number) -> Number | Special:
    """x^p where it is real: 0^0 = 1; a negative base takes integer exponents only."""
    if exact(p) and p.denominator == 1:
        return UNDEFINED if p < 0 and sign(x) == 0 else whole_power(x, int(p))
    base = sign(x)
    if base == 0:
        return {1: ZERO, -1: UNDEFINED}.get(sign(p), UNKNOWN)  # type: ignore[call-overload]
    if base is None:
        return UNKNOWN
    if base == -1:
        return UNDEFINED if exact(p) or abs(p.v - ctx.nint(p.v)) > p.e else UNKNOWN
    return _positive_power(x, p)


def _positive_power(x: Number, p: Number) -> Number | Special:
    if exact(x, p) and p.denominator <= 12:
        root = fraction_root(x, p.denominator)
        if root is not None:
            return whole_power(root, p.numerator)
    x, p = approx(x), approx(p)
    logarithm = rounded(ctx.log(x.v), x.e / (x.v - x.e) + UNIT * UNIT)
    return exp(mul(p, logarithm))


def alike(x: Number, y: Number) -> bool:
    """Whether two numbers that cannot be told apart agree in 20 digits at least."""
    x, y = approx(x), approx(y)
    return x.e + y.e <= ctx.mpf(10) ** -20 * max(abs(x.v), abs(y.v))


def order(x: Number, op: str, y: Number, same: bool = False) -> frozenset[bool]:
    """The truth values that x op y may have: one, or both where the two cannot be told apart.

    With `same`, numbers that agree in every digit computed are taken for equal.
    """
    difference = sign(sub(x, y))
    if difference is None and same and alike(x, y):
        difference = 0
    signs = (-1, 0, 1) if difference is None else (difference,)
    holds = {"<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,), "==": (0,), "!=": (-1, 1)}[op]
    return frozenset(d in holds for d in signs)


# What a person means by a number with a point, read digit by digit: the second implementation.


def read(text: str) -> Fraction:
    """The digits as integers: -2.50e-3 is -250 over 10^(2 + 3)."""
    mantissa, _, power = text.lower().partition("e")
    whole, _, part = mantissa.lstrip("+-").partition(".")
    size = Fraction(int(whole + part or "0") * 10 ** max(int(power or 0), 0), 10 ** len(part))
    size /= 10 ** max(-int(power or 0), 0)
    return -size if mantissa.startswith("-") else size


def typed(text: str) -> Expr:
    """The constant that the engine makes of a float typed so; it must be the number that stands there."""
    found = as_expr(float(text))
    assert found.payload[0] == read(text), text
    return found
