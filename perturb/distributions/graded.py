"""Quintics on cells whose width is proportional to the distance from the nearer end of an interval.

A function that is a power of that distance times something smooth, as a distribution function is next to an
edge, is interpolated with the same relative error in every cell. The cell is read off the exponent and the
leading digits of the distance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from perturb.distributions.piecewise import Room, by_blocks, columns_of, horner
from perturb.types import BoolArray, FloatArray, IntArray, PlaceArray

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
        self._base = _cell(half * self._scale * 2.0**-octaves).min().item()
        # One cell more than the middle is in: where it is may be rounded.
        self._count = _cell(half * self._scale) - self._base + 2
        self._start = np.concatenate(([0], 2 * np.cumsum(self._count)[:-1]))
        self._least = np.array(self._base << SHIFT).view(np.float64).item()
        self._cuts, self._ends, self._shifts = self._sides()
        rows = [
            self._rows(number, upper, values, good) for number in range(len(half)) for upper in (False, True)
        ]
        self._columns = columns_of(np.concatenate(rows))

    def _rows(self, number: int, upper: bool, values: Values, good: Check) -> FloatArray:
        """Coefficients (cells, 6) in the scaled distance from the middle of the cell; the first is NaN."""
        starts = ((self._base + np.arange(self._count[number] + 1)) << SHIFT).view(np.float64)
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

    def _sides(self) -> tuple[list[float], FloatArray, PlaceArray]:
        """The line from left to right as halves of intervals and gaps: where the next one begins; the end
        that distances are from, NaN for a gap; what is to be added to the number of a cell, so that the sum
        is in range for NaN too: clipping takes long.
        """
        gap = -_cell(np.array([np.nan])).item()
        cuts, ends, shifts, last = list[float](), [np.nan], [gap], -np.inf
        for low, high, start, count in zip(self._low, self._high, self._start, self._count, strict=True):
            if low == last:
                cuts, ends, shifts = cuts[:-1], ends[:-1], shifts[:-1]
            cuts += [np.nextafter(low, -np.inf), low / 2 + high / 2, np.nextafter(high, -np.inf)]
            ends += [low, high, np.nan]
            shifts += [start - self._base, start + count - self._base, gap]
            last = high
        return [float(cut) for cut in cuts], np.array(ends), np.array(shifts, dtype=np.intp)

    def __call__(self, x: FloatArray) -> FloatArray:
        return by_blocks(self._inside if len(self._low) == 1 else self._block, x)

    def _block(self, x: FloatArray, out: FloatArray, room: Room) -> None:
        """All intervals at once: comparisons that cost a fraction of a nanosecond say on which side of which.

        A mask an interval and its points apart take twice as long.
        """
        n = x.size
        p, index, flag, side = room.t[:n], room.index[:n], room.flag[:n], room.side[:n]
        side.fill(0)
        for cut in self._cuts:
            np.greater(x, cut, out=flag)
            np.add(side, flag.view(np.uint8), out=side)
        np.copyto(index, side)
        np.take(self._ends, index, out=p, mode="clip")
        np.subtract(x, p, out=p)
        np.absolute(p, out=p)
        np.take(self._shifts, index, out=room.bits[:n], mode="clip")
        self._valued(p, room.bits[:n], out, room)

    def _inside(self, x: FloatArray, out: FloatArray, room: Room) -> None:
        """On the only interval there is."""
        n = x.size
        p, other, flag, shift = room.t[:n], room.cell[:n], room.flag[:n], room.bits[:n]
        np.subtract(x, self._low.item(), out=p)
        np.subtract(self._high.item(), x, out=other)
        np.greater(p, other, out=flag)
        np.minimum(p, other, out=p)
        np.multiply(flag, self._count.item(), out=shift)
        np.subtract(shift, self._base, out=shift)
        self._valued(p, shift, out, room)

    def _valued(self, p: FloatArray, shift: PlaceArray, out: FloatArray, room: Room) -> None:
        """At distances p from ends, in cells whose numbers are shifted to the rows of their side."""
        n = p.size
        cell, index = room.cell[:n], room.index[:n]
        bits = cell.view(np.int64)
        np.multiply(p, self._scale, out=p)
        np.maximum(p, self._least, out=p)
        np.right_shift(p.view(np.int64), SHIFT, out=bits)
        np.add(bits, shift, out=index, casting="same_kind")
        np.left_shift(bits, SHIFT, out=bits)
        np.bitwise_or(bits, MIDDLE, out=bits)
        np.subtract(p, cell, out=p)
        with np.errstate(invalid="ignore"):
            horner(self._columns, index, p, room.term[:n], out)


def _cell(distance: FloatArray) -> IntArray:
    """Consecutive integers for consecutive cells."""
    return np.ascontiguousarray(distance).view(np.int64) >> SHIFT
