"""Random graphs of many kinds of nodes: what is said of them against an evaluation by ONNX itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb.networks.weights import BadWeights, audit
from perturb.networks.weights.network_lipschitz import lipschitz
from perturb.networks.weights.stack import stack
from perturb.networks.weights.values import fmpq_of

onnx = pytest.importorskip("onnx")
from onnx import helper, numpy_helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

Array = np.ndarray[Any, Any]
COUNT = 300
MOST = 600  # entries of a value
ROWS = (1, 3)  # of the input, which some nodes mix with its columns


class Drawn:
    """A graph that grows by one node after the other; each is evaluated, and one that fails is left out."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.nodes: list[Any] = []
        self.stored: dict[str, Array] = {}
        self.X = rng.standard_normal((int(rng.choice(ROWS)), int(rng.integers(1, 5))))
        self.shapes = {"x": self.X.shape}
        self.now = "x"

    def keep(self, *shape: int) -> str:
        name = f"c{len(self.stored)}"
        self.stored[name] = self.rng.standard_normal(shape)
        return name

    def whole(self, *numbers: int) -> str:
        name = f"c{len(self.stored)}"
        self.stored[name] = np.array(numbers, dtype=np.int64)
        return name

    def put(self, kind: str, given: list[str], **about: Any) -> bool:
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, given, [name], **about))
        try:
            value = self.run(self.X, name)
        except Exception:  # a graph that ONNX does not evaluate is none
            self.nodes.pop()
            return False
        if value.size > MOST or not value.size:
            self.nodes.pop()
            return False
        self.shapes[name], self.now = value.shape, name
        return True

    def model(self, output: str | None = None) -> Any:
        ends = [helper.make_tensor_value_info(output or self.now, 11, None)]
        inputs = [helper.make_tensor_value_info("x", 11, None)]
        used = {x for node in self.nodes for x in node.input}
        tensors = [numpy_helper.from_array(A, k) for k, A in self.stored.items() if k in used]
        graph = helper.make_graph(self.nodes, "net", inputs, ends, tensors)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])

    def run(self, X: Array, output: str | None = None) -> Array:
        return np.asarray(ReferenceEvaluator(self.model(output)).run(None, {"x": X})[0])


def _layer(g: Drawn, last: bool) -> None:
    shape, rng, before = g.shapes[g.now], g.rng, g.now
    n = shape[-1] if shape else 1
    m = n if rng.random() < 0.5 else int(rng.integers(1, 5))
    turned = int(rng.integers(2))
    shapes = [(m,), (m,), (m,), (1, m), (), (shape[0] if shape else 1, 1), (1,)]
    bias = shapes[int(rng.integers(len(shapes)))]
    W = g.keep(*((m, n) if turned else (n, m)))
    kind = rng.integers(8)
    if kind == 0:
        g.put("Gemm", [g.now, W, *([g.keep(*bias)] if bias else [])], transB=turned)
    elif kind == 1:
        g.put("Gemm", [g.now, W], transB=turned, **{str(rng.choice(["alpha", "beta"])): 3.0})
    elif kind == 2 and len(shape) > 1:
        g.put("MatMul", [g.keep(m, shape[-2]), g.now])
    else:
        g.put("MatMul", [g.now, g.keep(n, m)])
        if bias and rng.random() < 0.7:
            g.put("Add", [g.now, g.keep(*bias)][:: int(rng.choice([1, -1]))])
    if not last and rng.random() < 0.75:
        g.put("Relu", [g.now])
    if rng.random() < 0.15 and g.shapes[g.now] == shape:
        g.put("Add", [g.now, before])


