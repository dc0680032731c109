"""At a finite end the density is its limit from inside; a rate that is extrapolated says so."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.enclosure import Rigour
from perturb.laws.distributions import (
    ALL,
    circular_law_radius,
    quarter_circle,
    shifted_singular_values,
    smallest_singular_limit,
    tracy_widom,
)
from perturb.laws.distributions.finite_size import largest
from perturb.laws.stats.compare import distance
from perturb.laws.stats.goodness import goodness_of_fit


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
