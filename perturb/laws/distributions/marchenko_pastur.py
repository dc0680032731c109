"""The Marchenko-Pastur distribution, with its atom at 0."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, sqrt

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import ArrayLike

from perturb.laws.distributions import scipy_like
from perturb.laws.distributions.bulk import SplitReal, positive
from perturb.laws.distributions.evaluate import accepted, check_order, quantile
from perturb.laws.distributions.protocol import exactly
from perturb.laws.distributions.tabled import TabledDistribution
from perturb.types import BoolArray, FloatArray, Function

NODES = 18
# Below this smaller square root of the ratio the closed form cancels, and the quadrature covers its place.
SMALL = 0.3


@dataclass(frozen=True)
class MarchenkoPastur(TabledDistribution):
    """The limit of the eigenvalues of X X' / n, X p x n with entries of variance v; v is `variance`.

    `ratio` c = p/n, variables over observations. With a, b = variance (1 -+ sqrt c)^2 the density is
    sqrt((b - x)(x - a)) / (2 pi c variance x) on [a, b]; for c > 1 the mass 1 - 1/c sits at 0 (V. A.
    Marchenko and L. A. Pastur, Math. USSR Sbornik 1, 457, 1967).

    With k = min(c, 1/c)^(1/2), m = (1 - k)/(1 + k) and u^2 = (x - a)/(b - x) the cdf of the rest, as a share,
    is 16 / (pi (1 + k)^2) times the integral over (0, u) of v^2 / ((1 + v^2)^2 (m^2 + v^2)). It is
    elementary, but cancels near both edges and for small k: there the integral is taken by Gauss-Legendre
    quadrature in an angle in which it is analytic, and its integrand is positive.
    """

    ratio: float
    variance: float = 1.0

    cdf_error = 2e-15

    def __post_init__(self) -> None:
        positive(self.ratio, "ratio")
        positive(self.variance, "variance")
        # Beyond, the support is so short beside its place that it holds too few floats.
        if not 1e-12 <= self.ratio <= 1e12:
            raise ValueError(f"ratio must lie between 1e-12 and 1e12, got {self.ratio}")
        near = self.variance * (1 + sqrt(self.ratio)) ** 2
        upper = near if 1e-300 < near < 1e300 else self._edges[1].value  # many digits only where they tell
        positive(upper, f"at variance = {self.variance:g} the upper edge")

    @property
    def name(self) -> str:
        return f"Marchenko-Pastur at ratio {exactly(self.ratio)}" + self._scale(", variance {}")

    @property
    def latex(self) -> str:
        return rf"\mathrm{{MP}}({exactly(self.ratio)}{self._scale(', {}')})"

    def _scale(self, text: str) -> str:
        return "" if self.variance == 1 else text.format(exactly(self.variance))

    @cached_property
    def _edges(self) -> tuple[SplitReal, SplitReal]:
        import mpmath  # loaded where it is used: it takes a good part of a start

        with mpmath.workprec(200):
            root = mpmath.sqrt(self.ratio)
            return SplitReal.of(self.variance * (1 - root) ** 2), SplitReal.of(
                self.variance * (1 + root) ** 2
            )

    @cached_property
    def _shape(self) -> tuple[float, float]:
        """k and m."""
        import mpmath

        with mpmath.workprec(200):
            root = mpmath.sqrt(min(mpmath.mpf(self.ratio), 1 / mpmath.mpf(self.ratio)))
            return float(root), float((1 - root) / (1 + root))

    @property
    def _share(self) -> float:
        """The mass of the continuous part."""
        return min(1.0, 1 / self.ratio)

    @property
    def _mass(self) -> float:
        return (self.ratio - 1) / self.ratio if self.ratio > 1 else 0.0

    @property
    def atoms(self) -> tuple[tuple[float, float], ...]:
        return ((0.0, self._mass),) if self.ratio > 1 else ()

    @property
    def support(self) -> tuple[float, float]:
        low, high = self._edges
        return (0.0 if self.ratio > 1 else low.value), high.value

    @property
    def ends(self) -> tuple[float, float]:
        return np.inf if self.ratio == 1 else 0.0, 0.0

    @property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        low, high = self._edges
        return ((low.value, high.value),)

    @property
    def levels(self) -> tuple[tuple[float, float], ...]:
        return ((self._mass, 1.0),)

    def _cdf(self, x: FloatArray) -> FloatArray:
        return self._mass + self._share * self._part(x)[0]

    def _sf(self, x: FloatArray) -> FloatArray:
        return self._share * self._part(x)[1]

    def _part(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Shares of the continuous part below and above x, each accurate where it is small."""
        low, high = self._edges
        near, far = np.sqrt(np.maximum(low.above(x), 0)), np.sqrt(np.maximum(high.below(x), 0))
        k, m = self._shape
        below = np.zeros_like(x)
        upper = near >= far
        lower = ~upper & (near <= (1.0 if k < SMALL else m) * far)
        middle = ~upper & ~lower
        below[lower] = self._from_below(np.arctan2(near[lower], m * far[lower]))
        below[middle] = self._closed(near[middle] / far[middle])
        above = 1 - below
        above[upper] = self._from_above(2 * np.arctan2(far[upper], near[upper]))
        below[upper] = 1 - above[upper]
        return below, above

    def _closed(self, u: FloatArray) -> FloatArray:
        k, m = self._shape
        rest = 4 * k / (1 + k) ** 2  # 1 - m^2
        turn = np.arctan(u)
        total = m / rest**2 * (m * turn - np.arctan2(u, m)) + (turn + u / (1 + u * u)) / (2 * rest)
        return 16 / (np.pi * (1 + k) ** 2) * total

    def _from_below(self, angle: FloatArray) -> FloatArray:
        """In the variable arctan(v/m): sin^2 cos^2 / (cos^2 + m^2 sin^2)^2, poles beyond pi/2."""
        k, m = self._shape

        def integrand(t: FloatArray) -> FloatArray:
            sine, cosine = np.sin(t) ** 2, np.cos(t) ** 2
            value: FloatArray = sine * cosine / (cosine + m * m * sine) ** 2
            return value

        return 16 * m / (np.pi * (1 + k) ** 2) * _integral(integrand, angle)

    def _from_above(self, angle: FloatArray) -> FloatArray:
        """In the angle from the upper edge: 2 sin^2 / (1 + k^2 + 2 k cos), poles beyond pi."""
        k = self._shape[0]
        return 2 / np.pi * _integral(lambda t: np.sin(t) ** 2 / (1 + k * k + 2 * k * np.cos(t)), angle)

    def _pdf(self, x: FloatArray) -> FloatArray:
        low, high = self._edges
        product = np.sqrt(np.maximum(low.above(x), 0)) * np.sqrt(np.maximum(high.below(x), 0))
        return product / (2 * np.pi * self.ratio * self.variance * x)

    def _ppf(self, q: FloatArray) -> FloatArray:
        low, high = self._edges
        return quantile(self._cdf, (low.value, high.value), q)

    def _isf(self, q: FloatArray) -> FloatArray:
        low, high = self._edges
        return quantile(lambda x: -self._sf(x), (low.value, high.value), -q)

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`: x is proportional to |1 - k exp(i t)|^2, t by rejection from uniform."""
        x = accepted(size, lambda count: self._proposal(count, rng))
        return np.where(rng.random(size) < self._mass, 0.0, x) if self.ratio > 1 else x

    def _proposal(self, count: int, rng: np.random.Generator) -> tuple[FloatArray, BoolArray]:
        """The density of t is 2/pi sin^2 t / |1 - k exp(i t)|^2 <= 2/pi, whatever k: half are kept."""
        k, t = self._shape[0], np.pi * rng.random(count)
        distance = (1 - k) ** 2 + 4 * k * np.sin(t / 2) ** 2
        x = self.variance * max(self.ratio, 1.0) * distance
        return x, rng.random(count) * distance < np.sin(t) ** 2

    def fit(self, data: ArrayLike) -> MarchenkoPastur:
        """Likeliest ratio and variance; exact zeros are the atom, which ratios above 1 have.

        ValueError for data that are not finite or negative, or without two different positive ones.
        """
        return MarchenkoPastur(*scipy_like.fit_marchenko_pastur(scipy_like.draws(data, 0.0)))

    def moment(self, order: int) -> float:
        """E x^order = variance^order sum over j of C(order, j) C(order - 1, j) c^j / (j + 1)."""
        check_order(order)
        terms = (comb(order, j) * comb(order - 1, j) * self.ratio**j / (j + 1) for j in range(order))
        return self.variance**order * sum(terms) if order else 1.0

    def var(self) -> float:
        return self.variance**2 * self.ratio

    def skewness(self) -> float:
        return float(np.sqrt(self.ratio))

    def kurtosis(self) -> float:
        return self.ratio - 1


def _integral(f: Function, angle: FloatArray) -> FloatArray:
    """The integral of f over (0, angle) for each angle, by Gauss-Legendre quadrature."""
    total = np.zeros_like(angle)
    for node, weight in zip(*leggauss(NODES), strict=True):
        total += weight * f(angle * ((1 + node) / 2))
    return total * angle / 2


def marchenko_pastur(ratio: float, variance: float = 1.0) -> MarchenkoPastur:
    """The limit distribution of the eigenvalues of X X' / n at p/n = `ratio`.

    ValueError unless the variance is positive and 1e-12 <= ratio <= 1e12.
    """
    return MarchenkoPastur(ratio, variance)
