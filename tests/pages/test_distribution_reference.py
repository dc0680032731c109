"""What the error of a distribution is measured against: other formulas, in balls."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb

from perturb.laws.distributions import ALL, ScaledDistribution, semicircle, tracy_widom
from perturb.laws.distributions.bulk import Semicircle
from perturb.pages.figures import distribution_reference as references
from perturb.pages.figures.distribution_reference import reference
from tests.pages.blind import Wrong
from tools.tracy_widom.determinants import distributions, plan

each = pytest.mark.parametrize("law", ALL, ids=[law.name for law in ALL])


def inside(law, count):
    x = np.unique(law.ppf((np.arange(count) + 0.5) / count))
    return x[(law.support[0] < x) & (x < law.support[1])]


@each
def test_every_law_is_within_its_stated_error_of_its_reference(law):
    found = reference(law, inside(law, 40))
    assert found is not None
    assert len(found.x) > 10
    assert found.error(law).max() <= law.cdf_error


def test_an_error_of_a_few_roundings_is_seen():
    x = inside(semicircle(), 40)
    assert reference(Wrong(), x).error(Wrong()).max() <= semicircle().cdf_error
    assert reference(Wrong(by=2e-15), x).error(Wrong(by=2e-15)).max() > semicircle().cdf_error


def test_a_law_without_second_formula_has_no_reference():
    class Other(Semicircle):
        pass

    references.reference.register(Other, references.reference.dispatch(object))
    assert reference(Other(), inside(semicircle(), 9)) is None
    assert reference(ScaledDistribution(Other(), 2.0, "twice", "2"), inside(semicircle(), 9)) is None


def test_the_stored_values_are_what_the_determinants_give():
    """One of them again, with other nodes, another cut and another precision."""
    found = reference(tracy_widom(1), np.empty(0))
    k = int(np.searchsorted(found.x, -3.3))
    F = distributions(arb(float(found.x[k])), plan(float(found.x[k])))[1]
    assert abs(float(F - arb(float(found.head[k])) - arb(float(found.rest[k])))) < 1e-24
    assert abs(found.rest).max() > 1e-18


def test_a_moved_law_is_compared_at_its_own_points():
    """Rounding of shift + factor s would cost 1e-14 here, were it not taken into account."""
    law = ScaledDistribution(tracy_widom(2), 3.0, "far", "far", shift=1000.0)
    found = reference(law, np.empty(0))
    naive = references.Reference(found.x, found.head, np.zeros(len(found.x)), "")
    assert found.error(law).max() < 1e-15
    assert naive.error(law).max() > 5e-15
