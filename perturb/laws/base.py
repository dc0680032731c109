"""What a law offers: a continuous distribution on the line that says how good its cdf is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perturb.laws.invert import quantile

FloatArray = NDArray[np.float64]
Real = Any  # an array or a scalar, of the floating type that came in


class LimitLaw(Protocol):
    """The least that a comparison with samples needs.

    `name` is plain text and `latex` is mathematics without dollar signs; `cdf_error` bounds the absolute
    error of `cdf` everywhere.
    """

    @property
    def name(self) -> str: ...
    @property
    def latex(self) -> str: ...
    @property
    def cdf_error(self) -> float: ...

    def cdf(self, x: ArrayLike) -> Real: ...
    def pdf(self, x: ArrayLike) -> Real: ...


class ContinuousLaw(ABC):
    """A distribution with the methods of scipy.stats; a subclass gives `_cdf` and `_pdf`, the rest follows.

    The underscored methods take and return float64 arrays of shape (k,): `_cdf`, `_sf`, `_pdf` and their
    logarithms at finite points strictly inside the support, `_ppf` and `_isf` at levels strictly between 0
    and 1. A subclass overrides those that it can do better (tails, quantiles). The public ones take any
    shape, give NaN for NaN, the limits at and beyond the ends of the support, and keep the floating type:
    integers become float64. Complex or object input is a TypeError.
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
        """Bounds |cdf - F| everywhere, rounding included."""

    @property
    @abstractmethod
    def support(self) -> tuple[float, float]: ...

    @abstractmethod
    def _cdf(self, x: FloatArray) -> FloatArray: ...

    @abstractmethod
    def _pdf(self, x: FloatArray) -> FloatArray: ...

    def _sf(self, x: FloatArray) -> FloatArray:
        return 1 - self._cdf(x)

    def _logcdf(self, x: FloatArray) -> FloatArray:
        return _log(self._cdf(x))

    def _logsf(self, x: FloatArray) -> FloatArray:
        return _log(self._sf(x))

    def _logpdf(self, x: FloatArray) -> FloatArray:
        return _log(self._pdf(x))

    def _ppf(self, q: FloatArray) -> FloatArray:
        return quantile(self._cdf, self.support, q)

    def _isf(self, q: FloatArray) -> FloatArray:
        return quantile(lambda x: -self._sf(x), self.support, -q)

    def cdf(self, x: ArrayLike) -> Real:
        return _on(x, self._cdf, self.support, 0.0, 1.0)

    def sf(self, x: ArrayLike) -> Real:
        return _on(x, self._sf, self.support, 1.0, 0.0)

    def pdf(self, x: ArrayLike) -> Real:
        return _on(x, self._pdf, self.support, 0.0, 0.0)

    def logcdf(self, x: ArrayLike) -> Real:
        return _on(x, self._logcdf, self.support, -np.inf, 0.0)

    def logsf(self, x: ArrayLike) -> Real:
        return _on(x, self._logsf, self.support, 0.0, -np.inf)

    def logpdf(self, x: ArrayLike) -> Real:
        return _on(x, self._logpdf, self.support, -np.inf, -np.inf)

    def ppf(self, q: ArrayLike) -> Real:
        """The quantile at level q in [0, 1]; NaN outside."""
        low, high = self.support
        return _on(q, self._ppf, (0.0, 1.0), low, high, beyond=np.nan)

    def isf(self, q: ArrayLike) -> Real:
        """Where the survival function is q in [0, 1]; NaN outside."""
        low, high = self.support
        return _on(q, self._isf, (0.0, 1.0), high, low, beyond=np.nan)

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`, by the quantile at uniform levels."""
        values: FloatArray = self.ppf(rng.random(size))
        return values

    def moment(self, order: int) -> float:
        """E X^order; ValueError for a negative order."""
        from perturb.laws.moments import raw

        return raw(self, order)

    def mean(self) -> float:
        return self.moment(1)

    def var(self) -> float:
        from perturb.laws.moments import central

        return central(self, 2)

    def std(self) -> float:
        return float(np.sqrt(self.var()))

    def skewness(self) -> float:
        from perturb.laws.moments import central

        return central(self, 3) / self.std() ** 3

    def kurtosis(self) -> float:
        """Excess kurtosis."""
        from perturb.laws.moments import central

        return central(self, 4) / self.var() ** 2 - 3

    def median(self) -> float:
        return float(self.ppf(0.5))


def _log(value: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        return np.log(value)


def _on(
    x: ArrayLike,
    f: Callable[[FloatArray], FloatArray],
    support: tuple[float, float],
    at_low: float,
    at_high: float,
    beyond: float | None = None,
) -> Real:
    """f inside the support, the constants at its ends and (unless `beyond` is given) outside, NaN at NaN."""
    given = np.asarray(x)
    if given.dtype.kind not in "fiub":
        raise TypeError(f"a law is evaluated at real numbers, not at {given.dtype}")
    kind = given.dtype if given.dtype.kind == "f" else np.dtype(np.float64)
    flat = given.astype(np.float64, copy=False).ravel()
    low, high = support
    if flat.size and low < flat.min() and flat.max() < high:
        return f(flat).astype(kind, copy=False).reshape(given.shape)[()]
    out = np.full(flat.shape, np.nan)
    inside = (low < flat) & (flat < high)
    out[flat <= low], out[flat >= high] = at_low, at_high
    if beyond is not None:
        out[(flat < low) | (flat > high)] = beyond
    if inside.any():
        out[inside] = f(flat[inside])
    return out.astype(kind, copy=False).reshape(given.shape)[()]


@dataclass(frozen=True)
class Scaled(ContinuousLaw):
    """The law of `shift + factor * X` for X distributed as `law`; `factor` > 0 (ValueError otherwise)."""

    law: ContinuousLaw
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
        return self.law.cdf_error

    @property
    def support(self) -> tuple[float, float]:
        low, high = self.law.support
        return self.shift + self.factor * low, self.shift + self.factor * high

    def _inner(self, x: FloatArray) -> FloatArray:
        return (x - self.shift) / self.factor

    def _cdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.law.cdf(self._inner(x)))

    def _sf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.law.sf(self._inner(x)))

    def _pdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.law.pdf(self._inner(x))) / self.factor

    def _logcdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.law.logcdf(self._inner(x)))

    def _logsf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.law.logsf(self._inner(x)))

    def _logpdf(self, x: FloatArray) -> FloatArray:
        return np.asarray(self.law.logpdf(self._inner(x)) - np.log(self.factor))

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self.shift + self.factor * np.asarray(self.law.ppf(q), dtype=np.float64)

    def _isf(self, q: FloatArray) -> FloatArray:
        return self.shift + self.factor * np.asarray(self.law.isf(q), dtype=np.float64)

    def moment(self, order: int) -> float:
        from math import comb

        terms = (
            comb(order, k) * self.factor**k * self.shift ** (order - k) * self.law.moment(k)
            for k in range(order + 1)
        )
        return float(sum(terms))

    def mean(self) -> float:
        return self.shift + self.factor * self.law.mean()

    def var(self) -> float:
        return self.factor**2 * self.law.var()

    def skewness(self) -> float:
        return self.law.skewness()

    def kurtosis(self) -> float:
        return self.law.kurtosis()
