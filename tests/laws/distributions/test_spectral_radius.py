"""The distribution of the spectral radius far out, where sums run over tiny terms."""

from __future__ import annotations

import pytest
from mpmath import mp

from perturb.laws.distributions import ginibre_spectral_radius


@pytest.mark.parametrize(
    ("n", "x", "sf"), [(20, 6.13, 1.55368e-289), (20, 6.2, 7.6112e-297), (100, 2.75, 5.06105e-200)]
)
def test_the_far_right_tail(n, x, sf):
    """Against sums of Poisson probabilities in 60 digits; isf comes back."""
    dist = ginibre_spectral_radius(n)
    with mp.workdps(60):
        z = mp.mpf(n) * mp.mpf(x) ** 2
        poisson = [mp.exp(-z) * z**j / mp.factorial(j) for j in range(n)]
        exact = mp.fsum((n - j) * p for j, p in enumerate(poisson))
    assert dist.sf(x) == pytest.approx(float(exact), rel=1e-9)
    assert dist.sf(x) == pytest.approx(sf, rel=1e-4)
    assert dist.isf(dist.sf(x)) == pytest.approx(x, rel=1e-12)
