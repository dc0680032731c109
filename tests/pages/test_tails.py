"""Both tails of a distribution are drawn deep."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.distributions import ALL
from perturb.pages.figures.distribution import left, right

each = pytest.mark.parametrize("law", ALL, ids=[law.name for law in ALL])


@each
def test_both_tails_are_drawn_deep(law):
    branches = left(law), right(law)
    assert (branches[0] is None) == bool(law.atoms)
    for branch in filter(None, branches):
        assert len(branch.log) > 100
        assert branch.log.max() > -1
        assert branch.log.min() < (-280 if np.isinf(law.support).all() else -11)
