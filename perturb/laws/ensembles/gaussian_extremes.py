"""Extreme eigenvalues and singular values of Gaussian matrices from their tridiagonal models.

Draws come in blocks of a size that depends on n alone, and a block takes its random numbers whole: a shorter
run is a prefix of a longer one with the same seed. Values are within 1e-8 of the scale on which they
fluctuate (s_n: 1e-10 relative), or a few units in the last place where that is more.

The edge needs only the top rows (A. Edelman and N. R. Rao, Acta Numer. 14, 2005): the leading eigenvector
decays like an Airy function of k / n^(1/3) for the GOE, of k (4/n)^(1/3) for a square matrix. The decay is
random, so `ROWS` of these units are no bound. In 12,288 draws at n = 10^5 the rows after 12 units moved the
eigenvalue by 2e-7 standard deviations at most, in three draws by more than 1e-8 (after 10 units: by 4e-3).

The outermost eigenvalue of each of a batch of tridiagonal matrices: interpolation proposes, counts decide.

A `Family` stands for a batch of matrices, one a lane. At one point x a lane it gives f(x) = 1/[(x - T)^-1]_kk
for some k, and whether all other pivots of x - T are positive. If not, an eigenvalue is x or more (Sylvester,
law of inertia). If so, all poles of f = x - T_kk - sum c_j^2 / (x - mu_j) lie below x: from there on f' >= 1,
f'' <= 0, and the outermost eigenvalue r is the only zero. So r lies between x and x - f(x), and a chord of
two such points meets zero above r if r is between them, below r if it is not. Only this moves a bracket: an
interpolation that misleads costs time and nothing else. What is found in a lane depends on no other lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Protocol, Self

import numpy as np

from perturb.laws.ensembles.tridiagonal import Smallest, Tridiagonal, gammas, standard_normal
from perturb.types import AnyArray, BoolArray, FloatArray, PlaceArray

ROWS = 12.0  # the truncation, in units of the width of the edge
FLOATS = 4_000_000  # of one array of a block: 32 MB
MOST_LANES = 4096  # larger blocks leave the cache
ACCURACY = 1e-10  # of the smallest eigenvalue itself
PEAK = 1.5  # where the leading eigenvector is large, in lengths
SPREAD = 1.27  # standard deviation of TW_1
STARTS = (-2.7, -0.2)  # around its mean, -1.2
EDGE_ACCURACY = 1e-8  # of the scale of the fluctuations
MESHES = 14  # in a length
LOOKS = 4  # through the mesh, after the first two
STEEP = 5.0  # a length: f' at the root is one to two of them
STEP = 0.05  # how far such a look is off, in units


def _check(n: int, draws: int, beta: int, rows: float) -> None:
    if n < 1:
        raise ValueError(f"n = {n} must be at least 1")
    if draws < 0:
        raise ValueError(f"draws = {draws} must not be negative")
    if beta not in (1, 2, 4):
        raise ValueError(f"beta = {beta} is none of 1, 2, 4")
    if not rows > 0:
        raise ValueError(f"rows = {rows} must be positive")


def lanes(rows: int) -> int:
    """Matrices of a block: a function of their rows alone."""
    return max(1, min(MOST_LANES, FLOATS // rows))


def blocks(draws: int, rows: int) -> Iterator[tuple[int, int]]:
    """The size of each block and how many draws of it are wanted."""
    size = lanes(rows)
    for start in range(0, draws, size):
        yield size, min(size, draws - start)


def goe_largest(n: int, draws: int, rng: np.random.Generator, *, rows: float = ROWS) -> FloatArray:
    """Largest eigenvalue of the GOE, variance 1 off the diagonal and 2 on it; shape (draws,), any n >= 1."""
    return hermite_largest(n, draws, rng, beta=1, rows=rows)


def gue_largest(n: int, draws: int, rng: np.random.Generator, *, rows: float = ROWS) -> FloatArray:
    """Largest eigenvalue of the GUE, E|entry|^2 = 1 everywhere; shape (draws,), any n >= 1."""
    return hermite_largest(n, draws, rng, beta=2, rows=rows)


def hermite_largest(
    n: int, draws: int, rng: np.random.Generator, *, beta: int = 1, rows: float = ROWS
) -> FloatArray:
    """Largest eigenvalue of the Gaussian ensemble of index beta (1, 2 or 4), off-diagonal variance 1.

    rows: where the model is cut, in units of n^(1/3). ValueError for n < 1.
    """
    _check(n, draws, beta, rows)
    scale = sqrt(beta / 2)  # of the model
    edge = Edge(2 * sqrt(n) * scale, sqrt(n) * scale, n ** (1 / 3))
    kept = edge.rows(n, rows)
    shapes = [beta * k / 2 for k in range(n - 1, n - kept, -1)]

    def brackets() -> Iterator[RootBracket]:
        # One memory for all blocks: fresh pages would cost as much as the evaluation.
        a, b2 = np.empty((kept, lanes(kept))), np.empty((kept - 1, lanes(kept)))
        for size, keep in blocks(draws, kept):
            standard_normal(rng, a)
            gammas(shapes, size, rng, out=b2)
            yield edge.bracket(a[:, :keep], b2[:, :keep])

    return outermost(brackets(), draws) / scale


def ginibre_extremes(
    n: int, draws: int, rng: np.random.Generator, *, m: int | None = None, beta: int = 1, rows: float = ROWS
) -> tuple[FloatArray, FloatArray]:
    """s_1 and s_n of one and the same m x n matrix of independent N(0, 1) entries; two arrays (draws,).

    m >= n, n by default; beta = 2: complex entries with E|entry|^2 = 1. rows: where the model of s_1 is cut.
    """
    _check(n, draws, beta, rows)
    m = n if m is None else m
    if m < n:
        raise ValueError(f"m = {m} must be at least n = {n}")

    s_1, s_n = np.empty(draws), np.empty(draws)
    for part, q, e in models(m, n, draws, rng, beta):
        s_1[part], s_n[part] = extremes_of_models(m, n, q, e, beta, rows)
    return s_1, s_n


def models(
    m: int, n: int, draws: int, rng: np.random.Generator, beta: int
) -> Iterator[tuple[slice, FloatArray, FloatArray]]:
    """Squares of bidiagonal models, on the diagonal and above it (see `tridiagonal`), and whose they are."""
    diagonal = [beta * k / 2 for k in range(m, m - n, -1)]
    above = [beta * k / 2 for k in range(n - 1, 0, -1)]
    start = 0
    for size, keep in blocks(draws, n):
        q = gammas(diagonal, size, rng)[:, :keep]
        e = gammas(above, size, rng)[:, :keep]
        yield slice(start, start + keep), q, e
        start += keep


def extremes_of_models(
    m: int, n: int, q: FloatArray, e: FloatArray, beta: int, rows: float = ROWS
) -> tuple[FloatArray, FloatArray]:
    s_1 = np.sqrt(_largest(m, n, q, e, beta, rows) * (2 / beta))
    return s_1, np.sqrt(_smallest(q, e) * (2 / beta))


def kappa_ginibre(n: int, draws: int, rng: np.random.Generator, *, beta: int = 1) -> FloatArray:
    """Condition number s_1 / s_n of a square Gaussian matrix, shape (draws,)."""
    s_1, s_n = ginibre_extremes(n, draws, rng, beta=beta)
    return np.asarray(s_1 / s_n)


def _largest(m: int, n: int, q: FloatArray, e: FloatArray, beta: int, rows: float) -> FloatArray:
    """Largest eigenvalue of B'B; centre and scale are those of I. M. Johnstone, Ann. Statist. 29, 2001."""
    if n == 1:
        return np.asarray(q[0])
    root, coupling = sqrt(m) + sqrt(n), sqrt(m * n)
    # k rows down the edge is lower by k root^2 / coupling.
    edge = Edge(root**2 * beta / 2, coupling * beta / 2, (coupling / root) ** (2 / 3))
    kept = edge.rows(n, rows)
    a, b2 = q[:kept].copy(), q[: kept - 1] * e[: kept - 1]
    a[1:] += e[: kept - 1]
    return outermost([edge.bracket(a, b2)], q.shape[1])


