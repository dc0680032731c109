"""Bounds of convolutions beside the matrices of their maps, written out."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb.networks.weights import audit, convolutions
from perturb.networks.weights.convolutions import Convolution, stretch
from perturb.networks.weights.layers import found
from perturb.types import FloatArray

CASES = [  # kernel, sizes, stride, dilation, groups, zeros around
    ((3, 2, 3), (9,), (1,), (1,), 1, 1),
    ((2, 2, 3, 3), (6, 5), (1, 1), (1, 1), 1, 1),
    ((2, 3, 3, 3), (7, 7), (2, 2), (1, 1), 1, 1),
    ((4, 1, 3, 3), (5, 5), (1, 1), (1, 1), 4, 1),
    ((4, 2, 2, 1), (6, 4), (2, 1), (1, 1), 2, 0),
    ((2, 2, 3), (12,), (2,), (3,), 1, 3),
    ((3, 2, 1, 1), (4, 4), (1, 1), (1, 1), 1, 0),
]


def matrix(K: FloatArray, there: Convolution, sizes: tuple[int, ...], zeros: int) -> FloatArray:
    """The map, an input at a time."""
    circular = there.padding == "circular"
    around = [n + (0 if circular else 2 * zeros) for n in sizes]
    reach = [d * (k - 1) + 1 for k, d in zip(there.window, there.dilation, strict=True)]
    outs = [
        -(-n // s) if circular else (n - r) // s + 1
        for n, r, s in zip(around, reach, there.stride, strict=True)
    ]
    inputs = K.shape[1] * there.groups
    columns = []
    for e in np.eye(inputs * int(np.prod(sizes))).reshape(-1, inputs, *sizes):
        x = e if circular else np.pad(e, [(0, 0), *[(zeros, zeros)] * len(sizes)])
        y = np.zeros((len(K), *outs))
        for o, at, j in product(
            range(len(K)), product(*map(range, outs)), product(*map(range, there.window))
        ):
            where = tuple(
                (s * a + d * i) % n
                for s, a, d, i, n in zip(there.stride, at, there.dilation, j, around, strict=True)
            )
            first = (o * there.groups // len(K)) * K.shape[1]
            y[(o, *at)] += sum(K[(o, c, *j)] * x[(first + c, *where)] for c in range(K.shape[1]))
        columns.append(y.ravel())
    return np.array(columns).T


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bounds_hold_the_norm(case: tuple[tuple[int, ...], ...]) -> None:
    shape, sizes, stride, dilation, groups, zeros = case
    K = np.random.default_rng(len(shape)).standard_normal(shape)
    there = Convolution(shape[2:], stride, dilation, int(groups))
    norm = np.linalg.norm(matrix(K, there, sizes, int(zeros)), 2)
    bound = stretch(K.reshape(len(K), -1).copy, there)
    low, high = bound.norm.floats
    assert low is not None
    assert high is not None
    assert low <= norm * (1 + 1e-12)
    assert norm <= high * (1 + 1e-12)
    large = matrix(K, there, tuple(3 * n for n in sizes), 0) if len(sizes) == 1 else None
    assert large is None or np.linalg.norm(large, 2) <= high * (1 + 1e-12)


@pytest.mark.parametrize("case", [CASES[0], CASES[1], CASES[3], CASES[6]], ids=str)
def test_circular_ones_are_exact(case: tuple[tuple[int, ...], ...]) -> None:
    shape, sizes, stride, dilation, groups, _ = case
    K = np.random.default_rng(len(shape)).standard_normal(shape)
    there = Convolution(shape[2:], stride, dilation, int(groups), "circular", sizes)
    s = np.linalg.svd(matrix(K, there, sizes, 0), compute_uv=False)
    bound = stretch(K.reshape(len(K), -1).copy, there)
    assert bound.norm.floats == pytest.approx((s[0], s[0]), rel=1e-11)
    assert bound.least is not None
    rank = min(shape[0], shape[1] * int(groups)) * int(np.prod(sizes))
    assert bound.least.floats == pytest.approx((s[rank - 1], s[rank - 1]), rel=1e-9, abs=1e-11)


def test_frequencies_are_nearer_than_patches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mean over a window has the norm 1 on inputs of every size; patches alone allow its root of places."""
    K = np.full((1, 9), 1 / 9)
    there = Convolution((3, 3), (1, 1), (1, 1))
    near = stretch(K.copy, there).norm.floats[1]
    assert near is not None
    assert 1 <= near < 1.02
    monkeypatch.setattr(convolutions, "BUDGET", 0)
    rough = stretch(K.copy, there)
    assert rough.how == "by the patches that overlap"
    assert rough.norm.floats == pytest.approx((1 / 3, 1))
    edge = np.array([[1.0, 0.0, -1.0]])  # |e^(iw) - e^(-iw)| <= 2, and patches allow sqrt(3) sqrt(2)
    assert stretch(edge.copy, Convolution((3,), (1,), (1,))).norm.floats[1] == pytest.approx(6**0.5)
    monkeypatch.undo()
    assert stretch(edge.copy, Convolution((3,), (1,), (1,))).norm.floats[1] == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("case", CASES[:2] + CASES[3:4], ids=str)
