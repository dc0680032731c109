"""Distributions of the condition number and of the smallest singular value of a square Gaussian matrix.

G is n x n with independent entries of variance 1, real or complex (E |entry|^2 = 1), s_n its smallest
singular value, kappa = s_1 / s_n. Edelman's complex entries have variance 2: his lambda_min is twice s_n^2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np
import scipy

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import check_order
from perturb.types import FloatArray

FIELDS = ("real", "complex")


class FieldDistribution:
    """A distribution that depends on the field of the entries."""

    field: str
    noun: str
    symbol: str

    def __post_init__(self) -> None:
        if self.field not in FIELDS:
            raise ValueError(f"field must be one of {', '.join(FIELDS)}, got {self.field!r}")

    @property
    def name(self) -> str:
        return f"{self.noun}, {self.field}"

    @property
    def latex(self) -> str:
        return rf"{{{self.symbol}}}^{{\mathrm{{{self.field}}}}}"

    @property
    def real(self) -> bool:
        return self.field == "real"


@dataclass(frozen=True)
class EdelmanKappa(FieldDistribution, ContinuousDistribution):
    """The limit of kappa / n: cdf exp(-2/t - 2/t^2) (real), exp(-4/t^2) (complex), t > 0.

    A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988), section 6. The survival function falls
    like 2/t (real) and 4/t^2 (complex): a moment that diverges is `inf`, a ratio of two such is NaN.
    """

    field: str = "real"

    noun = "limit of kappa/n"
    symbol = r"\kappa/n"
    support = (0.0, np.inf)
    # Three roundings of the exponent L, and one of exp: L exp(-L) <= 1/e.
    cdf_error = 5e-16

    def _logcdf(self, t: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            u = 1 / t
            exponent: FloatArray = -2 * u * (1 + u) if self.real else -4 * u * u
        return exponent

    def _cdf(self, t: FloatArray) -> FloatArray:
        return np.exp(self._logcdf(t))

    def _sf(self, t: FloatArray) -> FloatArray:
        return -np.expm1(self._logcdf(t))

    def _logsf(self, t: FloatArray) -> FloatArray:
        """Where the survival function underflows its leading term is exact."""
        if self.real:
            return np.log(self._sf(t))
        far = np.log(4) - 2 * np.log(t)
        return np.where(t > 1e9, far, np.log(self._sf(np.minimum(t, 1e9))))

    def _logpdf(self, t: FloatArray) -> FloatArray:
        slope = np.log(2) + np.log(t + 2) if self.real else np.log(8)
        logarithm: FloatArray = slope - 3 * np.log(t) + self._logcdf(t)
        return logarithm

    def _pdf(self, t: FloatArray) -> FloatArray:
        # The density is below 1e-300 left of 1e-3; there its factors would overflow.
        u = 1 / np.maximum(t, 1e-3)
        slope = 2 * u * u * (1 + 2 * u) if self.real else 8 * u**3
        return np.where(t < 1e-3, 0.0, slope * self._cdf(t))

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self._where(-np.log(q))

    def _isf(self, q: FloatArray) -> FloatArray:
        return self._where(-np.log1p(-q))

    def _where(self, exponent: FloatArray) -> FloatArray:
        """The point with cdf exp(-exponent): a quadratic equation for 1/t."""
        with np.errstate(over="ignore"):  # at subnormal levels the point is beyond all floats
            t: FloatArray = (1 + np.sqrt(1 + 2 * exponent)) / exponent if self.real else 2 / np.sqrt(exponent)
        return t

    def moment(self, order: int) -> float:
        """E t^order; for complex entries the mean is 2 sqrt(pi)."""
        check_order(order)
        if order == 1 and not self.real:
            return float(2 * np.sqrt(np.pi))
        return np.inf if order else 1.0

    def var(self) -> float:
        return np.inf

    def skewness(self) -> float:
        return np.nan

    def kurtosis(self) -> float:
        return np.nan


@dataclass(frozen=True)
class SmallestSingular(FieldDistribution, ContinuousDistribution):
    """The limit of n s_n^2: survival exp(-x/2 - sqrt(x)) (real), exp(-x) (complex), x > 0.

    A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988), section 3. The complex one is the distribution
    of n s_n^2 at every n. The limit holds for every distribution of the entries with enough moments: T. Tao
    and V. Vu, Geom. Funct. Anal. 20, 260 (2010).
    """

    field: str = "real"

    noun = "limit of n s_n^2"
    symbol = r"(n s_n^2)"
    support = (0.0, np.inf)
    cdf_error = 5e-16

    @property
    def ends(self) -> tuple[float, float]:
        return np.inf if self.real else 1.0, 0.0

    def _logsf(self, x: FloatArray) -> FloatArray:
        return -(x / 2 + np.sqrt(x)) if self.real else -x

    def _sf(self, x: FloatArray) -> FloatArray:
        return np.exp(self._logsf(x))

    def _cdf(self, x: FloatArray) -> FloatArray:
        return -np.expm1(self._logsf(x))

    def _pdf(self, x: FloatArray) -> FloatArray:
        return np.exp(self._logpdf(x))

    def _logpdf(self, x: FloatArray) -> FloatArray:
        return np.log(0.5 + 0.5 / np.sqrt(x)) + self._logsf(x) if self.real else -x

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self._where(-np.log1p(-q))

    def _isf(self, q: FloatArray) -> FloatArray:
        return self._where(-np.log(q))

    def _where(self, exponent: FloatArray) -> FloatArray:
        root = 2 * exponent / (1 + np.sqrt(1 + 2 * exponent))
        x: FloatArray = root**2 if self.real else exponent
        return x

    def moment(self, order: int) -> float:
        """E x^order: factorials, or (2 k)! e^(1/4) D_(-2k)(1) with the parabolic cylinder function D."""
        check_order(order)
        if not self.real or order == 0:
            return float(factorial(order))
        import mpmath  # loaded where it is used: it takes a good part of a start

        return float(factorial(2 * order) * mpmath.exp(0.25) * mpmath.pcfd(-2 * order, 1))

    def var(self) -> float:
        """In closed form 12 - 16 I - (2 - 2 I)^2 with I = sqrt(pi/2) exp(1/2) erfc(1/sqrt 2)."""
        if not self.real:
            return 1.0
        i = np.sqrt(np.pi / 2) * scipy.special.erfcx(np.sqrt(0.5))
        return float(8 * (1 - i) - 4 * i * i)


def edelman_kappa(field: str = "real") -> EdelmanKappa:
    """The limit distribution of kappa / n; `field` is "real" or "complex", ValueError otherwise."""
    return EdelmanKappa(field)


def smallest_singular_limit(field: str = "real") -> SmallestSingular:
    """The limit distribution of n s_n^2; `field` is "real" or "complex", ValueError otherwise."""
    return SmallestSingular(field)


@dataclass(frozen=True)
class Kappa2x2(FieldDistribution, ContinuousDistribution):
    """kappa of a 2 x 2 Gaussian matrix: cdf (k - 1)^2 / (k^2 + 1) (real), ((k^2 - 1)/(k^2 + 1))^3 (complex).

    A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988), gives the densities. Real: (s_1 + s_2)^2
    and (s_1 - s_2)^2 are the greater and the lesser of two independent exponentials; complex: the eigenvalues
    of G* G have density proportional to (a - b)^2 exp(-a - b), and the integral over b is elementary.
    """

    field: str = "real"

    noun = "kappa of a 2 x 2 Gaussian matrix"
    symbol = r"\kappa_{2 \times 2}"
    support = (1.0, np.inf)
    cdf_error = 1e-15

    def _ratio(self, k: FloatArray) -> FloatArray:
        """w = (k^2 - 1)/(k^2 + 1), without overflow."""
        return (k - 1) * (1 + 1 / k) / (k + 1 / k)

    def _cdf(self, k: FloatArray) -> FloatArray:
        return (k - 1) * ((k - 1) / k) / (k + 1 / k) if self.real else self._ratio(k) ** 3

    def _sf(self, k: FloatArray) -> FloatArray:
        u, w = 2 / (k + 1 / k), self._ratio(k)
        return u if self.real else u / k * (1 + w + w * w)

    def _pdf(self, k: FloatArray) -> FloatArray:
        u, w = 2 / (k + 1 / k), self._ratio(k)
        return w * u / k if self.real else 3 * w * w * (u / k) * u

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self._point(q, 1 - q)

    def _isf(self, q: FloatArray) -> FloatArray:
        return self._point(1 - q, q)

    def _point(self, p: FloatArray, q: FloatArray) -> FloatArray:
        """The point with cdf p and survival q = 1 - p."""
        w = np.cbrt(p)
        with np.errstate(over="ignore"):  # at subnormal q the real point is beyond all floats
            real: FloatArray = (1 + np.sqrt(p * (1 + q))) / q
        return real if self.real else np.sqrt((1 + w) * (1 + w + w * w)) / np.sqrt(q)

    def moment(self, order: int) -> float:
        """E k^order; for complex entries the mean is 2 + 3 pi/4."""
        check_order(order)
        if order == 1 and not self.real:
            return float(2 + 0.75 * np.pi)
        return np.inf if order else 1.0

    def var(self) -> float:
        return np.inf

    def skewness(self) -> float:
        return np.nan

    def kurtosis(self) -> float:
        return np.nan


def kappa_2x2(field: str = "real") -> Kappa2x2:
    """The distribution of kappa at n = 2; `field` is "real" or "complex", ValueError otherwise."""
    return Kappa2x2(field)
