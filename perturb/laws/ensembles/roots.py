"""The outermost eigenvalue of each of a batch of tridiagonal matrices: interpolation proposes, counts decide.

A `Family` stands for a batch of matrices, one a lane. At one point x a lane it gives f(x) = 1/[(x - T)^-1]_kk
for some k, and whether all other pivots of x - T are positive. If not, an eigenvalue is x or more (Sylvester,
law of inertia). If so, all poles of f = x - T_kk - sum c_j^2 / (x - mu_j) lie below x: from there on f' >= 1,
f'' <= 0, and the outermost eigenvalue r is the only zero. So r lies between x and x - f(x), and a chord of
two such points meets zero above r if r is between them, below r if it is not. Only this moves a bracket: an
interpolation that misleads costs time and nothing else. What is found in a lane depends on no other lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

import numpy as np

from perturb.types import AnyArray, BoolArray, FloatArray, PlaceArray

Point = tuple[FloatArray, FloatArray, FloatArray]  # x, f(x), and f(x) or NaN where it bounds no distance

MOST = 500  # looks; bisection from the width to the last bit takes about 60
NEAR = 1000.0  # tolerances
NOISE = 2.0**-44  # f(x) is the exact value for an x that is off by this part of it, at most
PART = 0.2  # of a block: the slowest lanes, which wait until they fill a block of their own


class Family(Protocol):
    """A batch of matrices; a call gives f(x) and whether it bounds the distance to the outermost eigenvalue.

    `take` keeps the lanes of the given numbers, `join` adds those of other batches.
    """

    def __call__(self, x: FloatArray) -> tuple[FloatArray, BoolArray]: ...

    def take(self, lanes: PlaceArray) -> Self: ...

    def join(self, others: Sequence[Self]) -> Self: ...


class RootBracket:
    """lo <= root <= hi in every lane of a family, and the last three points with their values.

    starts: points a lane, two at least before a root is `proposed`; width: their scale, with which a bracket
    is looked for; tol: how narrow the bracket must become, some units in the last place of the root at least;
    steep: whether f' is so far from 1 that chords are worth their price.
    """

    def __init__(
        self,
        family: Family,
        starts: Sequence[FloatArray],
        width: FloatArray,
        tol: FloatArray,
        steep: bool = False,
    ) -> None:
        self.family, self.width, self.tol, self.lanes = family, width, tol, np.arange(len(width))
        self.steep = steep
        self.lo, self.hi = np.full_like(width, -np.inf), np.full_like(width, np.inf)
        self.points: list[Point] = []
        for x in starts:
            self.look(x)

    def look(self, x: FloatArray) -> None:
        """Evaluate, and narrow the brackets. A lane that stays at its last point keeps its bracket."""
        value, sure = self.family(x)
        with np.errstate(all="ignore"):
            trusted = np.where(sure, value, np.nan)
            end = x - trusted
            self.lo = np.fmax(self.lo, np.fmin(x, end))
            self.hi = np.fmin(self.hi, np.maximum(x, end))
        self.points = [*self.points[-2:], (x, value, trusted)]
        if self.steep and len(self.points) > 1:
            self._chords()

    def _chords(self) -> None:
        """Narrow brackets by the chords from the last point, where it is so near the root that this may do.

        Both ends must be trusted, and what the chord says more than rounding.
        """
        *earlier, (x, _, value) = self.points
        y, _, other = earlier[-1]
        with np.errstate(all="ignore"):
            near = np.flatnonzero(np.abs(value * ((x - y) / (value - other))) <= NEAR * self.tol)
            x, value, lo, hi = x[near], value[near], self.lo[near], self.hi[near]
            noise = NOISE * np.abs(x) / self.tol[near]
            for y, other in ((y[near], other[near]) for y, _, other in earlier):
                gap = x - y
                step = value * (gap / (value - other))
                clear = (np.abs(step) * noise <= np.abs(gap)) & ((value > other) == (gap > 0))
                root, aside = np.where(clear, x - step, np.nan), (value > 0) == (other > 0)
                lo = np.fmax(lo, np.where(aside, root, np.nan))
                hi = np.fmin(hi, np.where(aside, np.nan, root))
        self.lo[near], self.hi[near] = lo, hi

    def open(self) -> BoolArray:
        return ~(self.hi - self.lo <= 1.01 * self.tol)

    def proposed(self) -> FloatArray:
        """The interpolated root, half a tolerance off a known end, so that a converged lane closes.

        Where it is outside the bracket: the middle. A missing end is looked for at doubled distances.
        """
        lo, hi = self.lo, self.hi
        if (endless := np.isinf(hi - lo)).any():
            self.width = np.where(endless, 2 * self.width, self.width)
            lo = np.where(lo == -np.inf, self.hi - self.width, lo)
            hi = np.where(hi == np.inf, self.lo + self.width, hi)
        x, half = interpolated(self.points), self.tol / 2
        inside = (x >= lo - self.tol) & (x <= hi + self.tol)
        return np.where(inside, np.minimum(np.maximum(x, lo + half), hi - half), lo + (hi - lo) / 2)

    def settle(self, part: float, roots: FloatArray) -> Self:
        """Look until at most `part` of the lanes are open; put the closed into `roots`, return the open."""
        for _ in range(MOST):
            wide = self.open()
            still, closed = np.flatnonzero(wide), np.flatnonzero(~wide)
            if len(still) <= part * len(self.lanes) and len(self.points) == 3:
                lo, hi = self.lo[closed], self.hi[closed]
                roots[self.lanes[closed]] = lo + (hi - lo) / 2
                return self.take(still)
            self.look(np.where(wide, self.proposed(), self.points[-1][0]))
        raise ArithmeticError(f"{len(still)} eigenvalues not found: a NaN, or a tolerance below the last bit")

    def take(self, lanes: PlaceArray) -> Self:
        points = [_point(v[lanes] for v in point) for point in self.points]
        return self._like(self.family.take(lanes), [v[lanes] for v in self._vectors()], points)

    def join(self, others: Sequence[Self]) -> Self:
        """All lanes in one bracket; each has three points."""
        if not others:
            return self
        brackets = [self, *others]
        vectors = [np.concatenate(vs) for vs in zip(*(b._vectors() for b in brackets), strict=True)]
        points = [
            _point(np.concatenate(vs) for vs in zip(*ps, strict=True))
            for ps in zip(*(b.points for b in brackets), strict=True)
        ]
        return self._like(self.family.join([b.family for b in others]), vectors, points)

    def _vectors(self) -> tuple[AnyArray, ...]:
        return self.lanes, self.width, self.tol, self.lo, self.hi

    def _like(self, family: Family, vectors: list[AnyArray], points: list[Point]) -> Self:
        new = object.__new__(type(self))
        new.family, new.points, new.steep = family, points, self.steep
        new.lanes, new.width, new.tol, new.lo, new.hi = vectors
        return new


def _point(arrays: Iterable[FloatArray]) -> Point:
    x, value, trusted = arrays
    return x, value, trusted


def interpolated(points: Sequence[Point]) -> FloatArray:
    """The zero of the line through two points, of the (x - r) / (b + c x) through three; if it has one."""
    (x1, p1, _), (x2, p2, _) = points[-2:]
    h1 = x1 - x2
    with np.errstate(all="ignore"):
        if len(points) == 2:
            return np.asarray(x2 + h1 * p2 / (p2 - p1))
        x0, p0, _ = points[0]
        h0 = x0 - x2
        return np.asarray(x2 + h0 * h1 * p2 * (p1 - p0) / (h0 * p0 * (p1 - p2) - h1 * p1 * (p0 - p2)))


def outermost(blocks: Iterable[RootBracket], count: int) -> FloatArray:
    """The largest root of each lane of all blocks, `count` in all: the middle of a bracket within `tol`.

    ArithmeticError where a bracket does not close: a tolerance below the spacing of the floats, or a NaN.
    """
    roots, start, slow = np.empty(count), 0, list[RootBracket]()
    for block in blocks:
        block.lanes += start
        start += len(block.lanes)
        slow.append(block.settle(PART, roots))
        if sum(len(b.lanes) for b in slow) >= len(block.lanes):
            slow = [slow[0].join(slow[1:]).settle(PART, roots)]
    while sum(len(b.lanes) for b in slow) > 0:
        slow = [slow[0].join(slow[1:]).settle(PART, roots)]
    return roots
