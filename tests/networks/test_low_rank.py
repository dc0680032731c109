"""Critical points: Le and Jegelka (2022) on small networks; the Clarke element of least norm."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import fmpq_poly
from mpmath import mp, mpf

from perturb.networks import Network, chain, dense, gradient, logistic, parameters, residual, with_parameters
from perturb.networks.clarke import Kinks, Risk, TooManyKinks, distance, least_norm
from perturb.networks.wires import free
from simulations.le2022.runs import alignment, course, promised, ratios, spread

TURN = np.array([[Fraction(3, 5), Fraction(-4, 5)], [Fraction(4, 5), Fraction(3, 5)]])


def output(T, V, X):
    """One example through a convolution over disjoint patches and a last row, as a network of neurons."""
    (m, p), c = X.shape, len(T)
    first = [
        [T[j][i] if k == q else 0 for q in range(m) for i in range(p)] for k in range(m) for j in range(c)
    ]
    net = dense([first, [[V[k][j] for k in range(m) for j in range(c)]]], last="linear", activation="linear")
    return net(np.array([X[k][i] for k in range(m) for i in range(p)]))[0]


def test_a_ray_with_two_equal_singular_values() -> None:
    """Derivatives of a bilinear output are differences, here of the network in exact numbers."""
    X, A = TURN.T, TURN
    V = X @ A.T
    assert all(w != 0 for w in (*A.flat, *V.flat))
    assert (np.eye(2, dtype=int) == A @ A.T).all()
    at = output(A, V, X)
    for i, j in product(range(2), range(2)):
        E = np.zeros((2, 2), dtype=int)
        E[i, j] = 1
        assert output(A + E, V, X) - at == A[i, j]
        assert output(A, V + E, X) - at == V[i, j]
    assert at == 2


def three_layers(T_1, T_2, V, X):
    """Two convolutions over disjoint patches and a last row, c x p, c x b x d and m x d; X is m x b x p."""
    return np.einsum("kl,jql,ji,kqi->", V, T_2, T_1, X)


def test_the_factors_of_two_convolutions_are_attained_along_a_ray() -> None:
    """n positions and n channels, then filters of size b: n b equal singular values, the product of both."""
    n, b = 2, 4
    X = np.eye(n * b, dtype=int).reshape(n, b, -1)
    weights = [np.eye(n * b, dtype=int), X.T, 2 * np.eye(n, dtype=int)]
    at = three_layers(*weights, X)
    for k, W in enumerate(weights):
        for place in np.ndindex(W.shape):
            moved_by = np.zeros_like(W)
            moved_by[place] = 1
            ahead = [V + moved_by if j == k else V for j, V in enumerate(weights)]
            assert three_layers(*ahead, X) - at == 2 * W[place]
    assert {int((W * W).sum()) for W in weights} == {n * b}


def test_a_block_of_one_input_grows_in_one_of_its_branches() -> None:
    """(u + y)' = z'(u + y) for f = w(uy + z)v x, so that |u + y| grows exponentially in z."""
    w, z, v, x = 3, 5, 2, 7
    u, y = np.array([1, 4]), np.array([2, -3])

    def f(u, y, z):
        block = residual(dense([y[:, None], u[None]], activation="linear"), np.array([[z]]))
        return chain(dense([[[v]]]), block, dense([[[w]]]))(np.array([x]))[0]

    slope = f(u, y, z + 1) - f(u, y, z)
    for e in np.eye(2, dtype=int):
        assert f(u + e, y, z) + f(u, y + e, z) - 2 * f(u, y, z) == slope * ((u + y) @ e)


EXAMPLES = [((4, 2, 1), 1), ((2, 1, -1), -1), ((2, 4, 1), 1), ((1, 2, -1), -1)]


def mean_loss(w):
    """The network of the errata, 3 - 2 - 2 with rectifiers, then 2 and 1 linear, with 16 weights in a row."""
    total = mpf(0)
    for x, y in EXAMPLES:
        h = [max(sum(w[3 * r + i] * x[i] for i in range(3)), 0) for r in range(2)]
        s = [max(w[6 + 2 * r] * h[0] + w[7 + 2 * r] * h[1], 0) for r in range(2)]
        t = [w[10 + 2 * r] * s[0] + w[11 + 2 * r] * s[1] for r in range(2)]
        total += mp.log1p(mp.exp(-y * (w[14] * t[0] + w[15] * t[1])))
    return total / len(EXAMPLES)


def test_gradient_flow_stands_still_below_the_mean_threshold() -> None:
    """The equation exactly, all derivatives in fifty digits; the linear layer has singular values 3 and 1."""
    z = fmpq_poly([0, 1])
    p_1, p_2 = 1 + z, z * (1 + z * z)  # both over (1 + z)(1 + z^2), p_2 without its 1 / (1 + z)
    assert 2 * p_1 - p_2 == -(z**3 - z - 2)
    with mp.workdps(50):
        root = mp.findroot(lambda t: t**3 - t - 2, mpf("1.5"))
        tail = [2, 1, 1, 2, mp.log(root) / 3, mp.log(root) / 3]
        w = [mpf(v) for v in (1, 0, 0, 0, 1, 0, 1, -1, -1, 1, *tail)]
        assert mp.log(2) / 4 < mean_loss(w) < mp.log(2)
        for k in range(len(w)):
            ahead, behind = ([*w[:k], w[k] + step, *w[k + 1 :]] for step in (mpf("1e-15"), mpf("-1e-15")))
            assert abs(mean_loss(ahead) - mean_loss(behind)) < mpf("1e-40")


def test_the_constant_of_lemma_10_is_attained_for_all_sizes() -> None:
    rng = np.random.default_rng(0)
    for a, b, c in product((1, 2, 3), (1, 2, 4), (1, 3)):
        T = np.zeros((a, b, c))
        T[range(min(a, b)), range(min(a, b)), 0] = 1
        for tensor, attained in ((T, True), (rng.standard_normal((a, b, c)), False)):
            first, second = (np.linalg.norm(tensor.reshape(s), 2) ** 2 for s in ((a, b * c), (a * b, c)))
            assert second <= min(a, b) * first + 1e-12
            assert not attained or abs(second - min(a, b) * first) < 1e-12


def test_two_balanced_blocks_have_a_ratio_of_a_quarter() -> None:
    """Layers that fulfil every invariance with the constant 0, up to the last row: 2^(-N) for N = 2."""
    root, eye, none = np.sqrt(2), np.eye(2), np.zeros((2, 2))
    U_2, Y_2, Z_2, w = np.array([[root]]), np.array([[root, 0]]), np.array([[0, root]]), np.array([[2]])
    U_1, Y_1, Z_1, W = eye, np.hstack([eye, none]), np.hstack([none, eye]), np.eye(4)
    for U, Y in ((U_1, Y_1), (U_2, Y_2)):
        assert np.allclose(U.T @ U, Y @ Y.T)
    assert np.allclose(U_2 @ U_2.T + Z_2 @ Z_2.T, w.T @ w)
    assert np.allclose(U_1 @ U_1.T + Z_1 @ Z_1.T, Y_2.T @ Y_2 + Z_2.T @ Z_2)
    assert np.allclose(W @ W.T, Y_1.T @ Y_1 + Z_1.T @ Z_1)
    assert np.linalg.norm(W, 2) ** 2 / np.linalg.norm(W) ** 2 == 1 / 4


def test_the_record_shows_what_is_said_beside_the_picture() -> None:
    """(13) and (83) hold of gradient descent up to its steps; Adam keeps no balance."""
    for network in ("linear", "relu-linear", "relu-block"):
        run = course(network, "gradient descent")
        for layer in range(0 if network == "linear" else 1, 3):
            over = ratios(run, layer) - promised(run, layer)
            assert over.min() > -0.01
        assert ratios(run, 1)[-1] - promised(run, 1)[-1] < 0.15 or network == "relu-block"
        assert min(alignment(run, 1)[-1], alignment(run, 2)[-1]) > 0.99
        assert moved(run) < 0.2 < 1 < moved(course(network, "adam"))
    assert all(spread("relu", how, k)[1] < 0.7 for how in ("gradient descent", "momentum") for k in range(3))


def moved(run) -> float:
    """How far the differences of the squared Frobenius norms of the last two layers and the row moved."""
    norms = np.array(run["frobenius"])
    apart = norms[:, 1:-1] - norms[:, -1:]
    return float(np.abs(apart - apart[0]).max())


# The element of least norm against its conditions, and patterns of signs against those met nearby.


@pytest.mark.parametrize("spread", [1.0, 1e-3, 1e-7])
def test_least_norm_meets_its_conditions(spread: float) -> None:
    """m is of least norm in the hull iff it is in it and <p, m> >= <m, m> for all p; by Wolfe (1976)."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        size, dimension = rng.integers(1, 9), rng.integers(1, 7)
        points = rng.standard_normal(dimension) + spread * rng.standard_normal((size, dimension))
        m = least_norm(points)
        assert np.min(points @ m) >= m @ m - 1e-12
        inside = least_norm(points - m)
        assert np.linalg.norm(inside) < 1e-12


