"""How far two ReLU layers are apart: two routes to one number, exact cases, what does not change it."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.relu import relu_distance, relu_norm
from perturb.networks.relu.cones import largest as by_cones
from perturb.networks.relu.definite import certainly_definite
from perturb.networks.relu.two_layers import best_point, values

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
def test_known_values(A, L, exact):
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
def test_bad_input_is_refused_in_one_line(A, L, message):
    with pytest.raises(ValueError, match=message):
        relu_distance(A, L)
