"""The distribution of the spectral radius of a complex Gaussian matrix, at every size."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.evaluate import EPS
from perturb.types import FloatArray


@dataclass(frozen=True)
class GinibreSpectralRadius(ContinuousDistribution):
    """The distribution of max |eigenvalue| / sqrt(n) of an n x n complex Ginibre matrix, E |entry|^2 = 1.

    The squared moduli are distributed as independent Gamma(k, 1), k = 1..n (E. Kostlan, Linear Algebra Appl.
    162, 385, 1992), so the cdf at r is the product of the incomplete gamma functions P(k, n r^2). Only the
    last 9 sqrt(n) + 40 factors differ from 1 where the product exceeds 1e-300. Each comes from the next by
    one Poisson probability: sums of positive terms, in both tails.
    """

    n: int

    support = (0.0, np.inf)

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 10**10 or self.n != int(self.n):
            raise ValueError(f"n must be at most 10^10 and a positive integer, got {self.n}")

    @property
    def name(self) -> str:
        return f"spectral radius of complex Ginibre at n = {self.n}"

    @property
    def latex(self) -> str:
        return rf"\rho(G_{{{self.n}}})/\sqrt{{{self.n}}}"

    @property
    def cdf_error(self) -> float:
        """The first factor is good to 1e-14, each later one adds two roundings, that of n x^2 sqrt(n)."""
        return 2e-14 + 2 * EPS * (self.n - self._first) + 40 * EPS * math.sqrt(self.n)

    @property
    def _first(self) -> int:
        return max(1, self.n - int(9 * math.sqrt(self.n)) - 40)

    def _squared(self, x: FloatArray) -> FloatArray:
        """n x^2; beyond these ends the cdf is 0 or 1 to 1e-300."""
        return self.n * np.clip(x, 1e-150, 1e9) ** 2

    def _walk(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The cdf and the density of n x^2 divided by it."""
        z = self._squared(x)
        factor, mass = scipy.special.gammainc(self.n, z), _poisson(self.n - 1, z)
        product = factor
        # Where the first factor underflows the product is 0, whatever the others are.
        factor, mass = np.where(product > 0, factor, 1.0), np.where(product > 0, mass, 0.0)
        rate = mass / factor
        with np.errstate(under="ignore"):
            for k in range(self.n - 1, self._first - 1, -1):
                factor = np.minimum(factor + mass, 1.0)
                product = product * factor
                mass = mass * (k / z)
                rate += mass / factor
        return product, rate

    def _cdf(self, x: FloatArray) -> FloatArray:
        return self._walk(x)[0]

    def _pdf(self, x: FloatArray) -> FloatArray:
        product, rate = self._walk(x)
        return product * rate * 2 * self.n * np.clip(x, 1e-150, 1e9)

    def _sf(self, x: FloatArray) -> FloatArray:
        z = self._squared(x)
        survival, mass = scipy.special.gammaincc(self._first, z), _poisson(self._first, z)
        total = np.log1p(-np.minimum(survival, 0.9))
        with np.errstate(under="ignore"):
            for k in range(self._first + 1, self.n + 1):
                survival = np.minimum(survival + mass, 0.9)
                total += np.log1p(-survival)
                mass = mass * np.minimum(z / k, 1e300)
        near = np.where(total > -1, -np.expm1(total), 1 - self._cdf(x))
        return np.where(near < 1e-30, self._far(z), near)

    def _far(self, z: FloatArray) -> FloatArray:
        """Where 1 - sf is 1 to all digits: the sum of P(Poisson(z) < k) over k, largest terms first."""
        term = total = np.ones_like(z)
        with np.errstate(under="ignore"):
            for i in range(1, self.n - self._first + 1):
                term = term * ((self.n - i) / np.maximum(z, self.n))
                total = total + (i + 1) * term
            return _poisson(self.n - 1, z) * total

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`, as roots of the greatest of the gamma variables that may be it."""
        greatest = np.zeros(size)
        for k in range(self._first, self.n + 1):
            np.maximum(greatest, rng.standard_gamma(k, size), out=greatest)
        return np.sqrt(greatest / self.n)


def _poisson(k: int, z: FloatArray) -> FloatArray:
    """P(Poisson(z) = k); for large k by Stirling's series, as a difference of large terms loses digits."""
    if k < 16:
        small: FloatArray = np.exp(scipy.special.xlogy(k, z) - z) / math.factorial(k)
        return small
    excess = (z - k) / k
    series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * k**2)) / k**2) / k**2) / k
    with np.errstate(divide="ignore"):
        gap = excess - np.log1p(excess)
    mass: FloatArray = np.exp(-k * gap - series) / math.sqrt(2 * math.pi * k)
    return mass


def ginibre_spectral_radius(n: int) -> GinibreSpectralRadius:
    """The distribution of the spectral radius over sqrt(n); ValueError unless n is a positive integer."""
    return GinibreSpectralRadius(n)
