"""The distribution of a shifted multiple of a variable."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import EPS, check_order
from perturb.types import FloatArray


@dataclass(frozen=True)
class ScaledDistribution(ContinuousDistribution):
    """The distribution of `shift + factor * X` for X from `distribution`; ValueError unless `factor` > 0."""

    distribution: ContinuousDistribution
    factor: float
    label: str
    symbol: str
    shift: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.factor < np.inf:
            raise ValueError(f"factor must be positive and finite, got {self.factor}")

    @property
    def name(self) -> str:
        return self.label

    @property
    def latex(self) -> str:
        return self.symbol

    @property
    def cdf_error(self) -> float:
        """That of the distribution, and two roundings on the way to its argument."""
        return self.distribution.cdf_error + 2 * EPS * _steepness(self.distribution)

    @property
    def tail_error(self) -> float:
        """That of the distribution, and a rounding of its argument, whose logarithmic slope is below 10^5."""
        return np.inf if self.shift else self.distribution.tail_error + 1e-10

    @property
    def support(self) -> tuple[float, float]:
        low, high = self.distribution.support
        return self.shift + self.factor * low, self.shift + self.factor * high

    @property
    def ends(self) -> tuple[float, float]:
        low, high = self.distribution.ends
        return low / self.factor, high / self.factor

    @property
    def assumes(self) -> str:
        return self.distribution.assumes

    @property
    def kinks(self) -> tuple[float, ...]:
        return tuple(self.shift + self.factor * point for point in self.distribution.kinks)

    @property
    def atoms(self) -> tuple[tuple[float, float], ...]:
        return tuple((self.shift + self.factor * point, mass) for point, mass in self.distribution.atoms)

    def _inner(self, x: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            inner: FloatArray = (x - self.shift) / self.factor
        return inner

    def _cdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.distribution.cdf(self._inner(x)))

    def _sf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.distribution.sf(self._inner(x)))

    def _pdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.distribution.pdf(self._inner(x))) / self.factor

    def _logcdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.distribution.logcdf(self._inner(x)))

    def _logsf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.distribution.logsf(self._inner(x)))

    def _logpdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.distribution.logpdf(self._inner(x)) - np.log(self.factor))

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self.shift + self.factor * np.asarray(self.distribution.ppf(q), dtype=np.float64)

    def _isf(self, q: FloatArray) -> FloatArray:
        return self.shift + self.factor * np.asarray(self.distribution.isf(q), dtype=np.float64)

    def moment(self, order: int) -> float:
        check_order(order)
        top = self.distribution.moment(order)
        if not self.shift or not np.isfinite(top):
            return float(self.factor**order * top)
        terms = (
            comb(order, k) * self.factor**k * self.shift ** (order - k) * self.distribution.moment(k)
            for k in range(order + 1)
        )
        return float(sum(terms))

    def mean(self) -> float:
        return self.shift + self.factor * self.distribution.mean()

    def var(self) -> float:
        return self.factor**2 * self.distribution.var()

    def skewness(self) -> float:
        return self.distribution.skewness()

    def kurtosis(self) -> float:
        return self.distribution.kurtosis()


@cache
def _steepness(distribution: ContinuousDistribution) -> float:
    """Twice the largest |x pdf(x)| seen at 99 quantiles: what a relative error of x costs in the cdf."""
    x = np.asarray(distribution.ppf(np.linspace(0.01, 0.99, 99)))
    return 2 * float(np.max(np.abs(x) * distribution.pdf(x)))
