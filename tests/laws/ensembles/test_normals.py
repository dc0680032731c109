"""Gamma and normal variables side by side have their distributions; false alarm 1e-9 each."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2, gamma, norm

from perturb.laws.ensembles.tridiagonal import PAIRED, _large_gammas, _log_taken, gammas, standard_normal
from perturb.laws.stats.bands import dkw_radius, sup_distance
from tests.laws.ensembles.models import rng

ALPHA = 1e-9


@pytest.mark.parametrize("shape", [200.0, 450.0, 5e7])
def test_large_gammas_are_taken_with_the_probability_that_gives_their_density(shape):
    """Density of d (1 + y)^3 for normal x, times exp(h), over the gamma density: the same for all x."""
    x = np.linspace(-6, 6, 49)
    d = np.full_like(x, shape - 1 / 3)
    y = x / np.sqrt(9 * d)
    h = _log_taken(x, d)
    jacobian = 2 * np.log1p(y)
    log_ratio = gamma.logpdf(d * (1 + y) ** 3, shape) + jacobian - (-(x**2) / 2 + h)
    assert np.ptp(log_ratio) < 1e-15 * shape * 20
    assert h.max() <= 1e-15 * shape
    assert (-np.expm1(h) <= x**4 / (108 * d * (1 - np.abs(y))) + 1e-15 * shape).all()


def test_large_and_small_shapes_lie_in_their_bands():
    """Rows on both sides of the change of method, chance of a false alarm 1e-9 each."""
    draws = 200_000
    shapes = (1000.0, 500.0, 225.5, 200.5, 200.0, 199.5, 50.5, 25.0, 1.5, 0.5)
    rows = gammas(shapes, draws, np.random.default_rng(5))
    for row, shape in zip(rows, shapes, strict=True):
        assert sup_distance(row, gamma(shape).cdf) <= dkw_radius(draws, ALPHA)


def test_refused_gammas_are_drawn_again():
    """Mean and variance to 6.5 standard errors. Were none refused the variance would be larger by 1/9: 11."""
    shape, draws = 20.0, 8_000_000
    x = np.empty((80, draws // 80))
    _large_gammas(np.full((80, 1), shape), np.random.default_rng(7), x)
    assert abs(x.mean() - shape) < 6.5 * np.sqrt(shape / draws)
    assert abs(x.var() - shape) < 6.5 * np.sqrt((2 * shape**2 + 6 * shape) / draws)


def test_normal_variables_side_by_side():
    """All of one distribution and independent, at an odd size: sines, cosines, neighbours, squares."""
    draws = 6 * PAIRED + 1
    x = np.full(draws, np.nan)
    standard_normal(np.random.default_rng(6), x)
    assert sup_distance(x, norm.cdf) <= dkw_radius(draws, ALPHA)
    cosines, sines = x[:-1].reshape(-1, 2, PAIRED // 2).swapaxes(0, 1).reshape(2, -1)
    for part in (cosines, sines):
        assert sup_distance(part, norm.cdf) <= dkw_radius(len(part), ALPHA)
    assert sup_distance(cosines**2 + sines**2, chi2(2).cdf) <= dkw_radius(len(sines), ALPHA)
    assert sup_distance((cosines + sines) / 2**0.5, norm.cdf) <= dkw_radius(len(sines), ALPHA)
    assert sup_distance((x[:-1:2] - x[1::2]) / 2**0.5, norm.cdf) <= dkw_radius(draws // 2, ALPHA)
    assert x[-1] != 0
    with pytest.raises(ValueError, match="strides"):
        standard_normal(rng(), np.empty((4, 4))[:, :2])
