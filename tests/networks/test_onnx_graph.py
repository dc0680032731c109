"""ONNX, read and written, beside what its own reference implementation computes."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from perturb.networks import chain, convolution, dense, exchange, leaky, residual

pytestmark = pytest.mark.skipif(find_spec("onnx") is None, reason="ONNX needs the extra `networks`")


def test_onnx_with_a_skip(tmp_path: Path) -> None:
    """y = W relu(Vx + b) + x, and |y| behind it; the activations join the groups before them."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    V, W, b = (
        np.array([[1, 2], [3, -4]], np.float32),
        np.array([[0.5, 1], [1, 0]], np.float32),
        np.array([1, -1], np.float32),
    )
    steps = [
        helper.make_node("Gemm", ["x", "V", "b"], ["t"], transB=1),
        helper.make_node("Relu", ["t"], ["h"]),
        helper.make_node("MatMul", ["h", "W"], ["u"]),
        helper.make_node("Add", ["u", "x"], ["s"]),
        helper.make_node("Abs", ["s"], ["y"]),
    ]
    ends = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 2])] for name in ("x", "y")]
    constants = [numpy_helper.from_array(A, name) for A, name in ((V, "V"), (W, "W"), (b, "b"))]
    onnx.save(helper.make_model(helper.make_graph(steps, "skip", *ends, constants)), tmp_path / "n.onnx")
    read = exchange.from_onnx(tmp_path / "n.onnx")
    x = np.random.default_rng(3).standard_normal((20, 2))
    assert read(x) == pytest.approx(np.abs(np.maximum(x @ V.T + b, 0) @ W + x))
    assert [node.activation.bends for node in read.nodes] == [True, False, True]
    onnx.save(
        helper.make_model(helper.make_graph([helper.make_node("Tanh", ["x"], ["y"])], "bad", *ends)),
        tmp_path / "bad.onnx",
    )
    with pytest.raises(ValueError, match="operation Tanh is not known"):
        exchange.from_onnx(tmp_path / "bad.onnx")


def test_onnx_is_written_and_read_again(tmp_path: Path) -> None:
    """Skips, shared weights, three activations: what ONNX computes is what the network read again does."""
    from onnx.reference import ReferenceEvaluator

    rng = np.random.default_rng(5)
    kernel = rng.standard_normal((2, 1, 2, 2))
    network = chain(
        convolution(kernel, (3, 3), [0.5, -0.25], leaky(Fraction(1, 4)), stride=1, padding=1),
        dense([rng.standard_normal((4, 32))], [rng.standard_normal(4)], last="absolute"),
        residual(dense([rng.standard_normal((4, 4))] * 2), activation="relu"),
    )
    exchange.save_onnx(network, tmp_path / "n.onnx")
    x = rng.standard_normal((6, 9))
    (found,) = ReferenceEvaluator(str(tmp_path / "n.onnx")).run(None, {"x": x})
    assert found == pytest.approx(network(x), abs=1e-12)
    assert exchange.from_onnx(tmp_path / "n.onnx")(x) == pytest.approx(found, abs=1e-12)
    for bad, line in ((leaky(Fraction(1, 10)), "the first a float32"), (leaky(3), "the second must be 1")):
        with pytest.raises(ValueError, match=line):
            exchange.save_onnx(dense([[[1]]], last=bad), tmp_path / "bad.onnx")
    with pytest.raises(ValueError, match=r"1\.weight has an entry that is no float64"):
        exchange.save_onnx(dense([[[Fraction(1, 3)]]]), tmp_path / "bad.onnx")


def test_convolutions_of_onnx(tmp_path: Path) -> None:
    """Two of them, with strides and a summand a channel, against what ONNX itself computes."""
    from onnx import TensorProto, checker, helper, numpy_helper, save
    from onnx.reference import ReferenceEvaluator

    rng = np.random.default_rng(6)
    numbers = {
        "K": rng.standard_normal((3, 2, 3, 3)),
        "b": rng.standard_normal(3),
        "L": rng.standard_normal((2, 3, 2, 2)),
        "c": rng.standard_normal((2, 1, 1)),
        "W": rng.standard_normal((2, 18)),
    }
    steps = [
        helper.make_node("Conv", ["x", "K", "b"], ["s"], pads=[1] * 4),
        helper.make_node("Relu", ["s"], ["t"]),
        helper.make_node("Conv", ["t", "L"], ["u"], strides=[2, 2], pads=[1] * 4),
        helper.make_node("Add", ["u", "c"], ["v"]),
        helper.make_node("Flatten", ["v"], ["f"]),
        helper.make_node("Gemm", ["f", "W"], ["y"], transB=1),
    ]
    ends = [
        [helper.make_tensor_value_info(name, TensorProto.DOUBLE, shape)]
        for name, shape in (("x", [1, 2, 4, 4]), ("y", [1, 2]))
    ]
    constants = [numpy_helper.from_array(A, name) for name, A in numbers.items()]
    model = helper.make_model(helper.make_graph(steps, "conv", *ends, constants))
    checker.check_model(model)
    save(model, tmp_path / "n.onnx")
    x = rng.standard_normal((1, 2, 4, 4))
    (found,) = ReferenceEvaluator(model).run(None, {"x": x})
    assert exchange.from_onnx(tmp_path / "n.onnx")(x.reshape(1, -1)) == pytest.approx(found, abs=1e-12)
    for setting, line in (({"group": 2}, "with groups"), ({"pads": [0, 0, 1, 1]}, r"pads = \[0, 0, 1, 1\]")):
        bad = helper.make_graph(
            [helper.make_node("Conv", ["x", "K"], ["y"], **setting)], "bad", *ends, constants
        )
        save(helper.make_model(bad), tmp_path / "bad.onnx")
        with pytest.raises(ValueError, match=line):
            exchange.from_onnx(tmp_path / "bad.onnx")


def test_onnx_that_lies_is_refused(tmp_path: Path) -> None:
    """By the reader that `perturb audit` has: a name that means two things, no message at all."""
    from onnx import TensorProto, helper

    ends = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 2])] for name in ("x", "y")]
    steps = [helper.make_node("Relu", ["x"], ["y"]), helper.make_node("Abs", ["y"], ["y"])]
    twice = helper.make_model(helper.make_graph(steps, "twice", *ends)).SerializeToString()
    for raw, line in ((twice, "y: 2 tensors, inputs or nodes"), (b"\xff", "no message of ONNX")):
        (tmp_path / "n.onnx").write_bytes(raw)
        with pytest.raises(ValueError, match=line):
            exchange.from_onnx(tmp_path / "n.onnx")
