"""MP(a) [x] MP(b) against 50 digits, against its closed form at a = b = 1, and against random matrices."""

from __future__ import annotations

from math import comb, pi, sqrt

import mpmath
import numpy as np
import pytest

from perturb.laws.distributions import marchenko_pastur_product
from perturb.laws.stats.bands import dkw_radius

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
