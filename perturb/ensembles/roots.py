"""The outermost eigenvalue of each of a batch of tridiagonal matrices: interpolation proposes, counts decide.

A `Family` stands for a batch of matrices, one a lane. At one point x a lane it gives f(x) = 1/[(x - T)^-1]_kk
for some k, and whether all other pivots of x - T are positive. If not, an eigenvalue lies above x (Sylvester,
law of inertia). If so, the poles of f lie below x, and as f' = |(x - T)^-1 e_k|^2 / [(x - T)^-1]_kk^2 >= 1
the outermost eigenvalue lies between x and x - f(x). Only this moves a bracket, so an interpolation that
misleads costs time and nothing else. What is found in a lane depends on no other lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
Lanes = NDArray[np.intp]

MOST = 500  # looks; bisection from the width to the last bit takes about 60
PART = 0.2  # of a block: the slowest lanes, which wait until they fill a block of their own


class Family(Protocol):
    """A batch of matrices; a call gives f(x) and whether it bounds the distance to the outermost eigenvalue.

    `take` keeps the lanes of the given numbers, `join` adds those of another batch.
    """

    def __call__(self, x: FloatArray) -> tuple[FloatArray, BoolArray]: ...

    def take(self, lanes: Lanes) -> Self: ...

    def join(self, other: Self) -> Self: ...


class Bracket:
    """lo <= root <= hi in every lane of a family, and the last three points with their values.

    starts: three points a lane; width: their scale, with which a bracket is looked for; tol: how narrow the
    bracket must become, some units in the last place of the root at least.
    """

    def __init__(
        self, family: Family, starts: Sequence[FloatArray], width: FloatArray, tol: FloatArray
    ) -> None:
        self.family, self.width, self.tol, self.lanes = family, width, tol, np.arange(len(width))
        self.lo, self.hi = np.full_like(width, -np.inf), np.full_like(width, np.inf)
        self.points: list[tuple[FloatArray, FloatArray]] = []
        for x in starts:
            self.look(x)

    def look(self, x: FloatArray) -> None:
        """Evaluate, and narrow the brackets that are still open: the others keep their bits."""
        value, sure = self.family(x)
        wide, other = self.open(), x - value
        with np.errstate(invalid="ignore"):
            low = np.where(sure, np.minimum(x, other), x)
            high = np.where(sure, np.maximum(x, other), np.inf)
        self.lo = np.where(wide, np.maximum(self.lo, low), self.lo)
        self.hi = np.where(wide, np.minimum(self.hi, high), self.hi)
        self.points = [*self.points[-2:], (x, value)]

    def open(self) -> BoolArray:
        return ~(self.hi - self.lo <= 1.01 * self.tol)

    def proposed(self) -> FloatArray:
        """The interpolated root, half a tolerance off a known end, so that a converged lane closes.

        Where it is outside the bracket: the middle. A missing end is looked for at doubled distances.
        """
        self.width = np.where(np.isinf(self.hi - self.lo), 2 * self.width, self.width)
        lo = np.where(self.lo == -np.inf, self.hi - self.width, self.lo)
        hi = np.where(self.hi == np.inf, self.lo + self.width, self.hi)
        x, half = fraction(*self.points), self.tol / 2
        inside = (x >= lo - self.tol) & (x <= hi + self.tol)
        return np.where(inside, np.minimum(np.maximum(x, lo + half), hi - half), lo + (hi - lo) / 2)

    def settle(self, part: float, roots: FloatArray) -> Self:
        """Look until at most `part` of the lanes are open; put the closed into `roots`, return the open."""
        for _ in range(MOST):
            wide = self.open()
            still, closed = np.flatnonzero(wide), np.flatnonzero(~wide)
            if len(still) <= part * len(self.lanes):
                lo, hi = self.lo[closed], self.hi[closed]
                roots[self.lanes[closed]] = lo + (hi - lo) / 2
                return self.take(still)
            self.look(self.proposed())
        raise ArithmeticError(f"{len(still)} eigenvalues not found: a NaN, or a tolerance below the last bit")

    def take(self, lanes: Lanes) -> Self:
        return self._like(
            self.family.take(lanes),
            [v[lanes] for v in self._vectors()],
            [(x[lanes], value[lanes]) for x, value in self.points],
        )

    def join(self, other: Self) -> Self:
        pairs = zip(self._vectors(), other._vectors(), strict=True)
        points = zip(self.points, other.points, strict=True)
        return self._like(
            self.family.join(other.family),
            [np.concatenate(pair) for pair in pairs],
            [(np.append(x, y), np.append(p, q)) for (x, p), (y, q) in points],
        )

    def _vectors(self) -> tuple[NDArray[Any], ...]:
        return self.lanes, self.width, self.tol, self.lo, self.hi

    def _like(
        self, family: Family, vectors: list[NDArray[Any]], points: list[tuple[FloatArray, FloatArray]]
    ) -> Self:
        new = object.__new__(type(self))
        new.family, new.points = family, points
        new.lanes, new.width, new.tol, new.lo, new.hi = vectors
        return new


def fraction(*points: tuple[FloatArray, FloatArray]) -> FloatArray:
    """The zero r of the (x - r) / (b + c x) through three points; NaN or nonsense where there is none."""
    (x0, p0), (x1, p1), (x2, p2) = points
    h0, h1 = x0 - x2, x1 - x2
    with np.errstate(all="ignore"):
        return np.asarray(x2 + h0 * h1 * p2 * (p1 - p0) / (h0 * p0 * (p1 - p2) - h1 * p1 * (p0 - p2)))


def outermost(blocks: Iterable[Bracket], count: int) -> FloatArray:
    """The largest root of each lane of all blocks, `count` in all: the middle of a bracket within `tol`.

    ArithmeticError where a bracket does not close: a tolerance below the spacing of the floats, or a NaN.
    """
    roots, start, pool = np.empty(count), 0, None
    for block in blocks:
        block.lanes += start
        start += len(block.lanes)
        size, slow = len(block.lanes), block.settle(PART, roots)
        pool = slow if pool is None else pool.join(slow)
        if len(pool.lanes) >= size:
            pool = pool.settle(PART, roots)
    while pool is not None and len(pool.lanes) > 0:
        pool = pool.settle(PART, roots)
    return roots
