"""Graphs whose nodes look like layers and sums, and are others: no number that is false of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb.networks.weights import BadWeights, audit, checkpoints, network_sentences, sentences
from perturb.networks.weights.layers import found
from perturb.networks.weights.stack import stack
from perturb.networks.weights.theory import theory

onnx = pytest.importorskip("onnx")
from onnx import helper, numpy_helper  # noqa: E402

A, B = np.array([[0.1, 0.2, 0], [0, 0.1, 0], [0, 0, 0.3]]), np.eye(3) / 5
TWO = {"A": A, "B": B}
FIRST, THEN, LAST = ("MatMul", "xA", "h"), ("Relu", "h", "k"), ("MatMul", "kB", "y")


def graph_of(
    path: Path, nodes: list[Any], tensors: dict[str, np.ndarray], version: int = 20, **about: Any
) -> Path:
    """Nodes are (kind, what it reads, what it makes, attributes)."""
    made = [helper.make_node(x[0], list(x[1]), list(x[2]), **(x[3] if len(x) > 3 else {})) for x in nodes]
    stored = [numpy_helper.from_array(C, k) for k, C in tensors.items()] + about.pop("more", [])
    graph = helper.make_graph(made, "net", [], [], stored, **about.pop("graph", {}))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], **about)
    path.write_bytes(model.SerializeToString())
    return path


APART: dict[str, tuple[list[Any], dict[str, np.ndarray], int]] = {
    "a bias of each input": (
        [("Gemm", "xAc", "h"), THEN, LAST],
        TWO | {"c": np.arange(3.0).reshape(3, 1)},
        20,
    ),
    "a sum that copies an axis more": (
        [FIRST, ("Unsqueeze", "ha", "u"), ("Add", "uc", "k"), LAST],
        TWO | {"a": np.array([-1]), "c": np.ones((1, 3))},
        20,
    ),
    "a value as the bound of a stored tensor": (
        [FIRST, ("Clip", "ch", "k"), LAST],
        {"A": np.ones((3, 1)), "B": np.ones((1, 2)), "c": np.ones(100)},
        20,
    ),
    "a bound that is computed": ([FIRST, ("Exp", "z", "m"), ("Clip", "hm", "k"), LAST], TWO, 20),
    "a sum along an axis of an old opset": (
        [FIRST, ("Add", "hc", "k", {"axis": 0, "broadcast": 1}), LAST],
        TWO | {"c": np.ones(3)},
        6,
    ),
    "a dropout that trains unless told not to": ([FIRST, ("Dropout", "h", "k"), LAST], TWO, 6),
    "rows, then columns": ([("MatMul", "Ax", "h"), THEN, LAST], TWO, 20),
    "columns in another order": (
        [("MatMul", "Ax", "h"), ("Reshape", "hs", "k"), ("MatMul", "Bk", "y")],
        TWO | {"s": np.array([4, 3, 2])},
        20,
    ),
    "a sum of products": ([FIRST, ("Gemm", "hBx", "y")], TWO, 20),
}


@pytest.mark.parametrize("case", APART)
def test_what_only_looks_like_a_chain_has_no_bound(case: str, tmp_path: Path) -> None:
    nodes, tensors, version = APART[case]
    path = graph_of(tmp_path / "n.onnx", nodes, tensors, version)
    assert audit(path).lipschitz.hi is None
    with pytest.raises(BadWeights, match="network: "):
        stack(path)


def test_a_function_of_the_model_is_what_it_says(tmp_path: Path) -> None:
    """Relu that is an exponential."""
    body = [helper.make_node("Exp", ["a"], ["b"])]
    own = helper.make_function("", "Relu", ["a"], ["b"], body, [helper.make_opsetid("", 20)])
    path = graph_of(tmp_path / "n.onnx", [FIRST, THEN, LAST], TWO, functions=[own])
    assert audit(path).breaks[0].endswith("behind A is Relu of the model itself")


@pytest.mark.parametrize(
    ("nodes", "more", "said"),
    [
        ([FIRST, THEN, LAST], [numpy_helper.from_array(100 * A, "A")], "A: 2 tensors"),
        ([("Mul", "zc", "A"), FIRST, THEN, LAST], [], "A: 2 tensors"),
        ([FIRST, THEN, ("Exp", "x", "k"), LAST], [], "k: 2 tensors"),
        ([("MatMul", "hA", "h"), LAST], [], "h: the graph reads it before"),
        ([("Identity", "h", "k"), ("MatMul", "kA", "h")], [], "h: the graph reads it before"),
    ],
)
def test_a_name_means_one_value(nodes: list[Any], more: list[Any], said: str, tmp_path: Path) -> None:
    """Two tensors, a tensor and a value, two values; and a value that is made of itself."""
    with pytest.raises(BadWeights, match=said):
        audit(graph_of(tmp_path / "n.onnx", nodes, TWO, more=more))


@pytest.mark.parametrize("node", [("MatMul", "A", "h"), ("Gemm", "A", "h"), ("Relu", "h", "")])
def test_a_node_that_is_none(node: Any, tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="is no node of ONNX"):
        audit(graph_of(tmp_path / "n.onnx", [node], TWO))


def test_a_matrix_is_compared_with_itself_the_same_way_round(tmp_path: Path) -> None:
    """In one graph A is a layer x A, which is turned, in the other its role is unknown."""
    first = graph_of(tmp_path / "1.onnx", [FIRST, THEN, LAST], TWO)
    later = graph_of(tmp_path / "2.onnx", [FIRST, THEN, LAST, ("MatMul", "yA", "z")], TWO)
    (step,) = checkpoints([first, later])
    assert [x.layer for x in step.moved] == ["B"]
    assert step.missing == ("A",)


def test_a_sparse_tensor_is_listed(tmp_path: Path) -> None:
    values = numpy_helper.from_array(np.ones(1), "S")
    sparse = helper.make_sparse_tensor(values, numpy_helper.from_array(np.zeros(1, np.int64), "i"), [3, 3])
    nodes = [FIRST, THEN, ("MatMul", "kS", "y")]
    path = graph_of(tmp_path / "n.onnx", nodes, {"A": A}, graph={"sparse_initializer": [sparse]})
    there = audit(path)
    assert dict(there.others) == {"S": "entries of type sparse, a factor of a product of matrices of MatMul"}
    assert there.lipschitz.hi is None


@pytest.mark.parametrize("bias", ["q", "c"])
def test_a_kernel_whose_bias_is_computed_or_of_another_size(bias: str, tmp_path: Path) -> None:
    tensors = {"K": np.ones((2, 1, 3)), "c": np.ones(3), "B": B}
    path = graph_of(tmp_path / "n.onnx", [("Conv", ["x", "K", bias], "h"), ("MatMul", "zB", "y")], tensors)
    assert dict(audit(path).others)["K"] == "role unknown, of 3 axes, a kernel of Conv"


def test_integers_are_read_the_same_however_they_are_written(tmp_path: Path) -> None:
    """Of 64 bits: as bytes or as numbers, they are no floats."""
    whole = helper.make_tensor("W", onnx.TensorProto.INT64, [1, 1], [2**53 + 1])
    there = found(graph_of(tmp_path / "n.onnx", [FIRST], TWO, more=[whole]))
    assert dict(there.others) == {"W": "entries of type int64, read by no node of the graph"}


ENDS: dict[str, tuple[list[Any], str]] = {
    "a factor before": ([("Mul", "zc", "x"), FIRST, THEN, LAST], "mul before the first layer"),
    "two readers behind": ([FIRST, THEN, LAST, ("Mul", "yy", "z")], "a fork behind B"),
    "a skip over all": ([FIRST, THEN, LAST, ("Add", "yw", "z")], "a sum with something else behind B"),
}


@pytest.mark.parametrize("case", ENDS)
def test_what_stands_around_the_layers_is_said(case: str, tmp_path: Path) -> None:
    nodes, said = ENDS[case]
    there = audit(graph_of(tmp_path / "n.onnx", nodes, TWO | {"c": np.array(100.0)}))
    assert there.guessed == (f"{said}: left out",)


def test_a_graph_that_ends_has_no_relu_behind_its_last_layer(tmp_path: Path) -> None:
    path = graph_of(tmp_path / "n.onnx", [FIRST, THEN, LAST], TWO)
    first, last = theory(path).layers
    assert first.relu is not None
    assert (last.relu, last.masked) == (None, None)


@pytest.mark.parametrize(("activation", "top"), [("Relu", 2.0), ("Gelu", None)])
def test_an_activation_within_the_last_skip_is_not_left_out(
    activation: str, top: float | None, tmp_path: Path
) -> None:
    """A = -I: A + I is 0, and Relu(-x) + x moves."""
    nodes = [("MatMul", "xB", "h"), ("Relu", "h", "k"), ("MatMul", "kA", "r"), (activation, "r", "s")]
    path = graph_of(tmp_path / "n.onnx", [*nodes, ("Add", "sk", "t")], {"A": -np.eye(3), "B": np.eye(3)})
    network = theory(path).network.lipschitz
    assert (network is None) == (top is None)
    assert network is None or (network.exact, network.lower.lo) == (None, 0)
    assert audit(path).lipschitz.floats[1] == (None if top is None else pytest.approx(top))
    assert (audit(path).layers[1].lipschitz.hi is None) == (top is None)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"activation": {"A": "relu"}}, "activation of A = 'relu'; the graph has gelu"),
        ({"skip": {"B": 1.0}}, "skip of B = 1.0; the graph has none"),
        ({"convolution": {"K": {"stride": 1}}}, "convolution.K moves in another way"),
        ({"convolution": {"L": {}}}, "convolution of L, which is no layer in the graph"),
        ({"skip": {"S": 1.0}}, "skip of S, which is no layer in the graph"),
    ],
)
def test_settings_may_not_contradict_a_graph(settings: dict[str, Any], said: str, tmp_path: Path) -> None:
    nodes = [FIRST, ("Gelu", "h", "k"), LAST, ("Conv", "uK", "v", {"strides": [2]}), ("Einsum", "uL", "w")]
    tensors = TWO | {"K": np.ones((1, 1, 3)), "L": np.ones((1, 4, 3)), "S": np.eye(3)}
    path = graph_of(tmp_path / "n.onnx", nodes, tensors)
    with pytest.raises(BadWeights, match=said):
        audit(path, settings)
    agreed = {"activation": {"A": "gelu"}, "convolution": {"K": {"input": [8]}}}
    (kernel,) = [x for x in audit(path, agreed).layers if x.name == "K"]
    assert kernel.lipschitz.floats[1] == pytest.approx(6**0.5)  # two of stride 2 overlap, and not three


def test_a_declared_order_gives_no_tensor_of_a_graph_a_role(tmp_path: Path) -> None:
    path = graph_of(tmp_path / "n.onnx", [("Gemm", "xA", "h", {"alpha": 2.0}), THEN, LAST], TWO)
    there = audit(path, {"order": ["A", "B"]})
    assert [x.known for x in there.layers] == [False, True]
    assert there.layers[0].lipschitz.hi is None
    assert there.lipschitz.hi is None


def test_weights_that_are_inputs_too_are_told_as_defaults(tmp_path: Path) -> None:
    """Whoever runs such a graph may give others: the numbers are those of the file."""
    tensors = TWO | {"c": np.ones(3), "D": np.eye(3), "d": np.ones(3)}
    nodes = [("Gemm", "xAc", "h"), THEN, ("Gemm", "kBd", "m"), ("MatMul", "mD", "y")]
    path = graph_of(tmp_path / "n.onnx", nodes, tensors)
    assert not audit(path).guessed
    model = onnx.load(str(path))
    for name in ("x", "A", "c"):
        shape = tensors[name].shape if name in tensors else (1, 3)
        model.graph.input.append(helper.make_tensor_value_info(name, onnx.TensorProto.DOUBLE, shape))
    onnx.save(model, str(path))
    there = audit(path)
    (line,) = there.guessed
    assert line == "inputs of the graph, too: A, c; the numbers are of what the file holds"
    assert f"guessed: {line}" in sentences(there)
    for name in ("B", "d", "D"):
        model.graph.input.append(
            helper.make_tensor_value_info(name, onnx.TensorProto.DOUBLE, tensors[name].shape)
        )
    onnx.save(model, str(path))
    assert audit(path).guessed[0].startswith("inputs of the graph, too: A, c, B and 2 more; ")
    assert any("inputs of the graph" in line for line in network_sentences(theory(path).network))
