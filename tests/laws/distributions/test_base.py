"""The fallbacks of the base: two formulas only, atoms, quantiles by bracketing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from perturb.laws.distributions import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.evaluate import from_rank, quantile, rank


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
