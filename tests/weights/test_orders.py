"""Without a graph: nothing is said of a composition but in a declared order whose sizes fit."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.weights import BadWeights, audit, sentences
from perturb.weights.layers import found
from perturb.weights.stack import stack

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
