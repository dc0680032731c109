"""The norm of a ReLU layer: against all supports, against its neighbours, and what it refuses."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from perturb.networks.relu import relu_norm
from perturb.networks.relu.norm import bounded

NAN, INF = float("nan"), float("inf")


def by_supports(A):
    """The largest eigenvalue over the principal blocks of AA' with a nonnegative eigenvector, in float64."""
    G, best = A @ A.T, 0.0
    for kept in product((False, True), repeat=len(A)):
        if any(kept):
            values, vectors = np.linalg.eigh(G[np.ix_(kept, kept)])
            top = vectors[:, -1] * np.sign(vectors[:, -1].sum())
            best = max(best, values[-1]) if top.min() > -1e-12 else best
    return best**0.5


@pytest.mark.parametrize(("m", "n"), [(1, 3), (3, 1), (4, 4), (7, 3), (6, 9)])
def test_it_is_the_best_support(m, n):
    A = np.random.default_rng(m + n).standard_normal((m, n))
    lo, hi = relu_norm(A).floats
    assert lo <= by_supports(A) * (1 + 1e-12)
    assert hi >= by_supports(A) * (1 - 1e-12)
    assert hi - lo <= 1e-10 * lo


@pytest.mark.parametrize(
    ("A", "square"),
    [
        ([[1], [-1]], 1),
        ([[0, 1], [1, -1]], 2),
        (-np.eye(3), 1),
        (np.full((4, 5), 2.0), 80),
        ([[0, 0]], 0),
    ],
)
def test_known_values(A, square):
    found = relu_norm(A)
    assert found.lo**2 <= square <= found.hi**2


def test_sets_of_rows_refute_a_bound_that_is_too_small():
    A = np.random.default_rng(3).standard_normal((8, 5)) / 4
    t = float(relu_norm(A).lo) ** 2
    assert bounded(A, t * 1.001).proved
    answer = bounded(A, t * 0.999)
    assert not answer.proved
    assert answer.better is not None
    assert answer.better.min() >= 0


def test_an_independent_set_of_a_graph_is_its_norm():
    """The reduction that makes the problem hard, for the pentagon: alpha = 2, d = 2, k = 2."""
    edges, k, d = [(i, (i + 1) % 5) for i in range(5)], 2, 2
    unit = np.eye(5)
    A = np.column_stack([np.ones(5), *[unit[i] - unit[j] for i, j in edges for _ in range(k)]])
    found = relu_norm(A)
    assert found.lo**2 <= k * (d + 1) <= found.hi**2
    assert float(found.hi) ** 2 < k * (d + 1) + 1e-6


def test_many_rows_get_ends_within_the_proved_factor():
    A = np.random.default_rng(0).standard_normal((30, 6))
    lo, hi = relu_norm(A).floats
    assert lo < hi <= np.linalg.norm(A, 2) * (1 + 1e-9) <= 2**0.5 * lo * (1 + 1e-6)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_extreme_sizes(scale):
    lo, hi = relu_norm([[0, scale], [scale, -scale]]).floats
    assert lo <= 2**0.5 * scale <= hi <= 1.42 * scale


@pytest.mark.parametrize(
    ("A", "message"),
    [
        ([[1, NAN]], r"A: entries must be finite real numbers: entry \(1, 2\) is nan"),
        ([[1], [INF]], r"entry \(2, 1\) is inf"),
        ([1, 2], r"A: shape \(2,\) is not that of an m x n matrix"),
        (np.zeros((0, 2)), "with m, n >= 1"),
        ([[1], [2, 3]], "its rows differ in length"),
        ([["x"]], "A: not a matrix of real numbers"),
    ],
)
def test_bad_input_is_refused_in_one_line(A, message):
    with pytest.raises(ValueError, match=message) as caught:
        relu_norm(A)
    assert "\n" not in str(caught.value)
