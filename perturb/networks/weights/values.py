"""What is certified of one weight matrix: all singular values with error bars, and what follows from them.

A matrix may be given as a function that loads it. Where it is large this is called several times, and the
matrix is never held beside more than one other of its size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.laws.ensembles.certified import UP, U, singular_values, symmetric_eigenvalues
from perturb.networks.machine import copied
from perturb.networks.relu.linear_operators import relu_bounds
from perturb.networks.weights import large
from perturb.types import FloatArray

SMALL = 2**16  # entries, up to which LAPACK's own singular value decomposition has room for its copies
LARGEST = 2.0**1000  # so that norms stay finite
Load = large.Load
TRUSTS = frozenset({"weyl", "ostrowski"})


@dataclass(frozen=True, eq=False)
class Values:
    """The singular values of an m x n matrix in decreasing order, shape (min(m, n),), each with a bound of
    its error, and the Frobenius norm; by `perturb.laws.ensembles.certified` for small matrices and
    `perturb.networks.weights.large` for large ones, of the matrix divided by a power of 2.
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
        far = self.values + self.radius  # 0 for the zero matrix alone
        return np.where(far == 0, 0.0, np.nextafter(far, np.inf))

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
        """Squares of n numbers a row are summed in any order, g_n, and the sums of the rows as if exactly."""
        room = 1 + 2 * (self.shape[1] + 8) * U
        if not self.norm:
            return _between(0.0, 0.0)
        return _between(np.nextafter(self.norm / room, 0), np.nextafter(self.norm * room, np.inf))

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


def values(A: FloatArray | Load) -> Values:
    """Of a matrix of float64, m x n, or of one that `A` loads, anew at each call, to be overwritten.

    ValueError for no matrix, an empty one, entries that are not finite or beyond 2^1000.
    """
    load = _loader(A)
    held = load()
    shape, power, size = held.shape, _power(held), 0.0
    _scale(held, power)
    size = math.sqrt(math.fsum(np.einsum("ij,ij->i", held, held)))
    if not size:
        return Values(shape, np.zeros(min(shape)), np.zeros(min(shape)), 0.0)
    if held.size <= SMALL:
        found = singular_values(held[None])
        return Values(shape, *_back(found.values[0], found.radius[0], power), math.ldexp(size, power))
    del held
    low, high = _ends(lambda: _scale(load(), power), shape, size)
    middle = low + (high - low) / 2
    return Values(shape, *_back(middle, UP * (high - middle), power), math.ldexp(size, power))


def skew(A: FloatArray | Load) -> tuple[Enclosure, Enclosure]:
    """The least and the largest eigenvalue of A + A', for a square A: what a skip connection meets."""
    load = _loader(A)
    held = load()
    power = _power(held)
    if held.size <= SMALL:
        S = large.doubled(_scale(held, power))
        found = symmetric_eigenvalues(S[None])
        d, off = (
            found.values[0],
            found.radius[0] + UP**2 * U * large.norm(S),
        )  # of the sum, by Weyl's inequality
        least, most = ((float(d[i] - off[i]), float(d[i] + off[i])) for i in (0, -1))
    else:
        del held
        least, most = large.extremes(lambda: _scale(load(), power))
    return _scaled(least, power), _scaled(most, power)


def _scaled(ends: tuple[float, float], power: int) -> Enclosure:
    low, high = (np.ldexp(x, power) for x in ends)
    return _between(np.nextafter(low, -np.inf), np.nextafter(high, np.inf))


def _ends(load: Load, shape: tuple[int, ...], size: float) -> tuple[FloatArray, FloatArray]:
    """Where LAPACK gives up, each value is between 0 and the Frobenius norm."""
    try:
        return large.singular_values(load)
    except ArithmeticError:
        return np.zeros(min(shape)), np.full(min(shape), UP * size)


def _loader(A: FloatArray | Load) -> Load:
    if callable(A):
        load = A
        return lambda: matrix(load())
    return lambda: copied(matrix(A))


def _scale(A: FloatArray, power: int) -> FloatArray:
    return np.ldexp(A, -power, out=A)


def matrix(A: FloatArray) -> FloatArray:
    """As float64. ValueError for what is no matrix of finite real numbers."""
    found = np.asarray(A, dtype=np.float64)
    if found.ndim != 2 or 0 in found.shape:
        raise ValueError(f"matrix: shape {found.shape} is not that of an m x n matrix with m, n >= 1")
    size = _size(found)
    if not math.isfinite(size):
        raise ValueError("matrix: an entry is not finite")
    if size > LARGEST:
        raise ValueError("matrix: an entry is beyond 2^1000 in size")
    return found


def fmpq_of(x: float) -> fmpq:
    return fmpq(*float(x).as_integer_ratio())


def _size(A: FloatArray) -> float:
    """The largest entry in absolute value, without a copy; NaN where there is one."""
    return max(float(A.max()), -float(A.min()))


def _power(A: FloatArray) -> int:
    """That of 2 which brings the largest entry to [1, 2); what underflows is below 2^-1000 of it."""
    size = _size(A)
    return math.frexp(size)[1] - 1 if size else 0


def _back(values: FloatArray, radius: FloatArray, power: int) -> tuple[FloatArray, FloatArray]:
    """Back to the scale of the matrix; where that underflows, the radius has the least float beside it."""
    return np.ldexp(values, power), np.ldexp(radius, power) * UP + 2.0**-1074


def _between(low: float, high: float) -> Enclosure:
    least, most = (fmpq_of(x) if math.isfinite(x) else None for x in (low, high))
    return Enclosure(least, most, trusts=TRUSTS)
