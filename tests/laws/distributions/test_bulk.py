"""Limits of bulk spectra, and MP(a) [x] MP(b), against mpmath and matrices; sums of short rows."""

from __future__ import annotations

from math import comb, pi, sqrt

import mpmath
import mpmath as mp
import numpy as np
import pytest

from perturb.laws.distributions import marchenko_pastur_product
from perturb.laws.distributions.bulk import (
    angle_of_segment,
    circular_law_radius,
    quarter_circle,
    segment,
    semicircle,
)
from perturb.laws.distributions.free import added
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.spectral_radius import ginibre_spectral_radius
from perturb.laws.stats.bands import dkw_radius, sup_distance


def circle(x, variance):
    """The semicircle's cdf by the arcsine."""
    r = 2 * mp.sqrt(mp.mpf(variance))
    return mp.mpf(1) / 2 + (mp.asin(x / r) + x / r * mp.sqrt(1 - (x / r) ** 2)) / mp.pi


def pastur(x, ratio, variance):
    """The continuous part's share below x, by the Fourier series of its density in the angle, summed."""
    c = mp.mpf(ratio)
    k = mp.sqrt(min(c, 1 / c))
    cosine = (1 + k * k - x / (mp.mpf(variance) * max(c, 1))) / (2 * k)
    angle = mp.acos(max(-1, min(1, cosine)))
    turn = mp.atan2(k * mp.sin(angle), 1 - k * mp.cos(angle))
    return (angle + mp.sin(angle) / k - (1 / k**2 - 1) * turn) / mp.pi


def points(low, high, seed):
    """About 200 floats strictly inside: anywhere, and down to 1e-12 of the width from either edge."""
    rng, width = np.random.default_rng(seed), high - low
    near = width * 10.0 ** rng.uniform(-12, 0, (2, 60))
    x = np.concatenate((low + width * rng.random(80), low + near[0], high - near[1]))
    return x[(low < x) & (x < high)]


def check(dist, exact, x, relative):
    """`exact` gives the cdf and the survival function at an mpf."""
    assert len(x) >= 20
    with mp.workdps(80):
        for t, F, S in zip(x, dist.cdf(x), dist.sf(x), strict=True):
            cdf, sf = exact(mp.mpf(float(t)))
            assert abs(F - cdf) <= dist.cdf_error
            assert abs(F / cdf - 1) <= relative
            assert abs(S / sf - 1) <= relative


@pytest.mark.parametrize("variance", [1.0, 0.3, 7e10])
def test_semicircle(variance):
    dist = semicircle(variance)
    x = points(*dist.support, 1)
    check(dist, lambda t: (circle(t, variance), circle(-t, variance)), x, 4e-15)


@pytest.mark.parametrize("variance", [1.0, 0.7])
def test_quarter_circle(variance):
    dist = quarter_circle(variance)
    x = points(*dist.support, 2)
    check(dist, lambda t: (2 * circle(t, variance) - 1, 2 * circle(-t, variance)), x, 4e-15)


NEAR_ONE = [(0.999, 1), (1 - 1e-9, 1), (1, 1), (2, 1), (3.7, 0.3)]
MP = [(0.5, 1), (0.01, 1), (0.09, 1), (0.0901, 2), (1e-8, 1), *NEAR_ONE]


@pytest.mark.parametrize(("ratio", "variance"), MP)
def test_marchenko_pastur(ratio, variance):
    dist = marchenko_pastur(ratio, variance)
    low = dist._edges[0].value

    def exact(t):
        share, part = min(mp.mpf(1), 1 / mp.mpf(ratio)), pastur(t, ratio, variance)
        return 1 - share * (1 - part), share * (1 - part)

    check(dist, exact, points(low, dist.support[1], 3), 6e-15)


@pytest.mark.parametrize("n", [1, 2, 10, 100])
def test_spectral_radius(n):
    """The product of 1 - Q(k, z), each Q a finite exponential sum."""

    def exact(r):
        z, q, term, log = n * r * r, mp.mpf(0), mp.exp(-n * r * r), mp.mpf(0)
        for k in range(1, n + 1):
            q, term = q + term, term * z / k
            log += mp.log1p(-q)
        return mp.exp(log), -mp.expm1(log)

    dist = ginibre_spectral_radius(n)
    check(dist, exact, dist.ppf(np.linspace(0.001, 0.999, 60)), 1e-12)
    check(dist, exact, dist.isf(10.0 ** -np.arange(3, 30)), 1e-11)


def test_circular_law():
    dist = circular_law_radius()
    check(dist, lambda r: (r * r, 1 - r * r), points(0, 1, 4), 1e-15)


