"""Whole networks: Lipschitz bounds in order, units and pruning on data, and data that do not fit."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

from perturb.networks.weights import BadWeights
from perturb.networks.weights.network_lipschitz import lipschitz
from perturb.networks.weights.network_theory import cuts, network_theory
from perturb.networks.weights.sentences import network_sentences
from perturb.networks.weights.stack import Stack, points, stack


def network(*widths: int, seed: int = 0, skip: tuple[int, ...] = ()) -> Stack:
    rng = np.random.default_rng(seed)
    tensors, rho = {}, {}
    for k, (n, m) in enumerate(pairwise(widths)):
        tensors[f"fc{k}.weight"] = rng.standard_normal((m, n)) * np.sqrt(2 / n)
        tensors[f"fc{k}.bias"] = rng.standard_normal(m) / 10
    for k in skip:
        rho[f"fc{k}.weight"] = -0.5
    return stack(tensors, {"skip": rho, "order": [name for name in tensors if name.endswith("weight")]})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("widths", "skip"), [((2, 5, 1), ()), ((2, 4, 4, 2), (1,)), ((3, 5, 4, 1), ())])
def test_the_bounds_are_in_order(widths: tuple[int, ...], skip: tuple[int, ...], seed: int) -> None:
    """Attained <= exact, by all regions, <= every bound from above."""
    found = lipschitz(network(*widths, seed=seed, skip=skip))
    assert found.exact is not None
    low, high = found.exact.floats
    assert 0 < found.lower.floats[0] <= high
    assert all(x.floats[1] >= low for x in found.upper.values())
    assert found.best is found.exact
    assert set(found.upper) >= {"product of norms", "absolute values"}


def test_two_points_are_no_further_apart_than_the_bounds_say() -> None:
    """At 50 digits, for a network too large for its regions."""
    there = network(8, 30, 30, 3)
    found = lipschitz(there)
    assert found.exact is None
    rng = np.random.default_rng(1)
    with mpmath.workdps(50):
        x, y = (exact(there, rng.standard_normal(8)) for _ in range(2))
        rng = np.random.default_rng(1)
        apart = mpmath.norm(mpmath.matrix((rng.standard_normal(8) - rng.standard_normal(8)).tolist()))
        assert mpmath.norm(x - y) <= found.best.floats[1] * apart


def test_the_witness_attains_its_bound() -> None:
    """Near the point the network moves by |J| times the step, along the vector of the norm; 50 digits."""
    there = network(8, 30, 30, 3, skip=(1,))
    found = lipschitz(there)
    assert found.at is not None
    _, masks = there.run(found.at[None])
    direction = np.linalg.svd(there.jacobian(masks, 0))[2][0]
    with mpmath.workdps(50):
        step = mpmath.mpf(10) ** -25
        there_and_on = [exact(there, found.at, step * k, direction) for k in (0, 1)]
        slope = mpmath.norm(there_and_on[1] - there_and_on[0]) / step
        assert abs(slope - found.lower.floats[0]) <= mpmath.mpf(10) ** -9 * slope


def exact(of: Stack, x: np.ndarray, step: object = 0, direction: np.ndarray | None = None) -> mpmath.matrix:
    h = mpmath.matrix(x.tolist())
    if direction is not None:
        h = h + step * mpmath.matrix(direction.tolist())
    for k, (W, b, rho) in enumerate(zip(of.weights, of.biases, of.skips, strict=True)):
        z = mpmath.matrix(W.tolist()) * h + mpmath.matrix(b.tolist())
        if k < len(of.weights) - 1:
            z = mpmath.matrix([max(t, 0) for t in z])
        h = z + rho * h if rho else z
    return h


def test_known_networks() -> None:
    """Orthogonal layers have 1; a zero layer has 0 and an attained 0."""
    eye = [np.eye(3), np.eye(3)]
    assert lipschitz(stack(eye)).exact.floats == pytest.approx((1, 1), abs=1e-9)
    zero = lipschitz(stack([np.zeros((3, 3)), np.eye(3)]))
    assert zero.exact.floats == pytest.approx((0, 0), abs=1e-12)


def test_rounding_errors_of_the_run_are_bounded() -> None:
    there = network(6, 20, 20, 2, skip=(1,))
    x = np.random.default_rng(2).standard_normal(6)
    seen, _ = there.run(x[None])
    off = there.errors(seen)[-1][0]
    with mpmath.workdps(50):
        true = exact(there, x)
        assert all(abs(a - b) <= e for a, b, e in zip(true, seen[-1][0].tolist(), off.tolist(), strict=True))
    assert off.max() < 1e-12


def test_the_cost_of_a_cut_is_below_its_bound() -> None:
    there = network(10, 16, 16, 4, skip=(1,))
    rng = np.random.default_rng(3)
    rows = cuts(there, points((rng.standard_normal((50, 10)), rng.integers(0, 4, 50)), 10, 4))
    assert [(x.layer, x.rank) for x in rows[:3]] == [("fc0.weight", 9), ("fc0.weight", 8), ("fc0.weight", 5)]
    assert all(x.changed <= x.bound for x in rows)
    assert all(x.bound > 0 for x in rows)
    assert all(x.accuracy is not None for x in rows)


def test_a_layer_of_low_rank_costs_nothing() -> None:
    rng = np.random.default_rng(4)
    W = np.outer(rng.standard_normal(12), rng.standard_normal(9))
    rows = cuts(stack([W, np.eye(12)]), points(rng.standard_normal((20, 9)), 9, 12))
    assert all(x.bound < 1e-12 for x in rows)
    assert all(x.accuracy is None for x in rows)


def test_units_on_data() -> None:
    """One unit is dead, one always active, one depends on the sign of x."""
    W = [np.array([[1.0], [0], [0]]), np.ones((1, 3))]
    tensors = {"W1": W[0], "b1": np.array([0.0, -1, 1]), "W2": W[1]}
    found = network_theory(tensors, {"order": ["W1", "W2"]}, np.array([[1.0], [2], [-1]]))
    assert found.activity is not None
    (layer,) = found.activity.layers
    assert (layer.units, layer.dead, layer.always, layer.patterns) == (3, 1, 1, 2)
    assert layer.share == pytest.approx((2 + 3) / 9)
    assert found.activity.regions == 2
    assert found.activity.largest.floats == pytest.approx((1, 1), abs=1e-9)
    assert found.guessed == ("ReLU between the layers, none behind the last", "a bias behind W2: none")
    assert any("3 units" in line and "[estimate]" in line for line in network_sentences(found))


def test_harmonic_pruning_starts_with_labels_and_without_skips() -> None:
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((40, 6)), rng.integers(0, 3, 40)
    tensors = {
        "a": rng.standard_normal((8, 6)),
        "b": rng.standard_normal((8, 8)),
        "c": rng.standard_normal((3, 8)),
    }
    order = {"order": ["a", "b", "c"]}
    assert len(network_theory(tensors, order, (X, y)).pruned) == 12
    assert network_theory(tensors, order, X).pruned == ()
    assert network_theory(tensors, order | {"skip": {"b": 1.0}}, (X, y)).pruned == ()


@pytest.mark.parametrize(
    ("tensors", "settings", "why"),
    [
        ({"a": np.eye(3)}, {"order": ["a"]}, "one layer alone is none"),
        ({"a": np.ones((3, 2)), "b": np.eye(5)}, {"order": ["a", "b"]}, "a has 3 outputs, b 5 inputs"),
        (
            {"a": np.ones((3, 2, 2)), "b": np.eye(3)},
            {"order": ["a", "b"], "convolution": {"a": {}}},
            "it has convolutions",
        ),
        ({"a": np.ones((3, 2, 2)), "b": np.eye(3)}, {}, "one layer alone is none"),
        ({"a": np.eye(3), "b": np.eye(3)}, {}, "nobody declared the order of the layers"),
    ],
)
def test_layers_that_make_no_network(
    tensors: dict[str, np.ndarray], settings: dict[str, Any], why: str
) -> None:
    found = network_theory(tensors, settings)
    assert found.why_not is not None
    assert why in found.why_not
    assert list(network_sentences(found)) == [f"no statement of the whole network: {found.why_not}"]
    with pytest.raises(BadWeights, match=why):
        network_theory(tensors, settings, np.ones((2, 2)))


def test_an_activation_that_may_stretch_makes_no_network() -> None:
    found = network_theory([np.eye(2), np.eye(2)], {"activation": {"0": "gelu"}})
    assert found.why_not == "behind 0 is gelu, which may stretch"
    assert network_theory([np.eye(2), np.eye(2)], {"activation": {"0": "relu"}}).why_not is None


def test_of_activations_beside_relu_only_bounds_from_above_are_said() -> None:
    """Of two identities with |x| between, ReLU would attain 1 as well, and nothing says so."""
    found = network_theory([np.eye(2), -np.eye(2)], {"activation": {"0": "abs"}}, np.ones((3, 2)))
    assert found.lipschitz is not None
    assert found.lipschitz.lower.floats[0] == 0
    assert found.lipschitz.exact is None
    assert found.activity is None
    said = list(network_sentences(found))
    assert said[0] == "Lipschitz constant of the network: at most 1 [proved]"
    assert "abs behind 0" in said[2]
    assert "left out" in said[2]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (np.ones((4, 2)), "inputs of shape"),
        (np.ones((0, 3)), "inputs of shape"),
        (np.full((4, 3), np.nan), "entry"),
        ("x.csv", "data are a .npz"),
        ("none.npz", "no such file"),
        ((np.ones((4, 3)), np.ones(3)), "labels of shape"),
        ((np.ones((4, 3)), np.full(4, 9)), "between 0 and 1"),
        ((np.ones((4, 3)), np.array([0.5] * 4)), "labels of shape"),
        ([["a"]], "data:"),
    ],
)
def test_data_that_do_not_fit(data: object, line: str) -> None:
    with pytest.raises(BadWeights, match=line):
        points(data, 3, 2)


def test_data_of_files(tmp_path: Path) -> None:
    X, y = np.arange(6.0).reshape(2, 3), np.array([0, 1])
    np.savez(tmp_path / "d.npz", X=X, y=y)
    np.save(tmp_path / "d.npy", X.astype(np.float32))
    found = points(tmp_path / "d.npz", 3, 2)
    assert np.array_equal(found.X, X)
    assert np.array_equal(found.y, y)
    assert points(str(tmp_path / "d.npy"), 3, 2).y is None
    np.savez(tmp_path / "e.npz", Z=X)
    with pytest.raises(BadWeights, match="there is no array X, but Z"):
        points(tmp_path / "e.npz", 3, 2)
