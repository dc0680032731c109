"""How a column is counted: equal bins with a fine mesh inside them, or an event and its opposite.

Counts are plain int64 arrays: they add exactly in any order, and each value lies exactly between the float64
edges of its bin, which the certified distances rest on (a histogram library rounds the place of a value).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from perturb.types import AnyArray, FloatArray, IntArray

# Fine bins a column, about: 0.5 MB of counts, a bracket of a distance far narrower than the DKW band.
FINE = 2**16
# A draw of which it is not known whether it is in the event, beside 0 for no and 1 for yes.
OPEN = 2


class Bins(NamedTuple):
    """`number` equal bins on [lo, hi), each closed on the left."""

    lo: float
    hi: float
    number: int

    def edges(self) -> FloatArray:
        return np.linspace(self.lo, self.hi, self.number + 1)

    def split(self) -> int:
        """Fine bins in a bin: a power of two, so the edges are among the fine edges bit for bit."""
        return 1 << max(0, (FINE // self.number).bit_length() - 1)

    def fine_edges(self) -> FloatArray:
        return _fine_edges(self)

    def width(self) -> float:
        """Of a fine bin, a little less than all of them have."""
        return (1 - 1e-9) * (self.hi - self.lo) / (self.number * self.split())

    def check(self) -> None:
        """ValueError for an empty range, or bins that float64 cannot tell apart."""
        if not (np.isfinite([self.lo, self.hi]).all() and self.lo < self.hi and self.number >= 1):
            raise ValueError(f"bins must be a non-empty range, got {self}")
        width = (self.hi - self.lo) / (self.number * self.split())
        if width < 4 * np.spacing(max(abs(self.lo), abs(self.hi))):
            raise ValueError(f"bins must be wider than the rounding of their edges, got {self}")

    def sent(self) -> Bins:
        """What a worker has to know."""
        return self

    def binned(self, values: FloatArray) -> IntArray:
        """How many values lie below, in each fine bin, and above: shape (number * split + 2,)."""
        edges = self.fine_edges()
        scale = (len(edges) - 1) / (self.hi - self.lo)
        # A value far outside may overflow, on the right side.
        with np.errstate(over="ignore"):
            guess = np.clip((values - self.lo) * scale, -1, len(edges) - 1)
        place = np.floor(guess).astype(np.intp) + 1
        # The guess is off by less than one bin; the edges themselves decide.
        padded = np.concatenate(([-np.inf], edges, [np.inf]))
        place -= values < padded[place]
        place += values >= padded[place + 1]
        return np.bincount(place, minlength=len(edges) + 1).astype(np.int64)

    def coarse(self, fine: IntArray) -> tuple[int, ...]:
        """The counts of the bins, from those of the fine ones."""
        return tuple(fine[1:-1].reshape(self.number, self.split()).sum(axis=1).tolist())


class Probability(NamedTuple):
    """A boolean column: its probability, held against `bound`, a number or a function of n and the case."""

    bound: float | Callable[..., float] | None = None
    op: str = "<="

    def check(self) -> None:
        if self.op not in ("<=", ">="):
            raise ValueError(f"op must be <= or >=, got {self.op!r}")

    def sent(self) -> Probability:
        """A bound may be a function that does not travel."""
        return Probability()

    def binned(self, values: AnyArray) -> IntArray:
        """How often not, how often, and, where there are any, how often OPEN: shape (2,) or (3,)."""
        return np.bincount(values.astype(np.intp), minlength=2).astype(np.int64)

    def coarse(self, fine: IntArray) -> tuple[int, ...]:
        return tuple(fine.tolist())


Column = Bins | Probability


def is_event(values: AnyArray) -> bool:
    """Booleans, or 8-bit integers 0, 1 and OPEN."""
    if values.dtype == np.int8:
        return bool(np.isin(values, (0, 1, OPEN)).all())
    return values.dtype == np.bool_


@cache
def _fine_edges(bins: Bins) -> FloatArray:
    edges = np.linspace(bins.lo, bins.hi, bins.number * bins.split() + 1)
    edges.setflags(write=False)
    return edges
