"""The distribution of the smallest singular value of a real square Gaussian matrix, at every size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy
from numpy.polynomial import Chebyshev

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import accepted
from perturb.types import BoolArray, FloatArray

STEP = 1 / 16
# Beyond this root of x the survival function underflows: exp(-39^2 / 2) < 1e-330.
FAR = 39.0
DEGREE = 88


@dataclass(frozen=True)
class GinibreSmallest(ContinuousDistribution):
    """The distribution of n s_n^2, s_n the smallest singular value of an n x n matrix of real standard normal
    entries.

    A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988), section 3: s_n^2 has the density
    n Gamma((n + 1)/2) / sqrt(2 pi) x^(-1/2) exp(-n x/2) U((n - 1)/2, -1/2, x/2) with Tricomi's U, whose
    integral makes it a mixture: s_n^2 is distributed as Z^2 / (n + T), Z standard normal and T > 0 of density
    proportional to t^((n-3)/2) (1 + t)^(-(n+2)/2) (n + t)^(-1/2). So the survival function at y^2 is
    exp(-y^2/2 - y k(y)) with a smooth k, which is interpolated once for each n; k = 1 in the limit.
    """

    n: int

    support = (0.0, np.inf)
    ends = (np.inf, 0.0)
    # k is known to 2e-15, relatively; L exp(-L) <= 1/e.
    cdf_error = 2e-15

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 10**15 or self.n != int(self.n):
            raise ValueError(f"n must be at most 10^15 and a positive integer, got {self.n}")

    @property
    def name(self) -> str:
        return f"n s_n^2 at n = {self.n}"

    @property
    def latex(self) -> str:
        return rf"n s_n^2 \mid n = {self.n}"

    def _logsf(self, x: FloatArray) -> FloatArray:
        y = np.sqrt(x)
        return -y * (y / 2 + _exponent(self.n, y))

    def _sf(self, x: FloatArray) -> FloatArray:
        return np.exp(self._logsf(x))

    def _cdf(self, x: FloatArray) -> FloatArray:
        return -np.expm1(self._logsf(x))

    def _pdf(self, x: FloatArray) -> FloatArray:
        y = np.sqrt(x)
        k = _exponent(self.n, y)
        density: FloatArray = (y + k + y * _slope(self.n, y)) / (2 * y) * self._sf(x)
        return density

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self._where(-np.log1p(-q))

    def _isf(self, q: FloatArray) -> FloatArray:
        return self._where(-np.log(q))

    def _where(self, level: FloatArray) -> FloatArray:
        """The point with survival exp(-level): Newton from the limit's, the exponent is nearly quadratic."""
        y = 2 * level / (1 + np.sqrt(1 + 2 * level))
        for _ in range(8):
            k = _exponent(self.n, y)
            step = (y * (y / 2 + k) - level) / (y + k + y * _slope(self.n, y))
            y = np.maximum(y - step, y / 8)
            if np.all(np.abs(step) <= 1e-15 * y):
                break
        x: FloatArray = y * y
        return x

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size` from the mixture; T by rejection from a ratio of beta variables."""
        shrink = np.ones(size)
        if self.n > 1:
            shrink = accepted(size, lambda count: self._shrinkage(count, rng))
        return shrink * rng.standard_normal(size) ** 2

    def _shrinkage(self, count: int, rng: np.random.Generator) -> tuple[FloatArray, BoolArray]:
        """Proposals for n / (n + T), and which of them are accepted."""
        b = rng.beta((self.n - 1) / 2, 1.5, count)
        value = self.n * (1 - b) / (self.n * (1 - b) + b)
        return value, rng.random(count) < np.sqrt(value)


def _mixture(n: int) -> tuple[FloatArray, FloatArray]:
    """Nodes r = T/n and logarithms of weights: trapezoidal rule in log r, where the density is analytic."""
    if n == 1:
        return np.zeros(1), np.zeros(1)
    r = np.exp(np.arange(-80 / STEP, 24 / STEP) * STEP)
    # r^((n-3)/2) (r + 1/n)^(-(n+2)/2) (1 + r)^(-1/2) dr, with its powers of n joined.
    log = -(n - 3) / 2 * np.log1p(1 / (n * r)) - 2.5 * np.log(r + 1 / n) - np.log1p(r) / 2 + np.log(r)
    return r, log - scipy.special.logsumexp(log)


def _direct(n: int, y: FloatArray) -> FloatArray:
    """k(y) from the mixture: survival = E erfc(y sqrt((1 + R)/2)), by the form that does not cancel."""
    r, log_weight = _mixture(n)
    a = y[:, None] * np.sqrt((1 + r) / 2)
    near = -np.log1p(-np.minimum(scipy.special.erf(a) @ np.exp(log_weight), 0.9)) - y * y / 2
    far = -scipy.special.logsumexp(
        log_weight - (y[:, None] ** 2) / 2 * r + np.log(scipy.special.erfcx(a)), axis=1
    )
    k: FloatArray = np.where(y < 1, near, far) / y
    return k


@cache
def _table(n: int) -> tuple[Chebyshev, Chebyshev]:
    """k in the variable y / (y + 2), which spreads its bend near 0 over the interval."""
    end = FAR / (FAR + 2)
    z = end / 2 * (1 + np.cos(np.pi * (np.arange(DEGREE) + 0.5) / DEGREE))
    # By cosine transform: the interpolation of numpy loses three digits at the ends of the interval.
    coefficients = scipy.fft.dct(_direct(n, 2 * z / (1 - z))) / DEGREE
    coefficients[0] /= 2
    k = Chebyshev(coefficients, (0.0, end)).trim(1e-17)
    return k, k.deriv()


def _exponent(n: int, y: FloatArray) -> FloatArray:
    inside = np.minimum(y, FAR)
    k: FloatArray = _table(n)[0](inside / (inside + 2))
    beyond = y > FAR
    if beyond.any():
        # So far out y k(y) is lost beside y^2/2.
        k[beyond] = _direct(n, np.minimum(y[beyond], 1e6))
    return k


def _slope(n: int, y: FloatArray) -> FloatArray:
    inside = np.minimum(y, FAR)
    slope: FloatArray = _table(n)[1](inside / (inside + 2)) * 2 / (inside + 2) ** 2
    return slope


def ginibre_smallest(n: int) -> GinibreSmallest:
    """The distribution of n s_n^2 for real entries of variance 1; ValueError unless n is an integer > 0."""
    return GinibreSmallest(n)