def test_atom_of_marchenko_pastur():
    dist = marchenko_pastur(4)
    assert dist.atoms == ((0.0, 0.75),)
    assert (dist.cdf(-1e-300), dist.cdf(0), dist.cdf_left(0), dist.sf(0)) == (0, 0.75, 0, 0.25)
    assert dist.cdf(0.999) == 0.75 == dist.cdf_left(0.5)  # the gap (0, 1)
    assert (dist.ppf([0.1, 0.75]) == 0).all()
    assert dist.ppf(0.75 + 1e-12) >= 1
    assert (dist.isf(0.25), dist.isf(0.3)) == (0, 0)
    assert marchenko_pastur(0.25).atoms == ()


def test_ratio_and_its_inverse_are_one_law():
    """X X' and X' X share their nonzero eigenvalues."""
    x = np.linspace(0.01, 8.9, 200)
    assert marchenko_pastur(4).sf(x) == pytest.approx(marchenko_pastur(0.25).sf(x / 4) / 4, abs=1e-15)


def test_known_moments():
    assert [semicircle().moment(2 * k) for k in range(6)] == [1, 1, 2, 5, 14, 42]
    assert [marchenko_pastur(1).moment(k) for k in range(6)] == [1, 1, 2, 5, 14, 42]
    assert quarter_circle().mean() == pytest.approx(8 / (3 * np.pi), rel=1e-15)
    assert marchenko_pastur(0.5, 3).var() == 4.5
    assert ginibre_spectral_radius(1).mean() == pytest.approx(np.sqrt(np.pi) / 2, rel=1e-13)


def test_eigenvalues_of_matrices():
    """One large matrix each: linear statistics have errors of order 1/n, edges n^(-2/3)."""
    n = 300
    g = np.random.default_rng(5).standard_normal((n, n))
    assert sup_distance(np.linalg.eigvalsh((g + g.T) / np.sqrt(2 * n)), semicircle().cdf) < 6 / n
    assert sup_distance(np.linalg.svd(g / np.sqrt(n), compute_uv=False), quarter_circle().cdf) < 6 / n
    wide = g[:100]
    assert sup_distance(np.linalg.eigvalsh(wide @ wide.T / n), marchenko_pastur(1 / 3).cdf) < 6 / 100
    assert sup_distance(np.linalg.eigvalsh(wide @ wide.T / n), marchenko_pastur(1 / 2).cdf) > 6 / 100
    assert sup_distance(np.abs(np.linalg.eigvals(g / np.sqrt(n))), circular_law_radius().cdf) < 0.1


def test_spectral_radius_of_matrices():
    n, draws = 4, 20_000
    rng = np.random.default_rng(6)
    g = (rng.standard_normal((draws, n, n)) + 1j * rng.standard_normal((draws, n, n))) / np.sqrt(2 * n)
    radius = np.abs(np.linalg.eigvals(g)).max(axis=1)
    assert sup_distance(radius, ginibre_spectral_radius(n).cdf) <= dkw_radius(draws, 1e-9)
    assert sup_distance(radius, ginibre_spectral_radius(n + 1).cdf) > dkw_radius(draws, 1e-9)


def test_segment_and_its_inverse():
    angle = np.concatenate((10.0 ** np.linspace(-8, 0, 50), np.linspace(0.9, np.pi, 50)))
    with mp.workdps(50):
        exact = [mp.mpf(float(a)) - mp.sin(mp.mpf(float(a))) for a in angle]
        ratio = [float(s / e) for s, e in zip(segment(angle), exact, strict=True)]
    assert ratio == pytest.approx(np.ones(100), abs=2e-15)
    assert angle_of_segment(segment(angle)) == pytest.approx(angle, rel=4e-15)


@pytest.mark.parametrize("bad", [0, -1, np.inf, np.nan])
def test_bad_parameters(bad):
    for make, name in ((semicircle, "variance"), (quarter_circle, "variance"), (marchenko_pastur, "ratio")):
        with pytest.raises(ValueError, match=f"{name} must be positive"):
            make(bad)
    with pytest.raises(ValueError, match="positive integer"):
        ginibre_spectral_radius(0)


@pytest.mark.parametrize(("ratio", "variance"), [(1e-13, 1.0), (1e13, 1.0), (0.0, 1.0), (1.0, np.nan)])
def test_a_support_of_too_few_floats(ratio, variance):
    with pytest.raises(ValueError, match=r"(ratio|variance) must"):
        marchenko_pastur(ratio, variance)


# MP(a) [x] MP(b) against 50 digits, against its closed form at a = b = 1, and against random matrices.


PARAMETERS = [(0.2, 0.7), (0.9, 0.9), (0.01, 0.9), (0.01, 0.01), (1, 1), (1, 0.4), (0.9, 1)]


