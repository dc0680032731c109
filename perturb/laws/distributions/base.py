"""The base class of distributions, and the one that is made from any of them: the law of a + b X."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.evaluate import EPS, above, check_order, log, on, quantile
from perturb.laws.distributions.moments import central, raw
from perturb.laws.distributions.protocol import Real
from perturb.laws.distributions.scipy_like import ScipyLike
from perturb.types import FloatArray


class ContinuousDistribution(ScipyLike, ABC):
    """A distribution with the methods of scipy.stats; a subclass gives `_cdf` and `_pdf`, the rest follows.

    The underscored methods take and return float64 arrays of shape (k,): `_cdf`, `_sf`, `_pdf` and their
    logarithms at finite points strictly inside the support, `_ppf` and `_isf` at levels strictly between 0
    and 1. A subclass overrides those that it can do better (tails, quantiles). The public ones take any
    shape, give NaN for NaN, the limits at and beyond the ends of the support, and keep the floating type:
    integers become float64. Complex or object input is a TypeError.

    A distribution may have `atoms` inside its support or at its lower end: then `cdf` and `sf` include them
    (both are right-continuous), `cdf_left` gives the left limits, `pdf` the density of the rest, and `ppf` is
    the generalised inverse, the smallest x with cdf(x) >= q.
    """

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def latex(self) -> str: ...

    @property
    @abstractmethod
    def cdf_error(self) -> float:
        """Bounds |cdf - F| everywhere, rounding included, for float64; a shorter type rounds once more."""

    @property
    def tail_error(self) -> float:
        """Bounds |cdf/F - 1| and |sf/(1 - F) - 1|, where these exceed 1e-60; inf where nothing is stated."""
        return np.inf

    @property
    @abstractmethod
    def support(self) -> tuple[float, float]: ...

    @property
    def kinks(self) -> tuple[float, ...]:
        """Points inside the support where the density is not smooth, such as the ends of a gap."""
        return ()

    @property
    def ends(self) -> tuple[float, float]:
        """The limits of the density at the ends of the support, from inside; 0 at an infinite one."""
        return 0.0, 0.0

    @property
    def assumes(self) -> str:
        """What the stated error rests on besides proof, such as an extrapolated rate; mostly empty."""
        return ""

    @property
    def atoms(self) -> tuple[tuple[float, float], ...]:
        """Pairs (point, mass)."""
        return ()

    @abstractmethod
    def _cdf(self, x: FloatArray) -> FloatArray: ...

    @abstractmethod
    def _pdf(self, x: FloatArray) -> FloatArray: ...

    def _sf(self, x: FloatArray) -> FloatArray:
        return 1 - self._cdf(x)

    def _logcdf(self, x: FloatArray) -> FloatArray:
        return log(self._cdf(x))

    def _logsf(self, x: FloatArray) -> FloatArray:
        return log(self._sf(x))

    def _logpdf(self, x: FloatArray) -> FloatArray:
        return log(self._pdf(x))

    def _ppf(self, q: FloatArray) -> FloatArray:
        return quantile(self._cdf, self.support, q)

    def _isf(self, q: FloatArray) -> FloatArray:
        return quantile(lambda x: -self._sf(x), self.support, -q)

    def _at_low(self) -> float:
        """The mass at the lower end of the support."""
        return sum(mass for point, mass in self.atoms if point == self.support[0])

    def cdf(self, x: ArrayLike) -> Real:
        return on(x, self._cdf, self.support, (0.0, self._at_low(), 1.0, 1.0))

    def cdf_left(self, x: ArrayLike) -> Real:
        """P(X < x): the cdf's limit from the left."""
        at = self.cdf(x)
        for point, mass in self.atoms:
            at = np.where(np.asarray(x) == point, at - at.dtype.type(mass), at)[()]
        return at

    def sf(self, x: ArrayLike) -> Real:
        return on(x, self._sf, self.support, (1.0, 1 - self._at_low(), 0.0, 0.0))

    def pdf(self, x: ArrayLike) -> Real:
        return on(x, self._pdf, self.support, (0.0, *self.ends, 0.0))

    def logcdf(self, x: ArrayLike) -> Real:
        at_low = float(log(np.array(self._at_low())))
        return on(x, self._logcdf, self.support, (-np.inf, at_low, 0.0, 0.0))

    def logsf(self, x: ArrayLike) -> Real:
        at_low = float(np.log1p(-self._at_low()))
        return on(x, self._logsf, self.support, (0.0, at_low, -np.inf, -np.inf))

    def logpdf(self, x: ArrayLike) -> Real:
        low, high = log(np.array(self.ends)).tolist()
        return on(x, self._logpdf, self.support, (-np.inf, low, high, -np.inf))

    def ppf(self, q: ArrayLike) -> Real:
        """The smallest x with cdf(x) >= q, for q in [0, 1]; NaN outside."""
        low, high = self.support
        mass = self._at_low()
        return on(q, lambda q: above(self._ppf, q, q > mass, low), (0.0, 1.0), (np.nan, low, high, np.nan))

    def isf(self, q: ArrayLike) -> Real:
        """The smallest x with sf(x) <= q, for q in [0, 1]; NaN outside."""
        low, high = self.support
        rest = 1 - self._at_low()
        return on(q, lambda q: above(self._isf, q, q < rest, low), (0.0, 1.0), (np.nan, high, low, np.nan))

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`, by the quantile at uniform levels."""
        values: FloatArray = self.ppf(rng.random(size))
        return values

    def moment(self, order: int) -> float:
        """E X^order; ValueError for a negative order."""
        return raw(self, order)

    def mean(self) -> float:
        return self.moment(1)

    def var(self) -> float:
        return central(self, 2)

    def std(self) -> float:
        return float(np.sqrt(self.var()))

    def skewness(self) -> float:
        return central(self, 3) / self.std() ** 3

    def kurtosis(self) -> float:
        """Excess kurtosis."""
        return central(self, 4) / self.var() ** 2 - 3

    def median(self) -> float:
        return float(self.ppf(0.5))

    def __call__(self, loc: float = 0.0, scale: float = 1.0) -> ContinuousDistribution:
        """The distribution of loc + scale X: itself without them. ValueError unless `scale` is positive."""
        if (loc, scale) == (0.0, 1.0):
            return self
        name, tex = f"{loc:g} + {scale:g} {self.name}", rf"{loc:g} + {scale:g}\,{self.latex}"
        return ScaledDistribution(self, scale, name, tex, loc)


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
