"""The distribution of the largest eigenvalue of a Gaussian matrix, real symmetric or complex Hermitian, at
every size.

With x = sqrt(2) y the eigenvalue densities are prod |y_i - y_j|^beta exp(-beta sum y_i^2 / 2), so everything
is an integral of Hermite functions phi_i over (-inf, y]: for beta = 2 P(all <= y) is the determinant of
I_ij = int phi_i phi_j, for beta = 1 a quotient of Pfaffians of A_ij = int phi_j Phi_i - phi_i Phi_j with the
primitives Phi_i, bordered by Phi_i itself for odd n (N. G. de Bruijn, J. Indian Math. Soc. 19, 133, 1955).
Recurrences give the entries, so no quadrature is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np
import scipy
from numpy.polynomial import Chebyshev

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import quantile
from perturb.laws.distributions.gaussian_tails import (
    LEFT,
    RIGHT,
    antisymmetric,
    functions,
    log_above,
    log_below,
    products,
)
from perturb.types import FloatArray

LARGEST = 400
# Outside these ends the cdf is 0 or 1 to 1e-14, for every n; in between the interpolant is of this degree.
LOW, HIGH = -14.0, 16.0
NODES = 180
BATCH = 30


@dataclass(frozen=True)
class GaussianLargest(ContinuousDistribution):
    """n^(1/6) (largest - 2 sqrt(n)), entries off the diagonal with E |entry|^2 = 1.

    `cdf`, `sf` and their logarithms are relatively accurate in both tails, to `tail_error` = 1e-8 of
    themselves where they exceed 1e-290 for n <= 100, and 1e-60 for n from 101 to 400; `pdf` is not.

    beta = 1: real symmetric, diagonal N(0, 2) (GOE); beta = 2: Hermitian, diagonal N(0, 1) (GUE). The limit
    is TW_beta. For beta = 1 the distribution is that of TW_1 - n^(-1/3) / 2 up to O(n^(-2/3)): 2 sqrt(n -
    1/2) is the better centre (I. M. Johnstone and Z. Ma, Ann. Appl. Probab. 22, 1962, 2012).
    """

    beta: int
    n: int

    support = (-np.inf, np.inf)
    # Of the determinants, compared with ball arithmetic, and of the interpolation.
    cdf_error = 1e-11
    # Of cdf and sf, as a share of themselves, down to 1e-290 for n up to 100 and to 1e-60 for the others.
    tail_error = 1e-8

    def __post_init__(self) -> None:
        if self.beta not in (1, 2):
            raise ValueError(f"beta must be 1 or 2, got {self.beta}")
        if self.n != int(self.n) or not 1 <= self.n <= LARGEST:
            raise ValueError(f"n must be an integer from 1 to {LARGEST}, got {self.n}")

    @property
    def name(self) -> str:
        return f"{self._ensemble} largest, n = {self.n}"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{{self._ensemble}}}_{{{self.n}}}"

    @property
    def _ensemble(self) -> str:
        return "GOE" if self.beta == 1 else "GUE"

    def _cdf(self, x: FloatArray) -> FloatArray:
        found = self._middle(x)
        low = x < LEFT[self.beta]
        if low.any():
            found[low] = np.exp(log_below(self.beta, self.n, x[low]))
        return found

    def _sf(self, x: FloatArray) -> FloatArray:
        found = 1 - self._cdf(x)
        high = x > RIGHT
        if high.any():
            found[high] = np.exp(log_above(self.beta, self.n, x[high]))
        return found

    def _logcdf(self, x: FloatArray) -> FloatArray:
        found = np.log1p(-self._sf(np.maximum(x, LEFT[self.beta])))
        low = x < LEFT[self.beta]
        if low.any():
            found[low] = log_below(self.beta, self.n, x[low])
        return found

    def _logsf(self, x: FloatArray) -> FloatArray:
        found = np.log1p(-self._cdf(np.minimum(x, RIGHT)))
        high = x > RIGHT
        if high.any():
            found[high] = log_above(self.beta, self.n, x[high])
        return found

    def _ppf(self, q: FloatArray) -> FloatArray:
        """By the interpolant, and in the tail by its table: a search asks for many values, few at a time."""
        found = quantile(self._middle, self.support, q)
        low = found < LEFT[self.beta]
        if low.any():
            found[low] = quantile(self._searched_below, self.support, q[low])
        return found

    def _isf(self, q: FloatArray) -> FloatArray:
        found = quantile(lambda x: self._middle(x) - 1, self.support, -q)
        high = found > RIGHT
        if high.any():
            found[high] = quantile(self._searched_above, self.support, -q[high])
        return found

    def _searched_below(self, x: FloatArray) -> FloatArray:
        low = np.exp(log_below(self.beta, self.n, np.minimum(x, LEFT[self.beta]), table=True))
        return np.where(x < LEFT[self.beta], low, self._middle(x))

    def _searched_above(self, x: FloatArray) -> FloatArray:
        high = np.exp(log_above(self.beta, self.n, np.maximum(x, RIGHT), table=True))
        return np.where(x > RIGHT, -high, self._middle(x) - 1)

    def _middle(self, x: FloatArray) -> FloatArray:
        value = _table(self.beta, self.n)[0](np.clip(x, LOW, HIGH))
        inside: FloatArray = np.clip(value, 0.0, 1.0)
        return np.where(x < LOW, 0.0, np.where(x > HIGH, 1.0, inside))

    def _pdf(self, x: FloatArray) -> FloatArray:
        value = np.maximum(_table(self.beta, self.n)[1](np.clip(x, LOW, HIGH)), 0.0)
        return np.where((x < LOW) | (x > HIGH), 0.0, value)


@cache
def _table(beta: int, n: int) -> tuple[Chebyshev, Chebyshev]:
    """The cdf and its derivative."""
    x = (LOW + HIGH) / 2 + (HIGH - LOW) / 2 * np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
    parts = [exact_cdf(beta, n, x[i : i + BATCH]) for i in range(0, NODES, BATCH)]
    coefficients = scipy.fft.dct(np.concatenate(parts)) / NODES
    coefficients[0] /= 2
    cdf = Chebyshev(coefficients, (LOW, HIGH)).trim(1e-13)
    return cdf, cdf.deriv()


def exact_cdf(beta: int, n: int, x: FloatArray) -> FloatArray:
    """The cdf at x, shape (k,), by determinants in float64: absolute error below 1e-12."""
    y = (2 * sqrt(n) + x / n ** (1 / 6)) / sqrt(2)
    if beta == 2:
        sign, log = np.linalg.slogdet(products(*functions(n, y)[:2], scipy.special.erf(y)))
        value: FloatArray = np.where(sign > 0, np.exp(np.minimum(log, 0.0)), 0.0)
        return value
    log = _log_pfaffian(n, y) - _log_pfaffian(n, np.array([np.inf]))
    return np.exp(np.minimum(log, 0.0))


def _log_pfaffian(n: int, y: FloatArray) -> FloatArray:
    phi, slope, primitive = functions(n, y)
    A = antisymmetric(phi, primitive, products(phi, slope, scipy.special.erf(y)))
    if n % 2:
        border = primitive[:, :n, None]
        A = np.block([[A, border], [-border.swapaxes(1, 2), np.zeros((len(y), 1, 1))]])
    half: FloatArray = np.linalg.slogdet(A)[1] / 2
    return half


def goe_largest_distribution(n: int) -> GaussianLargest:
    """The distribution of n^(1/6) (largest - 2 sqrt(n)), GOE; ValueError unless n is an integer in 1..400."""
    return GaussianLargest(1, n)


def gue_largest_distribution(n: int) -> GaussianLargest:
    """The same of the GUE."""
    return GaussianLargest(2, n)
