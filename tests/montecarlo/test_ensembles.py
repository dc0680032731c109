"""Samplers against closed forms; each comparison has a false-alarm rate of 1e-9."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm, uniform

from perturb.ensembles import dense, ginibre, symmetrised_largest, uniform_entries
from perturb.stats.bands import dkw_radius, sup_distance

ALPHA = 1e-9
DRAWS = 20_000


def rng():
    return np.random.default_rng(20260)


def test_ginibre_entries_are_standard_normal():
    K = ginibre(3, DRAWS, rng())
    assert K.shape == (DRAWS, 3, 3)
    assert sup_distance(K.ravel(), norm.cdf) <= dkw_radius(K.size, ALPHA)


def test_uniform_entries_have_variance_one():
    K = uniform_entries(3, DRAWS, rng())
    cdf = uniform(-np.sqrt(3), 2 * np.sqrt(3)).cdf
    assert sup_distance(K.ravel(), cdf) <= dkw_radius(K.size, ALPHA)


def test_largest_at_one_is_normal_of_variance_four():
    t = symmetrised_largest(1, DRAWS, rng())
    assert sup_distance(t, norm(scale=2).cdf) <= dkw_radius(DRAWS, ALPHA)
    assert sup_distance(t, norm(scale=1.8).cdf) > dkw_radius(DRAWS, ALPHA)


def test_largest_at_two_has_mean_sqrt_pi():
    """a + d + sqrt((a - d)^2 + (b + c)^2) has mean sqrt(pi).

    It is 2-Lipschitz in four standard normals, so its mean over m draws is off by more than r with
    probability at most 2 exp(-m r^2 / 8).
    """
    radius = np.sqrt(8 * np.log(2 / ALPHA) / DRAWS)
    assert abs(symmetrised_largest(2, DRAWS, rng()).mean() - np.sqrt(np.pi)) <= radius


def test_largest_is_the_largest_eigenvalue():
    K = ginibre(6, 10, rng())
    expected = [max(np.linalg.eigvals(k + k.T).real) for k in K]
    assert symmetrised_largest(6, 10, rng()) == pytest.approx(expected, rel=1e-12)


def test_batches_change_no_bit(monkeypatch):
    whole = symmetrised_largest(4, 50, rng(), uniform_entries)
    monkeypatch.setattr(dense, "BATCH", 7 * 16)
    assert (symmetrised_largest(4, 50, rng(), uniform_entries) == whole).all()
