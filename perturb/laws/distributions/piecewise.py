"""Polynomials on many narrow cells, found by index and evaluated block by block.

A block of `BLOCK` points keeps every temporary in the first two caches: 10^6 points take a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from perturb.types import FloatArray, Function, PlaceArray

BLOCK = 8192


class Room:
    """The temporaries of one block."""

    def __init__(self, size: int) -> None:
        self.t, self.cell, self.term, self.found = (np.empty(size) for _ in range(4))
        self.index = np.empty(size, dtype=np.intp)
        self.bits = np.empty(size, dtype=np.int64)
        self.flag = np.empty(size, dtype=np.bool_)
        self.side = np.empty(size, dtype=np.uint8)


def columns_of(rows: FloatArray) -> list[FloatArray]:
    """Coefficients of one power each, highest first."""
    return [np.ascontiguousarray(rows[:, k]) for k in reversed(range(rows.shape[1]))]


def horner(
    columns: list[FloatArray], index: PlaceArray, t: FloatArray, term: FloatArray, out: FloatArray
) -> None:
    # The mode "clip" is not for its clipping (the index is in range) but because it writes to `out` directly.
    np.take(columns[0], index, out=out, mode="clip")
    for column in columns[1:]:
        np.multiply(out, t, out=out)
        np.take(column, index, out=term, mode="clip")
        np.add(out, term, out=out)


def by_blocks(block: Callable[[FloatArray, FloatArray, Room], None], x: FloatArray) -> FloatArray:
    """What block(points, out, room) makes of x, BLOCK points at a time."""
    out, room = np.empty(x.shape), Room(min(BLOCK, x.size))
    for start in range(0, x.size, BLOCK):
        part = slice(start, start + BLOCK)
        block(x[part], out[part], room)
    return out


class Piecewise:
    """Polynomials in t = per_unit x - k on the cells [k, k + 1) / per_unit, k = first, first + 1, ...

    `rows` has shape (cells, degree + 1), lowest power first; per_unit is a power of two, so that t is exact.
    Points outside [low, high) get no useful value: the caller treats them.
    """

    def __init__(self, first: int, per_unit: int, rows: FloatArray) -> None:
        self.first, self.per_unit, self.rows = first, per_unit, rows
        self.low, self.high = first / per_unit, (first + len(rows)) / per_unit
        self._columns = columns_of(rows)

    def __call__(self, x: FloatArray) -> FloatArray:
        return by_blocks(self._block, x)

    def _block(self, x: FloatArray, out: FloatArray, room: Room) -> None:
        n = x.size
        t, cell, index = room.t[:n], room.cell[:n], room.index[:n]
        np.maximum(x, self.low, out=t)
        np.minimum(t, self.high, out=t)
        np.multiply(t, self.per_unit, out=t)
        np.floor(t, out=cell)
        np.subtract(t, cell, out=t)
        np.subtract(cell, self.first, out=cell)
        np.copyto(index, cell, casting="unsafe")
        horner(self._columns, index, t, room.term[:n], out)

    def derivative(self) -> Piecewise:
        powers = np.arange(1, self.rows.shape[1])
        return Piecewise(self.first, self.per_unit, self.rows[:, 1:] * powers * self.per_unit)

    @classmethod
    def fitted(cls, f: Function, first: int, last: int, per_unit: int) -> Piecewise:
        """Cubics that agree with f at both ends and at two inner points of the cells first .. last - 1."""
        starts = np.arange(first, last) / per_unit
        return cls(first, per_unit, cubics(f, starts, np.full(starts.shape, 1 / per_unit)))


# The four Chebyshev-Lobatto points: the ends belong to them, so neighbouring cubics agree where they meet.
NODES = np.array([0.0, 0.25, 0.75, 1.0])
# Exact inverse of the Vandermonde matrix of the nodes, powers first.
FIT = np.array([[3.0, 0, 0, 0], [-19, 24, -8, 3], [32, -56, 40, -16], [-16, 32, -32, 16]]) / 3


def cubics(f: Function, starts: FloatArray, widths: FloatArray) -> FloatArray:
    """Coefficients (cells, 4) in t in [0, 1] of the interpolating cubic of f on each cell."""
    points = starts[:, None] + widths[:, None] * NODES
    values = f(points.ravel()).reshape(points.shape)
    # Differences are small and nearly exact, so the large entries of FIT multiply no rounding of f(start).
    rows: FloatArray = (values - values[:, :1]) @ FIT.T
    rows[:, 0] = values[:, 0]
    return rows


class Dyadic:
    """Cubics in p on cells that are 2^-bits of an octave wide, for p in [2^-octaves, 1/2].

    The cell of p is read off its exponent and leading digits, so the resolution is relative and costs no
    logarithm. There are two functions: `lower(p)` is wanted at levels q = p, `upper(p)` at levels q = 1 - p.
    """

    def __init__(
        self,
        lower: Function,
        upper: Function,
        octaves: int,
        bits: int,
    ) -> None:
        self.smallest, self._shift = 2.0**-octaves, 52 - bits
        self._base = int(np.array(self.smallest).view(np.int64)) >> self._shift
        count = ((octaves - 1) << bits) + 1  # the last cell is there for p = 1/2 itself
        starts = ((self._base + np.arange(count)) << self._shift).view(np.float64)
        widths = np.ldexp(1.0, np.frexp(starts)[1] - 1 - bits)
        widths[-1] = 0.0
        scales = np.where(widths > 0, widths, 1.0)[:, None] ** np.arange(4)
        self._columns = columns_of(
            np.concatenate([cubics(f, starts, widths) / scales for f in (lower, upper)])
        )
        self._count = count

    def __call__(self, q: FloatArray, survival: bool = False) -> FloatArray:
        """The value for the level q, or 1 - q if `survival`; useless where q or 1 - q is below `smallest`."""
        return by_blocks(partial(self._block, np.less_equal if survival else np.greater), q)

    def _block(self, is_upper: np.ufunc, q: FloatArray, out: FloatArray, room: Room) -> None:
        n = q.size
        p, cell, index, bits = room.t[:n], room.cell[:n], room.index[:n], room.bits[:n]
        np.subtract(1.0, q, out=p)
        np.minimum(p, q, out=p)
        np.maximum(p, self.smallest, out=p)
        np.right_shift(p.view(np.int64), self._shift, out=bits)
        np.left_shift(bits, self._shift, out=cell.view(np.int64))
        np.subtract(p, cell, out=p)
        np.subtract(bits, self._base, out=index, casting="same_kind")
        is_upper(q, 0.5, out=room.flag[:n])
        np.multiply(room.flag[:n], self._count, out=bits)
        np.add(index, bits, out=index, casting="same_kind")
        horner(self._columns, index, p, room.term[:n], out)
