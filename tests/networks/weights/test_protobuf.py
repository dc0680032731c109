"""Models of ONNX are read without their entries, which are read a layer at a time."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb.networks.files.onnx_file import read
from perturb.networks.files.protobuf import SHORT, without_entries
from perturb.networks.files.reader import BadWeights
from perturb.networks.weights import audit
from perturb.networks.weights.layers import found
from perturb.networks.weights.sentences import sentences

onnx = pytest.importorskip("onnx")
helper, numpy_helper = onnx.helper, onnx.numpy_helper


def model(path: Path, nodes: list[Any], tensors: dict[str, Any]) -> Path:
    held = [numpy_helper.from_array(x, name) for name, x in tensors.items()]
    path.write_bytes(helper.make_model(helper.make_graph(nodes, "net", [], [], held)).SerializeToString())
    return path


def test_the_rest_of_the_message_is_the_same(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    tensors = {
        "long": rng.standard_normal((60, 70)),
        "short": rng.standard_normal(5).astype("f4"),
        "halves": rng.standard_normal((64, 64)).astype("f2"),
    }
    path = model(tmp_path / "n.onnx", [helper.make_node("MatMul", ["x", "long"], ["y"])], tensors)
    message, places = without_entries(path)
    assert len(message) < 1000
    assert [place is not None for place in places] == [True, False, True]
    ours, whole = onnx.load_model_from_string(message), onnx.load(str(path))
    for tensor, place in zip(ours.graph.initializer, places, strict=True):
        if place is not None:
            tensor.raw_data = path.read_bytes()[place.offset : place.offset + place.length]
    assert ours == whole
    for one in read(path):
        assert one.load is not None
        assert (one.load() == (tensors[one.name].T if one.name == "long" else tensors[one.name])).all()


def test_one_layer_is_in_memory_at_a_time(tmp_path: Path) -> None:
    n, count = 400, 12
    tensors = {f"w{k}": np.eye(n, dtype="f4") for k in range(count)}
    nodes = [helper.make_node("MatMul", [f"x{k}", f"w{k}"], [f"x{k + 1}"]) for k in range(count)]
    path = model(tmp_path / "n.onnx", nodes, tensors)
    audit(path, tolerance=0.1)  # what is loaded is loaded
    tracemalloc.start()
    layers = found(path).layers
    for layer in layers:
        layer.load()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(layers) == count
    assert most < 3 * 8 * n * n < count * 4 * n * n


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "an empty file"),
        (b"\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "ends beyond"),
        (b"\xff" * 20, "does not end"),
        (b"\x3f", "no message"),
        (b"\x3a\x03\x2a\x7f\x00", "ends beyond"),
    ],
)
def test_what_is_no_message(raw: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "n.onnx").write_bytes(raw)
    with pytest.raises(BadWeights, match=said):
        without_entries(tmp_path / "n.onnx")
    with pytest.raises(BadWeights):
        found(tmp_path / "n.onnx")


def test_raw_data_of_another_length_are_refused(tmp_path: Path) -> None:
    lies = numpy_helper.from_array(np.ones((40, 60)), "w")
    lies.dims[0] = 41
    assert len(lies.raw_data) > SHORT
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "net", [], [], [lies])
    (tmp_path / "n.onnx").write_bytes(helper.make_model(graph).SerializeToString())
    with pytest.raises(BadWeights, match="19200 bytes for shape"):
        found(tmp_path / "n.onnx")


def test_no_bound_of_a_network_that_is_another_one(tmp_path: Path) -> None:
    """y = A x + B x is no product, and no bound of the product of A and B bounds it."""
    tensors = {"a": np.eye(3), "b": np.eye(3) / 8}
    nodes = [helper.make_node("MatMul", ["x", name], [f"h{name}"]) for name in tensors]
    both = audit(model(tmp_path / "n.onnx", [*nodes, helper.make_node("Add", ["ha", "hb"], ["y"])], tensors))
    assert both.lipschitz.hi is None
    assert both.breaks == ("its graph is not one way through all of them: 2 places read x",)


def test_a_skip_that_is_left_out_leaves_no_bound(tmp_path: Path) -> None:
    """x -> x + Kx around a kernel of 1 x 9: the last layer."""
    kernel = np.zeros((1, 1, 3, 3))
    kernel[0, 0, 1, 1] = 0.5
    conv = helper.make_node("Conv", ["x", "k"], ["h"], pads=[1] * 4)
    found_here = audit(
        model(tmp_path / "n.onnx", [conv, helper.make_node("Add", ["h", "x"], ["y"])], {"k": kernel})
    )
    assert found_here.lipschitz.hi is None
    assert "no bound of the whole network: the skip around k is left out" in sentences(found_here)
