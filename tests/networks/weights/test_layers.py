"""Certified numbers of a layer beside 50 digits or 200 bits; convolutions beside their matrices."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb_mat, ctx, fmpq
from hypothesis import settings
from mpmath import mp, mpf

from perturb.enclosure import Enclosure
from perturb.networks import convolution
from perturb.networks.weights import audit, convolutions, skew, values
from perturb.networks.weights.convolutions import Convolution, stretch
from perturb.networks.weights.layers import found
from perturb.networks.weights.values import fmpq_of
from perturb.numbers import residual
from perturb.types import FloatArray
from tests.networks.weights.small_layers import KINDS, drawn, true_values

SHAPES = ((1, 1), (3, 3), (2, 5), (5, 1), (8, 4))


def exactly(A: np.ndarray) -> list[object]:
    """The singular values in balls of 200 bits; of a wide matrix those of its transpose."""
    tall = A if A.shape[0] >= A.shape[1] else A.T
    return list(residual.singular_values(arb_mat([[float(x) for x in row] for row in tall])))


@pytest.mark.parametrize("scale", [1.0, 1e-290, 1e290])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_error_bars_hold_the_true_values(shape: tuple[int, int], scale: float) -> None:
    rng = np.random.default_rng(shape[0])
    for kind in (rng.standard_normal(shape), np.float32(rng.uniform(-1, 1, shape)), np.ones(shape)):
        A = np.asarray(kind, dtype=np.float64) * scale
        found = values(A)
        with ctx.workprec(200):
            for low, high, true in zip(found.low, found.high, exactly(A), strict=True):
                assert fmpq_of(low) <= true <= fmpq_of(high) or (low == 0 and not true > fmpq_of(high))
        assert found.radius.max() <= 1e-12 * found.values[0] + 1e-323


def test_what_follows_from_them() -> None:
    found = values(np.diag([4.0, 2.0, 2e-9]))
    low, high = found.condition.floats
    assert low is not None
    assert high is not None
    assert low <= 2e9 <= high <= 2.1e9
    assert (found.rank(1e-6), found.rank(0)) == ((2, 2), (3, 3))
    least, most = found.stable_rank.floats
    assert least is not None
    assert most is not None
    assert 1.25 - 1e-12 <= least <= 1.25 <= most <= 1.25 + 1e-12
    singular = values(np.ones((3, 3)))
    assert singular.condition.hi is None
    assert singular.rank(0)[0] == 1
    assert values(np.zeros((2, 2))).stable_rank.lo is None
    assert [x.floats[1] for x in found.relu] == [found.high[i] for i in range(3)]


def test_the_ends_of_a_symmetric_part() -> None:
    low, high = skew(np.array([[1.0, 4.0], [0.0, 1.0]]))
    assert low.floats == pytest.approx((-2, -2), abs=1e-12)
    assert high.floats == pytest.approx((6, 6), abs=1e-12)


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        (np.ones(3), r"shape \(3,\) is not that of"),
        (np.ones((0, 3)), "m, n >= 1"),
        (np.array([[np.nan]]), "an entry is not finite"),
        (np.full((3, 3), 1e305), r"an entry is beyond 2\^1000"),
    ],
)
def test_bad_matrices(bad: np.ndarray, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        values(bad)


def test_the_stretch_of_a_convolution_lies_between_its_bounds() -> None:
    """|K| <= |C| <= sqrt(places) |K|; the kernel of ones meets the upper one in the limit of large inputs."""
    rng = np.random.default_rng(2)
    for kernel in (rng.standard_normal((3, 2, 2, 2)), np.ones((1, 1, 2, 2))):
        (node,) = convolution(kernel, (5, 5), padding=1).nodes
        norm = np.linalg.norm(node.matrices[0], 2)
        bound = np.linalg.norm(kernel.reshape(len(kernel), -1), 2)
        assert bound * (1 - 1e-12) <= norm <= 2 * bound * (1 + 1e-12)
    assert norm > 1.85 * bound


# Everything that is said of a layer, beside 50 digits: 100 small layers, 1,000 with the deep profile.


LAYERS = 1_000 if settings().max_examples >= 2_000 else 100


def inside(found: Enclosure, true: Any, room: Any = 0) -> bool:
    return (found.lo is None or _mpf(found.lo) <= true + room) and (
        found.hi is None or true - room <= _mpf(found.hi)
    )


def _mpf(x: fmpq) -> Any:
    return mpf(int(x.p)) / mpf(int(x.q))


@pytest.mark.parametrize("part", range(10))
def test_numbers_agree_with_fifty_digits(part: int) -> None:
    rng = np.random.default_rng(part)
    for k in range(LAYERS // 10):
        shape = (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
        kind = KINDS[(part + 10 * k) % len(KINDS)]
        with mp.workdps(50):
            wrong = disagreement(drawn(kind, shape, rng), int(rng.integers(-9, -1)))
        assert not wrong, (kind, shape, part, k, wrong)


def disagreement(A: FloatArray, digits: int) -> str:
    """What is outside its bars; "" where all is inside. What is 0 has 50 digits of its own noise."""
    found, truth = values(A), true_values(A)
    noise = truth[0] * mpf(10) ** -50
    for i, true in enumerate(truth):
        if not inside(found.enclosure(i), true, noise):
            return f"s_{i + 1}"
    total = mp.sqrt(sum(mpf(x) ** 2 for x in A.ravel().tolist()))
    if not inside(found.frobenius, total):
        return "frobenius"
    if truth[0] == 0:
        return "" if found.rank(10.0**digits) == (0, 0) and found.condition.hi is None else "of zero"
    if not inside(found.stable_rank, (total / truth[0]) ** 2, mpf(10) ** -40):
        return "stable rank"
    if truth[-1] > 100 * noise:
        if not inside(found.condition, truth[0] / truth[-1], truth[0] / truth[-1] * mpf(10) ** -20):
            return "kappa"
    elif found.condition.hi is not None:
        return "kappa of a singular matrix"
    least, most = found.rank(10.0**digits)
    above = sum(1 for x in truth if x > truth[0] * mpf(10.0**digits))
    return "" if least <= above <= most else "rank"


def test_bars_are_narrow() -> None:
    """Some u of the largest value, whatever the scale."""
    for kind in ("independent", "tiny", "huge"):
        found = values(drawn(kind, (5, 5), np.random.default_rng(0)))
        assert float(found.radius.max()) <= 1e-13 * float(found.values[0])
    assert math.isclose(
        values(np.full((2, 2), 2.0**-1074)).high[0], 2.0**-1073, rel_tol=1e-12, abs_tol=1e-323
    )


# Bounds of convolutions beside the matrices of their maps, written out.


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