def test_an_input_of_a_known_size_is_bounded_from_both_sides(case: tuple[tuple[int, ...], ...]) -> None:
    shape, sizes, stride, dilation, groups, _ = case
    K = np.random.default_rng(len(shape)).standard_normal(shape)
    there = Convolution(shape[2:], stride, dilation, int(groups), "zeros", sizes)
    norm = np.linalg.norm(matrix(K, there, sizes, 0), 2)  # of whole windows
    low, high = stretch(K.reshape(len(K), -1).copy, there).norm.floats
    assert low is not None
    assert high is not None
    assert 0.99 * norm <= low <= norm * (1 + 1e-12) <= high * (1 + 1e-12)


def test_a_circle_that_is_no_multiple_of_the_stride() -> None:
    """Its ends overlap although the windows do not: {0, 1}, {2, 3}, {4, 0}."""
    K = np.ones((1, 1, 2))
    there = Convolution((2,), (2,), (1,), 1, "circular", (5,))
    norm = np.linalg.norm(matrix(K, there, (5,), 0), 2)
    high = stretch(K.reshape(1, 2).copy, there).norm.floats[1]
    assert high is not None
    assert 2**0.5 < norm <= high


def test_settings_reach_the_map(tmp_path: Path) -> None:
    K = np.random.default_rng(0).standard_normal((2, 2, 3, 3))
    plain = audit({"k": K}, {"convolution": {"k": {}}, "order": ["k"]})
    around = {"k": {"padding": "circular", "input": [6, 6]}}
    asked = audit({"k": K}, {"convolution": around, "order": ["k"]})
    (layer,) = asked.layers
    assert layer.stretch is not None
    assert layer.stretch.how == "exactly, circular on 6 x 6"
    ends = asked.lipschitz.floats[1], plain.lipschitz.floats[1]
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[0] <= ends[1]


def test_what_a_graph_says(tmp_path: Path) -> None:
    """Order, activation, skip and bias; weights of x W are turned round."""
    pytest.importorskip("onnx")
    from tests.networks.weights import weight_files as files

    (tmp_path / "n.onnx").write_bytes(files.onnx())
    there = found(tmp_path / "n.onnx")
    assert [(x.name, x.skip, x.activation, x.bias) for x in there.layers] == [
        ("w", 1.0, "relu", "b"),
        ("v", None, "linear", None),
    ]
    assert there.guessed == ()
    assert there.layers[0].load()[1, 0] == 7
    assert dict(there.others) == {"b": "a vector, the bias of w"}


def test_the_dilation_of_a_graph_counts(tmp_path: Path) -> None:
    """Ones, 3 x 3, with stride 2 and dilation 2: on every second entry a convolution that stretches by 9."""
    pytest.importorskip("onnx")
    from onnx import helper, numpy_helper

    node = helper.make_node("Conv", ["x", "k"], ["y"], strides=[2, 2], dilations=[2, 2], pads=[2] * 4)
    kernel = numpy_helper.from_array(np.ones((1, 1, 3, 3), np.float32), "k")
    graph = helper.make_graph([node], "net", [], [], [kernel])
    (tmp_path / "n.onnx").write_bytes(helper.make_model(graph).SerializeToString())
    (layer,) = audit(tmp_path / "n.onnx").layers
    assert layer.lipschitz.floats[1] >= 9


def _graph(path: Path, nodes: list[Any], *names: str) -> Any:
    from onnx import helper, numpy_helper

    tensors = [numpy_helper.from_array(np.eye(3, dtype=np.float32) * (k + 2), x) for k, x in enumerate(names)]
    graph = helper.make_graph(nodes, "net", [], [], tensors)
    path.write_bytes(helper.make_model(graph).SerializeToString())
    return found(path)


def test_what_stands_between_layers_of_a_graph(tmp_path: Path) -> None:
    """Nothing, an unknown step, two ways from one place, a sum and then ReLU: none of them is ReLU alone."""
    pytest.importorskip("onnx")
    from onnx import helper

    first, second = (
        helper.make_node("MatMul", ["x", "a"], ["h"]),
        helper.make_node("MatMul", ["k", "b"], ["y"]),
    )
    bare = helper.make_node("MatMul", ["h", "b"], ["y"])
    beside = helper.make_node("MatMul", ["x", "b"], ["y"])
    steps = {
        "linear": ("linear", None, [first, bare]),
        "relu": ("relu", None, [first, helper.make_node("Relu", ["h"], ["k"]), second]),
        "mul": ("a fork", None, [first, helper.make_node("Mul", ["h", "h"], ["k"]), second]),
        "ways": (None, None, [first, beside]),
        "sum": (
            *("linear", "relu"),
            [
                first,
                helper.make_node("Add", ["h", "x"], ["s"]),
                helper.make_node("Relu", ["s"], ["k"]),
                second,
            ],
        ),
    }
    for name, (activation, then, nodes) in steps.items():
        there = _graph(tmp_path / f"{name}.onnx", nodes, "a", "b")
        assert (there.layers[0].activation, there.layers[0].then) == (activation, then), name
        assert bool(there.breaks) == (name not in ("linear", "relu")), name
