"""The verdict on a sample, at its edges: atoms and very few draws."""

from __future__ import annotations

import numpy as np

from perturb.distributions import marchenko_pastur, semicircle
from perturb.stats.goodness import goodness_of_fit


def test_a_computed_zero_is_the_atom_at_zero():
    """Eigenvalues 0 come out of LAPACK as 1e-16, of either sign."""
    rng = np.random.default_rng(12)
    dist = marchenko_pastur(2.0)
    sample = dist.rvs(4_000, rng)
    rounded = np.where(sample == 0, rng.normal(0, 1e-16, sample.shape), sample)
    assert goodness_of_fit(rounded, dist, 1e-6).verdict == "consistent"
    assert goodness_of_fit(np.where(sample == 0, 1e-3, sample), dist, 1e-6).verdict == "refuted"


def test_too_few_draws_decide_nothing():
    """Seven draws far outside any distribution are not consistent with it."""
    found = goodness_of_fit(np.full(7, 20.0) + np.arange(7), semicircle(), 1e-6)
    assert not found.able
    assert found.verdict == "open"
    assert goodness_of_fit(np.full(40, 20.0) + np.arange(40), semicircle(), 1e-6).verdict == "refuted"