def _smallest(q: FloatArray, e: FloatArray) -> FloatArray:
    """Smallest eigenvalue of B'B: between the reciprocal of the trace of the inverse and n times that."""
    family = Smallest.of(q, e)
    least = 1 / family.inverse_trace()
    starts = [-0.5 * least, -least, -1.4 * least]
    return -outermost([RootBracket(family, starts, least, ACCURACY * least)], q.shape[1])


@dataclass(frozen=True)
class Edge:
    """Largest eigenvalues of about `upper` + `unit` times a Tracy-Widom variable.

    coupling: what the b of these rows are near; length: in rows, see above. Their leading eigenvectors are,
    but for noise, Airy functions of row / `length`. A long edge is looked at through a coarse mesh first,
    which costs a few per cent of a draw and saves four looks in ten at all its rows.
    """

    upper: float
    coupling: float
    length: float

    @property
    def unit(self) -> float:
        return self.coupling / self.length**2

    def rows(self, n: int, cut: float) -> int:
        """How many of n rows lie within `cut` lengths."""
        return min(n, ceil(cut * self.length))

    def bracket(self, a: FloatArray, b2: FloatArray) -> RootBracket:
        """Brackets of the largest eigenvalues of models (see `Tridiagonal`), ready to be settled."""
        model = Tridiagonal(a, b2, min(len(a) - 1, int(PEAK * self.length)))
        mesh = int(min(self.length / MESHES, len(a) / 8) + 1) // 2 * 2 - 1
        if mesh < 3:
            return self._search(model)
        start, slope = self._guess(model.coarse(mesh, self.coupling))
        bracket = self._near(model, [start], STEP * self.unit)
        reach, value = 4 * STEP * self.unit, bracket.points[0][1]
        with np.errstate(all="ignore"):
            bracket.look(start - np.clip(value / (mesh * slope), -reach, reach))
        return bracket

    def _guess(self, model: Tridiagonal) -> tuple[FloatArray, FloatArray]:
        """Nearly the largest eigenvalues, and the slope of the last pivot there."""
        scout = self._search(model)
        for _ in range(LOOKS):
            scout.look(scout.proposed())
        start = scout.proposed()
        scout.look(start)
        scout.look(start + STEP * self.unit)
        (x, p, _), (y, q, _) = scout.points[-2:]
        with np.errstate(all="ignore"):
            return start, (q - p) / (y - x)

    def _search(self, model: Tridiagonal) -> RootBracket:
        starts = [np.full(model.a.shape[1], self.upper + k * self.unit) for k in STARTS]
        return self._near(model, starts, SPREAD * self.unit)

    def _near(self, model: Tridiagonal, starts: list[FloatArray], width: float) -> RootBracket:
        tol = max(EDGE_ACCURACY * SPREAD * self.unit, 8 * float(np.spacing(self.upper)))
        widths, tols = np.full_like(starts[0], width), np.full_like(starts[0], tol)
        return RootBracket(model, starts, widths, tols, steep=self.length > STEEP)


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
