"""Gaussian matrices: chi means and bounds, condition number, smallest singular value, spectral radius."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from mpmath import mp as mp_spectral_radius
from scipy.special import gammaln, hyperu, logsumexp
from scipy.stats import chi2

from perturb.laws.distributions import ginibre_spectral_radius
from perturb.laws.distributions.condition import edelman_kappa, kappa_2x2, smallest_singular_limit
from perturb.laws.distributions.gaussian_bounds import (
    chi_mean,
    chi_var,
    davidson_szarek_tail,
    gordon_s1,
    gordon_sn,
    laurent_massart_lower,
    laurent_massart_upper,
)
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.stats.bands import dkw_radius, sup_distance

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


# The condition number and the smallest singular value: mpmath, matrices, and each other.


FIELDS = ("real", "complex")
ALPHA = 1e-9
CLOSED = {
    edelman_kappa("real"): lambda t: mp.exp(-2 / t - 2 / t**2),
    edelman_kappa("complex"): lambda t: mp.exp(-4 / t**2),
    smallest_singular_limit("real"): lambda x: -mp.expm1(-x / 2 - mp.sqrt(x)),
    smallest_singular_limit("complex"): lambda x: -mp.expm1(-x),
    kappa_2x2("real"): lambda k: (k - 1) ** 2 / (k**2 + 1),
    kappa_2x2("complex"): lambda k: ((k**2 - 1) / (k**2 + 1)) ** 3,
    ginibre_smallest(1): lambda x: mp.erf(mp.sqrt(x / 2)),
}


def matrices(field, n, draws, rng):
    g = rng.standard_normal((draws, n, n))
    return g if field == "real" else (g + 1j * rng.standard_normal((draws, n, n))) / np.sqrt(2)


def singular_values(field, n, draws, seed):
    return np.linalg.svd(matrices(field, n, draws, np.random.default_rng(seed)), compute_uv=False)


@pytest.mark.parametrize("dist", CLOSED, ids=lambda dist: dist.name)
def test_cdf_error_and_both_tails_against_40_digits(dist):
    rng = np.random.default_rng(1)
    levels = np.concatenate((rng.random(100), 10.0 ** rng.uniform(-200, 0, 50)))
    x = np.concatenate((dist.ppf(levels), dist.isf(levels)))
    x = x[(dist.support[0] < x) & np.isfinite(x)]
    with mp.workdps(250):
        exact = [CLOSED[dist](mp.mpf(float(t))) for t in x]
        left = [float(dist.cdf(t)) / F for t, F in zip(x, exact, strict=True)]
        right = [float(dist.sf(t)) / (1 - F) for t, F in zip(x, exact, strict=True)]
        error = [abs(float(dist.cdf(t)) - F) for t, F in zip(x, exact, strict=True)]
    assert max(error) <= dist.cdf_error
    # Far out the logarithm is a sum of some hundreds: that many roundings.
    assert np.array(left, dtype=float) == pytest.approx(1, abs=3e-13)
    assert np.array(right, dtype=float) == pytest.approx(1, abs=3e-13)


@pytest.mark.parametrize("n", [2, 3, 7, 40, 1000])
def test_ginibre_smallest_has_the_density_of_edelman(n):
    """n Gamma((n+1)/2) / sqrt(2 pi) x^(-1/2) exp(-n x/2) U((n-1)/2, -1/2, x/2) for x = s_n^2."""
    y = np.linspace(0.3, 8, 25)
    x = y / n
    constant = gammaln((n + 1) / 2) - np.log(2 * np.pi) / 2
    density = [np.exp(constant + _log_tricomi(n, t) - n * t / 2) / np.sqrt(t) for t in x]
    assert ginibre_smallest(n).pdf(y) == pytest.approx(density, rel=1e-11)


def _log_tricomi(n, x):
    """log U by its integral, t = exp(v), where the trapezoidal rule converges exponentially."""
    a, v = (n - 1) / 2, np.arange(-120, 20, 1 / 16)
    f = a * v - x / 2 * np.exp(v) - (n + 2) / 2 * np.log1p(np.exp(v))
    return logsumexp(f) + np.log(1 / 16) - gammaln(a)


def test_the_integral_of_tricomi_is_that_of_scipy():
    assert np.exp(_log_tricomi(3, 1.4)) == pytest.approx(hyperu(1, -0.5, 0.7), rel=1e-12)


@pytest.mark.parametrize("n", [2, 5, 100])
def test_ginibre_smallest_against_its_mixture(n):
    """E erf(sqrt(x (1 + R)/2)) at 30 digits, by another rule than the engine's."""
    dist, r = ginibre_smallest(n), mp.mpf
    with mp.workdps(25):
        nodes = [mp.exp(mp.mpf(j) / 20) for j in range(-1400, 800)]
        weight = [
            mp.exp((n - 3) * mp.log(t) / 2 - (n + 2) * mp.log(t + r(1) / n) / 2 - mp.log1p(t) / 2) * t
            for t in nodes
        ]
        norm = mp.fsum(weight)
        for x in (1e-12, 1e-3, 0.2, 1.0, 4.0, 30.0):
            terms = (w * mp.erf(mp.sqrt(r(x) * (1 + t) / 2)) for t, w in zip(nodes, weight, strict=True))
            exact = mp.fsum(terms) / norm
            assert abs(float(dist.cdf(x)) - exact) <= dist.cdf_error
            assert float(dist.cdf(x) / exact) == pytest.approx(1, rel=1e-14)
            assert float(dist.sf(x) / (1 - exact)) == pytest.approx(1, rel=1e-13)


