"""What a mask hides is no number, wherever arrays are taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import perturb
from perturb.laws.distributions.names import named_distribution
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.networks import dense, descent, gradient_flow, squared
from perturb.types import whole
from perturb.vocab import s1

DRAWS = np.random.default_rng(0).exponential(size=400)
MASKED = np.ma.masked_array(np.append(DRAWS, [1e9] * 50), mask=[False] * 400 + [True] * 50)
MATRIX = np.ma.masked_array([[1.0, 2.0], [3.0, 1e9]], mask=[[0, 0], [0, 1]])
ONE = dense([np.ones((1, 2))])

CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "law": (lambda: perturb.law(MASKED, "edelman"), "samples: 50 of 450 entries are masked"),
    "law without a name": (lambda: perturb.law(MASKED), "samples: 50 of 450"),
    "a test": (lambda: goodness_of_fit(MASKED, named_distribution("edelman"), 0.01), "sample: 50 of 450"),
    "a word": (lambda: s1(MATRIX), "s1: argument 1: 1 of 4 entries are masked"),
    "weights of a network": (lambda: dense([MATRIX]), r"weights\[0\]: 1 of 4"),
    "examples": (lambda: gradient_flow(ONE, MATRIX, squared([1, 1]), [0, 1]), "x: 1 of 4"),
    "labels": (lambda: descent(ONE, np.ones((450, 2)), squared(MASKED), 0.1, 1), "y: 50 of 450"),
}


@pytest.mark.parametrize("name", CALLS)
def test_masked_entries_are_refused(name: str) -> None:
    call, message = CALLS[name]
    with pytest.raises(ValueError, match=message):
        call()


def test_a_mask_that_hides_nothing_is_none() -> None:
    plain = whole("x", np.ma.masked_array(DRAWS, mask=False))
    assert type(plain) is np.ndarray
    assert np.all(plain == DRAWS)
    assert s1(np.ma.masked_array(np.diag([3.0, 1.0]))) == 3.0
