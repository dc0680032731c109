"""Quintics on cells whose width is proportional to the distance from the nearer end of an interval.

A function that is a power of that distance times something smooth, as a distribution function is next to an
edge, is interpolated with the same relative error in every cell. The cell is read off the exponent and the
leading digits of the distance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from perturb.distributions.piecewise import Room, by_blocks, columns_of, horner
from perturb.types import BoolArray, FloatArray, IntArray

BITS = 7
SHIFT = 52 - BITS
MIDDLE = 1 << (SHIFT - 1)
DEGREE = 5
NODES = -np.cos((2 * np.arange(DEGREE + 1) + 1) * np.pi / (2 * DEGREE + 2))
FIT = np.linalg.inv(NODES[:, None] ** np.arange(DEGREE + 1))
# The error of an interpolant at Chebyshev points is largest about here.
CHECKS = np.array([-1.0, 0.0])


@dataclass(frozen=True)
class FromEnd:
    """Points at the distances `gap` from the lower or the upper end of the interval `number`, shape (k,)."""

    number: int
    upper: bool
    gap: FloatArray


Values = Callable[[FromEnd], FloatArray]
Check = Callable[[FromEnd, FloatArray], BoolArray]


class Graded:
    """Values at points of disjoint intervals, increasing, shape (k, 2); NaN where the table does not say.

    That is in gaps, closer than 2^-octaves of its width to an end, and in cells where `good` refuses the
    interpolant at one of the CHECKS.
    """

    def __init__(self, intervals: FloatArray, octaves: int, values: Values, good: Check) -> None:
        self._low, self._high = intervals.T
        half = (self._high - self._low) / 2
        self._scale = 2.0 ** -np.frexp(half.max())[1]
        top = _cell(half * self._scale)
        self._base = _cell(half * self._scale * 2.0**-octaves)
        self._count = top - self._base + 1
        self._start = np.concatenate(([0], 2 * np.cumsum(self._count)[:-1]))
        rows = [
            self._rows(number, upper, values, good) for number in range(len(half)) for upper in (False, True)
        ]
        self._columns = columns_of(np.concatenate(rows))

    def _rows(self, number: int, upper: bool, values: Values, good: Check) -> FloatArray:
        """Coefficients (cells, 6) in the scaled distance from the middle of the cell; the first is NaN."""
        first = self._base[number]
        starts = ((first + np.arange(self._count[number] + 1)) << SHIFT).view(np.float64)
        half, middle = np.diff(starts) / 2, (starts[1:] + starts[:-1]) / 2

        def side(t: FloatArray) -> FromEnd:
            return FromEnd(number, upper, ((middle[:, None] + half[:, None] * t) / self._scale).ravel())

        found = values(side(NODES)).reshape(-1, DEGREE + 1)
        centre = found.mean(axis=1)
        rows: FloatArray = (found - centre[:, None]) @ FIT.T
        rows[:, 0] += centre
        again = rows @ (CHECKS[:, None] ** np.arange(DEGREE + 1)).T
        rows[~good(side(CHECKS), again.ravel()).reshape(again.shape).all(axis=1)] = np.nan
        rows[0] = np.nan
        scaled: FloatArray = rows / half[:, None] ** np.arange(DEGREE + 1)
        return scaled

    def __call__(self, x: FloatArray) -> FloatArray:
        return by_blocks(partial(self._inside, 0) if len(self._low) == 1 else self._block, x)

    def _block(self, x: FloatArray, out: FloatArray, room: Room) -> None:
        """Interval by interval: looking up five numbers of its own for each point takes longer."""
        out.fill(np.nan)
        for number, (low, high) in enumerate(zip(self._low.tolist(), self._high.tolist(), strict=True)):
            here = np.flatnonzero((x > low) & (x < high))
            part, found = x.take(here), room.found[: here.size]
            self._inside(number, part, found, room)
            out[here] = found

    def _inside(self, number: int, x: FloatArray, out: FloatArray, room: Room) -> None:
        n = x.size
        p, cell, index, bits = room.t[:n], room.cell[:n], room.index[:n], room.bits[:n]
        low, high = self._low[number].item(), self._high[number].item()
        base, count, start = self._base[number].item(), self._count[number].item(), self._start[number].item()
        np.subtract(x, low, out=p)
        np.subtract(high, x, out=cell)
        np.greater(p, cell, out=room.flag[:n])
        np.minimum(p, cell, out=p)
        np.multiply(p, self._scale, out=p)
        np.right_shift(p.view(np.int64), SHIFT, out=bits)
        np.left_shift(bits, SHIFT, out=cell.view(np.int64))
        np.bitwise_or(cell.view(np.int64), MIDDLE, out=cell.view(np.int64))
        np.subtract(p, cell, out=p)
        np.subtract(bits, base, out=bits)
        np.maximum(bits, 0, out=bits)
        np.multiply(room.flag[:n], count, out=index)
        np.add(index, bits, out=index)
        np.add(index, start, out=index)
        with np.errstate(invalid="ignore"):
            horner(self._columns, index, p, room.term[:n], out)


def _cell(distance: FloatArray) -> IntArray:
    """Consecutive integers for consecutive cells."""
    return np.ascontiguousarray(distance).view(np.int64) >> SHIFT
