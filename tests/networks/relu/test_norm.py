"""ReLU layers in numbers: the norm, the distance of two layers, ReLU singular values."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from perturb.networks.relu import (
    relu_distance,
    relu_norm,
    relu_singular_bounds,
    relu_singular_values,
    relu_singular_values_sampled,
)
from perturb.networks.relu.cones import largest as by_cones
from perturb.networks.relu.definite import certainly_definite
from perturb.networks.relu.norm import bounded
from perturb.networks.relu.singular import least_on_lines, least_quotient
from perturb.networks.relu.two_layers import best_point, values

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


# How far two ReLU layers are apart: two routes to one number, exact cases, what does not change it.


RNG = np.random.default_rng(0)
UNRELATED = [tuple(RNG.standard_normal((2, m, n))) for m, n in ((2, 2), (3, 2), (2, 4), (4, 4))]


def truncated(n, k, seed):
    A = np.random.default_rng(seed).standard_normal((n, n))
    U, d, V = np.linalg.svd(A)
    return A, (U[:, :k] * d[:k]) @ V[:k]


CASES = [
    *UNRELATED,
    truncated(2, 1, 0),
    truncated(3, 1, 1),
    truncated(4, 2, 2),
    truncated(4, 3, 5),
    truncated(5, 1, 3),
]


@pytest.mark.parametrize(("A", "L"), CASES)
def test_faces_and_cones_agree(A, L):
    lo, hi = relu_distance(A, L).floats
    scale = 2.0 ** np.ceil(np.log2(max(abs(A).max(), abs(L).max())))
    low, high = by_cones(A / scale, L / scale, best_point(A / scale, L / scale, 40), 1e-3)
    assert lo <= high * scale
    assert low * scale <= hi
    assert hi <= lo * (1 + 1e-6)
    assert high <= low * 1.0011


@pytest.mark.parametrize(("A", "L"), CASES)
def test_no_sample_is_above_and_both_bounds_hold(A, L):
    lo, hi = relu_distance(A, L).floats
    X = np.random.default_rng(1).standard_normal((2000, A.shape[1]))
    assert (values(A, L, X) / np.linalg.norm(X, axis=1)).max() <= hi
    assert np.linalg.norm(A - L, 2) / 2 <= hi
    assert lo <= np.linalg.norm(A - L, 2)


@pytest.mark.parametrize(
    ("A", "L", "exact"),
    [
        (np.eye(2), np.full((2, 2), 0.5), 0.5**0.5),
        (np.eye(4), np.full((4, 4), 0.25), 0.75**0.5),
        (-np.eye(3), np.eye(3), 1.0),
        (np.eye(3), np.eye(3) / 2, 0.5),
        ([[0, 1], [1, -1]], [[0, 0], [0, -1]], 1.0),
        ([[1, 2]], [[1, 2]], 0.0),
        ([[1e300]], [[-1e300]], 1e300),
    ],
)
def test_known_values_distance(A, L, exact):
    lo, hi = relu_distance(A, L).floats
    assert lo <= exact * (1 + 1e-15)
    assert exact <= hi * (1 + 1e-15)
    assert hi - lo <= 3e-7 * exact


def test_the_norm_is_the_distance_from_zero():
    A = np.random.default_rng(8).standard_normal((4, 3))
    norm, near = relu_norm(A), relu_distance(A, 1e-9 * A)
    assert abs(norm.floats[0] - near.floats[0]) < 1e-8
    assert relu_distance(A, 0 * A) == norm


def test_permutations_rotations_and_factors():
    """F(PAQ, PLQ) = F(A, L), F(cA, cL) = c F(A, L) for c >= 0; a rotation on the left changes it."""
    A, L = CASES[3]
    Q = np.linalg.qr(np.random.default_rng(2).standard_normal((4, 4)))[0]
    first, moved = relu_distance(A, L), relu_distance(3 * A[::-1] @ Q, 3 * L[::-1] @ Q)
    assert np.allclose(moved.floats, 3 * np.array(first.floats), rtol=1e-6)
    assert abs(relu_distance(Q @ A, Q @ L).floats[0] - first.floats[0]) > 0.05


def test_a_larger_pair_is_enclosed():
    A, L = truncated(10, 5, 7)
    lo, hi = relu_distance(A, L).floats
    assert lo < hi <= 1.021 * lo


def test_definiteness_is_never_claimed_of_what_is_not():
    A = np.random.default_rng(5).standard_normal((200, 4, 4))
    S = A @ np.swapaxes(A, 1, 2)
    least = np.linalg.eigvalsh(S)[:, 0]
    shifted = S - (least[:, None, None] * np.linspace(0.9, 1.1, 200)[:, None, None]) * np.eye(4)
    found = certainly_definite(shifted)
    assert found[:95].all()
    assert not found[101:].any()
    assert not certainly_definite(np.full((1, 2, 2), np.nan)).any()


@pytest.mark.parametrize(
    ("A", "L", "message"),
    [
        ([[1.0]], [[1.0, 2.0]], r"L: shape \(1, 2\) is not the shape \(1, 1\) of A"),
        ([[1.0]], [[float("nan")]], r"L: entries must be finite real numbers: entry \(1, 1\) is nan"),
        ([["x"]], [[1.0]], "A: not a matrix"),
        (np.eye(1, 2000), np.eye(1, 2000), "A: 1 x 2000 is too large, about 200 minutes; sides up to 300"),
    ],
)
def test_bad_input_is_refused_in_one_line_distance(A, L, message):
    with pytest.raises(ValueError, match=message):
        relu_distance(A, L)


# ReLU singular values: the proved factor, known values, lower bounds by kernels, the sampled numbers.


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
def test_bad_input_is_refused_in_one_line_singular(call, message):
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
