"""Membership is the definition, at a member and at what just fails it; extreme points are reached."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from perturb.domains.exact import exact_array
from tests.domains.test_domains import DOMAINS

INSIDE: list[tuple[str, Any, Any]] = [
    ("nonnegative", [[0, 1], [2, 0]], [[0, 1], [-1, 0]]),
    ("mask(1/3)", [[1, "1/3"], [1, 1]], [[1, "1/4"], [1, 1]]),
    ("binary", [[1, 0], [1, 1]], [["1/2", 0], [1, 1]]),
    ("graph", [[0, 1], [1, 0]], [[1, 1], [1, 0]]),
    ("doubly_stochastic", [["1/4", "3/4"], ["3/4", "1/4"]], [["1/4", "3/4"], ["1/4", "3/4"]]),
    ("doubly_stochastic", [[0, 1], [1, 0]], [[2, -1], [-1, 2]]),
    ("m_matrix", [[2, -1], [-3, 2]], [[2, -2], [-3, 2]]),
    ("totally_nonnegative", [[1, 1], [1, 2]], [[1, 2], [1, 1]]),
    ("totally_nonnegative", [[1, 1, 0], [1, 2, 1], [0, 1, 2]], [[1, 1, 1], [1, 2, 1], [1, 1, 2]]),
    ("positive_contraction", [["1/2", "1/2"], ["1/2", "1/2"]], [["3/4", "1/2"], ["1/2", "3/4"]]),
    ("box", [-1, "1/2"], [0, 1]),
    ("unit_vector", ["3/5", "-4/5"], ["3/5", "3/5"]),
    ("probability_vector", [0, 1], [2, -1]),
]


@pytest.mark.parametrize(("name", "member", "other"), INSIDE)
def test_membership_is_the_definition(name: str, member: Any, other: Any) -> None:
    domain = DOMAINS[name].named(["x"])
    assert domain.contains(domain.point({"x": member}))
    assert not domain.contains(domain.point({"x": other}))


def test_the_extreme_points_are_reached() -> None:
    """What a parametrisation must give: a permutation matrix, a unit vector, an M-matrix by its factors."""
    swap, t, two = np.array([[0, 1], [1, 0]], dtype=object), {"x.t": np.array(fmpq(1))}, np.array([2, 2])
    cases = {
        "doubly_stochastic": ({"x.X": swap, **t}, fmpq_mat([[0, 1], [1, 0]])),
        "probability_vector": ({"x.x": np.array([0, 1], dtype=object), **t}, (0, 1)),
        "m_matrix": ({"x.B": swap * 3, "x.e": two // 2, "x.d": two}, fmpq_mat([[8, -6], [-6, 8]])),
    }
    for name, (params, expected) in cases.items():
        made = DOMAINS[name].named(["x"]).construct({"n": 2}, {k: exact_array(a) for k, a in params.items()})
        assert made.values["x"] == expected


@pytest.mark.parametrize("name", ["commuting", "commuting_symmetric"])
def test_members_commute(name: str) -> None:
    domain = DOMAINS[name].named(["A", "B"])
    apart = {"A": [[0, 1], [1, 0]], "B": [[1, 0], [0, 0]]}
    assert domain.contains(domain.point({"A": [[0, 1], [1, 0]], "B": [[1, 2], [2, 1]]}))
    assert not domain.contains(domain.point(apart))
    assert domain.rim().contains(domain.point(apart))


def test_blocks_are_positive_together() -> None:
    domain = DOMAINS["positive_blocks"].named(["A", "B", "C"])
    one = [[1, 0], [0, 1]]
    assert domain.contains(domain.point({"A": one, "B": [[0, 1], [0, 0]], "C": one}))
    assert not domain.contains(domain.point({"A": one, "B": [[0, 2], [0, 0]], "C": one}))
