"""Numbers known to lie between two floats, draw by draw, and what is known of a relation between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, fmpq

from perturb.laws.stats.bins import OPEN
from perturb.numbers import scalar
from perturb.numbers.scalar import relation, to_arb
from perturb.types import AnyArray, BoolArray, FloatArray

# More than two roundings to the nearest lose, of a result and of its end moved outwards; and any underflow.
OUT, LEAST = 2.0**-51, 2.0**-1000


@dataclass(frozen=True)
class Span:
    """Ends lo <= x <= hi, arrays of one shape or single floats; NaN says nothing, as does an end too many.

    + - * and / with another, or with an integer below 2^53, hold every result, roundings included; a quotient
    by what may be 0 says nothing.
    """

    lo: Any
    hi: Any

    @classmethod
    def around(cls, ball: arb) -> Span:
        """Of all numbers of a ball."""
        return _outwards(float(ball.lower()), float(ball.upper()))

    def __add__(self, other: Span | int) -> Span:
        y = _span(other)
        return _outwards(self.lo + y.lo, self.hi + y.hi)

    def __neg__(self) -> Span:
        return Span(-self.hi, -self.lo)

    def __sub__(self, other: Span | int) -> Span:
        return self + -_span(other)

    def __rsub__(self, other: int) -> Span:
        return -self + other

    def __mul__(self, other: Span | int) -> Span:
        y = _span(other)
        corners = (self.lo * y.lo, self.lo * y.hi, self.hi * y.lo, self.hi * y.hi)
        least = np.minimum(np.minimum(*corners[:2]), np.minimum(*corners[2:]))
        return _outwards(least, np.maximum(np.maximum(*corners[:2]), np.maximum(*corners[2:])))

    def __truediv__(self, other: Span | int) -> Span:
        y = _span(other)
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = _outwards(1 / y.hi, 1 / y.lo)
        signed = (y.lo > 0) | (y.hi < 0)
        return self * Span(np.where(signed, inverse.lo, np.nan), np.where(signed, inverse.hi, np.nan))

    __radd__ = __add__
    __rmul__ = __mul__


Number = Any  # a Span, a ball or a rational: one body is read on all of them


@dataclass(frozen=True)
class Truth:
    """Where a relation certainly holds, and where it certainly does not; boolean arrays of one shape."""

    yes: BoolArray
    no: BoolArray

    def __and__(self, other: Truth) -> Truth:
        return Truth(self.yes & other.yes, self.no | other.no)

    def __or__(self, other: Truth) -> Truth:
        return Truth(self.yes | other.yes, self.no & other.no)

    @property
    def open(self) -> BoolArray:
        return np.asarray(~(self.yes | self.no))

    def column(self) -> AnyArray:
        """Booleans; where some are open, small integers: 0, 1 or OPEN."""
        return np.where(self.open, OPEN, self.yes).astype(np.int8) if self.open.any() else self.yes


def at_most(x: Number, y: Number) -> Truth:
    """x <= y."""
    if isinstance(x, Span) or isinstance(y, Span):
        x, y = _span(x), _span(y)
        return Truth(np.asarray(x.hi <= y.lo), np.asarray(x.lo > y.hi))
    found = relation(_scalar(x), "<=", _scalar(y))
    return Truth(np.asarray(found is True), np.asarray(found is False))


def less(x: Number, y: Number) -> Truth:
    """x < y."""
    other = at_most(y, x)
    return Truth(other.no, other.yes)


def square(x: Number) -> Number:
    if not isinstance(x, Span):
        return scalar.square(x)
    a, b = np.abs(x.lo), np.abs(x.hi)
    least = np.where((x.lo <= 0) & (x.hi >= 0), 0.0, np.minimum(a, b))
    return _outwards(least * least, np.maximum(a, b) ** 2)


def _span(x: Span | int) -> Span:
    return x if isinstance(x, Span) else Span(float(x), float(x))


def _scalar(x: arb | fmpq | int) -> arb | fmpq:
    return fmpq(x) if isinstance(x, int) else x


def _outwards(lo: FloatArray | float, hi: FloatArray | float) -> Span:
    return Span(lo - (np.abs(lo) * OUT + LEAST), hi + (np.abs(hi) * OUT + LEAST))


def constant(x: arb | fmpq | int) -> Span:
    """Of a number that is known exactly, or as a ball."""
    return Span.around(to_arb(_scalar(x)))
