"""What kind of thing a word gives, what makes a property of it certain, and intervals of integers.

An interval has its ends included, possibly infinite: what is known of a size or of an index. Every operation
gives an interval that holds all results, and a smaller operand never gives a larger result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

Part = TypeVar("Part")


class Kind(Enum):
    INTEGER = "integer"
    SCALAR = "scalar"
    VECTOR = "vector"
    MATRIX = "matrix"


M, V, S, INT = Kind.MATRIX, Kind.VECTOR, Kind.SCALAR, Kind.INTEGER


# Words that make a complex matrix, [[X, -Y], [Y, X]], of such ones.
AGAIN = frozenset(
    (
        "add sub neg mul div matmul T inv pinv matpow mat_sqrt mat_power mat_exp mat_log mat_abs polar sym "
        + "commutator principal_sqrt principal_log principal_power geometric_mean weighted_geometric_mean "
        + "range_projection eye eye_rows"
    ).split()
)


class When(Enum):
    """What makes it certain that the result of a word has a property."""

    ALWAYS = "always"
    FIRST = "its first argument has it"
    ALL = "all its arguments have it"
    ANY = "one of its arguments has it"
    NONNEGATIVE = "its argument is nonnegative, every component"
    SEMIDEFINITE = "its argument is positive semidefinite"
    SYMMETRIC = "its argument is symmetric"

    def met(self, args: Sequence[Part], has: Callable[[Part], bool]) -> bool:
        """Is the property passed on by the arguments that have it?"""
        if self is When.ALWAYS:
            return True
        if self is When.FIRST:
            return has(args[0])
        wanted = {When.ALL: all, When.ANY: any}.get(self)
        return wanted is not None and wanted(map(has, args))


End = int | float  # an int, or -inf, or +inf


class Interval(NamedTuple):
    """The integers from lo to hi."""

    lo: End
    hi: End

    @property
    def empty(self) -> bool:
        return self.lo > self.hi

    @property
    def finite(self) -> bool:
        return self.lo > -math.inf and self.hi < math.inf

    def values(self) -> range:
        """The integers of a finite interval."""
        return range(int(self.lo), int(self.hi) + 1)

    def within(self, other: Interval) -> bool:
        return other.lo <= self.lo and self.hi <= other.hi

    def meet(self, other: Interval) -> Interval:
        return Interval(max(self.lo, other.lo), min(self.hi, other.hi))


def _infinite(x: End) -> bool:
    return isinstance(x, float)


INTEGERS = Interval(-math.inf, math.inf)


def exactly(k: int) -> Interval:
    return Interval(k, k)


def plus(a: Interval, b: Interval) -> Interval:
    return Interval(_sum(a.lo, b.lo), _sum(a.hi, b.hi))


def _sum(x: End, y: End) -> End:
    """Infinite ends of one sign only meet; an integer may be too long for a float."""
    return x if _infinite(x) else y if _infinite(y) else x + y


def minus(a: Interval, b: Interval) -> Interval:
    return plus(a, negative(b))


def negative(a: Interval) -> Interval:
    return Interval(-a.hi, -a.lo)


def times(a: Interval, b: Interval) -> Interval:
    corners = [_product(x, y) for x in a for y in b]
    return Interval(min(corners), max(corners))


def _product(x: End, y: End) -> End:
    """0 times an infinite end is 0: the ends stand for integers, however large."""
    if x == 0 or y == 0:
        return 0
    if _infinite(x) or _infinite(y):
        return math.inf if (x > 0) == (y > 0) else -math.inf
    return x * y


def size(a: Interval) -> Interval:
    """The absolute values."""
    least = 0 if a.lo <= 0 <= a.hi else min(abs(a.lo), abs(a.hi))
    return Interval(least, max(abs(a.lo), abs(a.hi)))


def square(a: Interval) -> Interval:
    least, most = size(a)
    return Interval(_product(least, least), _product(most, most))


def larger(a: Interval, b: Interval) -> Interval:
    return Interval(max(a.lo, b.lo), max(a.hi, b.hi))


def smaller(a: Interval, b: Interval) -> Interval:
    return Interval(min(a.lo, b.lo), min(a.hi, b.hi))


# What a result says of an operand, the other operand given: the operand lies in the interval returned.


def factor(product: Interval, other: Interval) -> Interval:
    """The x with x * y in `product` for some y in `other`."""
    bounded = INTEGERS
    if not product.lo <= 0 <= product.hi:  # then y is not 0, and |x| <= |x y|
        most = size(product).hi
        bounded = Interval(-most, most)
    if other.lo > 0:
        return bounded.meet(_quotient(product, other))
    if other.hi < 0:
        return bounded.meet(_quotient(negative(product), negative(other)))
    return bounded


def _quotient(product: Interval, positive: Interval) -> Interval:
    lo = _divided(product.lo, positive.lo if product.lo < 0 else positive.hi, up=True)
    hi = _divided(product.hi, positive.hi if product.hi < 0 else positive.lo, up=False)
    return Interval(lo, hi)


def _divided(x: End, y: End, up: bool) -> End:
    """x / y for y > 0, rounded to an integer."""
    if _infinite(x):
        return x
    if _infinite(y):
        return 0
    return -(-x // y) if up else x // y


def root(square: Interval) -> Interval:
    """The x with x * x in `square`."""
    most = math.inf if _infinite(square.hi) else math.isqrt(max(int(square.hi), 0))
    return Interval(-most, most)


def of_size(absolute: Interval) -> Interval:
    """The x with |x| in `absolute`."""
    return Interval(-absolute.hi, absolute.hi)


def below_maximum(maximum: Interval, other: Interval) -> Interval:
    """The x with max(x, y) in `maximum` for some y in `other`."""
    return Interval(maximum.lo if other.hi < maximum.lo else -math.inf, maximum.hi)


def above_minimum(minimum: Interval, other: Interval) -> Interval:
    """The x with min(x, y) in `minimum` for some y in `other`."""
    return Interval(minimum.lo, minimum.hi if other.lo > minimum.hi else math.inf)
