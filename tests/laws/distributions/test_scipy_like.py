"""Distributions as scipy.stats has them, against scipy where it knows the same one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from perturb.laws.distributions import (
    circular_law_radius,
    edelman_kappa,
    marchenko_pastur,
    marchenko_pastur_product,
    quarter_circle,
    semicircle,
    shifted_singular_values,
    tracy_widom,
)

SEMI = stats.semicircular(scale=2)  # of variance 1


def test_moments_intervals_and_expectations() -> None:
    ours = semicircle(1.0)
    assert ours.stats("mvsk") == pytest.approx(SEMI.stats("mvsk"), abs=1e-9)
    assert ours.stats() == pytest.approx((0, 1), abs=1e-9)
    assert ours.interval(0.9) == pytest.approx(SEMI.interval(0.9))
    assert ours.entropy() == pytest.approx(SEMI.entropy(), abs=1e-9)
    assert ours.expect(np.cos) == pytest.approx(SEMI.expect(np.cos), abs=1e-9)
    assert ours.expect(np.cos, lb=0.5, ub=1) == pytest.approx(SEMI.expect(np.cos, lb=0.5, ub=1), abs=1e-9)
    assert ours.expect(lb=3) == 0
    assert ours.support() == ours.support == SEMI.support()
    with pytest.raises(ValueError, match="'x' is not one of m, v, s, k"):
        ours.stats("mx")
    with pytest.raises(ValueError, match="confidence = 2"):
        ours.interval(2)


def test_atoms_count() -> None:
    """Of mass 1 - 1/2.5 at 0."""
    ours = marchenko_pastur(2.5)
    assert ours.expect(lambda x: np.where(x == 0, 1.0, 0.0)) == pytest.approx(0.6)
    assert ours.expect(np.ones_like) == pytest.approx(1)
    assert ours.expect(np.ones_like, lb=0.01) == pytest.approx(0.4)
    assert ours.entropy() == -np.inf
    with pytest.raises(ValueError, match="atoms"):
        ours.to_scipy()


def test_draws_as_scipy_asks_for_them() -> None:
    for ours in (tracy_widom(1), semicircle(), quarter_circle(), marchenko_pastur(0.5)):
        again = ours.rvs(5, np.random.default_rng(3))
        assert np.array_equal(ours.rvs(size=5, random_state=3), again)
        assert np.array_equal(ours.rvs(5, rng=np.random.default_rng(3)), again)
        assert np.ndim(ours.rvs(random_state=1)) == 0
        assert ours.rvs(size=(2, 3), random_state=1).shape == (2, 3)
    with pytest.raises(TypeError, match="give one"):
        tracy_widom(1).rvs(5, rng=1, random_state=1)


def test_frozen_and_moved() -> None:
    ours = tracy_widom(2)
    assert ours() is ours
    moved = ours(loc=1, scale=2)
    assert moved.cdf(1 + 2 * -1.5) == ours.cdf(-1.5)
    assert moved.name == "1 + 2 TW_2"
    with pytest.raises(ValueError, match="factor must be positive"):
        ours(scale=-1)


@pytest.mark.parametrize("ours", [tracy_widom(1), edelman_kappa("real"), semicircle()])
def test_as_a_distribution_of_scipy(ours) -> None:
    theirs, q = ours.to_scipy(), np.array([1e-12, 0.1, 0.5, 0.99])
    x = ours.ppf(q)
    assert theirs.support() == ours.support
    for name in ("cdf", "pdf", "sf", "logcdf", "logsf", "logpdf"):
        assert np.array_equal(getattr(theirs, name)(x), getattr(ours, name)(x))
    assert np.array_equal(theirs.ppf(q), x)
    assert theirs.rvs(size=3, random_state=1).shape == (3,)
    assert stats.kstest(ours.rvs(size=500, random_state=2), theirs.cdf).pvalue > 1e-9


def likelihood(one, data):
    """Of a distribution with at most an atom at 0."""
    zeros = data == 0 if one.atoms else np.zeros(len(data), bool)
    mass = sum(mass for _, mass in one.atoms)
    return float(np.sum(one.logpdf(data[~zeros]))) + (zeros.sum() * np.log(mass) if one.atoms else 0.0)


@pytest.mark.parametrize(
    ("make", "true"),
    [
        (semicircle, [0.3]),
        (quarter_circle, [2.0]),
        (marchenko_pastur, [0.2, 3.0]),
        (marchenko_pastur, [2.5, 3.0]),
    ],
)
def test_a_fit_finds_the_parameters_of_draws(make, true) -> None:
    """Of 2,000 draws, whatever parameters it starts from; the likelihood is nowhere larger beside the fit."""
    data = make(*true).rvs(2_000, random_state=1)
    found = make(1.0).fit(data)
    near = [getattr(found, name) for name in ("ratio", "variance") if hasattr(found, name)]
    assert near == pytest.approx(true, rel=0.03)
    for k in range(len(near)):
        for factor in (0.9995, 1.0005):
            beside = [x * (factor if i == k else 1) for i, x in enumerate(near)]
            assert likelihood(make(*beside), data) < likelihood(found, data)


def test_a_fit_by_hand_and_one_of_location_and_scale() -> None:
    moved = tracy_widom(1).fit(3 + 2 * tracy_widom(1).rvs(2_000, random_state=3))
    assert (moved.shift, moved.factor) == pytest.approx((3, 2), rel=0.05)
    assert semicircle().fit([0, 0, 0, 1]).variance == pytest.approx(5 / 16)  # 3/8 + 1/(2 (4 - 1/v)) = 1


def test_a_fit_by_the_second_moment() -> None:
    data = shifted_singular_values(0.7).rvs(4_000, random_state=1)
    assert shifted_singular_values(3.0).fit(data).sigma == pytest.approx(0.7, rel=0.05)
    assert shifted_singular_values(3.0).fit([1, 3]).sigma == 2  # the mean of the squares is 5
    with pytest.raises(ValueError, match="the mean of their squares"):
        shifted_singular_values(1.0).fit([0, 1])


def test_what_has_no_parameters_cannot_be_fitted() -> None:
    for ours in (edelman_kappa("real"), circular_law_radius(), marchenko_pastur_product(0.2, 0.7)):
        with pytest.raises(ValueError, match="nothing to fit"):
            ours.fit([0.1, 0.2])
    for data, said in (
        ([1, 1], "differ"),
        ([0, np.nan], "finite"),
        ([-1, 1], "-1 lies below 0"),
        ([], "two"),
    ):
        with pytest.raises(ValueError, match=said):
            quarter_circle().fit(data)
    with pytest.raises(ValueError, match="differ"):
        marchenko_pastur(2).fit([0, 0, 1])
