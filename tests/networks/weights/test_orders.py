"""Without a graph: nothing is said of a composition but in a declared order whose sizes fit."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb.networks.weights import BadWeights, audit, checkpoints, sentences, theory
from perturb.networks.weights.layers import found
from perturb.networks.weights.network_theory import network_theory
from perturb.networks.weights.stack import stack

A, V = np.eye(3) / 10, np.ones((3, 4))


def test_of_names_alone_there_is_no_order() -> None:
    """Two heads, or the input and recurrent weights of an LSTM: no product of them bounds anything."""
    for tensors in ({"a": A, "b": A}, {"weight_ih": np.ones((8, 3)), "weight_hh": np.ones((8, 2))}):
        there = audit(tensors)
        assert there.lipschitz.hi is None
        assert "nobody declared the order" in there.breaks[0]
        assert all("role unknown" in line for line in sentences(there)[: len(tensors)])
    assert audit({"a": A}).lipschitz.hi is None
    assert audit({"a": A, "b": A}, {"order": ["a", "b"]}).lipschitz.floats[1] == pytest.approx(0.01)


def test_a_declared_order_whose_sizes_do_not_fit() -> None:
    tensors = {"a": np.ones((6, 4)), "b": np.ones((3, 7)), "k": np.ones((5, 2, 3))}
    there = audit(tensors, {"order": ["a", "b"]})
    assert there.breaks == ("a has 6 outputs, b 7 inputs",)
    assert there.lipschitz.hi is None
    kernel = {"convolution": {"k": {"groups": 5}}}
    assert audit(tensors, kernel | {"order": ["k", "a"]}).breaks == ("k has 5 outputs, a 4 inputs",)
    assert audit(tensors, kernel | {"order": ["a", "k"]}).breaks == ("a has 6 outputs, k 10 inputs",)
    assert audit([np.ones((6, 4)), np.ones((3, 7))]).lipschitz.hi is None


def test_layers_that_are_stored_as_inputs_x_outputs() -> None:
    """Sizes tell: 3 x 4 and then 4 x 2, as in x V U; the bias of V has the length of its columns."""
    tensors = {"dense.kernel": V, "dense.bias": np.arange(4.0), "out.kernel": np.ones((4, 2))}
    order = {"order": ["dense.kernel", "out.kernel"]}
    there = found(tensors, order)
    assert [x.shape for x in there.layers] == [(4, 3), (2, 4)]
    assert "dense.kernel is stored as inputs x outputs" in there.guessed[0]
    whole = stack(tensors, order)
    x = np.array([[1.0, -2.0, 3.0]])
    expected = np.maximum(x @ V + np.arange(4.0), 0) @ np.ones((4, 2))
    assert whole.run(x)[0][-1] == pytest.approx(expected)


def test_a_bias_of_another_size_makes_no_network() -> None:
    tensors = {"a.weight": np.ones((3, 4)), "a.bias": np.ones(4), "b.weight": np.ones((2, 3))}
    with pytest.raises(BadWeights, match=r"a.weight has 3 outputs, its bias a.bias 4 entries"):
        stack(tensors, {"order": ["a.weight", "b.weight"]})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"order": ["a", "b", "a"]}, "order has 'a' twice"),
        ({"order": []}, r"order = \[\] has no layer"),
        ({"order": [["a"]]}, "is not a list of names"),
        ({"ignore": [0]}, "is not a list of names"),
        ({"skip": ["a"]}, "is not a table"),
        (["order"], "a list is no table"),
    ],
)
def test_settings_that_are_none(settings: Any, said: str) -> None:
    """A layer twice has the numbers of another network, and no order is not the order of the file."""
    for ask in (audit, theory):
        with pytest.raises(BadWeights, match=said):
            ask({"a": A, "b": A}, settings)


def test_what_stands_among_the_layers_of_a_list() -> None:
    """A list is a network in its order: what may be a layer cannot be left out of it unasked."""
    for other in (np.full((3, 3, 5), 100.0), np.zeros((3, 0))):
        there = audit([A, other, A])
        assert there.lipschitz.hi is None
        assert there.breaks[0].startswith("1 stands among the layers: ")
        assert audit([A, other, A], {"ignore": ["1"]}).lipschitz.floats[1] == pytest.approx(0.01)


BIAS = np.array([-5.0, 5])
LOOSE: dict[str, tuple[Any, Any, str]] = {
    "in a list": ([np.eye(2), BIAS, np.eye(2)], {}, "1 may be a bias"),
    "of another name": (
        {"W1": np.eye(2), "offset": BIAS, "W2": np.eye(2)},
        {"order": ["W1", "W2"]},
        "offset may be a bias",
    ),
    "of two layers": (
        {"W": np.eye(2), "b": BIAS, "w": np.eye(2)},
        {"order": ["W", "w"]},
        "b may be a bias",
    ),
}


@pytest.mark.parametrize("case", LOOSE)
def test_a_vector_that_may_be_a_bias_leaves_bounds_from_above(case: str) -> None:
    """A bias moves the regions: nothing that a region attains is said, and no exact constant."""
    weights, order, said = LOOSE[case]
    whole = stack(weights, order)
    assert whole.above is not None
    assert said in whole.above
    network = network_theory(weights, order).lipschitz
    assert network is not None
    assert (network.exact, network.at, network.lower.lo) == (None, None, 0)
    (step,) = checkpoints([weights, weights], order)
    assert step.kept == ()
    assert step.why_not == whole.above
    name = said.split()[0]
    assert stack(weights, order | {"ignore": [name]}).above is None


def test_a_bias_that_is_not_read_is_not_zero(tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", **{"a.weight": np.eye(2), "a.bias": np.array([5, 5]), "b.weight": np.eye(2)})
    whole = stack(tmp_path / "w.npz", {"order": ["a.weight", "b.weight"]})
    assert whole.above == "the bias a.bias has entries that are not read"


def test_sizes_that_fit_transposed_as_well() -> None:
    """|W_2 ReLU(W_1 x)| is another function than that of their transposes: it is said, or biases tell."""
    W, U = np.array([[1.0, 2, 3], [0, 1, 0]]), np.array([[1.0, -1], [1, 1], [0, 2]])
    assert any("would fit transposed as well" in line for line in stack([W, U]).guessed)
    named = {"1.kernel": W, "1.bias": np.ones(3), "2.kernel": U, "2.bias": np.ones(2)}
    there = found(named, {"order": ["1.kernel", "2.kernel"]})
    assert [x.shape for x in there.layers] == [(3, 2), (2, 3)]
    x = np.array([[1.0, -2.0]])
    expected = np.maximum(x @ W + 1, 0) @ U + 1
    assert stack(named, {"order": ["1.kernel", "2.kernel"]}).run(x)[0][-1] == pytest.approx(expected)


@pytest.mark.parametrize("entry", [2**53 + 1, Fraction(1, 3), np.longdouble(1) / 3])
def test_a_number_that_float64_has_not_is_not_rounded(entry: Any) -> None:
    with pytest.raises(BadWeights, match="which float64 has not exactly"):
        audit({"a": np.array([[entry]])})
    assert audit({"a": [[Fraction(1, 4), 2**60]]}).layers[0].values.largest.hi is not None


class Refuses:
    """As an array of a library whose gradient is asked for."""

    def __array__(self, *given: Any, **named: Any) -> Any:
        raise RuntimeError("requires grad")


@pytest.mark.parametrize("entry", [Refuses(), [["1"]], np.ma.array(A, mask=True), np.zeros((2, 2), "M8[s]")])
def test_what_is_no_array_of_numbers(entry: Any) -> None:
    with pytest.raises(BadWeights, match="a: "):
        audit({"a": entry})


def test_a_name_has_one_tensor() -> None:
    with pytest.raises(BadWeights, match="two tensors are called '1'"):
        audit({1: A, "1": 100 * A})


def test_a_tensor_of_unknown_role_has_nothing_of_relu_behind_it() -> None:
    (one,) = theory({"a": A}).layers
    assert (one.relu, one.masked) == (None, None)
    assert "role unknown" in one.omitted[-1]


def test_a_skip_around_what_may_stretch_has_no_bound() -> None:
    settings = {"skip": {"a": 1.0}, "activation": {"a": "gelu"}}
    assert audit({"a": A}, settings).layers[0].lipschitz.hi is None
    assert audit([A, A], {"skip": {"1": 1.0}, "activation": {"1": "gelu"}}).lipschitz.hi is None


def test_the_activation_before_a_skip_is_that_of_a_layer_that_is_not_finite() -> None:
    """The masks before the last layer are those of the second, which has NaN, and not of the first."""
    layers = [np.eye(3), np.full((3, 3), np.nan), np.eye(3)]
    settings = {"activation": {"1": "tanh"}, "skip": {"2": 1.0}}
    first, last = theory(layers, settings).layers
    assert (first.name, last.name) == ("0", "2")
    assert last.masked is None
