"""The base of distributions: its fallbacks, what scipy.stats has, and densities at finite ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr, ndtri

from perturb.enclosure import Rigour
from perturb.laws.distributions import (
    ALL,
    ContinuousDistribution,
    ScaledDistribution,
    circular_law_radius,
    edelman_kappa,
    marchenko_pastur,
    marchenko_pastur_product,
    quarter_circle,
    semicircle,
    shifted_singular_values,
    smallest_singular_limit,
    tracy_widom,
)
from perturb.laws.distributions.evaluate import from_rank, quantile, rank
from perturb.laws.distributions.names import largest
from perturb.laws.stats.compare import distance
from perturb.laws.stats.goodness import goodness_of_fit


@dataclass(frozen=True)
class Normal(ContinuousDistribution):
    name = "normal"
    latex = "N"
    support = (-np.inf, np.inf)
    cdf_error = 1e-15

    def _cdf(self, x):
        return ndtr(x)

    def _pdf(self, x):
        return np.exp(-(np.clip(np.abs(x), 0, 40) ** 2) / 2) / np.sqrt(2 * np.pi)


@dataclass(frozen=True)
class Mixed(ContinuousDistribution):
    """Mass 1/4 at 0, 1/4 at 1/2, the rest uniform on (0, 1)."""

    name = "mixed"
    latex = "M"
    support = (0.0, 1.0)
    cdf_error = 1e-16
    atoms = ((0.0, 0.25), (0.5, 0.25))

    def _cdf(self, x):
        return 0.25 + x / 2 + 0.25 * (x >= 0.5)

    def _pdf(self, x):
        return np.full_like(x, 0.5)


def test_two_formulas_make_a_law():
    dist = Normal()
    q = np.random.default_rng(1).random(5_000)
    assert dist.ppf(q) == pytest.approx(ndtri(q), rel=1e-12, abs=1e-14)
    assert dist.isf(q) == pytest.approx(-ndtri(q), rel=1e-9, abs=1e-14)
    assert dist.ppf(1e-300) == pytest.approx(ndtri(1e-300), rel=1e-13)
    assert [dist.moment(k) for k in range(5)] == pytest.approx([1, 0, 1, 0, 3], abs=1e-12)
    assert dist.skewness() == pytest.approx(0, abs=1e-12)
    assert dist.kurtosis() == pytest.approx(0, abs=1e-11)


def test_atoms():
    dist = Mixed()
    assert dist.cdf([-1, 0, 0.25, 0.5, 1]) == pytest.approx([0, 0.25, 0.375, 0.75, 1])
    assert dist.cdf_left([-1, 0, 0.25, 0.5, 1]) == pytest.approx([0, 0, 0.375, 0.5, 1])
    assert dist.sf([0, 0.5]) == pytest.approx([0.75, 0.25])
    assert dist.ppf([0.1, 0.25, 0.375, 0.5, 0.6, 0.75]) == pytest.approx([0, 0, 0.25, 0.5, 0.5, 0.5])
    assert dist.isf([0.9, 0.75, 0.625, 0.4, 0.25]) == pytest.approx([0, 0, 0.25, 0.5, 0.5])
    assert np.exp(dist.logcdf(0)) == pytest.approx(0.25)
    assert np.exp(dist.logsf(0)) == pytest.approx(0.75)
    assert dist.cdf_left(np.float32(0.5)).dtype == np.float32
    assert dist.moment(0) == pytest.approx(1, abs=1e-13)
    assert dist.mean() == pytest.approx(0.375, rel=1e-13)
    assert dist.var() == pytest.approx(0.25 / 4 + 0.5 / 3 - 0.375**2, rel=1e-12)
    assert dist.cdf_left(np.nan) != dist.cdf_left(np.nan)


def test_draws_of_a_law_with_atoms():
    x = Mixed().rvs(40_000, np.random.default_rng(2))
    # Seven standard deviations of a binomial share.
    assert np.mean(x == 0) == pytest.approx(0.25, abs=0.016)
    assert np.mean(x == 0.5) == pytest.approx(0.25, abs=0.016)


def test_scaled_law_with_atoms():
    dist = ScaledDistribution(Mixed(), 2.0, "", "", shift=1.0)
    assert dist.atoms == ((1.0, 0.25), (2.0, 0.25))
    assert dist.support == (1.0, 3.0)
    assert (dist.cdf(1), dist.cdf_left(1), dist.cdf_left(2.0)) == (0.25, 0, 0.5)
    assert dist.mean() == pytest.approx(1.75)
    assert dist.moment(2) == pytest.approx(dist.var() + 1.75**2)


def test_scaled_law_adds_its_own_rounding():
    dist = ScaledDistribution(Normal(), 3.0, "", "", shift=1e6)
    assert dist.cdf_error > Normal().cdf_error
    x = 1e6 + np.linspace(-9, 9, 50)
    assert np.abs(dist.cdf(x) - ndtr((x - 1e6) / 3)).max() <= dist.cdf_error


CASES = {
    "normal": (ndtr, (-np.inf, np.inf)),
    "exponential": (lambda x: -np.expm1(-x), (0.0, np.inf)),
    "heavy": (lambda x: np.exp(-2 / x), (0.0, np.inf)),
    "uniform": (lambda x: (x + 3) / 4, (-3.0, 1.0)),
    "steps": (lambda x: 0.3 + 0.4 * (x >= 0.25) + 0.2 * (x >= 0.5), (0.0, 1.0)),
}


@pytest.mark.parametrize("name", CASES)
def test_the_quantile_is_a_pair_of_neighbours(name):
    cdf, support = CASES[name]
    rng = np.random.default_rng(3)
    level = np.concatenate((rng.random(500), 10.0 ** rng.uniform(-300, 0, 500), [1e-308, 1 - 2.0**-53]))
    calls = []
    x = quantile(lambda t: calls.append(t.size) or cdf(t), support, level)
    before = np.nextafter(x, -np.inf)
    inner = (before > support[0]) & (x < support[1])
    assert (cdf(x) >= level)[inner].all()
    assert (cdf(before) < level)[inner].all()
    # Bisection alone takes 63 values a level.
    assert sum(calls) / level.size < 55


def test_levels_beyond_the_values_end_at_the_support():
    assert quantile(CASES["steps"][0], (0.0, 1.0), np.array([0.95, 0.1]))[0] == 1.0


def test_rank_counts_floats():
    x = np.array([-np.inf, -1.5, -5e-324, 0.0, 5e-324, 1.5, np.inf])
    assert (from_rank(rank(x)) == x).all()
    assert (np.diff(rank(np.array([-5e-324, 0.0, 5e-324, 1e-323]))) == 1).all()
    assert rank(np.array([-0.0]))[0] == 0
    assert rank(np.nextafter(x[1:-1], 9)) == pytest.approx(rank(x[1:-1]) + 1, abs=0)


# Distributions as scipy.stats has them, against scipy where it knows the same one.


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


# At a finite end the density is its limit from inside; a rate that is extrapolated says so.


@pytest.mark.parametrize(
    ("dist", "end", "value"),
    [
        (quarter_circle(), 0.0, 2 / np.pi),
        (quarter_circle(4.0), 0.0, 1 / np.pi),
        (smallest_singular_limit("complex"), 0.0, 1.0),
        (smallest_singular_limit("real"), 0.0, np.inf),
        (circular_law_radius(), 1.0, 2.0),
        (shifted_singular_values(2.0), 0.0, 2 * 3**0.5 / (4 * np.pi)),
    ],
)
def test_the_density_at_an_end(dist, end, value):
    assert dist.pdf(end) == pytest.approx(value)
    assert dist.logpdf(end) == pytest.approx(np.log(value))


@pytest.mark.parametrize("dist", ALL, ids=lambda dist: dist.name)
def test_it_is_the_limit_from_inside(dist):
    """A millionth and less of the way in, growing on or settled."""
    for end, inward in zip(dist.support, (1, -1), strict=True):
        if np.isfinite(end) and not dist.atoms:
            spread = dist.ppf(0.75) - dist.ppf(0.25)
            far, near = dist.pdf(end + inward * spread * np.array([1e-6, 1e-9]))
            at = dist.pdf(end)
            assert (at == np.inf and near > 3 * far) or abs(at - near) <= 1e-3 * at + 0.11 * far + 1e-12


def test_a_rate_that_is_extrapolated_is_no_certainty():
    """Beyond n = 400 the band rests on a rate that is assumed."""
    near, sample = (
        largest(1, 10_000),
        tracy_widom(1).rvs(500, np.random.default_rng(1)) - 10_000 ** (-1 / 3) / 2,
    )
    for found in (distance(sample, near, 1e-6), goodness_of_fit(sample, near, 1e-6).distance):
        assert found.rigour is Rigour.ASYMPTOTIC
        assert any("extrapolated" in one for one in found.trusts)
    assert distance(sample, largest(1, 400), 1e-6).rigour is Rigour.CONFIDENCE
