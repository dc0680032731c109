"""Chi means to full precision, and the bounds of Gordon, Davidson-Szarek and Laurent-Massart."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from scipy.stats import chi2

from perturb.laws.distributions.gaussian_bounds import (
    chi_mean,
    chi_var,
    davidson_szarek_tail,
    gordon_s1,
    gordon_sn,
    laurent_massart_lower,
    laurent_massart_upper,
)

SIZES = np.array([1, 2, 3, 7, 19, 20, 21, 50, 341, 10**3, 10**5, 10**8, 10**12, 0.5, 19.99, 1e15])


def exact_mean(n):
    half = mp.mpf(float(n)) / 2
    return mp.sqrt(2) * mp.exp(mp.loggamma(half + 0.5) - mp.loggamma(half))


def test_chi_mean_and_variance_against_60_digits():
    with mp.workdps(60):
        mean = [exact_mean(n) for n in SIZES]
        var = [mp.mpf(float(n)) - m * m for n, m in zip(SIZES, mean, strict=True)]
        ratios = [float(chi_mean(n) / m) for n, m in zip(SIZES, mean, strict=True)]
        spreads = [float(chi_var(n) / v) for n, v in zip(SIZES, var, strict=True)]
    assert ratios == pytest.approx(np.ones(SIZES.size), abs=2e-15)
    assert spreads == pytest.approx(np.ones(SIZES.size), abs=5e-14)


def test_chi_mean_of_the_line_and_the_plane():
    assert chi_mean(1) == pytest.approx(np.sqrt(2 / np.pi), rel=1e-15)
    assert chi_mean(2) == pytest.approx(np.sqrt(np.pi / 2), rel=1e-15)


def test_neighbouring_means_multiply_to_the_size():
    n = np.arange(1.0, 200)
    assert chi_mean(n) * chi_mean(n + 1) == pytest.approx(n, rel=4e-15)


def test_gordon_is_sharper_than_square_roots():
    m, n = np.meshgrid(np.arange(1, 60), np.arange(1, 60))
    tall = m >= n
    assert (gordon_s1(m, n) < np.sqrt(m) + np.sqrt(n)).all()
    assert (gordon_sn(m[tall], n[tall]) >= np.sqrt(m[tall]) - np.sqrt(n[tall]) - 1e-13).all()


@pytest.mark.parametrize(("m", "n"), [(1, 1), (6, 1), (4, 4), (30, 10)])
def test_gordon_holds_for_matrices(m, n):
    """By seven standard errors of the mean (each singular value has variance at most 1)."""
    draws = 20_000
    s = np.linalg.svd(np.random.default_rng(m).standard_normal((draws, m, n)), compute_uv=False)
    slack = 7 / np.sqrt(draws)
    assert s[:, 0].mean() <= gordon_s1(m, n) + slack
    assert s[:, -1].mean() >= gordon_sn(m, n) - slack
    # The test can fail: half of the bound is not one.
    assert s[:, 0].mean() > 0.5 * gordon_s1(m, n) - slack


def test_laurent_massart_bounds_the_exact_tails():
    n, x = np.meshgrid([1, 2, 5, 30, 1000], [0.01, 0.3, 1, 3, 10, 40])
    assert (chi2.sf(laurent_massart_upper(n, x), n) <= np.exp(-x)).all()
    assert (chi2.cdf(laurent_massart_lower(n, x), n) <= np.exp(-x)).all()
    # Without the term 2 x the upper bound is false.
    assert not (chi2.sf(n + 2 * np.sqrt(n * x), n) <= np.exp(-x)).all()


def test_davidson_szarek_bounds_the_exact_tail_of_a_vector():
    """s_1 of an m x 1 matrix is |g|."""
    m, t = np.meshgrid([1, 2, 10, 500], np.linspace(0, 6, 25))
    assert (chi2.sf((chi_mean(m) + t) ** 2, m) <= davidson_szarek_tail(t)).all()
    assert davidson_szarek_tail(2.0) == np.exp(-2.0)


@pytest.mark.parametrize("n", [0, -1, np.nan, np.inf])
def test_bad_size(n):
    with pytest.raises(ValueError, match="n must be positive"):
        chi_mean(n)


def test_bad_arguments():
    with pytest.raises(ValueError, match="m must be at least n"):
        gordon_sn(2, 3)
    with pytest.raises(ValueError, match="t must not be negative"):
        davidson_szarek_tail(-1.0)
    with pytest.raises(ValueError, match="x must not be negative"):
        laurent_massart_upper(3, [1.0, np.nan])
