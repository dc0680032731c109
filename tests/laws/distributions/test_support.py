"""The support of every distribution, as an attribute and as scipy has it, as a method."""

from __future__ import annotations

import pytest

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.names import named_distribution

NAMES = """tracy-widom-1 tracy-widom-2 tracy-widom-4 edelman smallest-singular kappa-2x2 semicircle
quarter-circle marchenko-pastur:0.5 marchenko-pastur:2 marchenko-pastur-product:0.5,0.5
circular-radius shifted-singular:1
goe-largest:5 gue-largest:5 ginibre-smallest:4 ginibre-radius:5 2*goe-largest:5"""


@pytest.mark.parametrize("name", NAMES.split())
def test_it_can_be_called(name: str) -> None:
    """It could for half of them: those that state it as a value, or compute it once, had a plain tuple."""
    one: ContinuousDistribution = named_distribution(name)
    low, high = one.support()  # type: ignore[operator]
    assert (low, high) == one.support
    assert low < high
    moved = one(loc=1, scale=2)  # type: ignore[operator]
    assert moved.support() == (1 + 2 * low, 1 + 2 * high)
