"""Constants and bounds of Gaussian vectors and matrices: chi means, Gordon, concentration, chi-square tails.

G is a real m x n matrix of independent standard normal entries, s_1 its largest singular value and s_n, for
m >= n, its smallest. All functions take scalars or arrays and broadcast; they return float64.
"""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike

from perturb.laws.distributions.protocol import Real
from perturb.types import FloatArray

# Euler numbers E_2, E_4, ...: the series is enveloping, and the first term left out is below 3e-17 at n = 20.
EULER = (-1, 5, -61, 1385, -50521, 2702765, -199360981)
SERIES_FROM = 20.0


def chi_mean(n: ArrayLike) -> Real:
    """E |g| for a standard normal vector of n > 0 coordinates: sqrt(2) Gamma((n + 1)/2) / Gamma(n/2).

    Relative error below 2e-15 for every n. ValueError unless n is positive and finite.
    """
    size = _positive(n, "n")
    small = np.minimum(size, SERIES_FROM)
    exact = np.sqrt(2) * scipy.special.gamma((small + 1) / 2) / scipy.special.gamma(small / 2)
    return np.where(size < SERIES_FROM, exact, np.sqrt(size - 0.5) * np.exp(_log_excess(size)))[()]


def chi_var(n: ArrayLike) -> Real:
    """Var |g| = n - chi_mean(n)^2, between 0 and 1/2, without cancellation: relative error below 5e-14."""
    size = _positive(n, "n")
    series = 0.5 - (size - 0.5) * np.expm1(2 * _log_excess(size))
    return np.where(size < SERIES_FROM, size - chi_mean(size) ** 2, series)[()]


def _log_excess(n: FloatArray) -> FloatArray:
    """log(chi_mean(n) / sqrt(n - 1/2)) = -sum_j E_2j / (4 j (2 n - 1)^(2 j)), for n >= SERIES_FROM.

    Stirling's series of Gamma(w + 3/4) / Gamma(w + 1/4) about w = (2 n - 1)/4, where its odd terms vanish.
    """
    square = (2 * np.maximum(n, SERIES_FROM) - 1) ** -2.0
    total = np.zeros_like(square)
    for j in range(len(EULER), 0, -1):
        total = (total - EULER[j - 1] / (4 * j)) * square
    return total


def gordon_s1(m: ArrayLike, n: ArrayLike) -> Real:
    """Upper bound chi_mean(m) + chi_mean(n) <= sqrt(m) + sqrt(n) of E s_1.

    S. Chevet (1978) and Y. Gordon, Israel J. Math. 50, 265 (1985), by comparison of Gaussian processes;
    K. R. Davidson and S. J. Szarek, Handbook of the Geometry of Banach Spaces I (2001), Theorem II.13.
    """
    return chi_mean(m) + chi_mean(n)


def gordon_sn(m: ArrayLike, n: ArrayLike) -> Real:
    """Lower bound chi_mean(m) - chi_mean(n) >= sqrt(m) - sqrt(n) of E s_n, for m >= n (ValueError otherwise).

    Y. Gordon, Israel J. Math. 50, 265 (1985). Zero, and no information, at m = n.
    """
    if np.any(np.asarray(m) < np.asarray(n)):
        raise ValueError(f"m must be at least n, got m = {m!r} and n = {n!r}")
    return chi_mean(m) - chi_mean(n)


def davidson_szarek_tail(t: ArrayLike) -> Real:
    """exp(-t^2/2), t >= 0: bounds P(s_1 >= E s_1 + t) and P(s_n <= E s_n - t), with any lower mean bound too.

    Singular values are 1-Lipschitz in the Frobenius norm, and Gaussian measure concentrates: M. Ledoux, The
    Concentration of Measure Phenomenon (2001), (2.35); Davidson and Szarek (2001), Theorem II.13.
    """
    return np.exp(-(_non_negative(t, "t") ** 2) / 2)[()]


def laurent_massart_upper(n: ArrayLike, x: ArrayLike) -> Real:
    """The threshold n + 2 sqrt(n x) + 2 x that chi-square(n) reaches with probability at most exp(-x).

    B. Laurent and P. Massart, Ann. Statist. 28, 1302 (2000), Lemma 1, (4.3). n > 0, x >= 0.
    """
    size, level = _positive(n, "n"), _non_negative(x, "x")
    return (size + 2 * np.sqrt(size * level) + 2 * level)[()]


def laurent_massart_lower(n: ArrayLike, x: ArrayLike) -> Real:
    """The threshold n - 2 sqrt(n x) below or at which chi-square(n) is with probability at most exp(-x).

    Laurent and Massart (2000), Lemma 1, (4.4). n > 0, x >= 0; it says nothing where it is negative.
    """
    size, level = _positive(n, "n"), _non_negative(x, "x")
    return (size - 2 * np.sqrt(size * level))[()]


def _positive(value: ArrayLike, name: str) -> FloatArray:
    array = np.asarray(value, dtype=np.float64)
    if not np.all((array > 0) & np.isfinite(array)):
        raise ValueError(f"{name} must be positive and finite, got {value!r}")
    return array


def _non_negative(value: ArrayLike, name: str) -> FloatArray:
    array = np.asarray(value, dtype=np.float64)
    if not np.all(array >= 0):
        raise ValueError(f"{name} must not be negative, got {value!r}")
    return array
