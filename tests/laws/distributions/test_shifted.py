"""The limits of I + sigma G: two formulas, 30 digits, published numbers, and matrices."""

from __future__ import annotations

from math import inf, isnan, sqrt

import mpmath as mp
import numpy as np
import pytest

from perturb.laws.distributions import tracy_widom
from perturb.laws.distributions.free import semicircle_sum
from perturb.laws.distributions.shifted import (
    bounds_at,
    shifted_limits,
    shifted_scales,
    shifted_singular_values,
)

CLOSING = 1 / sqrt(8)


def svd(r, n, seed, rho=1.0):
    W = np.random.default_rng(seed).standard_normal((n, n)) / (r * sqrt(8 * n))
    return np.linalg.svd(W + rho * np.eye(n), compute_uv=False)


@pytest.mark.parametrize("r", [0.2, 0.36, 0.5, 1, 2, 3, 100, 1e6])
def test_the_squares_in_closed_form(r):
    with mp.workdps(30):
        a = 1 / (8 * mp.mpf(r) ** 2)
        root = mp.sqrt(a) * (8 + a) ** mp.mpf(1.5)
        top, bottom = (8 + 20 * a - a * a + root) / 8, (8 + 20 * a - a * a - root) / 8
        s_1, s_n = mp.sqrt(top), mp.sqrt(bottom) if a < 1 else mp.mpf(0)
        limits = shifted_limits(r)
        assert limits.s_1 == pytest.approx(float(s_1), rel=1e-14)
        assert limits.s_n == pytest.approx(float(s_n), rel=1e-12)
        assert limits.kappa == (pytest.approx(float(s_1 / s_n), rel=1e-12) if a < 1 else inf)


@pytest.mark.parametrize("sigma", [0.01, 0.3, 0.999, 1.5])
def test_the_general_edges_agree(sigma):
    limits = shifted_limits(CLOSING / sigma)
    low, high = semicircle_sum([-1, 1], [0.5, 0.5], sigma**2).bands[-1]
    assert high == pytest.approx(limits.s_1, rel=1e-13)
    assert max(low, 0) == pytest.approx(limits.s_n, abs=1e-13)


def test_where_the_gap_closes():
    """At sigma = 1 the largest singular value is sqrt(27/4)."""
    assert shifted_limits(CLOSING).s_1 == pytest.approx(sqrt(27 / 4), rel=1e-15)
    assert shifted_limits(CLOSING * (1 + 1e-9)).s_n > 0
    assert shifted_limits(CLOSING * (1 - 1e-9)) == (pytest.approx(sqrt(27 / 4)), 0, inf)


def test_small_noise_is_half_of_tau():
    """kappa = 1 + tau + O(tau^2), tau = 1/r: to first order only the symmetric part matters."""
    assert (shifted_limits(1e5).kappa - 1) * 1e5 == pytest.approx(1, rel=1e-4)
    assert shifted_scales(1e5)[0] * 4e5 == pytest.approx(1, rel=1e-4)


@pytest.mark.parametrize("rho", [-2.0, 0.5])
def test_another_multiple_of_the_identity(rho):
    one, other = shifted_limits(1.5 * abs(rho)), shifted_limits(1.5, rho)
    assert other == pytest.approx((abs(rho) * one.s_1, abs(rho) * one.s_n, one.kappa), rel=1e-14)
    assert shifted_scales(1.5, rho)[1] == pytest.approx(abs(rho) * shifted_scales(1.5 * abs(rho))[1])


def test_no_identity():
    assert shifted_limits(2, 0.0) == (pytest.approx(sqrt(1 / 8)), 0, inf)
    assert shifted_limits(2, 1e-9).s_1 == pytest.approx(sqrt(1 / 8), rel=1e-8)


def test_numbers_of_the_source():
    """Riedi, Balestriero and Baraniuk, after Theorem 38: 1.8028 and 1.9719 at r = 2."""
    bounds = bounds_at(2)
    assert round(bounds["(121)"], 4) == 1.8028
    assert round(bounds["(122)"], 4) == 1.9719
    assert bounds["(116) first"] == pytest.approx(bounds["(121)"], rel=1e-14)
    assert bounds["(114) first"] == pytest.approx(bounds["(122)"], rel=1e-14)
    assert bounds["tau"] == 0.5
    assert bounds["s_1(W)"] == pytest.approx(sqrt(1 / 8))


@pytest.mark.parametrize("r", [0.3, 0.5, 0.71, 0.9, 1.01, 1.5, 2, 10, 1000])
def test_the_bounds_hold_in_the_limit(r):
    bounds = bounds_at(r)
    for name in ("(114) first", "(116) first"):
        assert bounds["kappa"] < bounds[name] or r < CLOSING
        assert bounds[name] <= bounds[name.replace("first", "second")]
    assert bounds["s_1"] < bounds["(115) s_1"]
    assert bounds["(115) s_n"] <= bounds["s_n"]
    assert (bounds["(116) first"] == inf) == (r <= 1)
    assert (bounds["(114) second"] == inf) == (r <= sqrt(0.5))


