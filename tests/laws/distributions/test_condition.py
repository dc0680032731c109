"""The condition number and the smallest singular value: mpmath, matrices, and each other."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from scipy.special import gammaln, hyperu, logsumexp

from perturb.laws.distributions.condition import edelman_kappa, kappa_2x2, smallest_singular_limit
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.stats.bands import dkw_radius, sup_distance

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
def test_bad_size(n):
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
