"""ReLU singular values: the proved factor, known values, lower bounds by kernels, the sampled numbers."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.relu import (
    relu_distance,
    relu_norm,
    relu_singular_bounds,
    relu_singular_values,
    relu_singular_values_sampled,
)
from perturb.networks.relu.singular import least_on_lines, least_quotient
from perturb.networks.relu.two_layers import values

FIGURE_1 = [[0, 1], [1, -1]]
GOLDEN = (5**0.5 - 1) / 2


def test_the_matrix_of_the_first_figure_to_six_digits():
    first, second = relu_singular_values(FIGURE_1, rounds=48, starts=1)
    assert first.lo**2 <= 2 <= first.hi**2
    lo, hi = second.floats
    assert lo <= GOLDEN <= hi
    assert hi - lo < 1e-6


def test_both_constants_of_the_bound_are_attained():
    """1 / sqrt(2) by the rows a and -a and by the unit matrix of order 2; 1 by the first figure, above."""
    opposite, unit = relu_norm([[1], [-1]]), relu_distance(np.eye(2), np.full((2, 2), 0.5))
    assert float(opposite.hi) <= np.linalg.norm([1, -1]) / 2**0.5 * (1 + 1e-9)
    assert float(unit.hi) <= 1 / 2**0.5 * (1 + 1e-6)
    assert relu_singular_bounds(np.eye(2))[1].floats[0] >= 1 / 2**0.5 * (1 - 1e-9)
    assert least_quotient(np.eye(2), 1, 30) <= 1 / 2**0.5 <= least_quotient(np.eye(2), 1, 30) + 1e-4


@pytest.mark.parametrize(("shape", "seed"), [((2, 3), 0), ((3, 3), 1), ((4, 2), 2)])
def test_small_matrices(shape, seed):
    A = np.random.default_rng(seed).standard_normal(shape)
    found = [e.floats for e in relu_singular_values(A, rounds=10, starts=1)]
    d = np.linalg.svd(A)[1]
    lows, highs = np.array(found).T
    assert (lows <= highs).all()
    assert (d / 2**0.5 <= lows * (1 + 1e-9)).all()
    assert (highs <= d * (1 + 1e-9)).all()
    assert (np.diff(highs) <= 0).all()
    assert highs[1] <= 1.3 * lows[1]


def test_what_kernels_forget_bounds_every_competitor():
    """The lower bound of s_k stays below the largest value on a grid for whatever L of rank k."""
    rng = np.random.default_rng(3)
    A = rng.standard_normal((3, 3)) / 3
    Q = np.linalg.svd(A)[2].T
    X = rng.standard_normal((20_000, 3))
    for k in (1, 2):
        low = least_quotient(A @ Q, k, 10)
        U, d, V = np.linalg.svd(A)
        for spread in (0, 0.02, 0.3):
            W, M = U[:, :k] * d[:k], V[:k] + spread * rng.standard_normal((k, 3))
            hi = relu_distance(A, W @ M).floats[1]
            assert low <= hi
            assert (values(A, W @ M, X) / np.linalg.norm(X, axis=1)).max() <= hi


def test_columns_that_are_not_orthogonal_prove_nothing():
    assert least_quotient(np.array([[0.0, 1], [1, -1]]), 1, 5) == 0
    assert least_quotient(np.eye(2), 1, 5) > 0.5


def test_rank_one_has_one_value():
    first, second = relu_singular_values(np.outer([3, 4], [0, 2]))
    assert abs(float(first.hi) - 10) < 1e-9
    assert second.lo == second.hi == 0


@pytest.mark.parametrize(("slope", "share"), [(0, 0.5**0.5), (0.5, 0.625**0.5), (-1, 1), (1, 1)])
def test_other_slopes(slope, share):
    A = [[2, 0, 0], [0, 1, 0]]
    for k, d in enumerate((2, 1)):
        lo, hi = relu_singular_bounds(A, slope)[k].floats
        assert np.allclose([lo, hi], [share * d, d], rtol=1e-12)


def test_large_matrices_get_the_proved_factor():
    found = [e.floats for e in relu_singular_values(np.random.default_rng(0).standard_normal((40, 30)))]
    assert len(found) == 30
    assert all(hi <= 2**0.5 * lo * (1 + 1e-9) for lo, hi in found)


def test_the_published_method_is_on_neither_side():
    """With one point it lies far below the certified lower bound, after one step far above the upper."""
    A = np.random.default_rng(1).standard_normal((3, 3))
    few = relu_singular_values_sampled(A, np.eye(3)[:1], steps=300)
    poor = relu_singular_values_sampled(A, 50, steps=1)
    bounds = [e.floats for e in relu_singular_bounds(A)]
    assert few[1] < bounds[1][0]
    assert poor[2] > bounds[2][1]
    good = relu_singular_values_sampled(A, 500, steps=400, restarts=2)
    assert good[0] <= relu_norm(A).floats[1]
    assert good[1] < poor[1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: relu_singular_values([[float("nan")]]), r"A: entries .* entry \(1, 1\) is nan"),
        (lambda: relu_singular_values(FIGURE_1, rounds=-1), "rounds = -1 is not an integer >= 0"),
        (lambda: relu_singular_bounds(FIGURE_1, 2), "slope: 2 is not between -1 and 1"),
        (lambda: relu_singular_values_sampled(FIGURE_1, 0), "points: 0 points, at least 1 is needed"),
        (lambda: relu_singular_values_sampled(FIGURE_1, [[1, 2, 3]]), r"points: shape \(1, 3\)"),
        (lambda: relu_singular_values_sampled(FIGURE_1, 5, steps=0), "steps = 0 is not an integer >= 1"),
    ],
)
def test_bad_input_is_refused_in_one_line(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_lines_that_are_forgotten_against_a_grid_of_them_and_the_search_among_kernels():
    """The least of the larger lengths: by arcs, by a dense grid, and by boxes of kernels, which see more."""
    angles = np.linspace(0, np.pi, 20_001)
    for m in (1, 2, 4):
        A = np.random.default_rng(m).standard_normal((m, 2))
        Y = A @ np.stack([np.cos(angles), np.sin(angles)])
        grid = np.maximum(np.hypot.reduce(np.maximum(Y, 0)), np.hypot.reduce(np.minimum(Y, 0))).min()
        size = float(np.linalg.norm(A))
        assert grid - 2e-4 * size <= least_on_lines(A) <= grid + 1e-12
        turned = A @ np.linalg.svd(A)[2].T
        assert least_quotient(turned, 1, 24) >= least_on_lines(A) - 0.02 * size
