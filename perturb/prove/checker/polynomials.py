"""Polynomials over the rationals: {monomial: coefficient}, a monomial one integer, 16 bits a variable."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt, lcm
from operator import or_

Rational = int | Fraction
Poly = dict[int, Rational]
Key = tuple[tuple[int, Rational], ...]
BITS, ONES, VARIABLES = 16, 0xFFFF, 64
TOO_HIGH = int("8000" * VARIABLES, 16)
ONE: Poly = {0: 1}


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


def number(x: object) -> Rational:
    """An integer or the text of a fraction."""
    if isinstance(x, bool) or not isinstance(x, int | str):
        raise Rejected(f"{x!r} is not a number")
    text = str(x) if isinstance(x, str) or abs(x) < 10**1000 else ""
    if not re.fullmatch(r"-?[0-9]{1,1000}(/0*[1-9][0-9]{0,999})?", text):
        raise Rejected(f"{text[:40]!r} is not a number")
    return whole(Fraction(text))


def whole(x: Rational) -> Rational:
    """Integers as int, whose arithmetic is faster."""
    return x.numerator if x.denominator == 1 else x


def constant(p: Poly) -> Rational | None:
    """The number that p is, if it is one."""
    return 0 if not p else p[0] if len(p) == 1 and 0 in p else None


def scale(p: Poly, c: Rational) -> Poly:
    if c in (1, -1):
        return dict(p) if c == 1 else {m: -x for m, x in p.items()}
    return {m: whole(x * c) for m, x in p.items()} if c else {}


def plus(p: Poly, q: Poly, c: Rational = 1) -> Poly:
    """p + c q"""
    out = dict(p)
    for m, x in q.items():
        value = out.get(m, 0) + (x if c == 1 else c * x)
        if value:
            out[m] = value
        else:
            out.pop(m, None)
    return out


def bits(p: Poly) -> int:
    """The length of its longest coefficient."""
    every = p.values()
    if {int}.issuperset(map(type, every)):
        return max(max(every), -min(every)).bit_length() if p else 0  # type: ignore[union-attr]
    return max(x.numerator.bit_length() + x.denominator.bit_length() for x in every)


def times(p: Poly, q: Poly, budget: Budget) -> Poly:
    """The product; exponents stay below 2^15, so none runs over into the next variable."""
    budget.spend((len(p) * len(q) + 1) * (1 + (bits(p) + bits(q)) // 256))
    if ONE in (p, q):
        return q if p == ONE else p
    if len(p) * len(q) > 200_000:
        raise Rejected("a polynomial has too many terms")
    out: Poly = {}
    for m, x in p.items():
        for k, y in q.items():
            both = m + k
            out[both] = out[both] + x * y if both in out else x * y
    if reduce(or_, out, 0) & TOO_HIGH:
        raise Rejected("a polynomial has too high a degree")
    return out if all(out.values()) else {m: x for m, x in out.items() if x}


def content(p: Poly) -> Rational:
    """The positive rational c for which p / c has coprime integer coefficients, p not 0."""
    top, bottom = 0, 1
    for x in p.values():
        top, bottom = gcd(top, x.numerator), lcm(bottom, x.denominator)
    return whole(Fraction(top, bottom))


def key(p: Poly) -> Key:
    return tuple(sorted(p.items()))


def exponent(m: int, shift: int) -> int:
    return m >> shift & ONES


def turned(p: Poly, turns: list[tuple[int, int, int]]) -> Poly:
    """The sum of w (x d/dy - y d/dx) p over (w, shift of x, shift of y)."""
    out: Poly = {}
    for m, c in p.items():
        for weight, x, y in turns:
            for at, to, w in ((y, x, weight), (x, y, -weight)):
                e = exponent(m, at)
                if e:
                    k = m - (1 << at) + (1 << to)
                    out[k] = out.get(k, 0) + c * (e * w)
    return {m: c for m, c in out.items() if c}


def rational_root(c: Rational) -> Rational | None:
    """The root of c >= 0 where it is rational."""
    p, q = isqrt(c.numerator), isqrt(c.denominator)
    return Fraction(p, q) if (p * p, q * q) == (c.numerator, c.denominator) else None
