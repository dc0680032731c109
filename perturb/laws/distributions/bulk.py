"""Limits of the whole spectrum of square matrices: semicircle, quarter circle, circular law.

The angle seen from the nearer edge of the support gives each cdf without cancellation in both tails.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import scipy
from numpy.typing import ArrayLike

from perturb.laws.distributions import scipy_like
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import check_order
from perturb.laws.distributions.protocol import exactly
from perturb.laws.distributions.tabled import TabledDistribution
from perturb.types import FloatArray

if TYPE_CHECKING:
    import mpmath


def positive(value: float, name: str) -> None:
    if not 0 < value < np.inf:
        raise ValueError(f"{name} must be positive and finite, got {value}")


class _Circle(TabledDistribution):
    """A distribution of x = 2 sqrt(variance) cos(angle)."""

    variance: float

    cdf_error = 5e-16

    def __post_init__(self) -> None:
        positive(self.variance, "variance")

    @cached_property
    def _radius(self) -> SplitReal:
        import mpmath  # loaded where it is used: it takes a good part of a start

        with mpmath.workprec(160):
            return SplitReal.of(2 * mpmath.sqrt(self.variance))

    def _upper(self, x: FloatArray) -> FloatArray:
        """Twice the angle of x seen from the upper edge, in [0, 2 pi]: cos = x / radius."""
        edge = self._radius
        return 4 * np.arctan2(np.sqrt(edge.below(x)), np.sqrt(edge.below(-x)))

    def _height(self, x: FloatArray) -> FloatArray:
        """The density of the semicircle."""
        edge = self._radius
        root: FloatArray = np.sqrt(edge.below(x)) * np.sqrt(edge.below(-x))
        return root / (2 * np.pi * self.variance)


@dataclass(frozen=True)
class Semicircle(_Circle):
    """The limit of the eigenvalues of a symmetric n x n matrix with entries of variance v/n; v is `variance`.

    Density sqrt(4 v - x^2) / (2 pi v) on [-2 sqrt v, 2 sqrt v] (E. P. Wigner, Ann. Math. 67, 325, 1958).
    """

    variance: float = 1.0

    @property
    def name(self) -> str:
        return f"semicircle of variance {exactly(self.variance)}"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{SC}}({exactly(self.variance)})"

    @property
    def support(self) -> tuple[float, float]:
        return -self._radius.value, self._radius.value

    def fit(self, data: ArrayLike) -> Semicircle:
        """The semicircle of likeliest variance. ValueError for data that are not finite, or all equal."""
        return Semicircle(scipy_like.circle(scipy_like.draws(data)))

    def _cdf(self, x: FloatArray) -> FloatArray:
        return segment(self._upper(-x)) / (2 * np.pi)

    def _sf(self, x: FloatArray) -> FloatArray:
        return segment(self._upper(x)) / (2 * np.pi)

    def _pdf(self, x: FloatArray) -> FloatArray:
        return self._height(x)

    def _ppf(self, q: FloatArray) -> FloatArray:
        lower = -self._point(np.minimum(q, 0.5))
        return np.where(q <= 0.5, lower, self._point(1 - np.maximum(q, 0.5)))

    def _isf(self, q: FloatArray) -> FloatArray:
        return -self._ppf(q)

    def _point(self, q: FloatArray) -> FloatArray:
        """The point with survival q <= 1/2."""
        return self._radius.value * np.cos(angle_of_segment(2 * np.pi * q) / 2)

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`: a coordinate of a uniform point of the disc."""
        values: FloatArray = self._radius.value * np.sqrt(rng.random(size)) * np.cos(np.pi * rng.random(size))
        return values

    def moment(self, order: int) -> float:
        """E x^order: Catalan numbers times powers of the variance."""
        check_order(order)
        half = order // 2
        return 0.0 if order % 2 else comb(order, half) / (half + 1) * self.variance**half

    def var(self) -> float:
        return self.variance

    def skewness(self) -> float:
        return 0.0

    def kurtosis(self) -> float:
        return -1.0