def test_least_norm_where_0_is_inside_and_where_points_are_equal() -> None:
    square = np.array(list(product((-1.0, 1.0), repeat=2)))
    assert np.abs(least_norm(square)).max() < 1e-15
    assert distance(square) < 1e-15
    assert distance(1e-6 * np.add(square, [2, 0])) == pytest.approx(1e-6)
    assert least_norm(np.ones((3, 2))).tolist() == [1.0, 1.0]
    assert least_norm([[1.0, 1.0], [1.0, -1.0], [3.0, 0.0]]) == pytest.approx([1.0, 0.0], abs=1e-15)


def kinks(network: Network, x: Any, y: Any) -> Kinks:
    """With all pre-activations that are 0 as ties."""
    x = np.asarray(x, dtype=float)
    before = [t for t, _ in network.run(x)]
    ties = [
        (k, int(i), int(v))
        for k, t in enumerate(before)
        if network.nodes[k].activation.bends
        for i, v in np.argwhere(t == 0)
    ]
    risk = Risk(network, x, logistic(y), *free(network))
    return Kinks(risk, parameters(network).astype(float), [np.where(t > 0, 1, -1) for t in before], ties)


def nearby(network: Network, x: Any, y: Any, draws: int) -> set[tuple[float, ...]]:
    """The gradients, to five digits, at weights that are drawn nearby."""
    rng, x, loss = np.random.default_rng(2), np.asarray(x, dtype=float), logistic(y)
    places, w, found = free(network)[0], parameters(network).astype(float), set()
    for _ in range(draws):
        moved = w.copy()
        moved[places] += 1e-8 * rng.standard_normal(len(places))
        now = with_parameters(network, moved)
        found.add(tuple((np.round(gradient(now, x, loss(now(x)))[places], 5) + 0.0).tolist()))
    return found


