"""The verdict on a sample, at its edges: atoms and very few draws."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from scipy.stats import binom

from perturb.laws.distributions import goe_largest_distribution, marchenko_pastur, semicircle, tracy_widom
from perturb.laws.distributions.finite_size import largest
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.goodness import goodness_of_fit
from tests.laws.stats.plain_distributions import Uniform


def test_a_computed_zero_is_the_atom_at_zero():
    """Eigenvalues 0 come out of LAPACK as 1e-16, of either sign."""
    rng = np.random.default_rng(12)
    dist = marchenko_pastur(2.0)
    sample = dist.rvs(4_000, rng)
    rounded = np.where(sample == 0, rng.normal(0, 1e-16, sample.shape), sample)
    assert goodness_of_fit(rounded, dist, 1e-6).verdict == "not refuted"
    assert goodness_of_fit(np.where(sample == 0, 1e-3, sample), dist, 1e-6).verdict == "refuted"


def test_too_few_draws_decide_nothing():
    """Thirteen normal draws: the band allows every distance from Tracy-Widom."""
    found = goodness_of_fit(np.random.default_rng(13).standard_normal(13), tracy_widom(1), 1e-6)
    assert found.verdict == "unresolved"
    assert found.interval == (0.0, 1.0)
    assert found.refutable == pytest.approx(dkw_radius(13, 5e-7))
    assert (
        goodness_of_fit(np.full(7, 20.0) + np.arange(7), semicircle(), 1e-6, tolerance=0.9).verdict
        == "unresolved"
    )


def test_what_no_draw_can_be_is_refuted_by_a_few():
    assert goodness_of_fit(np.full(7, 20.0) + np.arange(7), semicircle(), 1e-6).verdict == "refuted"


def test_the_smallest_distance_that_could_have_been_refuted():
    """A sample just so far off is refuted, one a little nearer is not."""
    x = (np.arange(1_000) + 0.5) / 1_000
    least = goodness_of_fit(x, Uniform(), 1e-6).refutable
    for off, verdict in ((least + 0.001, "refuted"), (least - 0.001, "not refuted")):
        middle = np.where(np.abs(x - 0.5) < off, 0.5, x)
        assert goodness_of_fit(middle, Uniform(), 1e-6).verdict == verdict


def test_contamination_in_the_tails():
    """A tenth of N(0, 16) among 3,000 draws of the largest eigenvalue at n = 50: only the tails tell."""
    rng, dist = np.random.default_rng(14), goe_largest_distribution(50)
    right = dist.rvs(3_000, rng)
    wrong = np.where(rng.random(3_000) < 0.1, 4 * rng.standard_normal(3_000), right)
    found = goodness_of_fit(wrong, dist, 1e-6)
    assert found.interval[0] == 0
    assert not found.moved
    assert (found.strayed, found.verdict) == (True, "refuted")
    assert goodness_of_fit(right, dist, 1e-6).verdict == "not refuted"


def test_the_order_statistics_keep_their_alpha():
    rng = np.random.default_rng(15)
    for draws in (1, 7, 60):
        strayed = sum(goodness_of_fit(rng.random(draws), Uniform(), 0.8).strayed for _ in range(1_500))
        assert strayed <= binom.isf(1e-9, 1_500, 0.2)
    assert strayed > 0


def test_tolerance():
    sample = (np.arange(20_000) + 0.5) / 20_000
    radius = dkw_radius(20_000, 1e-6)
    assert goodness_of_fit(sample, Uniform(), 1e-6, radius + 0.001).verdict == "certified"
    assert goodness_of_fit(sample, Uniform(), 1e-6, radius - 0.001).verdict == "unresolved"
    assert goodness_of_fit(sample**2, Uniform(), 1e-6, 0.2).verdict == "refuted"
    assert goodness_of_fit(sample**2, Uniform(), 1e-6, 0.28).verdict == "certified"


def test_one_value_that_no_sample_has():
    """P(largest > 14) is 1e-20 at n = 20: one such value among 200 is refuted."""
    exact = goe_largest_distribution(20)
    sample = exact.rvs(200, np.random.default_rng(1))
    assert goodness_of_fit(sample, exact, 1e-6).verdict == "not refuted"
    found = goodness_of_fit(np.append(sample, 14.0), exact, 1e-6)
    assert (found.verdict, found.strayed) == ("refuted", True)
    # Beyond n = 400 only a distance to the limit is known, which says nothing of tails.
    assert largest(1, 10_000).tail_error == inf


def test_a_value_at_the_end_of_the_support_may_be_one_inside():
    """A smallest eigenvalue comes out of LAPACK as 0 or -1e-17; no draw is so far off by itself."""
    right = marchenko_pastur(1).rvs(400, np.random.default_rng(16))
    for rounded, verdict in ((0.0, "not refuted"), (-1e-17, "not refuted"), (-1e-9, "refuted")):
        found = goodness_of_fit(np.append(right, rounded), marchenko_pastur(1), 1e-6)
        assert (found.verdict, found.excluding) == (verdict, ("order statistics",) * (verdict == "refuted"))
