"""The free multiplicative convolution of two Marchenko-Pastur distributions: squared singular values of WM.

W (m x k) and M (k x n) have independent entries of variance 1; a = k/n, b = k/m: the k eigenvalues of
(WM)(WM)'/(mn) that are not 0. A factor has the S-transform 1/(1 + cz) (R. R. Mueller, IEEE Trans. Inf.
Theory 48, 2086, 2002; for entries of any law N. Alexeev, F. Goetze and A. Tikhomirov, arXiv:1012.2586), so
that G(x) = (1 + w)/x where x = f(w) = (1 + w)(1 + aw)(1 + bw)/w. As G dx = (1 + w) dlog f(w), the cdf is
elementary: with u = 1 + w it is -1/pi times the imaginary part of 2u - log(1 - u) - sum over c = a, b of
(1/c - 1) log(1 + cu/(1 - c)).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.polynomial.legendre import leggauss

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import check_order
from perturb.laws.distributions.protocol import exactly
from perturb.types import BoolArray, ComplexArray, FloatArray

NEWTON = 10
NODES, WEIGHTS = leggauss(32)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2
GRID = 8193  # points of the table behind `rvs`
LEAST = 0.01


@dataclass(frozen=True)
class MarchenkoPasturProduct(ContinuousDistribution):
    """MP(a) [x] MP(b), each of mean 1; a = b = 1 is the Fuss-Catalan distribution of order 2.

    Both lie in [0.01, 0.9] or are 1: then the lower edge is 0, and the density has no bound there.
    """

    a: float
    b: float

    cdf_error = 4e-15

    def __post_init__(self) -> None:
        for name, value in (("a", self.a), ("b", self.b)):
            if not (LEAST <= value <= 0.9 or value == 1):
                raise ValueError(f"{name} must lie between {LEAST} and 0.9, or be 1, got {value}")

    @property
    def name(self) -> str:
        return f"Marchenko-Pastur at {exactly(self.a)} [x] Marchenko-Pastur at {exactly(self.b)}"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{MP}}({exactly(self.a)}) \boxtimes \mathrm{{MP}}({exactly(self.b)})"

    @cached_property
    def _ends(self) -> FloatArray:
        """The w of the lower and of the upper edge: f' = 0 at 2ab w^3 + (a + b + ab) w^2 = 1."""
        a, b = self.a, self.b
        if self._hard:  # then w + 1 divides it
            c = min(a, b)
            return np.array([-1.0, 2 / (1 + (1 + 8 * c) ** 0.5)])
        w = np.sort(np.roots([2 * a * b, a + b + a * b, 0, -1]).real)[1:]
        for _ in range(3):
            value = 2 * a * b * w**3 + (a + b + a * b) * w**2 - 1
            w = w - value / (6 * a * b * w**2 + 2 * (a + b + a * b) * w)
        return w

    @property
    def _hard(self) -> bool:
        return max(self.a, self.b) == 1

    @cached_property
    def support(self) -> tuple[float, float]:
        w = self._ends
        low, high = (1 + w) * (1 + self.a * w) * (1 + self.b * w) / w
        return float(low) + 0.0, float(high)

    @property
    def ends(self) -> tuple[float, float]:
        return np.inf if self._hard else 0.0, 0.0

    def _cdf(self, x: FloatArray) -> FloatArray:
        return self._parts(x)[0]

    def _sf(self, x: FloatArray) -> FloatArray:
        return self._parts(x)[1]

    def _pdf(self, x: FloatArray) -> FloatArray:
        return -self._local(x)[0].imag / (np.pi * x)

    def _upper(self, x: FloatArray) -> BoolArray:
        """Nearer to the upper edge, which is then where w is expanded."""
        low, high = self.support
        return np.asarray(x - low > high - x)

    def _local(self, x: FloatArray) -> tuple[ComplexArray, FloatArray]:
        """d = w - e and e, the w of the nearer edge: f(e + d) - f(e) = d^2 (1/((e + d) e^2) + ab) exactly.

        At an edge that is hard w = -1 + d and d (1 - a + ad)(1 - b + bd) = x (d - 1).
        """
        upper = self._upper(x)
        e = np.where(upper, self._ends[1], self._ends[0])
        if not self._hard:
            return self._soft(x - np.where(upper, self.support[1], self.support[0]), e), e
        d = np.empty(x.shape, complex)
        d[upper] = self._soft(x[upper] - self.support[1], e[upper])
        d[~upper] = self._at_hard_edge(x[~upper])
        return d, e

    def _soft(self, gap: FloatArray, e: FloatArray) -> ComplexArray:
        ab = self.a * self.b
        w = self._root(gap + np.where(e > 0, self.support[1], self.support[0]))
        d, curve = w - e, 1 / e**3 + ab
        close = np.abs(gap / curve) < 1e-3 * np.minimum(np.abs(e), np.abs(1 + e)) ** 2
        d = np.where(close, -1j * np.sqrt(np.abs(gap / curve)), d)
        for _ in range(NEWTON):
            h = 1 / ((e + d) * e**2) + ab
            d = d - (d * h - gap / d) / (2 * h - d / ((e + d) ** 2 * e**2))
        return np.asarray(d.real - 1j * np.abs(d.imag))

    def _at_hard_edge(self, x: FloatArray) -> ComplexArray:
        a, b = self.a, self.b
        d = 1 + self._root(x)
        least = min(a, b)
        small = np.cbrt(x) * np.exp(-1j * np.pi / 3) if least == 1 else -1j * np.sqrt(x / (1 - least))
        d = np.where(np.abs(small) < 1e-3 * (1 if least == 1 else 1 - least), small, d)
        for _ in range(NEWTON):
            p, q = 1 - a + a * d, 1 - b + b * d
            d = d - (d * p * q - x * (d - 1)) / (p * q + d * (a * q + b * p) - x)
        return np.asarray(d.real - 1j * np.abs(d.imag))

    def _root(self, x: FloatArray) -> ComplexArray:
        """The w below the real line with f(w) = x, to start from (Cardano)."""
        a, b = self.a, self.b
        lead = a * b
        p, q = (a + b + lead) / lead, (1 + a + b - x) / lead
        s, t = q - p * p / 3, 2 * p**3 / 27 - p * q / 3 + 1 / lead
        under = np.sqrt(np.maximum(t * t / 4 + s**3 / 27, 0))
        one, two = np.cbrt(-t / 2 + under), np.cbrt(-t / 2 - under)
        return np.asarray(-(one + two) / 2 - p / 3 - 1j * np.sqrt(0.75) * np.abs(one - two))

    def _parts(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """cdf and sf, each accurate where it is small."""
        d, e = self._local(x)
        upper = self._upper(x)
        below = self._closed(1 + e + d) if not self._hard else self._closed(np.where(upper, 1 + e + d, d))
        corner = np.minimum(np.minimum(np.abs(e), np.abs(1 + e)), self._beyond(e))
        near = (np.abs(d) < 0.4 * corner) & (upper | (not self._hard))
        part = np.zeros_like(x)
        part[near] = self._corner(d[near], e[near])
        below = np.where(near, np.where(upper, 1 - part, part), below)
        return np.clip(below, 0, 1), np.clip(np.where(near & upper, part, 1 - below), 0, 1)

    def _beyond(self, e: FloatArray) -> FloatArray:
        return np.minimum(np.abs(1 / self.a + e), np.abs(1 / self.b + e))

    def _closed(self, u: ComplexArray) -> FloatArray:
        total = 2 * u - _log1p(-u)
        for c in (self.a, self.b):
            if c < 1:
                total = total - (1 / c - 1) * _log1p(c / (1 - c) * u)
        return np.asarray(-total.imag / np.pi)

    def _corner(self, d: ComplexArray, e: FloatArray) -> FloatArray:
        """The mass between an edge and f(e + d): the integral of (w - e)/x dx along a segment."""
        ab, end = self.a * self.b, e[:, None]
        w = end + d[:, None] * NODES
        f = (1 + w) * (1 + self.a * w) * (1 + self.b * w) / w
        slope = (w + end) / (w * end) ** 2 + 2 * ab
        return np.asarray(np.abs((d**3 * ((NODES**2 * slope / f) @ WEIGHTS)).imag) / np.pi)

    @cached_property
    def _table(self) -> tuple[FloatArray, FloatArray]:
        low, high = self.support
        part = (1 - np.cos(np.linspace(0, np.pi, GRID))) / 2
        x = low + (high - low) * (part**2 if self._hard else part)
        return np.asarray(self.cdf(x)), x

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size` by an interpolated quantile: sup distance to the distribution < 1e-3."""
        return np.asarray(np.interp(rng.random(size), *self._table))

    def moment(self, order: int) -> float:
        """1/j sum over f + g + h = j - 1 of C(j, f) C(j, g) C(j, h) a^g b^h for order j, by Lagrange."""
        check_order(order)
        j = int(order)
        terms = (
            comb(j, j - 1 - g - h) * comb(j, g) * comb(j, h) * self.a**g * self.b**h
            for g in range(j)
            for h in range(j - g)
        )
        return sum(terms) / j if j else 1.0


def _log1p(z: ComplexArray) -> ComplexArray:
    """log(1 + z) off the negative line, its imaginary part relatively accurate where z is small."""
    return np.asarray(np.log(np.abs(1 + z)) + 1j * np.arctan2(z.imag, 1 + z.real))


def marchenko_pastur_product(a: float, b: float) -> MarchenkoPasturProduct:
    """The limit of the k non-zero eigenvalues of (WM)(WM)'/(mn) at k/n = `a` and k/m = `b`.

    ValueError unless each is 1 or between 0.01 and 0.9.
    """
    return MarchenkoPasturProduct(float(a), float(b))
