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

from perturb.networks.weights.onnx_chain import Followed, chain
from perturb.networks.weights.onnx_graph import checked
from perturb.networks.weights.onnx_nodes import layers
from perturb.networks.weights.protobuf import Raw, without_entries
from perturb.networks.weights.safetensors_file import bfloat16
from perturb.networks.weights.tensor import EXACT, MOST, BadWeights, Tensor, checked_shape, real, stored
from perturb.types import FloatArray

LARGEST = 2**31  # bytes of a message of protobuf
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


def read(path: Path) -> Iterator[Tensor]:
    """Layers first, outputs x inputs however the graph writes them; then the other tensors. BadWeights."""
    graph, there = _graph(path)
    own = layers(graph, there)
    for name, one in own.items():
        yield _turned(there[name]) if one.turned else there[name]
    yield from (one for name, one in there.items() if name not in own)


def around(path: Path) -> Followed:
    """What the graph says of its layers, and whether they are one way through it."""
    return chain(*_graph(path))


def _graph(path: Path) -> tuple[Any, dict[str, Tensor]]:
    if path.stat().st_size >= LARGEST:
        raise BadWeights(f"{path.stat().st_size} bytes, and ONNX has less than {LARGEST}")
    try:
        onnx = import_module("onnx")
    except ImportError:
        raise ImportError("this needs onnx: pip install 'perturb[networks]'") from None
    message, places = without_entries(path)
    model = onnx.load_model_from_string(message)
    checked(model)
    graph = model.graph
    if len(graph.initializer) > MOST:
        raise BadWeights(f"{len(graph.initializer)} tensors, more than {MOST}")
    both = zip(graph.initializer, places, strict=True)
    named = {one.name: _tensor(onnx, path, one, place) for one, place in both}
    return graph, named | {one.name: one for one in map(_sparse, graph.sparse_initializer)}


def _sparse(one: Any) -> Tensor:
    name = one.values.name
    return Tensor(name, checked_shape(name, list(one.dims)), "sparse", None)


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
        load = (lambda: real(one.name, A)) if bfloat or np.dtype(dtype).str[1:] in EXACT else None
        found = Tensor(one.name, shape, str(A.dtype), load)
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


def _turned(one: Tensor) -> Tensor:
    load = one.load
    if load is None:
        return one

    def turned() -> FloatArray:
        return load().T

    return replace(one, shape=one.shape[::-1], load=turned)
