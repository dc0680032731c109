"""Free convolution of finitely many atoms with a semicircle: edges, density and distribution function.

For mu = sum p_i delta(a_i) and a semicircle of variance v, G(z) = G_mu(w) with w the subordination point, the
root of z = H(w) = w + v G_mu(w) in the upper half-plane (P. Biane, Indiana Univ. Math. J. 46, 1997): the
density is Im w / (pi v), the edges are H(w) at the real w with sum p_i / (w - a_i)^2 = 1/v, and the
logarithmic potential is sum p_i log(w - a_i) + v G_mu(w)^2 / 2, because dz = (1 + v G_mu') dw; so the cdf
needs no quadrature except close to an edge, where the formula would cancel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import TypeVar

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import ArrayLike

from perturb.laws.distributions.evaluate import check_order
from perturb.laws.distributions.protocol import atoms, exactly
from perturb.laws.distributions.tabled import MANY, TabledDistribution
from perturb.types import BoolArray, ComplexArray, FloatArray, IntArray

EPS = float(np.finfo(float).eps)
NEWTON, ITERATIONS = 8, 100
NODES, WEIGHTS = leggauss(24)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2
BLOCK = 2**14  # points whose corners are taken at a time: they need memory for each node and atom
GRID = 4097  # points a band in the table behind `rvs`
Numbers = TypeVar("Numbers", FloatArray, ComplexArray)
IN_ORDER = 8 * 8  # bytes: numpy adds shorter rows one term after the other, too


@dataclass(frozen=True)
class SemicircleSum(TabledDistribution):
    """The free additive convolution of sum weights_i delta(points_i) with the semicircle distribution of
    `variance`.

    Also the limit of the eigenvalues of A + sqrt(variance) X, X a Wigner matrix whose entries have variance
    1/n and A deterministic with these eigenvalues. Made by `semicircle_sum`, which checks and sorts.
    """

    points: tuple[float, ...]
    weights: tuple[float, ...]
    variance: float

    @property
    def name(self) -> str:
        return f"{atoms(self.points, self.weights)} [+] semicircle({exactly(self.variance)})"

    @property
    def latex(self) -> str:
        return rf"\mu \boxplus \mathrm{{SC}}({exactly(self.variance)})"

    @property
    def cdf_error(self) -> float:
        """The density is at most 1/(pi sqrt(variance)), so a few roundings of x and of w cost this much."""
        reach = max(abs(end) for end in self.support)
        return 32 * EPS * (1 + reach / sqrt(self.variance))

    @property
    def support(self) -> tuple[float, float]:
        return float(self.edges[1][0]), float(self.edges[1][-1])

    @cached_property
    def edges(self) -> tuple[FloatArray, FloatArray]:
        """Subordination points w and edges H(w), increasing, shape (2 bands,)."""
        w = subordinated_edges(self.points, self.weights, self.variance)
        return w, w + self.variance * self._transform(w)

    @property
    def kinks(self) -> tuple[float, ...]:
        return tuple(self.edges[1][1:-1].tolist())

    @property
    def bands(self) -> tuple[tuple[float, float], ...]:
        """The intervals of the support, from left to right."""
        z = self.edges[1].tolist()
        return tuple(zip(z[::2], z[1::2], strict=True))

    pieces = bands

    levels = property(lambda self: tuple(pairwise(self.below.tolist())))

    many = property(lambda self: MANY * len(self.bands))  # each band has a table of its own

    @cached_property
    def below(self) -> FloatArray:
        """Mass below each band, and 1 at the end; shape (bands + 1,). A band holds the mass of its atoms."""
        starts = np.searchsorted(self.points, self.edges[0][::2])
        return np.append(np.cumsum((0.0, *self.weights))[starts], 1.0)

    def subordination(self, x: ArrayLike) -> ComplexArray:
        """w(x + i0), in the upper half-plane, at points strictly inside a band; shape (k,)."""
        flat = np.atleast_1d(np.asarray(x, dtype=np.float64))
        return self._local(flat, self._nearest(flat))[1]

    def _transform(self, w: Numbers) -> Numbers:
        return added(np.array(self.weights) / (w[..., None] - np.array(self.points)))

    def _nearest(self, x: FloatArray) -> IntArray:
        """The index of the nearer end of the band that x is in."""
        z = self.edges[1]
        left = 2 * ((np.searchsorted(z, x, side="right") - 1) // 2)
        return np.where(x - z[left] < z[left + 1] - x, left, left + 1)

    def _local(self, x: FloatArray, edge: IntArray) -> tuple[ComplexArray, ComplexArray, FloatArray]:
        """d = w - w_edge, w, b = w_edge - points: H(w) - H(w_edge) is exactly v d^2 sum p / (b^2 (b + d))."""
        w, z = self.edges
        b, gap = w[edge][:, None] - np.array(self.points), x - z[edge]
        p = self.variance * np.array(self.weights) / b**2
        curve = added(p / b)
        d = 1j * np.sqrt(np.abs(gap / curve))
        far = np.abs(added(p / (b + d[:, None])) - curve) > 0.3 * np.abs(curve)
        d[far] = self._start(
            companion_root(self.points, self.weights, self.variance, x[far]) - w[edge[far]],
            d[far],
            gap[far],
            b[far],
        )
        best, least = d, np.full(x.shape, np.inf)
        for _ in range(NEWTON):
            slope = added(p / (b + d[:, None]))
            bend = added(p / (b + d[:, None]) ** 2)
            miss = np.abs(d * d * slope - gap)
            best, least = np.where(miss < least, d, best), np.fmin(miss, least)
            with np.errstate(all="ignore"):
                step = (d * slope - gap / d) / (2 * slope - d * bend)
            d = d - np.where(np.isfinite(step), step, 0)  # at a cusp a step may lead anywhere
        d = best.real + 1j * np.abs(best.imag)
        return d, w[edge] + d, b

    def _start(self, root: ComplexArray, d: ComplexArray, gap: FloatArray, b: FloatArray) -> ComplexArray:
        """For Newton: the root of the polynomial, or where that is worse the mean of w and z - v G(w), which
        is slow near a cusp, but in d and b neither a distant origin nor distant atoms cost it digits."""
        p = self.variance * np.array(self.weights)
        for _ in range(ITERATIONS):
            d = (d + gap + d * added(p / (b * (b + d[:, None])))) / 2
        miss = [np.abs(s - gap - s * added(p / (b * (b + s[:, None])))) for s in (root, d)]
        return np.where(miss[0] <= miss[1], root, d)

    def _inside(self, x: FloatArray) -> BoolArray:
        place = np.searchsorted(self.edges[1], x, side="right")
        return np.asarray((place % 2 == 1) & (x > self.edges[1][np.maximum(place - 1, 0)]))

    def parts(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The mass of x's band left and right of x, both relatively accurate; x inside bands, shape (k,)."""
        edge = self._nearest(x)
        d, w, b = self._local(x, edge)
        mass = np.diff(self.below)[edge // 2]
        right = self._above(w) - (1 - self.below[edge // 2 + 1])
        near = np.abs(d) < 0.5 * np.abs(b).min(1)
        small = np.zeros_like(x)
        small[near] = self._corner(d[near], b[near])
        right = np.where(near, np.where(edge % 2 == 1, small, mass - small), right)
        left = np.where(near & (edge % 2 == 0), small, mass - right)
        return np.clip(left, 0, mass), np.clip(right, 0, mass)

    def _above(self, w: ComplexArray) -> FloatArray:
        """The mass on the right of H(w): the imaginary part of the logarithmic potential over pi."""
        turn = np.angle(w[:, None] - np.array(self.points)) @ np.array(self.weights)
        return np.asarray((turn + self.variance * (self._transform(w) ** 2).imag / 2) / np.pi)

    def _corner(self, d: ComplexArray, b: FloatArray) -> FloatArray:
        """The mass between an edge and H(w_edge + d): the integral of (G - G(edge)) dz along a segment."""
        if len(d) > BLOCK:
            blocks = (slice(k, k + BLOCK) for k in range(0, len(d), BLOCK))
            return np.concatenate([self._corner(d[part], b[part]) for part in blocks])
        p = np.array(self.weights) / b**2
        c = b[:, None] + d[:, None, None] * NODES[:, None]
        first = (p[:, None] * b[:, None] / c).sum(-1)
        second = (p[:, None] * (b[:, None] + c) / c**2).sum(-1)
        integral = d**3 * ((NODES**2 * first * second) @ WEIGHTS)
        return np.asarray(np.abs(integral.imag) * self.variance / np.pi)

    def _pdf(self, x: FloatArray) -> FloatArray:
        out, inside = np.zeros_like(x), self._inside(x)
        out[inside] = self.subordination(x[inside]).imag / (np.pi * self.variance)
        return out

    def _cdf(self, x: FloatArray) -> FloatArray:
        return self._side(x, 0)

    def _sf(self, x: FloatArray) -> FloatArray:
        return self._side(x, 1)

    def _side(self, x: FloatArray, side: int) -> FloatArray:
        """cdf (side 0) or sf (side 1): the mass of whole bands plus the part of x's own."""
        inside, z = self._inside(x), self.edges[1]
        whole = self.below if side == 0 else 1 - self.below
        band = (np.searchsorted(z, x, side="right") - inside) // 2
        out = whole[band + inside * side]
        out[inside] += self.parts(x[inside])[side]
        return out

    @cached_property
    def _table(self) -> tuple[FloatArray, FloatArray]:
        arc = (1 - np.cos(np.linspace(0, np.pi, GRID)[1:-1])) / 2
        x = np.concatenate([[low, *(low + arc * (high - low)), high] for low, high in self.bands])
        return np.asarray(self.cdf(x)), x

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size` by an interpolated quantile: sup distance to the distribution < 1e-3."""
        return np.asarray(np.interp(rng.random(size), *self._table))

    def moment(self, order: int) -> float:
        """E X^order, the integral of z^order G dz / (2 pi i) around the spectrum, pulled back to w."""
        check_order(order)
        reach = self.points[-1] - self.points[0] + 2 * sqrt(self.variance)
        arrow = reach * np.exp(2j * np.pi * np.arange(128 + 4 * order) / (128 + 4 * order))
        w = self.points[0] / 2 + self.points[-1] / 2 + arrow
        G, p = self._transform(w), np.array(self.weights)
        slope = 1 - self.variance * (p / (w[:, None] - np.array(self.points)) ** 2).sum(1)
        return float(((w + self.variance * G) ** order * G * slope * arrow).real.mean())

    def mean(self) -> float:
        return float(np.array(self.points) @ np.array(self.weights))

    def var(self) -> float:
        return self.variance + self._spread(2)

    def skewness(self) -> float:
        return self._spread(3) / self.std() ** 3

    def kurtosis(self) -> float:
        v = self.variance
        return (self._spread(4) + 4 * v * self._spread(2) + 2 * v * v) / self.var() ** 2 - 3

    def _spread(self, order: int) -> float:
        power = (np.array(self.points) - self.mean()) ** order
        return float(np.array(self.weights) @ power)


def semicircle_sum(points: ArrayLike, weights: ArrayLike, variance: float) -> SemicircleSum:
    """Atoms at `points` with positive `weights` of sum 1, shapes (k,), [+] a semicircle of `variance` > 0.

    Equal points are merged. ValueError for other shapes, signs or sums (to 1e-12), or anything not finite.
    """
    a, p = np.atleast_1d(np.asarray(points, float)), np.atleast_1d(np.asarray(weights, float))
    if a.ndim != 1 or a.shape != p.shape or not a.size or not np.isfinite(a).all():
        raise ValueError(f"points and weights must be finite, shapes (k,), got {points!r}, {weights!r}")
    if not (p > 0).all() or not abs(p.sum() - 1) < 1e-12:
        raise ValueError(f"weights must be positive with sum 1, got {weights!r}")
    if not 0 < variance < np.inf:
        raise ValueError(f"variance must be positive and finite, got {variance}")
    places, which = np.unique(a, return_inverse=True)
    merged = np.bincount(which, p) / p.sum()
    return SemicircleSum(tuple(places.tolist()), tuple(merged.tolist()), float(variance))


def added(terms: Numbers) -> Numbers:
    """The sums over the last axis, to the last bit those of numpy, which starts a loop for each row."""
    count = terms.shape[-1]
    if not 0 < count * terms.itemsize < IN_ORDER:
        whole: Numbers = terms.sum(-1)
        return whole
    total: Numbers = terms[..., 0]
    for k in range(1, count):
        total = total + terms[..., k]
    return total


@np.errstate(divide="ignore")  # atoms so close that a search begins at one
def subordinated_edges(points: tuple[float, ...], weights: tuple[float, ...], variance: float) -> FloatArray:
    """The real w with variance sum weights / (w - points)^2 = 1, increasing, shape (2 bands,).

    `points` increase. The sum is convex between two neighbours, so there are two roots there or none; on
    either side of all points there is one. Where the sum is below 1, H(w) increases, and these images are the
    gaps (P. Biane, Indiana Univ. Math. J. 46, 1997), so the order of the w is that of the edges H(w).
    """
    a, p, v = np.array(points), np.array(weights), variance
    reach = np.sqrt(v * p)  # one term alone is 1 there, so the sum is at least 1

    def excess(w: float) -> float:
        return float(v * (p / (w - a) ** 2).sum() - 1)

    ends = [_root(excess, a[0] - np.sqrt(v), a[0] - reach[0])]
    for i, (left, right) in enumerate(pairwise(points)):
        middle = _bottom(a, p, left, right)
        if excess(middle) < 0:
            ends.append(_root(excess, left + reach[i], middle))
            ends.append(_root(excess, middle, right - reach[i + 1]))
    return np.array([*ends, _root(excess, a[-1] + reach[-1], a[-1] + np.sqrt(v))])


def _root(excess: Callable[[float], float], low: float, high: float) -> float:
    """The crossing in [low, high], whose ends may be the crossing itself up to rounding."""
    from scipy.optimize import brentq  # loaded where it is used: a third of a second of every start

    at_low, at_high = excess(low), excess(high)
    if at_low * at_high >= 0:
        return low if abs(at_low) < abs(at_high) else high
    return float(brentq(excess, low, high, xtol=4 * EPS * (high - low), rtol=4 * EPS))


def _bottom(a: FloatArray, p: FloatArray, left: float, right: float) -> float:
    """Where the convex sum p_i / (w - a_i)^2 is smallest between two neighbouring atoms."""
    inset = 1e-9 * (right - left)
    return _root(lambda w: float((p / (w - a) ** 3).sum()), left + inset, right - inset)


def companion_root(
    points: tuple[float, ...], weights: tuple[float, ...], variance: float, z: FloatArray
) -> ComplexArray:
    """The root of w + variance sum weights / (w - points) = z with the largest imaginary part, shape (k,).

    Between neighbouring atoms lies a real root, so at most one pair is not real.
    """
    p, k = variance * np.array(weights), len(points)
    roots = np.poly(np.array(points))
    rest = sum(p[i] * np.poly(np.delete(np.array(points), i)) for i in range(k))
    fixed = np.append(roots, 0.0) + np.append([0.0, 0.0], rest)
    matrix = np.zeros((z.size, k + 1, k + 1))
    matrix[:, 0] = z[:, None] * roots - fixed[1:]
    matrix[:, np.arange(1, k + 1), np.arange(k)] = 1
    w = np.linalg.eigvals(matrix).astype(np.complex128)
    return np.asarray(w[np.arange(z.size), w.imag.argmax(1)])