def test_ginibre_smallest_tends_to_the_limit():
    x = smallest_singular_limit().ppf(np.linspace(0.01, 0.99, 99))
    limit = smallest_singular_limit().cdf(x)
    gap = [np.abs(ginibre_smallest(n).cdf(x) - limit).max() for n in (10, 100, 1000)]
    assert gap[0] > 5 * gap[1] > 25 * gap[2] > 0


def test_the_limits_of_kappa_and_of_s_n_are_one_law():
    """s_1 / sqrt(n) tends to 2, so kappa / n tends to 2 / sqrt(x)."""
    t = np.linspace(0.1, 30, 200)
    for field in FIELDS:
        assert edelman_kappa(field).cdf(t) == pytest.approx(smallest_singular_limit(field).sf(4 / t**2))


@pytest.mark.parametrize("n", [1, 2, 6])
def test_smallest_singular_value_of_matrices(n):
    draws = 40_000
    real = n * singular_values("real", n, draws, n)[:, -1] ** 2
    complex_ = n * singular_values("complex", n, draws, n)[:, -1] ** 2
    radius = dkw_radius(draws, ALPHA)
    assert sup_distance(real, ginibre_smallest(n).cdf) <= radius
    assert sup_distance(complex_, smallest_singular_limit("complex").cdf) <= radius
    assert sup_distance(2 * complex_, smallest_singular_limit("complex").cdf) > radius


@pytest.mark.parametrize("field", FIELDS)
def test_kappa_of_matrices_2_by_2(field):
    draws = 40_000
    s = singular_values(field, 2, draws, 8)
    assert sup_distance(s[:, 0] / s[:, 1], kappa_2x2(field).cdf) <= dkw_radius(draws, ALPHA)
    other = kappa_2x2(FIELDS[field == "real"])
    assert sup_distance(s[:, 0] / s[:, 1], other.cdf) > dkw_radius(draws, ALPHA)


def test_infinite_moments():
    """inf where the integral diverges, NaN for ratios of such: the convention of scipy.stats.levy."""
    for dist in (edelman_kappa("real"), kappa_2x2("real")):
        assert dist.mean() == dist.var() == dist.std() == dist.moment(3) == np.inf
        assert np.isnan([dist.skewness(), dist.kurtosis()]).all()
    means = {edelman_kappa("complex"): 2 * np.sqrt(np.pi), kappa_2x2("complex"): 2 + 0.75 * np.pi}
    for dist, mean in means.items():
        assert dist.mean() == pytest.approx(mean, rel=1e-15)
        assert dist.var() == np.inf


def test_moments_of_the_smallest_singular_value():
    dist = smallest_singular_limit("real")
    i = float(mp.sqrt(mp.pi / 2) * mp.exp(0.5) * mp.erfc(mp.sqrt(0.5)))
    assert dist.mean() == pytest.approx(2 - 2 * i, rel=1e-14)
    assert dist.moment(2) == pytest.approx(12 - 16 * i, rel=1e-13)
    assert [smallest_singular_limit("complex").moment(k) for k in range(5)] == [1, 1, 2, 6, 24]


@pytest.mark.parametrize("make", [edelman_kappa, smallest_singular_limit, kappa_2x2])
def test_unknown_field(make):
    with pytest.raises(ValueError, match="'quaternion'"):
        make("quaternion")


@pytest.mark.parametrize("n", [0, -1, 2.5])
def test_bad_size_condition(n):
    with pytest.raises(ValueError, match=f"positive integer, got {n}"):
        ginibre_smallest(n)


@pytest.mark.parametrize("field", ["real", "complex"])
def test_subnormal_levels(field):
    """The point may lie beyond all floats: then inf, and no warning."""
    q = 5e-324
    assert edelman_kappa(field).isf(q) > 1e150
    assert kappa_2x2(field).isf(q) > 1e150
    assert kappa_2x2(field).ppf(q) >= 1
    assert kappa_2x2("complex").isf(q) == pytest.approx(
        (6 / q) ** 0.5 if 6 / q < np.inf else 6**0.5 * q**-0.5
    )


# The distribution of the spectral radius far out, where sums run over tiny terms.


@pytest.mark.parametrize(
    ("n", "x", "sf"), [(20, 6.13, 1.55368e-289), (20, 6.2, 7.6112e-297), (100, 2.75, 5.06105e-200)]
)
def test_the_far_right_tail(n, x, sf):
    """Against sums of Poisson probabilities in 60 digits; isf comes back."""
    dist = ginibre_spectral_radius(n)
    with mp_spectral_radius.workdps(60):
        z = mp_spectral_radius.mpf(n) * mp_spectral_radius.mpf(x) ** 2
        poisson = [mp_spectral_radius.exp(-z) * z**j / mp_spectral_radius.factorial(j) for j in range(n)]
        exact = mp_spectral_radius.fsum((n - j) * p for j, p in enumerate(poisson))
    assert dist.sf(x) == pytest.approx(float(exact), rel=1e-9)
    assert dist.sf(x) == pytest.approx(sf, rel=1e-4)
    assert dist.isf(dist.sf(x)) == pytest.approx(x, rel=1e-12)
