"""Files of ONNX: a graph that can be followed, and its tensors in the order in which it uses them.

The package onnx parses the message, without the entries of its tensors; nothing is run.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.files.entries import EXACT, at, bfloat16, checked_shape, real, stored
from perturb.networks.files.onnx_nodes import OWN, layers
from perturb.networks.files.protobuf import Raw, without_entries
from perturb.networks.files.reader import MOST, BadWeights, Tensor

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
    13: "<u8",
}
BFLOAT16 = 16
BROADCAST = 7  # the opset since which Add and Gemm copy along axes as numpy does, and Dropout drops if told
OTHER = ("Add", "Gemm", "Dropout")
PRODUCTS = ("MatMul", "Gemm", "Conv")


def read(path: Path) -> Iterator[Tensor]:
    """Layers first, outputs x inputs however the graph writes them; then the other tensors. BadWeights."""
    graph, there = opened(path)
    own = layers(graph, there)
    for name, one in own.items():
        yield _turned(there[name]) if one.turned else there[name]
    yield from (one for name, one in there.items() if name not in own)


def opened(path: Path) -> tuple[Any, dict[str, Tensor]]:
    """The graph and, by their names, its tensors. BadWeights; ImportError without the package onnx."""
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
        found = stored(one.name, shape, dtype, at(path, place.offset), bfloat16 if bfloat else None)
    elif one.raw_data or not math.prod(shape):
        if len(one.raw_data) != size:
            raise BadWeights(f"{one.name}: {len(one.raw_data)} bytes for shape {shape} of {dtype}")
        raw = one.raw_data
        found = stored(one.name, shape, dtype, lambda: io.BytesIO(raw), bfloat16 if bfloat else None)
    else:
        A = onnx.numpy_helper.to_array(one)
        load = (lambda: real(one.name, A)) if bfloat or np.dtype(dtype).str[1:] in EXACT else None
        found = Tensor(one.name, shape, str(A.dtype), load, lambda: A)
    return replace(found, dtype="bfloat16") if bfloat else found


def _outside(path: Path, one: Any, size: int) -> Any:
    """A place in another file of the same folder, and nowhere else."""
    about = {x.key: x.value for x in one.external_data}
    place, offset = path.parent / about.get("location", ""), int(about.get("offset", "0"))
    if not place.resolve().is_relative_to(path.parent.resolve()) or place.is_symlink() or not place.is_file():
        raise BadWeights(f"{one.name}: {about.get('location', '')[:60]!r} is no file beside {path.name}")
    if offset < 0 or offset + size > place.stat().st_size:
        raise BadWeights(f"{one.name}: ends at {offset + size} of {place.stat().st_size} bytes")

    return at(place, offset)


def _turned(one: Tensor) -> Tensor:
    load, own = one.load, one.own
    if load is None or own is None:
        return one
    return replace(one, shape=one.shape[::-1], load=lambda: load().T, own=lambda: own().T)


def checked(model: Any) -> None:
    """Each value is made once, and before it is read; else a name means two things, or a chain never ends.

    Nodes that are functions of the model itself, and those that an old opset defines otherwise, get another
    domain. BadWeights.
    """
    _whole(model.graph)
    _once(model.graph)
    _in_order(model.graph)
    written = {(_domain(x.domain), x.name) for x in model.functions}
    old = min((x.version for x in model.opset_import if x.domain in OWN), default=0)
    for node in model.graph.node:
        if (_domain(node.domain), node.op_type) in written:
            node.domain = "the model itself"
        elif node.domain in OWN and old < BROADCAST and node.op_type in OTHER:
            node.domain = f"opset {old}"


def _whole(graph: Any) -> None:
    for node in graph.node:
        given, made = len(node.input), len(node.output)
        if not made or (node.op_type in PRODUCTS and node.domain in OWN and given < 2):
            raise BadWeights(f"a {node.op_type} of {given} inputs and {made} outputs is no node of ONNX")


def _domain(word: str) -> str:
    return "" if word in OWN else word


def _once(graph: Any) -> None:
    stored = [*(x.name for x in graph.initializer), *(x.values.name for x in graph.sparse_initializer)]
    given = {x.name for x in graph.input} - set(stored)
    made = Counter([*stored, *given, *(x for node in graph.node for x in node.output if x)])
    name, count = next(iter(made.most_common(1)), ("", 1))
    if count > 1:
        raise BadWeights(f"{name}: {count} tensors, inputs or nodes of the graph have this name")


def _in_order(graph: Any) -> None:
    later = {x for node in graph.node for x in node.output if x}
    for node in graph.node:
        if early := [x for x in node.input if x in later]:
            raise BadWeights(f"{early[0]}: the graph reads it before it is made")
        later.difference_update(node.output)
