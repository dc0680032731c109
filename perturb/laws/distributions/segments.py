"""In which of consecutive segments of the line points are: by comparisons, or by a grid for many of them."""

from __future__ import annotations

import numpy as np

from perturb.laws.distributions.piecewise import Room
from perturb.types import FloatArray, PlaceArray

FEW = 14  # comparisons, a quarter of a nanosecond each; a grid costs as much as that for any number
BUCKETS = 4096


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
