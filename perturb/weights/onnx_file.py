"""Files of ONNX: the tensors of a graph in the order in which it uses them, and what stands around them."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.types import FloatArray
from perturb.weights.protobuf import Raw, without_entries
from perturb.weights.safetensors_file import bfloat16
from perturb.weights.tensor import MOST, BadWeights, Tensor, checked_shape, real, stored

LARGEST = 2**31  # bytes of a message of protobuf
MOVES = {"strides": "stride", "group": "groups", "dilations": "dilation"}  # zeros around add to no norm
LINEAR = ("Gemm", "MatMul", "Conv")
PLAIN = {
    1: "<f4",
    11: "<f8",
    10: "<f2",
    2: "<u1",
    3: "<i1",
    4: "<u2",
    5: "<i2",
    6: "<i4",
    12: "<u4",
    7: "<i8",
}
BFLOAT16 = 16
PASSED = ("Identity", "Dropout", "Flatten", "Reshape", "Squeeze", "Unsqueeze")
WAYS = (
    "Relu",
    "Tanh",
    "Sigmoid",
    "LeakyRelu",
    "Elu",
    "Gelu",
    "Softplus",
    "HardSwish",
    "Clip",
    "Softmax",
    "Erf",
)


def read(path: Path) -> Iterator[Tensor]:
    """Layers first, outputs x inputs however the graph writes them; then the other tensors. BadWeights."""
    graph, stored_ones = _graph(path)
    for node in graph.node:
        for name in node.input if node.op_type in LINEAR else ():
            if (one := stored_ones.pop(name, None)) is not None:
                yield _turned(one) if _transposed(node, name) else one
    yield from stored_ones.values()


def around(path: Path) -> dict[str, dict[str, Any]]:
    """What the graph says of each layer: its input, activation, skip, bias, and how a convolution moves."""
    graph, names = _graph(path)
    about: dict[str, dict[str, Any]] = {}
    made: dict[str, str] = {}  # a value of the graph, and the layer that it comes from
    for node in graph.node:
        layer = next((name for name in node.input if name in names and node.op_type in LINEAR), None)
        if layer is not None and len(names[layer].shape) > 1:
            given = next((x for x in node.input if x not in names), "")
            if (last := next(reversed(about), None)) is not None and made.get(given) != last:
                about[last].setdefault("then", f"no way to {layer} that is known")
            if given in made:
                about[made[given]].setdefault("activation", "linear")
            about[layer] = {"input": given, **_moves(node)}
            about[layer] |= {"bias": node.input[2]} if len(node.input) > 2 else {}
            made[node.output[0]] = layer
            continue
        before = [made[x] for x in node.input if x in made]
        if node.op_type == "Add" and len(node.input) == 2 and before:
            _added(node, made, about, names)
        elif node.op_type not in PASSED:
            for one in before:
                _behind(about[one], _word(node), node.op_type in WAYS)
        if before and node.op_type in (*WAYS, *PASSED, "Add", "BatchNormalization"):
            made[node.output[0]] = before[0]
    return about


def _added(
    node: Any, made: dict[str, str], about: dict[str, dict[str, Any]], names: dict[str, Tensor]
) -> None:
    """Of a bias, or of what a layer was given: a skip."""
    for one, other in (node.input, reversed(node.input)):
        if one in made and other in names:
            about[made[one]]["bias"] = other
            return
        if one in made and about[made[one]]["input"] == other and "skip" not in about[made[one]]:
            about[made[one]]["skip"] = 1.0
            about[made[one]].setdefault("activation", "linear")
            return
    for one in node.input:
        if one in made:
            _behind(about[made[one]], "a sum with something else", False)


def _behind(about: dict[str, Any], word: str, way: bool) -> None:
    """The first thing behind a layer may be its activation; any other stands behind that."""
    if "activation" not in about and "skip" not in about:
        about["activation"] = word
        if way:
            return
    about.setdefault("then", word)


def _word(node: Any) -> str:
    """With the slope where that is more than 1."""
    asked = node.op_type in ("LeakyRelu", "Elu")
    slope = next((float(x.f) for x in node.attribute if asked and x.name == "alpha"), 0.0)
    name = str(node.op_type).lower()
    return name if abs(slope) <= 1 else f"{name} of slope {slope:g}"


def _moves(node: Any) -> dict[str, Any]:
    if node.op_type != "Conv":
        return {}
    given = {x.name: list(x.ints) or x.i for x in node.attribute if x.name in MOVES}
    return {MOVES[name]: x for name, x in given.items()}


def _graph(path: Path) -> tuple[Any, dict[str, Tensor]]:
    if path.stat().st_size >= LARGEST:
        raise BadWeights(f"{path.stat().st_size} bytes, and ONNX has less than {LARGEST}")
    try:
        onnx = import_module("onnx")
    except ImportError:
        raise ImportError("this needs onnx: pip install 'perturb[networks]'") from None
    message, places = without_entries(path)
    graph = onnx.load_model_from_string(message).graph
    if len(graph.initializer) > MOST:
        raise BadWeights(f"{len(graph.initializer)} tensors, more than {MOST}")
    both = zip(graph.initializer, places, strict=True)
    return graph, {one.name: _tensor(onnx, path, one, place) for one, place in both}


def _tensor(onnx: Any, path: Path, one: Any, place: Raw | None) -> Tensor:
    shape = checked_shape(one.name, list(one.dims))
    kind, bfloat = PLAIN.get(one.data_type), one.data_type == BFLOAT16
    if kind is None and not bfloat:
        return Tensor(one.name, shape, onnx.TensorProto.DataType.Name(one.data_type).lower(), None)
    dtype = "<u2" if bfloat else str(kind)
    size = math.prod(shape) * np.dtype(dtype).itemsize
    if one.data_location == 1:
        found = stored(one.name, shape, dtype, _outside(path, one, size), bfloat16 if bfloat else None)
    elif place is not None:
        if place.length != size:
            raise BadWeights(f"{one.name}: {place.length} bytes for shape {shape} of {dtype}")
        found = stored(one.name, shape, dtype, _from(path, place.offset), bfloat16 if bfloat else None)
    elif one.raw_data or not math.prod(shape):
        if len(one.raw_data) != size:
            raise BadWeights(f"{one.name}: {len(one.raw_data)} bytes for shape {shape} of {dtype}")
        raw = one.raw_data
        found = stored(one.name, shape, dtype, lambda: io.BytesIO(raw), bfloat16 if bfloat else None)
    else:
        A = onnx.numpy_helper.to_array(one)
        found = Tensor(one.name, shape, str(A.dtype), lambda: real(one.name, A))
    return replace(found, dtype="bfloat16") if bfloat else found


def _outside(path: Path, one: Any, size: int) -> Any:
    """A place in another file of the same folder, and nowhere else."""
    about = {x.key: x.value for x in one.external_data}
    place, offset = path.parent / about.get("location", ""), int(about.get("offset", "0"))
    if not place.resolve().is_relative_to(path.parent.resolve()) or place.is_symlink() or not place.is_file():
        raise BadWeights(f"{one.name}: {about.get('location', '')[:60]!r} is no file beside {path.name}")
    if offset < 0 or offset + size > place.stat().st_size:
        raise BadWeights(f"{one.name}: ends at {offset + size} of {place.stat().st_size} bytes")

    return _from(place, offset)


def _from(path: Path, offset: int) -> Any:
    def start() -> Any:
        stream = path.open("rb")
        stream.seek(offset)
        return stream

    return start


def _transposed(node: Any, name: str) -> bool:
    """x W is written with the transposed of the matrix of the map."""
    if node.op_type == "Conv" or list(node.input).index(name) != 1:
        return False
    return node.op_type == "MatMul" or not any(x.name == "transB" and x.i for x in node.attribute)


def _turned(one: Tensor) -> Tensor:
    if len(one.shape) != 2 or one.load is None:
        return one
    load = one.load

    def turned() -> FloatArray:
        return load().T

    return replace(one, shape=one.shape[::-1], load=turned)
