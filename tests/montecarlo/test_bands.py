"""Bands against exact coverage and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from perturb.laws.stats.bands import clopper_pearson, dkw_radius, sup_distance


@pytest.mark.parametrize(("alpha", "radius"), [(0.05, 0.0136), (1e-6, 0.0269)])
def test_dkw_radius_at_ten_thousand_draws(alpha, radius):
    assert dkw_radius(10_000, alpha) == pytest.approx(radius, abs=5e-5)


def test_dkw_covers_exactly_at_one_draw():
    """One uniform draw U: sup |F_1 - F| = max(U, 1 - U), so P(> r) = 2 (1 - r) for r >= 1/2."""
    for alpha in (0.01, 0.1, 0.5):
        r = dkw_radius(1, alpha)
        assert 2 * (1 - max(r, 0.5)) <= alpha


@pytest.mark.parametrize("trials", [1, 2, 7, 30])
@pytest.mark.parametrize("alpha", [1e-9, 0.05, 0.3])
def test_clopper_pearson_covers_every_probability(trials, alpha):
    bands = [clopper_pearson(k, trials, alpha) for k in range(trials + 1)]
    ends = np.array([end for band in bands for end in band])
    # Coverage jumps at the ends of the intervals: look at both sides of each of them.
    for p in np.concatenate([np.linspace(0, 1, 101), ends - 1e-12, ends + 1e-12]).clip(0, 1):
        missed = sum(binom.pmf(k, trials, p) for k, (lo, hi) in enumerate(bands) if not lo <= p <= hi)
        assert missed <= alpha * (1 + 1e-6)


def test_clopper_pearson_without_successes():
    assert clopper_pearson(0, 50, 1e-6) == pytest.approx((0, 1 - (5e-7) ** (1 / 50)), rel=1e-8)
    assert clopper_pearson(50, 50, 1e-6)[1] == 1


def test_sup_distance_by_hand():
    """Empirical cdf of {1/4, 1/4} against the uniform law: it jumps from 0 to 1 at 1/4."""
    assert sup_distance(np.array([0.25, 0.25]), lambda x: x) == 0.75
    assert sup_distance(np.array([0.75, 0.75]), lambda x: x) == 0.75
    assert sup_distance(np.array([0.9, 0.1, 0.5]), lambda x: x) == pytest.approx(7 / 30)


def test_sup_distance_of_nan_is_nan():
    assert np.isnan(sup_distance(np.array([0.5, np.nan]), lambda x: x))


def test_bad_numbers():
    with pytest.raises(ValueError, match="at least one draw"):
        dkw_radius(0, 0.05)
    with pytest.raises(ValueError, match="alpha"):
        dkw_radius(10, 0.0)
    with pytest.raises(ValueError, match="alpha"):
        clopper_pearson(1, 2, float("nan"))
    with pytest.raises(ValueError, match=r"0\.\.3"):
        clopper_pearson(4, 3, 0.05)
    with pytest.raises(ValueError, match="empty"):
        sup_distance(np.array([]), lambda x: x)