X = [[1.0, 2.0], [2.0, 1.0], [0.0, 0.0]]
LATER = [[1.0, 2.0, -1.0], [2.0, -1.0, 1.0], [-1.0, 1.0, 3.0]]
CASES = {
    "one kink": ([[2.0, -1.0], [1.0, 3.0], [0.5, 0.25]], [0.0, 0.5, 1.0], LATER, [0.25, 1.0, 0.5]),
    "a chain": ([[2.0, -1.0], [-1.0, -3.0], [-0.5, -0.25]], None, LATER, None),
    "a chain of one sign": ([[2.0, -1.0], [-1.0, -3.0], [-3.0, -1.0]], None, LATER, None),
    "two layers": ([[2.0, -1.0], [1.0, 1.0], [1.0, 1.0]], None, [[1.0, 1.0, -1.0]], None),
    "an example at 0": ([[1.0, 1.0], [1.0, -3.0], [-1.0, 4.0]], [0.0, 0.0, -1.0], LATER, [0.5, 0.0, 0.25]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_gradients_around_a_point_are_those_of_the_patterns(name: str) -> None:
    first, bias, later, other = CASES[name]
    last = np.arange(1.0, 1.0 + len(later))[None]
    biases = None if bias is None else [bias, other, [0.5]]
    network = dense([first, later, last], biases)
    found = kinks(network, X, [1, -1, 1])
    assert found.ties
    gradients = {tuple((np.round(g, 5) + 0.0).tolist()) for g in found.gradients}
    assert gradients == nearby(network, X, [1, -1, 1], 2000)


def test_behind_an_inactive_neuron_there_is_no_sign_and_beyond_it_one() -> None:
    """z_1 = w_1 is 0, and z_2 = w_2 max(z_1, 0) is 0 for z_1 < 0 and has the sign of w_2 for z_1 > 0."""
    for w in (2.0, -2.0):
        found = kinks(dense([[[0.0]], [[w]], [[1.0]]]), [[1.0]], [1])
        signs = [tuple(p.signs.values()) for p in found.patterns]
        assert signs == [(-1, 0), (1, int(np.sign(w)))]


def test_kinks_at_one_place_have_one_sign() -> None:
    """Two examples in one direction, and a neuron that is 0 on both."""
    found = kinks(dense([[[1.0, -1.0]], [[1.0]]]), [[1.0, 1.0], [3.0, 3.0]], [1, 1])
    assert [tuple(p.signs.values()) for p in found.patterns] == [(-1, -1), (1, 1)]


def test_too_many_kinks_are_said() -> None:
    network = dense([np.zeros((9, 9)), np.ones((1, 9))])
    with pytest.raises(TooManyKinks, match="9 kinks meet, with more than 256 patterns of signs"):
        _ = kinks(network, [np.ones(9)], [1]).patterns


def six(y: Any, seed: int, deep: bool = False) -> Kinks:
    """Six neurons that are 0 at the first example; behind the first three of them three more if `deep`."""
    rng = np.random.default_rng(seed)
    a = rng.integers(1, 9, 3 if deep else 6) / 4
    first = np.c_[a, -a]
    if deep:
        inner = [np.r_[first, [[1.0, 0.0]]], np.c_[rng.choice([-1.0, 1.0], (3, 3)), np.zeros(3)]]
        return kinks(dense([*inner, rng.choice([-1.0, 1.0], (1, 3))]), [[1.0, 1.0], [1.0, 0.5]], y)
    return kinks(dense([first, rng.choice([-1.0, 1.0], (1, 6))]), [[1.0, 1.0], [1.0, 0.5]], y)


@pytest.mark.parametrize("deep", [False, True])
def test_what_is_left_out_is_no_way_to_go_on(deep: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 729 cases most go without a look; the ways that there are stay, with their velocities."""

    def said(found: Kinks) -> list[Any]:
        ways = [way for way in found.ways() if way.margin > -np.inf]
        return [(way.kept, tuple(way.sides.items()), way.velocity.tolist(), way.margin) for way in ways]

    for seed in range(3):
        for y in ([-1, -1], [1, -1]):
            found = six(y, seed, deep)
            assert len(found.ties) == 6
            seen = len(found.ways())
            few = said(found)
            with monkeypatch.context() as patch:
                patch.setattr(Kinks, "_may", lambda *_: True)
                assert seen <= len(found.ways()) // 2
                assert said(found) == few
            assert few