@pytest.mark.parametrize(("r", "rho"), [(2.0, 1.0), (1.0, 1.0), (0.5, 1.0), (1.0, -0.6)])
def test_matrices(r, rho):
    """n = 1000: both ends within TW_1 beyond its 1e-9 quantiles, widened by 2 for finite n."""
    n, limits, scales = 1000, shifted_limits(r, rho), shifted_scales(r, rho)
    s = svd(r, n, seed=11, rho=rho)
    low, high = tracy_widom(1).ppf(1e-9) - 2, tracy_widom(1).isf(1e-9) + 2
    for z in ((s[0] - limits.s_1) / scales[0], (limits.s_n - s[-1]) / scales[1]):
        assert low < n ** (2 / 3) * z < high


@pytest.mark.parametrize("sigma", [0.2, 0.8, 1.0, 1.6])
def test_all_singular_values_of_a_matrix(sigma):
    n, dist = 400, shifted_singular_values(sigma)
    s = svd(CLOSING / sigma, n, seed=12)[::-1]
    assert np.abs(dist.cdf(s) - (np.arange(n) + 0.5) / n).max() < 10 / n


SIGMAS = pytest.mark.parametrize("sigma", [0.1, 0.9, 0.999, 1.0, 1.0001, 1.5, 10])


@SIGMAS
def test_moments_by_quadrature(sigma):
    """E s^2 = 1 + a and E s^4 = 1 + 4 a + 2 a^2; the distribution itself is asked for its density only."""
    dist, a = shifted_singular_values(sigma), sigma**2
    t, w = np.polynomial.legendre.leggauss(400)
    angle = (t + 1) * np.pi / 2
    low, high = dist.support
    # Cubed at the lower end: the density has a cube root there at sigma = 1.
    part = np.sin(angle / 2) ** 6
    weight = w * np.pi / 2 * 3 * np.sin(angle / 2) ** 5 * np.cos(angle / 2) * (high - low)
    x = low + (high - low) * part
    for order in (0, 2, 4):
        assert (weight * dist.pdf(x)) @ x**order == pytest.approx(dist.moment(order), rel=1e-7)
    assert dist.moment(2) == pytest.approx(1 + a)
    assert dist.moment(1) == pytest.approx((weight * dist.pdf(x)) @ x, rel=1e-7)


@SIGMAS
def test_cdf_sf_and_quantiles(sigma):
    dist = shifted_singular_values(sigma)
    x = np.linspace(*dist.support, 2001)
    F, S = dist.cdf(x), dist.sf(x)
    assert (np.diff(F) >= -dist.cdf_error).all()
    assert np.abs(F + S - 1).max() <= dist.cdf_error
    q = np.array([1e-12, 1e-6, 0.01, 0.4, 0.9])
    assert dist.cdf(dist.ppf(q)) == pytest.approx(q, rel=1e-6)
    assert dist.sf(dist.isf(q)) == pytest.approx(q, rel=1e-6)
    assert 2 * dist.symmetrised.cdf(x) - 1 == pytest.approx(F, abs=dist.cdf_error)


@SIGMAS
def test_the_left_tail_is_relative(sigma):
    """cdf / (x pdf) near the lower end: 2/3 at a gap, 3/4 at the cusp, 1 at a positive density."""
    dist = shifted_singular_values(sigma)
    h = 1e-10
    slope = dist.cdf(dist.support[0] + h) / (h * dist.pdf(dist.support[0] + h))
    assert slope == pytest.approx(2 / 3 if sigma < 1 else 0.75 if sigma == 1 else 1, rel=1e-3)


def test_draws_in_their_own_band():
    dist = shifted_singular_values(0.7)
    draws = np.sort(dist.rvs(100_000, np.random.default_rng(8)))
    gap = np.abs(dist.cdf(draws[::50]) - np.arange(0, 100_000, 50) / 1e5).max()
    assert gap < sqrt(np.log(2e6) / 2e5) + 2e-3


@pytest.mark.parametrize("r", [0.0, -1.0, inf, np.nan])
def test_bad_r(r):
    for f in (shifted_limits, shifted_scales, bounds_at, shifted_singular_values):
        with pytest.raises(ValueError, match="must be positive and finite"):
            f(r)


def test_bad_rho():
    with pytest.raises(ValueError, match="rho must be finite"):
        shifted_limits(1.0, inf)
    with pytest.raises(ValueError, match="rho must not be 0"):
        shifted_scales(1.0, 0.0)
    assert isnan(shifted_scales(0.3)[1])
