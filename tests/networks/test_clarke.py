"""The element of least norm against its conditions, and patterns of signs against those met nearby."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from perturb.networks import Network, dense, gradient, logistic, parameters, with_parameters
from perturb.networks.clarke import Kinks, Risk, TooManyKinks, distance, least_norm
from perturb.networks.wires import free


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
