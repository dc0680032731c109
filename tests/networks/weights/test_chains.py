"""Along a graph: nothing is said of a composition that is none, and a number of each that is one."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from perturb.networks.files.tensors import tensors as listed
from perturb.networks.weights import BadWeights, audit, sentences
from perturb.networks.weights.onnx_chain import around
from perturb.networks.weights.stack import stack

onnx = pytest.importorskip("onnx")
from onnx import helper, numpy_helper  # noqa: E402

Node = tuple[Any, ...]


def graph_of(path: Path, nodes: list[Any], tensors: dict[str, np.ndarray], outputs: list[str] = []) -> Path:  # noqa: B006
    made = [
        helper.make_node(x[0], list(x[1]), [x[2]], **(x[3] if len(x) > 3 else {}))
        if isinstance(x, tuple)
        else x
        for x in nodes
    ]
    ends = [helper.make_tensor_value_info(x, 1, None) for x in outputs]
    graph = helper.make_graph(
        made, "net", [], ends, [numpy_helper.from_array(A, k) for k, A in tensors.items()]
    )
    path.write_bytes(helper.make_model(graph).SerializeToString())
    return path


V = np.ones((3, 4))
ROW = np.full((1, 4), 0.01)


@pytest.mark.parametrize(
    "nodes",
    [
        [("MatMul", "xV", "h"), ("Add", "hb", "y")],
        [("Add", "bh", "y"), ("MatMul", "xV", "h")][::-1],
        [("Gemm", "xVb", "y")],
    ],
)
def test_a_bias_is_no_layer_whatever_its_shape(nodes: list[Node], tmp_path: Path) -> None:
    """y = x V + b: sqrt(12), not that times the length of b; the run of the network has the bias, too."""
    path = graph_of(tmp_path / "n.onnx", nodes, {"V": V, "b": ROW})
    there = audit(path)
    assert [x.name for x in there.layers] == ["V"]
    assert there.lipschitz.floats[1] == pytest.approx(12**0.5)
    assert dict(there.others) == {"b": "a vector, the bias of V"}
    second = [*nodes, ("Relu", "y", "r"), ("Gemm", "rU", "z")]
    whole = stack(graph_of(tmp_path / "m.onnx", second, {"V": V, "b": ROW, "U": np.ones((4, 2))}))
    assert np.array_equal(whole.biases[0], ROW[0])


A, B = np.eye(3) / 10, np.eye(3) / 5
TWO = {"A": A, "B": B}
BRANCH = helper.make_node(
    "If",
    ["c"],
    ["y"],
    then_branch=helper.make_graph(
        [helper.make_node("Identity", ["h"], ["o"])], "t", [], [helper.make_tensor_value_info("o", 1, None)]
    ),
    else_branch=helper.make_graph(
        [helper.make_node("Identity", ["x"], ["p"])], "e", [], [helper.make_tensor_value_info("p", 1, None)]
    ),
)
APART: dict[str, tuple[list[Any], dict[str, np.ndarray], list[str]]] = {
    "two heads": (
        [("MatMul", "xA", "h"), ("MatMul", "xB", "k"), ("Concat", "hk", "y", {"axis": 1})],
        TWO,
        [],
    ),
    "sizes that do not fit": (
        [("MatMul", "xA", "h"), ("MatMul", "hB", "y")],
        {"A": np.ones((6, 4)), "B": np.ones((3, 7))},
        [],
    ),
    "another graph's Relu": (
        [("MatMul", "xA", "h"), ("Relu", "h", "k", {"domain": "mine"}), ("MatMul", "kB", "y")],
        TWO,
        [],
    ),
    "a value that is an output, too": (
        [("MatMul", "xA", "h"), ("Relu", "h", "k"), ("MatMul", "kB", "y")],
        TWO,
        ["y", "k"],
    ),
    "a graph within that reads a value": ([("MatMul", "xA", "h"), BRANCH, ("MatMul", "hB", "z")], TWO, []),
    "a sum that copies": (
        [("MatMul", "xA", "h"), ("Add", "hc", "k"), ("MatMul", "kB", "y")],
        TWO | {"c": np.zeros((5, 1, 3))},
        [],
    ),
    "a column as a bias": (
        [("MatMul", "xA", "h"), ("Add", "hc", "k"), ("MatMul", "kB", "y")],
        TWO | {"c": np.zeros((3, 1))},
        [],
    ),
    "a sum of a value with itself": (
        [("MatMul", "xA", "h"), ("Add", "hh", "k"), ("MatMul", "kB", "y")],
        TWO,
        [],
    ),
    "a factor": (
        [("MatMul", "xA", "h"), ("Mul", "hc", "k"), ("MatMul", "kB", "y")],
        TWO | {"c": np.ones(3)},
        [],
    ),
    "a pool": (
        [("MatMul", "xA", "h"), ("MaxPool", "h", "k", {"kernel_shape": [2]}), ("MatMul", "kB", "y")],
        TWO,
        [],
    ),
    "a skip over two layers": (
        [("MatMul", "xA", "h"), ("Relu", "h", "k"), ("MatMul", "kB", "l"), ("Add", "lx", "y")],
        TWO,
        [],
    ),
    "a skip from elsewhere": (
        [("MatMul", "xA", "h"), ("Add", "hz", "k"), ("MatMul", "kB", "y")],
        TWO,
        [],
    ),
    "a dropout that may drop": (
        [("MatMul", "xA", "h"), ("Dropout", "hrt", "k"), ("MatMul", "kB", "y")],
        TWO | {"r": np.array(0.5), "t": np.array(True)},
        [],
    ),
}


@pytest.mark.parametrize("case", APART)
def test_a_graph_that_is_no_chain_has_no_bound(case: str, tmp_path: Path) -> None:
    nodes, tensors, outputs = APART[case]
    there = audit(graph_of(tmp_path / "n.onnx", nodes, tensors, outputs))
    assert there.lipschitz.hi is None
    assert there.breaks
    assert not any("Lipschitz" in line for line in sentences(there))
    with pytest.raises(BadWeights, match="network: "):
        stack(graph_of(tmp_path / "n.onnx", nodes, tensors, outputs))


CHAINS: dict[str, tuple[list[Any], float]] = {
    "two layers": ([("MatMul", "xA", "h"), ("Relu", "h", "k"), ("MatMul", "kB", "y")], 0.02),
    "a skip": (
        [("MatMul", "xA", "h"), ("Relu", "h", "k"), ("Add", "kx", "s"), ("MatMul", "sB", "y")],
        1.1 * 0.2,
    ),
    "a skip with a bias": (
        [("Gemm", "xAb", "h"), ("Relu", "h", "k"), ("Add", "xk", "s"), ("MatMul", "sB", "y")],
        1.1 * 0.2,
    ),
    "behind a scaled input": (
        [("Div", "zc", "x"), ("MatMul", "xA", "h"), ("Relu", "h", "k"), ("MatMul", "kB", "y")],
        0.02,
    ),
}


@pytest.mark.parametrize("case", CHAINS)
def test_a_chain_has_its_product(case: str, tmp_path: Path) -> None:
    nodes, bound = CHAINS[case]
    tensors = TWO | {"b": np.zeros(3), "c": np.ones(1)}
    there = audit(graph_of(tmp_path / "n.onnx", nodes, tensors))
    assert there.breaks == ()
    assert there.lipschitz.floats[1] == pytest.approx(bound)


@pytest.mark.parametrize(
    ("nodes", "tensors"),
    [
        ([("Gemm", "xA", "y", {"alpha": 2.0})], {"A": A}),
        ([("Gemm", "xA", "y", {"transA": 1})], {"A": A}),
        ([("MatMul", "xA", "h"), ("MatMul", "hA", "y")], {"A": A}),
        ([("Equal", "xA", "y")], {"A": A}),
        ([("Gather", "Ax", "y")], {"A": A}),
        ([("MatMul", "AB", "h"), ("MatMul", "xh", "y")], TWO),
        ([("MatMul", "xA", "y", {"domain": "mine"})], {"A": A}),
    ],
)
def test_a_tensor_that_is_no_map_by_itself_has_no_role(
    nodes: list[Node], tensors: dict[str, np.ndarray], tmp_path: Path
) -> None:
    """A factor, a transposed input, one tensor in two places, an operand of something else."""
    there = audit(graph_of(tmp_path / "n.onnx", nodes, tensors))
    assert all(not x.known and x.lipschitz.hi is None for x in there.layers)
    assert there.lipschitz.hi is None
    looked_up = "embedding: a table of which rows are looked up of Gather"
    role = looked_up if nodes[0][0] == "Gather" else "role unknown"
    assert f"A (3 x 3, {role}): s_1 0.1" in sentences(there)[0]
    assert {row["role"] for row in there.rows()} == {"embedding" if nodes[0][0] == "Gather" else "unknown"}


@pytest.mark.parametrize("operator", ["LSTM", "Equal", "ConvTranspose"])
def test_a_tensor_of_three_axes_is_no_kernel_by_itself(operator: str, tmp_path: Path) -> None:
    tensors = {"W": np.ones((1, 8, 4)), "B": np.eye(3)}
    nodes = [(operator, "xW", "h"), ("MatMul", "zB", "y")]
    there = audit(graph_of(tmp_path / "n.onnx", nodes, tensors))
    if operator == "LSTM":
        gates = ["W[input]", "W[output]", "W[forget]", "W[cell]"]
        assert [(x.name, x.part, x.values.shape) for x in there.layers[1:]] == [
            (name, "gate", (2, 4)) for name in gates
        ]
        return
    assert [x.name for x in there.layers] == ["B"]
    assert dict(there.others)["W"].startswith("role unknown, of 3 axes")


def test_an_order_that_is_not_that_of_the_graph(tmp_path: Path) -> None:
    path = graph_of(tmp_path / "n.onnx", CHAINS["two layers"][0], TWO)
    for settings in ({"order": ["B", "A"]}, {"order": ["A"]}, {"ignore": ["B"]}):
        assert audit(path, settings).breaks == ("these are not the layers of the graph in its order",)
    assert audit(path, {"order": ["A", "B"]}).breaks == ()


def test_groups_of_a_kernel_of_one_place_count(tmp_path: Path) -> None:
    """Two groups of 1 x 1: its matrix is no block of the map, whose inputs are twice as many."""
    kernel = np.ones((4, 2, 1, 1))
    nodes = [("Conv", "xK", "h", {"group": 2}), ("Conv", "hL", "y")]
    there = audit(graph_of(tmp_path / "n.onnx", nodes, {"K": kernel, "L": np.ones((1, 4, 1, 1))}))
    assert there.breaks == ()
    assert there.layers[0].lipschitz.floats[1] == pytest.approx(2, rel=1e-6)
    other = audit(graph_of(tmp_path / "m.onnx", nodes, {"K": kernel, "L": np.ones((1, 2, 1, 1))}))
    assert other.breaks == ("K has 4 outputs, L 2 inputs",)


def test_constants_branches_and_gates_are_listed_with_their_roles(tmp_path: Path) -> None:
    """Weights in `Constant` nodes are followed as others; those of branches are listed, gates taken apart."""

    def constant(name: str, A: np.ndarray) -> Any:
        return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(A))

    small = A.astype(np.float32)
    branch = helper.make_graph(
        [constant("c", small), helper.make_node("MatMul", ["y", "c"], ["z"])],
        "branch",
        [],
        [helper.make_tensor_value_info("z", 1, None)],
        [numpy_helper.from_array(2 * small, "inner")],
    )
    R = np.arange(2 * 6 * 2, dtype=np.float32).reshape(2, 6, 2)
    nodes = [
        constant("W", small),
        constant("b", np.ones(3, np.float32)),
        helper.make_node("MatMul", ["x", "W"], ["h"]),
        helper.make_node("Add", ["h", "b"], ["k"]),
        helper.make_node("Relu", ["k"], ["y"]),
        helper.make_node("If", ["on"], ["w"], then_branch=branch, else_branch=branch, name="choice"),
        helper.make_node("GRU", ["v", "G", "R"], ["g"], direction="bidirectional", hidden_size=2),
        helper.make_node("BatchNormalization", ["w", "s", "p", "p", "p"], ["n"]),
    ]
    stored = {"G": np.ones((2, 6, 4), np.float32), "R": R, "s": np.ones(3, np.float32)}
    graph = helper.make_graph(
        nodes, "net", [], [], [numpy_helper.from_array(x, k) for k, x in stored.items()]
    )
    path = tmp_path / "n.onnx"
    path.write_bytes(helper.make_model(graph).SerializeToString())
    there = audit(path)
    first = there.layers[0]
    assert (first.name, first.part, first.known) == ("W", "map", True)
    assert first.values.values == pytest.approx(np.linalg.svd(small, compute_uv=False))
    found = {x.name: (x.role, x.shape, x.load) for x in listed(path)}
    assert (found["b"][0], found["s"][0]) == ("bias", "scale")
    for name in ("then_branch", "else_branch"):
        assert found[f"choice/{name}/c"][1] == found[f"choice/{name}/inner"][1] == (3, 3)
    for d, direction in enumerate(("forward", "backward")):
        for k, gate in enumerate(("update", "reset", "hidden")):
            role, shape, load = found[f"R[{direction} {gate}]"]
            assert (role, shape) == ("gate", (2, 2))
            assert load is not None
            assert load().tolist() == R[d, 2 * k : 2 * k + 2].tolist()
    assert "G" not in found
    assert len(found) == 2 + 1 + 4 + 12


def test_many_skips_are_followed_soon(tmp_path: Path) -> None:
    nodes: list[Any] = []
    for k in range(4000):
        nodes += [("MatMul", [f"x{k}", f"w{k}"], f"h{k}"), ("Add", [f"h{k}", f"x{k}"], f"x{k + 1}")]
    path = graph_of(tmp_path / "n.onnx", nodes, {f"w{k}": np.ones((1, 1)) for k in range(4000)}, ["x4000"])
    start, there = perf_counter(), around(path)
    assert there.why is None
    assert {x["skip"] for x in there.about.values()} == {1.0}
    assert perf_counter() - start < 20


def test_a_matrix_that_is_added_or_multiplies_is_no_bias_and_no_scale(tmp_path: Path) -> None:
    inner = helper.make_graph(
        [helper.make_node("MatMul", ["e", "inner"], ["o"])],
        "t",
        [],
        [helper.make_tensor_value_info("o", 1, None)],
    )
    nodes = [
        ("Add", ["x", "places"], "a"),
        ("Mul", ["a", "mask"], "b"),
        ("Gather", ["columns", "i"], "c", {"axis": 1}),
        ("Gather", ["table", "i"], "d"),
        ("Add", ["b", "row"], "e"),
        ("Div", ["above", "e"], "f"),
        helper.make_node("If", ["q"], ["y"], then_branch=inner, else_branch=inner),
    ]
    names = ("places", "mask", "columns", "table", "inner")
    there = listed(graph_of(tmp_path / "n.onnx", nodes, {k: V for k in names} | {"row": ROW, "above": ROW}))
    known = {"table": "embedding", "row": "bias"}
    assert {x.name: x.role for x in there} == {k: known.get(k, "unknown") for k in (*names, "row", "above")}
    assert next(x.why for x in there if x.name == "inner").startswith("read in a graph within a node If")


@pytest.mark.parametrize(
    ("about", "cut"),
    [
        ({"hidden_size": 3}, True),
        ({"hidden_size": 3, "direction": "reverse"}, True),
        ({"hidden_size": 4}, False),
        ({"hidden_size": 3, "direction": "bidirectional"}, False),
    ],
)
def test_gates_are_those_that_the_node_has(about: dict[str, Any], cut: bool, tmp_path: Path) -> None:
    """Of other sizes nothing is taken apart; NaN in one gate hides no other."""
    W, R = np.arange(24.0).reshape(1, 12, 2), np.arange(36.0).reshape(1, 12, 3)
    W[0, 0, 0] = np.nan
    path = graph_of(tmp_path / "n.onnx", [("LSTM", "xWR", "y", about)], {"W": W, "R": R})
    names = [x.name for x in listed(path)]
    four = ("input", "output", "forget", "cell")
    assert names == ([f"{k}[{gate}]" for k in "WR" for gate in four] if cut else ["W", "R"])
    if cut:
        found = {x.name: x.load for x in listed(path) if x.load}
        assert np.array_equal(found["W[forget]"](), W[0, 6:9])
        with pytest.raises(BadWeights, match=r"W\[input\]: entry \(0, 0\)"):
            found["W[input]"]()


def test_a_name_that_is_no_word_and_gates_that_are_inputs_too(tmp_path: Path) -> None:
    path = graph_of(tmp_path / "n.onnx", [("RNN", "xWR", "y")], {k: np.ones((1, 3, 3)) for k in "WR"})
    model = onnx.load(path)
    model.graph.input.add().name = "W"
    path.write_bytes(model.SerializeToString())
    assert audit(path).guessed == ("inputs of the graph, too: W; the numbers are of what the file holds",)
    path = graph_of(tmp_path / "m.onnx", [("MatMul", ["x", "Wxyz"], "y")], {"Wxyz": V})
    path.write_bytes(path.read_bytes().replace(b"Wxyz", b"\xff\xfe\xfd\xfc"))
    with pytest.raises(BadWeights, match=r"UTF-8|utf-8"):
        listed(path)


def test_names_of_nodes_make_no_memory(tmp_path: Path) -> None:
    """A long name in front of each of many tensors; constants of functions are counted, too."""
    made = helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(V))
    branch = helper.make_graph([made], "t", [], [])
    node = helper.make_node("If", ["q"], ["y"], name="n" * 2000, then_branch=branch, else_branch=branch)
    with pytest.raises(BadWeights, match="a name of more than 1024 signs"):
        listed(graph_of(tmp_path / "n.onnx", [node], {"V": V}))
