"""Polynomials over the rationals: {monomial: coefficient}, a monomial one integer, 16 bits a variable."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt, lcm
from operator import or_

Rational = int | Fraction
Key = tuple[tuple[int, Rational], ...]
BITS, ONES, VARIABLES = 16, 0xFFFF, 64
TOO_HIGH = int("8000" * VARIABLES, 16)
NUMERAL = re.compile(r"(-?[0-9]{1,1000})(?:/(0*[1-9][0-9]{0,999}))?")


class Rejected(Exception):
    """The file does not prove what it says, with the reason."""


class Budget:
    """The work that one file may ask for, counted in products of terms: a limit on time that is no clock."""

    def __init__(self, units: int) -> None:
        self.left = units

    def spend(self, units: int) -> None:
        self.left -= units
        if self.left < 0:
            raise Rejected("more work than a proof may take")


class Poly(dict[int, Rational]):
    """No coefficient is 0. Sums and multiples; products are `times`, which counts them."""

    def __add__(self, other: Poly) -> Poly:
        return self.plus(other, 1)

    def __sub__(self, other: Poly) -> Poly:
        return self.plus(other, -1)

    def __neg__(self) -> Poly:
        return Poly({m: -x for m, x in self.items()})

    def __mul__(self, c: Rational) -> Poly:
        return self if c == 1 else Poly({m: whole(x * c) for m, x in self.items()} if c else {})

    def plus(self, other: Poly, c: Rational) -> Poly:
        """self + c other"""
        out = Poly(self)
        for m, x in other.items():
            value = out.get(m, 0) + (x if c == 1 else c * x)
            if value:
                out[m] = value
            else:
                out.pop(m, None)
        return out

    @property
    def constant(self) -> Rational | None:
        """The number that it is, if it is one."""
        return 0 if not self else self[0] if len(self) == 1 and 0 in self else None

    @property
    def content(self) -> Rational:
        """The positive c for which self / c has coprime integer coefficients, self not 0."""
        tops = [1] if 1 in self.values() or -1 in self.values() else [x.numerator for x in self.values()]
        return whole(Fraction(gcd(*tops), lcm(*[x.denominator for x in self.values()])))

    @property
    def key(self) -> Key:
        return tuple(sorted(self.items()))

    @property
    def bits(self) -> int:
        """The length of the longest coefficient."""
        every = self.values()
        if {int}.issuperset(map(type, every)):
            return max(max(every), -min(every)).bit_length() if self else 0  # type: ignore[union-attr]
        return max(x.numerator.bit_length() + x.denominator.bit_length() for x in every)


ONE = Poly({0: 1})


def number(x: object) -> Rational:
    """An integer or the text of a fraction."""
    if type(x) is int and abs(x) < 10**1000:
        return x
    found = NUMERAL.fullmatch(x) if type(x) is str else None
    if not found:
        raise Rejected(f"{str(x)[:40] if type(x) is str else type(x)!r} is not a number")
    top, bottom = found.groups()
    return whole(Fraction(int(top), int(bottom))) if bottom else int(top)


def whole(x: Rational) -> Rational:
    """Integers as int, whose arithmetic is faster."""
    return x.numerator if x.denominator == 1 else x


def constant(c: Rational) -> Poly:
    return Poly({0: c} if c else {})


def times(p: Poly, q: Poly, budget: Budget) -> Poly:
    """The product; exponents stay below 2^15, so none runs over into the next variable."""
    budget.spend((len(p) * len(q) + 1) * (1 + (p.bits + q.bits) // 256))
    if ONE in (p, q):
        return q if p == ONE else p
    if len(p) * len(q) > 200_000:
        raise Rejected("a polynomial has too many terms")
    out = Poly()
    for m, x in p.items():
        for k, y in q.items():
            both = m + k
            out[both] = out[both] + x * y if both in out else x * y
    if reduce(or_, out, 0) & TOO_HIGH:
        raise Rejected("a polynomial has too high a degree")
    return out if all(out.values()) else Poly({m: x for m, x in out.items() if x})


def exponent(m: int, shift: int) -> int:
    return m >> shift & ONES


def powers(p: Poly, shift: int, step: int = 1) -> dict[int, Poly]:
    """The q_k with p = sum of x^(k step) q_k, where q_k has x at most to the power step - 1."""
    found: dict[int, Poly] = {}
    for m, c in p.items():
        k = (m >> shift & ONES) // step
        found.setdefault(k, Poly())[m - (k * step << shift)] = c
    return found


def turned(p: Poly, turns: list[tuple[int, int, int]]) -> Poly:
    """The sum of w (x d/dy - y d/dx) p over (w, shift of x, shift of y)."""
    out = Poly()
    for m, c in p.items():
        for weight, x, y in turns:
            for at, to, w in ((y, x, weight), (x, y, -weight)):
                e = m >> at & ONES
                if e:
                    k = m - (1 << at) + (1 << to)
                    out[k] = out.get(k, 0) + c * (e * w)
    return Poly({m: c for m, c in out.items() if c})


def rational_root(c: Rational) -> Rational | None:
    """The root of c >= 0 where it is rational."""
    p, q = isqrt(c.numerator), isqrt(c.denominator)
    return Fraction(p, q) if (p * p, q * q) == (c.numerator, c.denominator) else None