def reference(x, a, b):
    """cdf and density from the cubic, its root by Newton from that of numpy, and the potential."""
    roots = np.roots([a * b, a + b + a * b, 1 + a + b - x, 1])
    with mpmath.workdps(50):
        w = mpmath.mpc(roots[roots.imag.argmin()])
        a, b, x = mpmath.mpf(a), mpmath.mpf(b), mpmath.mpf(x)
        for _ in range(20):
            value = ((a * b * w + a + b + a * b) * w + 1 + a + b - x) * w + 1
            w -= value / ((3 * a * b * w + 2 * (a + b + a * b)) * w + 1 + a + b - x)
        logs = sum((1 / c - 1) * mpmath.log(1 + c * w) for c in (a, b))
        return 1 - (2 * w - mpmath.log(w) - logs).imag / mpmath.pi, -w.imag / (mpmath.pi * x)


@pytest.mark.parametrize(("a", "b"), PARAMETERS)
def test_the_stated_error_holds(a, b):
    dist = marchenko_pastur_product(a, b)
    low, high = dist.support
    x = low + (high - low) * np.array([1e-9, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.501, 0.9, 0.999, 1 - 1e-8])
    for value, density, point in zip(dist.cdf(x), dist.pdf(x), x, strict=True):
        F, f = reference(float(point), a, b)
        assert abs(mpmath.mpf(float(value)) - F) <= dist.cdf_error
        assert density == pytest.approx(float(f), rel=1e-6)


def test_far_into_the_hard_edge():
    """F(x) = (3 sqrt(3)/(2 pi)) x^(1/3) (1 + O(x^(1/3))) for a = b = 1."""
    x = 10.0 ** -np.arange(48, 300, 25.0)
    assert marchenko_pastur_product(1, 1).cdf(x) == pytest.approx(
        3 * sqrt(3) / (2 * pi) * np.cbrt(x), rel=1e-14
    )


def test_fuss_catalan():
    """K. A. Penson and K. Zyczkowski, Phys. Rev. E 83, 061118 (2011), (9)."""
    dist = marchenko_pastur_product(1, 1)
    assert dist.support == (0, pytest.approx(6.75, rel=1e-15))
    x = np.linspace(0.1, 6.7, 50)
    root = (27 + 3 * np.sqrt(81 - 12 * x)) ** (1 / 3)
    density = 2 ** (1 / 3) * sqrt(3) / (12 * pi) * (2 ** (1 / 3) * root**2 - 6 * np.cbrt(x))
    assert dist.pdf(x) == pytest.approx(density / (np.cbrt(x) ** 2 * root), rel=1e-11)
    assert [dist.moment(j) for j in range(8)] == [comb(3 * j, j) / (2 * j + 1) for j in range(8)]


@pytest.mark.parametrize(("m", "n", "k"), [(150, 300, 75), (100, 100, 100)])
def test_one_large_matrix(m, n, k):
    """The eigenvalues of one matrix are within c/k of the law, and far from the law with a or b for both."""
    rng = np.random.default_rng(1)
    s = np.linalg.svd(rng.standard_normal((m, k)) @ rng.standard_normal((k, n)), compute_uv=False)[:k]
    x = np.sort(s**2) / (m * n)
    steps = (np.arange(k) + 0.5) / k
    dist, wrong = marchenko_pastur_product(k / n, k / m), marchenko_pastur_product(k / n, 0.1)
    assert np.abs(dist.cdf(x) - steps).max() < 4 / k
    assert np.abs(wrong.cdf(x) - steps).max() > 8 / k
    assert dkw_radius(k, 1e-9) > 4 / k  # eigenvalues repel: far closer than independent draws


@pytest.mark.parametrize(
    ("a", "b", "name"), [(0, 0.5, "a"), (0.5, 0.95, "b"), (0.5, float("nan"), "b"), (2, 1, "a")]
)
def test_parameters_out_of_range(a, b, name):
    with pytest.raises(ValueError, match=f"^{name} must lie between 0.01 and 0.9, or be 1, got"):
        marchenko_pastur_product(a, b)


# Sums of short rows are numpy's, to the last bit.


@pytest.mark.parametrize("count", range(12))
@pytest.mark.parametrize("kind", [float, complex])
def test_to_the_last_bit(count: int, kind: type) -> None:
    rng = np.random.default_rng(count)
    for shape in ((200, count), (5, 7, count), (0, count)):
        terms = rng.normal(size=shape) * 10.0 ** rng.integers(-9, 9, size=shape)
        if kind is complex:
            terms = terms + 1j * rng.normal(size=shape)
        ours, theirs = added(terms), terms.sum(-1)
        assert (ours.shape, ours.tobytes()) == (theirs.shape, theirs.tobytes())
