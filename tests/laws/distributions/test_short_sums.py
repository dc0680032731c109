"""Sums of short rows are numpy's, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.distributions.free import added


@pytest.mark.parametrize("count", range(12))
@pytest.mark.parametrize("kind", [float, complex])
def test_to_the_last_bit(count: int, kind: type) -> None:
    rng = np.random.default_rng(count)
    for shape in ((200, count), (5, 7, count), (0, count)):
        terms = rng.normal(size=shape) * 10.0 ** rng.integers(-9, 9, size=shape)
        if kind is complex:
            terms = terms + 1j * rng.normal(size=shape)
        ours, theirs = added(terms), terms.sum(-1)
        assert (ours.shape, ours.tobytes()) == (theirs.shape, theirs.tobytes())