@dataclass(frozen=True)
class QuarterCircle(_Circle):
    """The limit of the singular values of an n x n matrix with entries of variance v/n; v is `variance`.

    The distribution of |x| for x from the semicircle: density sqrt(4 v - x^2) / (pi v) on [0, 2 sqrt v]; the
    square root of Marchenko-Pastur at ratio 1.
    """

    variance: float = 1.0

    @property
    def name(self) -> str:
        return f"quarter circle of scale {exactly(self.variance)}"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{QC}}({exactly(self.variance)})"

    @property
    def support(self) -> tuple[float, float]:
        return 0.0, self._radius.value

    @property
    def ends(self) -> tuple[float, float]:
        return 2 / (np.pi * np.sqrt(self.variance)), 0.0

    def fit(self, data: ArrayLike) -> QuarterCircle:
        """The quarter circle of likeliest variance. ValueError as for the semicircle, and below 0."""
        return QuarterCircle(scipy_like.circle(scipy_like.draws(data, 0.0)))

    def _cdf(self, x: FloatArray) -> FloatArray:
        half = np.arctan2(x, np.sqrt(self._radius.below(x)) * np.sqrt(self._radius.below(-x)))
        share: FloatArray = (2 * half + np.sin(2 * half)) / np.pi
        return share

    def _sf(self, x: FloatArray) -> FloatArray:
        return segment(self._upper(x)) / np.pi

    def _pdf(self, x: FloatArray) -> FloatArray:
        return 2 * self._height(x)

    def _ppf(self, q: FloatArray) -> FloatArray:
        """With x = R sin a, 2 a + sin 2a = pi q; near 0 by Newton in a, else from the upper edge."""
        angle = np.pi * np.minimum(q, 0.5) / 4
        for _ in range(5):
            rest = 2 * angle + np.sin(2 * angle) - np.pi * np.minimum(q, 0.5)
            angle = angle - rest / (4 * np.cos(angle) ** 2)
        return np.where(q < 0.5, self._radius.value * np.sin(angle), self._isf(1 - np.maximum(q, 0.5)))

    def _isf(self, q: FloatArray) -> FloatArray:
        far = np.maximum(q, 0.5)
        x = self._radius.value * np.cos(angle_of_segment(np.pi * np.minimum(q, 0.5)) / 2)
        return np.where(q <= 0.5, x, self._ppf(1 - far)) if np.any(q > 0.5) else x

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`: |a coordinate| of a uniform point of the disc."""
        return np.abs(Semicircle(self.variance).rvs(size, rng))

    def moment(self, order: int) -> float:
        """E x^order = (2 sqrt v)^order (2/pi) B((order + 1)/2, 3/2)."""
        check_order(order)
        return float(
            (4 * self.variance) ** (order / 2) * 2 / np.pi * scipy.special.beta((order + 1) / 2, 1.5)
        )

    def var(self) -> float:
        return self.variance * (1 - 64 / (9 * np.pi**2))


@dataclass(frozen=True)
class CircularRadius(ContinuousDistribution):
    """The limit of |eigenvalue| of a matrix with independent entries of variance 1/n: cdf r^2 on [0, 1].

    The circular law is uniform on the unit disc: J. Ginibre (1965); T. Tao and V. Vu, Ann. Probab. 38, 2023
    (2010) for all entries of finite variance.
    """

    name = "radius of the circular law"
    latex = r"|\lambda|"
    support = (0.0, 1.0)
    ends = (0.0, 2.0)
    cdf_error = 2e-16

    def _cdf(self, x: FloatArray) -> FloatArray:
        return x * x

    def _sf(self, x: FloatArray) -> FloatArray:
        return (1 - x) * (1 + x)

    def _pdf(self, x: FloatArray) -> FloatArray:
        return 2 * x

    def _ppf(self, q: FloatArray) -> FloatArray:
        return np.sqrt(q)

    def _isf(self, q: FloatArray) -> FloatArray:
        return np.sqrt(1 - q)

    def moment(self, order: int) -> float:
        check_order(order)
        return 2 / (order + 2)


def semicircle(variance: float = 1.0) -> Semicircle:
    """The semicircle on [-2 sqrt(variance), 2 sqrt(variance)]; ValueError unless variance is positive."""
    return Semicircle(variance)


def quarter_circle(variance: float = 1.0) -> QuarterCircle:
    """The quarter circle on [0, 2 sqrt(variance)]; its own second moment is `variance`."""
    return QuarterCircle(variance)


def circular_law_radius() -> CircularRadius:
    """The distribution of the modulus under the circular law."""
    return CircularRadius()


@dataclass(frozen=True)
class SplitReal:
    """A real number as the float next to it and what is left, so that differences keep their digits."""

    value: float
    rest: float

    @classmethod
    def of(cls, exact: mpmath.mpf) -> SplitReal:
        value = float(exact)
        return cls(value, float(exact - value))

    def above(self, x: FloatArray) -> FloatArray:
        """x - edge."""
        return (x - self.value) - self.rest

    def below(self, x: FloatArray) -> FloatArray:
        """edge - x."""
        return (self.value - x) + self.rest


def segment(angle: FloatArray) -> FloatArray:
    """angle - sin(angle) on [0, 2 pi], twice the area of a circular segment, relative error a few ulps."""
    small = np.minimum(angle, 1.0)
    square = small * small
    total = np.ones_like(small)
    for k in range(8, 0, -1):
        total = 1 - total * square / ((2 * k + 2) * (2 * k + 3))
    series = small * square / 6 * total
    return np.where(angle < 1, series, angle - np.sin(angle))


def angle_of_segment(area: FloatArray) -> FloatArray:
    """The angle in [0, pi] with angle - sin(angle) = area in [0, pi], Kepler's equation of eccentricity 1.

    From the first terms of its power series in area^(1/3), then Newton; the function is convex there.
    """
    s = np.cbrt(6 * area)
    square = s * s
    angle = np.minimum(s * (1 + square * (1 / 60 + square * (1 / 1400 + square / 25200))), np.pi)
    for _ in range(4):
        slope = 2 * np.sin(angle / 2) ** 2
        angle = np.minimum(angle - (segment(angle) - area) / np.maximum(slope, 1e-300), np.pi)
    return angle
