"""Quintics on cells whose width is proportional to the distance from the nearer end of an interval.

A function that is a power of that distance times something smooth, as a distribution function is next to an
edge, is interpolated with the same relative error in every cell. The cell is read off the exponent and the
leading digits of the distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from perturb.laws.distributions.piecewise import Room, by_blocks, columns_of, horner
from perturb.types import BoolArray, FloatArray, IntArray, PlaceArray

BITS = 7
SHIFT = 52 - BITS
MIDDLE = 1 << (SHIFT - 1)
DEGREE = 5
NODES = -np.cos((2 * np.arange(DEGREE + 1) + 1) * np.pi / (2 * DEGREE + 2))
FIT = np.linalg.inv(NODES[:, None] ** np.arange(DEGREE + 1))
# The error of an interpolant at Chebyshev points is largest about here.
CHECKS = np.array([-1.0, 0.0])
FEW = 14  # comparisons, a quarter of a nanosecond each; a grid costs as much as that for any number
BUCKETS = 4096


@dataclass(frozen=True)
class FromEnd:
    """Points at the distances `gap` from the lower or the upper end of the interval `number`, shape (k,)."""

    number: int
    upper: bool
    gap: FloatArray


Values = Callable[[FromEnd], FloatArray]
Check = Callable[[FromEnd, FloatArray], BoolArray]


class Plateau(NamedTuple):
    """A function has one value at all points from `first` to `last`, these included."""

    first: float
    last: float
    value: float


class Strip(NamedTuple):
    """Of the line, after < x <= upto: distances are from `end`, and `shift` leads from a cell to its row."""

    after: float
    upto: float
    end: float
    shift: int


class Graded:
    """Values on disjoint intervals, increasing, shape (k, 2), and on plateaus beside them, else NaN.

    So it is closer than 2^-octaves of its width to an end of an interval, and in cells where `good` refuses
    the interpolant at one of the CHECKS. An end of an interval that belongs to a plateau has that value.
    """

    def __init__(
        self, intervals: FloatArray, octaves: int, values: Values, good: Check, flat: Sequence[Plateau] = ()
    ) -> None:
        self._low, self._high = intervals.T
        half = (self._high - self._low) / 2
        self._scale = 2.0 ** -np.frexp(half.max())[1]
        self._base = _cell(half * self._scale * 2.0**-octaves).min().item()
        # One cell more than the middle is in: where it is may be rounded.
        self._count = _cell(half * self._scale) - self._base + 2
        self._least = np.array(self._base << SHIFT).view(np.float64).item()
        sides = [(number, upper) for number in range(len(half)) for upper in (False, True)]
        self._cells = np.concatenate([self._rows(*side, values, good) for side in sides])
        self._lay(flat)

    def beside(self, flat: Sequence[Plateau]) -> Graded:
        """The same intervals beside other plateaus."""
        other = copy(self)
        other._lay(flat)
        return other

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

    def _lay(self, flat: Sequence[Plateau]) -> None:
        """Halves of intervals and plateaus from left to right, and silence where there is neither."""
        constant = np.zeros((len(flat), DEGREE + 1))
        constant[:, 0] = [plateau.value for plateau in flat]
        self._columns = columns_of(np.concatenate([self._cells, constant]))
        silent, laid, upto = -self._base, [Strip(-np.inf, np.inf, np.nan, -self._base)], -np.inf
        for part in sorted([*self._halves(), *self._flat(flat)]):
            after = max(part.after, upto)  # an end that a plateau has is not that of its interval
            if after > upto > -np.inf:
                laid.append(Strip(upto, after, np.nan, silent))
            laid = [*(laid if after > -np.inf else []), part._replace(after=after)]
            upto = part.upto
        if upto < np.inf:
            laid.append(Strip(upto, np.inf, np.nan, silent))
        self._where = Segments(np.array([part.after for part in laid[1:]]))
        laid.append(Strip(np.nan, np.nan, np.nan, silent))  # for points that have no clear place
        self._ends = np.array([part.end for part in laid])
        self._shifts = np.array([part.shift for part in laid], dtype=np.intp)

    def _halves(self) -> Iterator[Strip]:
        shift = -self._base
        for low, high, count in zip(
            self._low.tolist(), self._high.tolist(), self._count.tolist(), strict=True
        ):
            middle = low / 2 + high / 2
            yield Strip(_before(low), middle, low, shift)
            yield Strip(middle, _before(high), high, shift + count)
            shift += 2 * count

    def _flat(self, flat: Sequence[Plateau]) -> Iterator[Strip]:
        """No distance, and the row is found as if there were the least of all."""
        for number, plateau in enumerate(flat):
            yield Strip(_before(plateau.first), plateau.last, np.nan, len(self._cells) + number - self._base)

    def __call__(self, x: FloatArray) -> FloatArray:
        low, high = (x.min(), x.max()) if x.size else (0.0, 0.0)
        alone = len(self._low) == 1 and self._low[0] < low and high < self._high[0]
        out = by_blocks(self._inside if alone else self._block, x)
        if np.isnan(low):
            out[np.isnan(x)] = np.nan
        return out

    def _block(self, x: FloatArray, out: FloatArray, room: Room) -> None:
        """All parts of the line at once: a mask for each and its points apart take twice as long."""
        n, index = x.size, self._where(x, room)
        p, shift = room.t[:n], room.bits[:n]
        np.take(self._ends, index, out=p, mode="clip")
        np.subtract(x, p, out=p)
        np.absolute(p, out=p)
        np.take(self._shifts, index, out=shift, mode="clip")
        self._valued(p, shift, out, room)

    def _inside(self, x: FloatArray, out: FloatArray, room: Room) -> None:
        """On the only interval there is, strictly."""
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
        np.fmax(p, self._least, out=p)  # also for no distance
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


def _before(x: float) -> float:
    """The float before."""
    return float(np.nextafter(x, -np.inf))


class Segments:
    """x is in segment k where k of the finite, increasing cuts are below x, x itself not counted.

    With a grid, points of a bucket that holds several cuts are said to be in `unclear`, which no other
    point is in. NaN is in any segment.
    """

    def __init__(self, cuts: FloatArray) -> None:
        self._cuts = [float(cut) for cut in cuts]
        self.unclear = len(cuts) + 1
        self._many = len(cuts) > FEW
        if self._many:
            self._grid(cuts)

    def _grid(self, cuts: FloatArray) -> None:
        """Rounding is monotone: a cut in an earlier bucket than x is below x, one in a later one is not."""
        self._scale = min((BUCKETS - 1) / (self._cuts[-1] - self._cuts[0]), 1e300)
        places = np.empty(cuts.shape, dtype=np.intp)
        self._bucket(cuts, np.empty_like(cuts), places)
        first = np.searchsorted(places, np.arange(BUCKETS + 1))
        here = np.diff(first)
        self._first = np.where(here > 1, self.unclear, first[:-1])
        self._cut = np.where(here == 1, np.append(cuts, np.inf)[first[:-1]], np.inf)

    def _bucket(self, x: FloatArray, room: FloatArray, index: PlaceArray) -> None:
        np.fmax(x, self._cuts[0], out=room)
        np.minimum(room, self._cuts[-1], out=room)
        np.subtract(room, self._cuts[0], out=room)
        np.multiply(room, self._scale, out=room)
        np.copyto(index, room, casting="unsafe")

    def __call__(self, x: FloatArray, room: Room) -> PlaceArray:
        """The numbers, in `room.index`."""
        n = x.size
        index, flag, side = room.index[:n], room.flag[:n], room.side[:n]
        if self._many:
            t, bits = room.t[:n], room.bits[:n]
            self._bucket(x, t, index)
            np.take(self._cut, index, out=t, mode="clip")
            np.greater(x, t, out=flag)
            np.take(self._first, index, out=bits, mode="clip")
            np.add(bits, flag, out=index, casting="same_kind")
            return index
        side.fill(0)
        for cut in self._cuts:
            np.greater(x, cut, out=flag)
            np.add(side, flag.view(np.uint8), out=side)
        np.copyto(index, side)
        return index
