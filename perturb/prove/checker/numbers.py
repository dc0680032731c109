"""Numbers N/D: polynomials over products of what is positive on a path."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache, reduce
from math import gcd, lcm
from operator import mul, or_
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

Poly = Any  # of flint, with rational coefficients
RING = fmpq_mpoly_ctx.get([f"x{k}" for k in range(48)], "lex")
X, ONE, NULL = RING.gens(), RING.constant(1), RING.constant(0)
NUMERAL = re.compile(r"(-?[0-9]{1,1000})(?:/(0*[1-9][0-9]{0,999}))?")
TERMS = 200_000  # of a product
FACTORS: dict[str, Poly] = {}  # denominators by their text


class Rejected(Exception):
    """The file does not prove what it says, with the reason."""


def require(fine: object, why: str) -> None:
    if not fine:
        raise Rejected(why)


class Ratio:
    """n over a product of factors, each known to be positive on the path, with multiplicities."""

    __slots__ = ("d", "n")

    def __init__(self, n: Poly, d: Counter[str]) -> None:
        self.n, self.d = n, d

    def __add__(self, other: Ratio) -> Ratio:
        if not self.d and not other.d:
            return Ratio(self.n + other.n, self.d)
        (p, q), d = together(self, other)
        return Ratio(p + q, d)

    def __neg__(self) -> Ratio:
        return Ratio(-self.n, self.d)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        require(len(self.n) * len(other.n) <= TERMS, "a polynomial has too many terms")
        return Ratio(self.n * other.n, self.d + other.d if self.d or other.d else self.d)


def together(*xs: Ratio) -> tuple[list[Poly], Counter[str]]:
    """Numerators over the common denominator."""
    d = reduce(or_, [x.d for x in xs if x.d], Counter[str]())
    return [lifted(x.n, d - x.d) if d else x.n for x in xs], d


def lifted(p: Poly, factors: Counter[str]) -> Poly:
    return reduce(mul, [FACTORS[f] for f in factors.elements()], p)


def squares(xs: list[Ratio]) -> Ratio:
    return reduce(Ratio.__add__, [x * x for x in xs], NOTHING)


def monic(p: Poly) -> tuple[str, bool]:
    """The text of the multiple that begins with 1, the same for all multiples; is its sign another?"""
    c = p.leading_coefficient()
    return (str(p / c), c < 0) if c else ("0", False)


def content(p: Poly) -> fmpq:
    """The positive c for which p / c has coprime integer coefficients, p not 0."""
    every = p.coeffs()
    return fmpq(gcd(*[int(c.p) for c in every]), lcm(*[int(c.q) for c in every]))


@lru_cache(10_000, typed=True)
def rational(x: object) -> fmpq:
    """An integer or the text of a fraction."""
    if type(x) is int:
        return fmpq(x)
    found = NUMERAL.fullmatch(x) if type(x) is str else None
    if not found:
        raise Rejected(f"{str(x)[:40] if type(x) is str else type(x)!r} is not a number")
    return fmpq(int(found[1]), int(found[2] or 1))


def number(c: object) -> Ratio:
    return Ratio(RING.constant(rational(c)), Counter())


NOTHING, UNIT = number(0), number(1)
