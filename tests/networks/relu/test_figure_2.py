"""The record behind Figure 2: the intervals of its matrices, held against a second computation."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.relu import relu_norm, relu_singular_bounds, relu_singular_values
from simulations.dittmer2019.bands import LAWS, kept, matrix


@pytest.mark.parametrize("law", LAWS)
def test_the_record_agrees_with_what_every_matrix_obeys(law):
    """s_0 anew, and sigma_k/sqrt(2) <= s_k <= sigma_k for the matrix that the law's stream gives."""
    found, A = kept()[law], matrix(law)
    for low, high, anyway in zip(found["lower"], found["upper"], relu_singular_bounds(A), strict=True):
        assert anyway.floats[0] <= low <= high <= anyway.floats[1]
    assert np.allclose(relu_norm(A).floats, [found["lower"][0], found["upper"][0]], rtol=1e-9)


def test_a_shorter_search_overlaps():
    found = kept()["signs"]
    for low, high, again in zip(
        found["lower"], found["upper"], relu_singular_values(matrix("signs"), 4, 1), strict=True
    ):
        assert low <= again.floats[1]
        assert again.floats[0] <= high
