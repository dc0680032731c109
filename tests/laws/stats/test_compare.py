"""The sup distance as an enclosure: coverage, atoms, ties, errors of the cdf and of the values."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq
from scipy.stats import binom

from perturb.enclosure import Rigour, Verdict, compare
from perturb.laws.stats.bands import dkw_radius, sup_distance
from perturb.laws.stats.compare import distance
from perturb.laws.stats.enclose import WHOLE, both, confidence, threshold
from tests.laws.stats.plain_distributions import Coin, Uniform


def test_the_band_covers():
    """True distance 0: outside in at most a fifth of 4,000 samples of 50, up to a deviation of 1e-9."""
    rng = np.random.default_rng(1)
    missed = sum(distance(rng.random(50), Uniform(), 0.2).lo > 0 for _ in range(4_000))
    assert 0 < missed <= binom.isf(1e-9, 4_000, 0.2)


def test_the_band_covers_a_distance_that_is_not_zero():
    """Draws of U^2 against U: sup (sqrt(x) - x) = 1/4."""
    rng = np.random.default_rng(2)
    found = [distance(rng.random(200) ** 2, Uniform(), 1e-9) for _ in range(50)]
    assert all(e.lo <= fmpq(1, 4) <= e.hi for e in found)
    assert all(e.alpha == 1e-9 and e.rigour is Rigour.CONFIDENCE and "DKW-Massart" in e.trusts for e in found)


def test_closeness_and_distance_are_certified():
    sample = np.random.default_rng(3).random(100_000)
    close = distance(sample, Uniform(), 1e-9)
    assert compare(close, "<=", threshold(0.02)) is Verdict.HOLDS
    far = distance(sample**2, Uniform(), 1e-9)
    assert compare(far, "<=", threshold(0.2)) is Verdict.VIOLATED


def test_the_error_of_the_cdf_widens_both_ends():
    sample = np.linspace(0, 0.5, 2_001)
    exact, rough = distance(sample, Uniform(), 0.01), distance(sample, Uniform(0.1), 0.01)
    assert float(exact.lo - rough.lo) == pytest.approx(0.1)
    assert float(rough.hi - exact.hi) == pytest.approx(0.1)


def test_values_with_an_error():
    """Whatever the exact values are, their distance lies between the two that are computed."""
    rng = np.random.default_rng(4)
    exact = rng.random(300)
    for error in (1e-3, 0.05):
        seen = exact + rng.uniform(-error, error, 300)
        low, high = (sup_distance(seen, Uniform().cdf, None, sign * error) for sign in (-1, 1))
        assert low <= sup_distance(exact, Uniform().cdf) <= high
        wide, slim = distance(seen, Uniform(), 0.01, value_error=error), distance(seen, Uniform(), 0.01)
        assert wide.lo <= slim.lo
        assert slim.hi < wide.hi


def test_atoms_on_both_sides():
    """A fair sample of the coin has distance 0, one of zeros alone 1/2."""
    fair, zeros = np.array([0.0, 1.0] * 500), np.zeros(1_000)
    radius = dkw_radius(1_000, 0.01)
    assert float(distance(fair, Coin(), 0.01).hi) == pytest.approx(radius)
    assert float(distance(zeros, Coin(), 0.01).lo) == pytest.approx(0.5 - radius)
    assert float(distance(fair, Uniform(), 0.01).hi) == pytest.approx(0.5 + radius)


def test_nan_is_no_information():
    e = distance(np.array([0.5, np.nan]), Uniform(), 0.01)
    assert (e.lo, e.hi) == (None, None)
    assert compare(e, "<=", threshold(2.0)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("sample", "alpha", "error"),
    [
        ([], 0.1, ValueError),
        ([[0.1]], 0.1, ValueError),
        ([0.1], 0.0, ValueError),
        ([0.1], 1.0, ValueError),
        ([1j], 0.1, TypeError),
        (["a"], 0.1, TypeError),
    ],
)
def test_bad_input(sample, alpha, error):
    with pytest.raises(error, match=r"sample|alpha"):
        distance(sample, Uniform(), alpha)


def test_ends_are_rounded_outwards_and_cut():
    e = confidence(0.1, 0.3, 1e-3, within=(0.0, 0.3))
    assert e.lo < fmpq(*(0.1).as_integer_ratio())
    assert e.hi == fmpq(*(0.3).as_integer_ratio())
    assert confidence(0.1, np.nan, 1e-3).lo is None
    assert (confidence(-np.inf, np.inf, 1e-3).lo, confidence(-np.inf, np.inf, 1e-3).hi) == (None, None)


def test_intersections_add_their_alphas():
    one, two = confidence(0.1, 0.4, 1e-3), confidence(0.3, 0.6, 2e-3)
    e = both(one, two)
    assert (e.lo, e.hi) == (two.lo, one.hi)
    assert e.alpha == pytest.approx(3e-3)
    assert (both(WHOLE, one).lo, both(WHOLE, one).hi) == (one.lo, one.hi)
    apart = both(one, confidence(0.5, 0.6, 0.0))
    assert float(apart.lo) == pytest.approx(0.5)


def test_a_threshold_is_a_number():
    with pytest.raises(ValueError, match="nan"):
        threshold(float("nan"))
