"""Free convolution with a semicircle and limits of I + sigma G: two formulas, many digits, matrices."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan, sqrt

import mpmath as mp
import numpy as np
import pytest

from perturb.laws.distributions import tracy_widom
from perturb.laws.distributions.bulk import semicircle
from perturb.laws.distributions.free import semicircle_sum
from perturb.laws.distributions.shifted import (
    bounds_at,
    shifted_limits,
    shifted_scales,
    shifted_singular_values,
)

CASES = {
    "two bands": semicircle_sum([-1, 1], [0.5, 0.5], 0.03),
    "almost touching": semicircle_sum([-1, 1], [0.5, 0.5], 0.9999),
    "cusp": semicircle_sum([-1, 1], [0.5, 0.5], 1.0),
    "merged": semicircle_sum([-1, 1], [0.5, 0.5], 2.0),
    "four bands": semicircle_sum([5, -2, 0, 1], [0.4, 0.1, 0.2, 0.3], 0.4),
    "uneven": semicircle_sum([0, 1], [0.001, 0.999], 0.2),
    "narrow": semicircle_sum([0, 1], [0.1, 0.9], 1e-6),
}
each = pytest.mark.parametrize("dist", CASES.values(), ids=CASES.keys())


def nodes(dist, count=400):
    """Gauss-Legendre nodes, dense at the ends and in the middle of each band, where edges and cusps are."""
    t, w = np.polynomial.legendre.leggauss(count)
    angle = (t + 1) * np.pi / 2
    part, weight = np.sin(angle / 2) ** 2 / 2, w * np.pi / 8 * np.sin(angle)
    part, weight = np.append(part, part + 0.5), np.append(weight, weight)
    for low, high in dist.bands:
        yield low + (high - low) * part, weight * (high - low)


def exact_above(dist, x, digits=40):
    """The mass on the right of x from the polynomial for w, all in `digits` digits."""
    with mp.workdps(digits):
        a, p, v = [mp.mpf(t) for t in dist.points], [mp.mpf(t) for t in dist.weights], mp.mpf(dist.variance)
        start = dist.subordination(x)[0]
        G = lambda w: mp.fsum(q / (w - b) for q, b in zip(p, a, strict=True))  # noqa: E731
        w = mp.findroot(lambda w: w + v * G(w) - mp.mpf(float(x)), mp.mpc(complex(start)))
        turn = mp.fsum(q * mp.arg(w - b) for q, b in zip(p, a, strict=True))
        return (turn + v * mp.im(G(w) ** 2) / 2) / mp.pi, mp.im(w) / (mp.pi * v)


@each
def test_cdf_error_and_both_tails_in_many_digits(dist):
    for low, high in dist.bands:
        part = np.array([1e-4, 1e-3, 0.03, 0.3, 0.5001, 0.8, 0.99, 0.999])
        for x in low + (high - low) * part:
            above, density = exact_above(dist, x)
            assert abs(dist.sf(x) - float(above)) <= dist.cdf_error
            assert abs(dist.cdf(x) - float(1 - above)) <= dist.cdf_error
            assert dist.pdf(x) == pytest.approx(float(density), rel=1e-9)


@each
def test_the_last_edge_is_relative(dist):
    """Towards the right end sf falls as the power 3/2 of the distance, far below one rounding of 1."""
    low, high = dist.bands[-1]
    for part in (1e-3, 1e-6):
        x = high - (high - low) * part
        slope = dist.sf(x) / (dist.pdf(x) * (high - x))
        assert slope == pytest.approx(2 / 3, rel=part * 100 + 1e-6)


@each
def test_the_mass_of_bands_and_moments(dist):
    moments = np.zeros(6)
    for (x, w), mass in zip(nodes(dist), np.diff(dist.below), strict=True):
        f = dist.pdf(x)
        assert w @ f == pytest.approx(mass, abs=1e-8)
        moments += (w * f) @ x[:, None] ** np.arange(6)
    assert [dist.moment(k) for k in range(6)] == pytest.approx(moments, rel=1e-7, abs=1e-7)
    m = [dist.moment(k) for k in range(5)]
    third, fourth = m[3] - 3 * m[1] * m[2] + 2 * m[1] ** 3, m[4] - 4 * m[1] * m[3] + 6 * m[1] ** 2 * m[2]
    assert dist.mean() == pytest.approx(m[1], abs=1e-14)
    assert dist.var() == pytest.approx(m[2] - m[1] ** 2, rel=1e-11)
    assert dist.skewness() == pytest.approx(third / dist.std() ** 3, abs=1e-11)
    assert dist.kurtosis() == pytest.approx((fourth - 3 * m[1] ** 4) / dist.var() ** 2 - 3, abs=1e-11)


def test_a_negative_order():
    with pytest.raises(ValueError, match="order"):
        CASES["cusp"].moment(-1)


@each
def test_shape_of_a_distribution(dist):
    x = np.sort(np.append(np.linspace(dist.support[0] - 0.1, dist.support[1] + 0.1, 4001), dist.edges[1]))
    F, S, f = dist.cdf(x), dist.sf(x), dist.pdf(x)
    assert (np.diff(F) >= -dist.cdf_error).all()
    assert (np.diff(S) <= dist.cdf_error).all()
    assert np.abs(F + S - 1).max() <= dist.cdf_error
    assert (f >= 0).all()
    assert f.max() <= (1 + 1e-12) / (np.pi * dist.variance**0.5)  # Im w <= sqrt(variance)
    assert (F[0], F[-1], S[0], S[-1]) == (0, 1, 1, 0)


@each
def test_gaps_carry_nothing(dist):
    for k, ((_, left), (right, _)) in enumerate(pairwise(dist.bands)):
        middle = (left + right) / 2
        assert dist.pdf(middle) == 0
        assert dist.cdf(middle) == dist.below[k + 1]
        assert dist.sf(middle) == pytest.approx(1 - dist.below[k + 1], abs=1e-15)


def test_at_the_cusp():
    """Three roots meet at 0 for variance 1; sf stays 1/2 and monotone however close x comes."""
    x = 10.0 ** np.arange(-320, -1, 0.5)
    S = CASES["cusp"].sf(np.append(-x[::-1], x))
    assert S[: x.size] == pytest.approx(1 - S[: x.size - 1 : -1], abs=1e-15)
    assert (np.diff(S) <= CASES["cusp"].cdf_error).all()
    assert CASES["cusp"].sf(np.array([0.0, 1e-300, -1e-30])) == pytest.approx([0.5] * 3, abs=1e-15)


def test_one_atom_is_the_semicircle():
    dist = semicircle_sum([3.0], [1.0], 4.0)
    x = np.linspace(-0.99, 6.99, 101)
    u = (x - 3) / 4
    assert dist.support == pytest.approx((-1, 7), abs=1e-14)
    assert dist.pdf(x) == pytest.approx(np.sqrt(1 - u**2) / (2 * np.pi), rel=1e-12)
    assert dist.cdf(x) == pytest.approx(0.5 + (u * np.sqrt(1 - u**2) + np.arcsin(u)) / np.pi, abs=1e-14)


def test_adding_two_semicircles():
    """Variances add: the edges of mu [+] SC(v) at v = 1.7, point by point through the flow in v."""
    dist, later = semicircle_sum([-1, 1], [0.3, 0.7], 0.7), semicircle_sum([-1, 1], [0.3, 0.7], 0.7 + 1e-6)
    x = 0.37
    w = dist.subordination(x)
    G = (x - w[0]) / 0.7
    later_G = (x - later.subordination(x)[0]) / (0.7 + 1e-6)
    h = 1e-5
    slope = ((x + h - dist.subordination(x + h)[0]) - (x - h - dist.subordination(x - h)[0])) / 0.7 / (2 * h)
    assert (later_G - G) / 1e-6 == pytest.approx(-G * slope, rel=1e-4)  # Burgers: dG/dv = -G dG/dz


def test_equal_points_are_merged():
    assert semicircle_sum([1, 1, 0], [0.25, 0.25, 0.5], 1) == semicircle_sum([0, 1], [0.5, 0.5], 1)


def test_eigenvalues_of_a_matrix():
    """A sum over n = 400 eigenvalues is within 10/n of the limit: they repel, so it moves by O(log n / n)."""
    n, dist, rng = 400, CASES["four bands"], np.random.default_rng(5)
    K = rng.standard_normal((n, n))
    fixed = np.diag(np.repeat(dist.points, np.rint(n * np.array(dist.weights)).astype(int)))
    values = np.linalg.eigvalsh(fixed + np.sqrt(dist.variance / (2 * n)) * (K + K.T))
    assert np.abs(dist.cdf(values) - (np.arange(n) + 0.5) / n).max() < 10 / n


@pytest.mark.parametrize("dist", [CASES["four bands"], CASES["cusp"]], ids=["four bands", "cusp"])
def test_draws_in_their_own_band(dist):
    """DKW-Massart at 1e-6 and the 1e-3 of the interpolation."""
    draws = np.sort(dist.rvs(100_000, np.random.default_rng(8)))
    gap = np.abs(dist.cdf(draws[::50]) - np.arange(0, 100_000, 50) / 1e5).max()
    assert gap < np.sqrt(np.log(2e6) / 2e5) + 1e-3


@pytest.mark.parametrize(
    ("points", "weights", "variance", "names"),
    [
        ([], [], 1, "points"),
        ([0, 1], [1], 1, "points"),
        ([np.nan], [1], 1, "points"),
        ([0, 1], [0.5, 0.6], 1, "weights"),
        ([0, 1], [1.5, -0.5], 1, "weights"),
        ([0], [1], 0, "variance"),
        ([0], [1], np.nan, "variance"),
    ],
)
def test_bad_arguments(points, weights, variance, names):
    with pytest.raises(ValueError, match=names):
        semicircle_sum(points, weights, variance)


def test_a_distant_origin_or_atom_costs_no_more_than_stated():
    """Four atoms moved by 1e5; and two atoms far apart, each with a semicircle of half the variance."""
    points, weights = np.array([0.16, 0.62, 0.68, 0.75]), [0.03, 0.38, 0.14, 0.45]
    near, far = (semicircle_sum(points + move, weights, 1.0) for move in (0, 1e5))
    x = np.linspace(*near.support, 41)[1:-1]
    assert far.cdf(x + 1e5) == pytest.approx(near.cdf(x), abs=far.cdf_error)
    dist, half = semicircle_sum([0, 1e8], [0.5, 0.5], 1.0), semicircle(0.5)
    x = np.linspace(*half.support, 41)[1:-1]
    assert dist.cdf(x) == pytest.approx(half.cdf(x) / 2, abs=dist.cdf_error)
    assert dist.cdf(x + 1e8) == pytest.approx((1 + half.cdf(x)) / 2, abs=dist.cdf_error)


# The limits of I + sigma G: two formulas, 30 digits, published numbers, and matrices.


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


def test_draws_in_their_own_band_shifted():
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
