"""Small inputs: every one where they are few, else the special matrices that refute by their structure."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.domains import activation, orthogonal, psd, square, together
from perturb.search.methods.listed import small_inputs, special_matrices


def listed(arrays: Any) -> set[tuple[float, ...]]:
    return {tuple(array.ravel()) for array in arrays}


def small(domain: Any, n: int, limit: int) -> Any:
    return small_inputs(domain, {"n": n}, limit, np.random.default_rng(0))


def test_every_ternary_matrix_where_they_are_few() -> None:
    batch = small(square(), 2, 81)
    (entries,) = batch.params.values()
    assert batch.count == len(entries) == len(listed(entries)) == 81
    assert set(entries.ravel()) == {0.0, 1.0, -1.0}
    assert small(square(), 2, 80).count == 80 + 40  # special ones, and half as many at random


@pytest.mark.parametrize("domain", [square(), psd(), orthogonal(), together(A=square(), D=activation(-1))])
def test_parameters_stay_in_their_range(domain: Any) -> None:
    for limit in (50, 5_000):
        batch = small(domain, 3, limit)
        for key, arrays in batch.params.items():
            assert len(arrays) == batch.count
            assert all(domain.params[key].allows(x) for x in np.unique(arrays))


def test_the_special_matrices_hold_each_kind_once() -> None:
    found = special_matrices(3, 3)
    known = listed(found)
    assert len(known) == len(found)
    shift = np.eye(3, k=1)
    for A in (shift, shift.T, -shift, np.eye(3)[[2, 0, 1]], np.diag([1.0, -1.0, 0.0]), np.ones((3, 3))):
        assert tuple(A.ravel()) in known
    assert tuple(np.diag([1.0, 2.0, 0.0]).ravel()) not in known


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 3), (3, 2)])
def test_rectangular_ones(m: int, n: int) -> None:
    found = special_matrices(m, n)
    assert found.shape[1:] == (m, n)
    assert tuple(np.eye(m, n).ravel()) in listed(found)
