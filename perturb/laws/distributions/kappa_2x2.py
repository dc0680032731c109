"""The distribution of the condition number of a 2 x 2 Gaussian matrix, real or complex."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.condition import FieldDistribution
from perturb.laws.distributions.evaluate import check_order
from perturb.types import FloatArray


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
