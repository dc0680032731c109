"""What one chunk leaves of one column, in the worker: counts, moments, extremes; and adding chunks up."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perturb.laws.stats.bins import Bins, Column
from perturb.montecarlo.chunk import Chunk, Columns, draw
from perturb.types import AnyArray, IntArray


class Part(NamedTuple):
    """One column of one chunk: `total` the sum, `squares` about the mean total / draws, packed counts."""

    column: str
    draws: int
    total: float
    squares: float
    smallest: float
    largest: float
    counts: bytes


def summarise(column: str, values: AnyArray, bins: Column) -> Part:
    numbers = (values if isinstance(bins, Bins) else values == 1).astype(np.float64)
    total = float(numbers.sum())
    squares = float(((numbers - total / len(numbers)) ** 2).sum())
    ends = float(numbers.min()), float(numbers.max())
    return Part(column, len(numbers), total, squares, *ends, pack(bins.binned(values)))


@dataclass(frozen=True)
class Output:
    """What a worker sends back of a chunk: a part a column, and the values where they are asked for."""

    parts: tuple[Part, ...]
    raw: Columns | None = None


def perform(chunk: Chunk) -> Output:
    """Draw and summarise; ValueError as `draw`."""
    drawn = draw(chunk)
    counted = {name: bins for name, bins in chunk.columns.items() if bins is not None}
    parts = tuple(summarise(name, drawn[name], bins) for name, bins in counted.items())
    return Output(parts, drawn if chunk.raw else None)


def pack(counts: IntArray) -> bytes:
    return zlib.compress(counts.astype("<u4").tobytes(), 1)


def unpack(counts: bytes) -> IntArray:
    return np.frombuffer(zlib.decompress(counts), dtype="<u4").astype(np.int64)


def _added(counts: IntArray, more: IntArray) -> IntArray:
    """Only where some draws are open do events have a third count."""
    length = max(len(counts), len(more))
    return np.pad(counts, (0, length - len(counts))) + np.pad(more, (0, length - len(more)))


@dataclass(frozen=True)
class Tally:
    """The sum of parts of one panel: exact in integers and rationals, so their order changes no bit.

    It never changes, so Ctrl-C finds no part that is half added.
    """

    draws: int = 0
    counts: IntArray | None = None
    total: Fraction = field(default_factory=Fraction)
    raised: Fraction = field(default_factory=Fraction)
    smallest: float = math.inf
    largest: float = -math.inf

    def plus(self, part: Part) -> Tally:
        total, counts = Fraction(part.total), unpack(part.counts)
        return Tally(
            self.draws + part.draws,
            counts if self.counts is None else _added(self.counts, counts),
            self.total + total,
            # The sum of squares about zero of the values: about their mean in the chunk, moved to zero.
            self.raised + Fraction(part.squares) + total * total / part.draws,
            min(self.smallest, part.smallest),
            max(self.largest, part.largest),
        )

    @property
    def mean(self) -> float:
        return float(self.total / self.draws)

    @property
    def variance(self) -> float:
        """With the divisor draws - 1; NaN for one draw."""
        if self.draws == 1:
            return math.nan
        # In rationals the difference is never negative: it is sum squares + sum draws (mean - all's mean)^2.
        return float((self.raised - self.total**2 / self.draws) / (self.draws - 1))