def _between(g: Drawn) -> None:
    shape, rng = g.shapes[g.now], g.rng
    size, n = int(np.prod(shape)), shape[-1] if shape else 1
    steps: list[tuple[str, list[str], dict[str, Any]]] = [
        ("LeakyRelu", [g.now], {"alpha": float(rng.choice([0.1, -1.0, 4.0]))}),
        ("Elu", [g.now], {"alpha": float(rng.choice([1.0, 5.0]))}),
        *((kind, [g.now], {}) for kind in ("Tanh", "Sigmoid", "Softplus", "Erf", "HardSwish", "Identity")),
        *((kind, [g.now], {}) for kind in ("Dropout", "Exp", "Neg", "Softmax", "Gelu", "Relu", "Abs")),
        ("Clip", [g.now, g.keep()], {}),
        ("Clip", [g.keep(6, n), g.now], {}),
        *((kind, [g.now, g.keep()], {}) for kind in ("Mul", "Sub", "Add")),
        *((kind, [g.now, g.keep(1, n)], {}) for kind in ("Mul", "Sub", "Add", "PRelu")),
        *((kind, [g.now, str(rng.choice(list(g.shapes)))], {}) for kind in ("Add", "Sum", "Mul", "Max")),
        ("Flatten", [g.now], {"axis": int(rng.integers(2))}),
        ("Reshape", [g.now, g.whole(-1, n)], {}),
        ("Reshape", [g.now, g.whole(size // n if n else 1, n)], {}),
        ("Reshape", [g.now, g.whole(n, -1)], {}),
        ("Reshape", [g.now, g.whole(1, size)], {}),
        ("Squeeze", [g.now], {}),
        ("Unsqueeze", [g.now, g.whole(int(rng.choice([0, -1])))], {}),
        ("Transpose", [g.now], {}),
        ("Concat", [g.now, g.now], {"axis": -1}),
        ("Expand", [g.now, g.whole(2, *shape)], {}),
        ("ReduceSum", [g.now], {"keepdims": 1}),
        ("MatMul", [g.now, g.now], {}),
    ]
    kind, given, about = steps[int(rng.integers(len(steps)))]
    g.put(kind, given, **about)


def _drawn(seed: int) -> Drawn:
    g = Drawn(np.random.default_rng([34, seed]))
    count = int(g.rng.integers(2, 5))
    for k in range(count):
        if g.nodes and g.rng.random() < 0.25:
            _between(g)
        _layer(g, k == count - 1)
    if g.rng.random() < 0.1:
        _between(g)
    return g


def _quotients(g: Drawn) -> float:
    """The largest |f(x) - f(y)| / |x - y| of pairs near each other and far apart."""
    most = 0.0
    for size in (1e-4, 1.0, 1e3):
        X = g.rng.standard_normal(g.X.shape) * g.rng.choice([1e-2, 1.0, 10.0])
        step = size * g.rng.standard_normal(g.X.shape)
        moved = np.linalg.norm(g.run(X + step) - g.run(X))
        most = max(most, float(moved / np.linalg.norm(step)))
    return most


def _told(g: Drawn, path: Path) -> str:
    """What is said of a graph, if anything, and whether it is so."""
    path.write_bytes(g.model().SerializeToString())
    try:
        there = audit(path)
    except BadWeights:
        return "nothing"
    top = there.lipschitz.hi
    if top is None or there.guessed:
        return "withheld"
    for _ in range(3):
        assert _quotients(g) <= float(top) * (1 + 1e-6), g.nodes
    try:
        whole = stack(path)
    except BadWeights:
        return "bound"
    bounds = lipschitz(whole)
    assert bounds.best.hi is not None
    assert fmpq_of(_quotients(g)) <= bounds.best.hi * (1 + fmpq_of(1e-6)), g.nodes
    if whole.above is not None:
        return "bound"
    for _ in range(3):
        X = g.rng.standard_normal(g.X.shape) * g.rng.choice([1e-2, 1.0, 10.0])
        columns = g.nodes[0].input[0] in g.stored  # W x: each column is an input
        expected = g.run(X).T if columns else g.run(X)
        rows = (X.T if columns else X).reshape(-1, whole.weights[0].shape[1])
        same = whole.run(rows)[0][-1]
        assert same.reshape(-1) == pytest.approx(expected.reshape(-1), rel=1e-9, abs=1e-9), g.nodes
    return "network"


def test_what_is_said_of_random_graphs_is_so(tmp_path: Path) -> None:
    """No pair of points is moved further apart than is said, and a network is the function of its graph."""
    said = [_told(_drawn(seed), tmp_path / "n.onnx") for seed in range(COUNT)]
    assert said.count("network") >= 20
    assert said.count("bound") >= 20
    assert said.count("withheld") >= 60


def _convolved(rng: np.random.Generator, axes: int) -> Drawn:
    """One or two convolutions, of groups, strides and dilations, with zeros around."""
    g = Drawn(rng)
    sizes = tuple(int(k) for k in rng.integers(5, 8, axes))
    groups, channels = int(rng.integers(1, 3)), 2
    g.X = rng.standard_normal((1, groups * channels, *sizes))
    g.shapes = {"x": g.X.shape}
    for k in range(int(rng.integers(1, 3))):
        many = groups if k == 0 else 1
        inputs = g.shapes[g.now][1] // many
        kernel = g.keep(2 * many, inputs, *map(int, rng.integers(1, 4, axes)))
        about: dict[str, Any] = {"group": many, "strides": [int(x) for x in rng.integers(1, 3, axes)]}
        about["pads"] = [int(x) for x in rng.integers(0, 3, 2 * axes)]
        about["dilations"] = [int(x) for x in rng.integers(1, 3, axes)]
        made = g.put("Conv", [g.now, kernel, *([g.keep(2 * many)] if rng.random() < 0.5 else [])], **about)
        assert made or k, "the first window has room"
        if k == 0:
            g.put("Tanh", [g.now])
    return g


def _norm(g: Drawn) -> float:
    """Of the linear part of a graph without activations, from its values at 0 and at the unit vectors."""
    rest = g.run(np.zeros_like(g.X))
    units = np.eye(g.X.size).reshape(-1, *g.X.shape)
    return float(np.linalg.norm([(g.run(e) - rest).reshape(-1) for e in units], 2))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_of_random_convolutions_is_so(seed: int, tmp_path: Path) -> None:
    """The norm of one lies between both ends, where its window has room; of two no pair is moved further."""
    g = _convolved(np.random.default_rng([35, seed]), 1 + seed % 2)
    ends = [node for node in g.nodes if node.op_type == "Conv"]
    if len(ends) == 1:
        g.nodes = ends
        g.now = ends[0].output[0]
    path = tmp_path / "n.onnx"
    path.write_bytes(g.model().SerializeToString())
    there = audit(path)
    assert there.lipschitz.hi is not None
    assert there.breaks == there.guessed == ()
    assert _quotients(g) <= float(there.lipschitz.hi) * (1 + 1e-6)
    if len(ends) == 1:
        (layer,) = there.layers
        low, high = layer.lipschitz.floats
        assert low is not None
        assert high is not None
        assert low * (1 - 1e-9) <= _norm(g) <= high * (1 + 1e-9)
