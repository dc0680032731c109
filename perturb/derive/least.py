"""The least constants for which a polynomial is a nonnegative combination of others: one linear program."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.optimize
from flint import fmpq

from perturb.derive.checker.polynomials import Poly
from perturb.derive.linear import SUPPORT, exact, program

NEAR = Fraction(1, 10**6)  # of a float that is not made exact: the rational number is beyond it by no more
UNBOUNDED = 3  # what scipy calls it


class Unbounded(ArithmeticError):
    """Nothing keeps the constants from becoming as good as one likes."""


@dataclass(frozen=True)
class FreeConstant:
    """One free constant: its name, +1 where less is stronger and -1 where more is, and its ends."""

    name: str
    sense: int
    low: Fraction | None = None
    high: Fraction | None = None

    def within(self, value: Fraction) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


Numbers = tuple[Fraction, ...]  # in the order of the constants that are asked for


def least(
    rest: Poly, factors: Sequence[Poly], asked: Sequence[FreeConstant], columns: Sequence[Any], seconds: float
) -> tuple[Numbers, list[int]] | None:
    """The best c for which rest + sum c_j factor_j is such a combination, with the columns that it is of.

    The best: with the least sum of sense_j c_j. A column is a polynomial and whether its factor may be
    negative, and more. None where there is none; raises Unbounded.
    """
    every = [*columns, *[(-p, True) for p in factors]]
    first = len(columns)
    _, A, b = program(rest, every)
    bounds: list[tuple[float | None, float | None]] = [(None if one[1] else 0.0, None) for one in columns]
    bounds += [(_end(one.low), _end(one.high)) for one in asked]
    cost = np.zeros(len(every))
    cost[first:] = [one.sense for one in asked]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = scipy.optimize.linprog(
            cost, A_eq=A, b_eq=b, bounds=bounds, method="highs-ds", options={"time_limit": max(seconds, 0.05)}
        )
    if found.status == UNBOUNDED:
        raise Unbounded
    if found.x is None or found.status != 0:
        return None
    own = [j for j, value in enumerate(found.x[:first]) if abs(value) > SUPPORT]
    return rounded(rest, every, found.x, asked), own


def rounded(rest: Poly, every: Sequence[Any], x: Sequence[float], asked: Sequence[FreeConstant]) -> Numbers:
    """The constants as rational numbers: those of the vertex, else ones that are a little weaker."""
    first = len(every) - len(asked)
    ends = [(j, end) for j, one in enumerate(asked) for end in (one.low, one.high) if end is not None]
    held = {j: end for j, end in ends if abs(float(end) - x[first + j]) <= SUPPORT}  # constants at an end
    for j, value in held.items():
        rest = rest - every[first + j][0].scaled(fmpq(value.numerator, value.denominator))
    kept = [j for j, value in enumerate(x) if abs(value) > SUPPORT and j - first not in held]
    solved = exact(rest, every, kept)
    if solved is None:
        return tuple(held.get(j, simplest(float(x[first + j]), one.sense)) for j, one in enumerate(asked))
    values = [solved.get(first + j, fmpq(0)) for j in range(len(asked))]
    return tuple(held.get(j, Fraction(int(v.p), int(v.q))) for j, v in enumerate(values))


def simplest(x: float, sense: int) -> Fraction:
    """A rational number of few digits just beyond x, above where sense is 1 and below where it is -1."""
    end = Fraction(x)
    far = end + sense * max(abs(end), Fraction(1)) * NEAR
    return between(min(end, far), max(end, far))


def between(low: Fraction, high: Fraction) -> Fraction:
    """The rational number with the least denominator from low to high, by continued fractions."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -between(-high, -low)
    whole = low.numerator // low.denominator
    if low == whole:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / between(1 / (high - whole), 1 / (low - whole))


def _end(end: Fraction | None) -> float | None:
    return None if end is None else float(end)
