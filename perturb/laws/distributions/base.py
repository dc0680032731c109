"""What a distribution offers: a continuous distribution on the line that says how good its cdf is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.evaluate import Real, above, log, on
from perturb.laws.distributions.invert import quantile
from perturb.laws.distributions.scipy_like import ScipyLike
from perturb.types import FloatArray

__all__ = ["ContinuousDistribution", "Distribution", "FloatArray", "Real"]


class Distribution(Protocol):
    """The least that a comparison with samples needs.

    `name` is plain text and `latex` is mathematics without dollar signs; `cdf_error` bounds the absolute
    error of `cdf` everywhere. `cdf` is right-continuous, `cdf_left` gives P(X < x): of one that has none, the
    cdf one float to the left is taken.
    """

    @property
    def name(self) -> str: ...
    @property
    def latex(self) -> str: ...
    @property
    def cdf_error(self) -> float: ...

    def cdf(self, x: ArrayLike) -> Real: ...
    def pdf(self, x: ArrayLike) -> Real: ...


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
        from perturb.laws.distributions.moments import raw

        return raw(self, order)

    def mean(self) -> float:
        return self.moment(1)

    def var(self) -> float:
        from perturb.laws.distributions.moments import central

        return central(self, 2)

    def std(self) -> float:
        return float(np.sqrt(self.var()))

    def skewness(self) -> float:
        from perturb.laws.distributions.moments import central

        return central(self, 3) / self.std() ** 3

    def kurtosis(self) -> float:
        """Excess kurtosis."""
        from perturb.laws.distributions.moments import central

        return central(self, 4) / self.var() ** 2 - 3

    def median(self) -> float:
        return float(self.ppf(0.5))
