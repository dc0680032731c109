"""What is certified of one weight matrix: all singular values with error bars, and what follows from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.ensembles.certified import UP, Spectra, U, singular_values, symmetric_eigenvalues
from perturb.relu.spectrum import relu_bounds
from perturb.types import FloatArray

LARGEST = 2.0**1000  # so that norms stay finite
TRUSTS = frozenset({"weyl", "ostrowski"})


@dataclass(frozen=True, eq=False)
class Values:
    """The singular values of an m x n matrix in decreasing order, shape (min(m, n),), each with a bound of
    its error, and the Frobenius norm with one; by `perturb.ensembles.certified`, of the matrix divided by a
    power of 2 where its entries are tiny or huge.
    """

    shape: tuple[int, int]
    values: FloatArray
    radius: FloatArray
    norm: float

    @cached_property
    def low(self) -> FloatArray:
        return np.maximum(np.nextafter(self.values - self.radius, -np.inf), 0)

    @cached_property
    def high(self) -> FloatArray:
        return np.nextafter(self.values + self.radius, np.inf)

    def enclosure(self, i: int) -> Enclosure:
        """s_(i+1), i from 0; from the end for a negative i."""
        return _between(self.low[i], self.high[i])

    @property
    def largest(self) -> Enclosure:
        return self.enclosure(0)

    @property
    def smallest(self) -> Enclosure:
        return self.enclosure(-1)

    @property
    def condition(self) -> Enclosure:
        """s_1 / s_min(m, n); without an upper end where the smallest value may be 0."""
        most, least = self.high, self.low
        high = fmpq_of(most[0]) / fmpq_of(least[-1]) if least[-1] > 0 else None
        low = fmpq_of(least[0]) / fmpq_of(most[-1]) if most[-1] > 0 else fmpq(1)
        return Enclosure(max(low, fmpq(1)), high, trusts=TRUSTS)

    @property
    def frobenius(self) -> Enclosure:
        """The root of the sum of mn squares: a relative error of at most (mn + 2) u, in any order."""
        room = 1 + 2 * (math.prod(self.shape) + 8) * U
        return _between(self.norm / room, self.norm * room) if self.norm else _between(0.0, 0.0)

    @property
    def stable_rank(self) -> Enclosure:
        """|A|_F^2 / s_1^2, between 1 and the rank; the whole line for the zero matrix."""
        low, high = self.frobenius.lo, self.frobenius.hi
        most, least = fmpq_of(self.high[0]), fmpq_of(self.low[0])
        if low is None or high is None or not least > 0:
            return Enclosure()
        top = min((high / least) ** 2, fmpq(len(self.values)))
        return Enclosure(max((low / most) ** 2, fmpq(1)), top, trusts=TRUSTS)

    def rank(self, tolerance: float) -> tuple[int, int]:
        """How many values are above `tolerance` times the largest: certainly, and at most.

        ValueError for a tolerance that is not in [0, 1).
        """
        if not 0 <= tolerance < 1:
            raise ValueError(f"tolerance = {tolerance!r} is not in [0, 1)")
        sure = int((self.low > tolerance * self.high[0] * (1 + 4 * U)).sum())
        return sure, int((self.high > tolerance * self.low[0] * (1 - 4 * U)).sum())

    @property
    def relu(self) -> list[Enclosure]:
        """s_k of x -> ReLU(Ax) on the unit ball (Dittmer et al. (2019)), k from 0: between s_(k+1) / sqrt 2
        and s_(k+1).
        """
        return relu_bounds([self.enclosure(i) for i in range(len(self.values))])


def values(A: FloatArray) -> Values:
    """Of a matrix of float64, m x n. ValueError for no matrix, an empty one, entries that are not finite."""
    A = matrix(A)
    power = _power(A)
    scaled = np.ldexp(A, -power)
    found = singular_values(scaled[None])
    size = float(np.sqrt(np.square(scaled).sum()))
    return Values(A.shape, *_back(found, power), math.ldexp(size, power))


def skew(A: FloatArray) -> tuple[Enclosure, Enclosure]:
    """The least and the largest eigenvalue of A + A', for a square A: what a skip connection meets."""
    A = matrix(A)
    power = _power(A)
    scaled = np.ldexp(A, -power)
    S = scaled + scaled.T
    found = symmetric_eigenvalues(S[None])
    rounding = UP**2 * U * float(np.sqrt(np.square(S).sum()))  # of the sum, by Weyl's inequality
    low, high = (np.ldexp(x[0], power) for x in (found.values - found.radius, found.values + found.radius))
    off = math.ldexp(rounding, power) * UP
    ends = [(np.nextafter(low[i] - off, -np.inf), np.nextafter(high[i] + off, np.inf)) for i in (0, -1)]
    return _between(*ends[0]), _between(*ends[1])


def matrix(A: FloatArray) -> FloatArray:
    """As float64. ValueError for what is no matrix of finite real numbers."""
    found = np.asarray(A, dtype=np.float64)
    if found.ndim != 2 or 0 in found.shape:
        raise ValueError(f"matrix: shape {found.shape} is not that of an m x n matrix with m, n >= 1")
    if not np.isfinite(found).all():
        raise ValueError("matrix: an entry is not finite")
    if np.abs(found).max() > LARGEST:
        raise ValueError("matrix: an entry is beyond 2^1000 in size")
    return found


def fmpq_of(x: float) -> fmpq:
    return fmpq(*float(x).as_integer_ratio())


def _power(A: FloatArray) -> int:
    """That of 2 which brings the largest entry to [1, 2); what underflows is below 2^-1000 of it."""
    size = float(np.abs(A).max())
    return math.frexp(size)[1] - 1 if size else 0


def _back(found: Spectra, power: int) -> tuple[FloatArray, FloatArray]:
    """Back to the scale of the matrix; where that underflows, the radius has the least float beside it."""
    values, radius = (np.ldexp(x[0], power) for x in (found.values, found.radius))
    return values, radius * UP + 2.0**-1074


def _between(low: float, high: float) -> Enclosure:
    least, most = (fmpq_of(x) if math.isfinite(x) else None for x in (low, high))
    return Enclosure(least, most, trusts=TRUSTS)
