"""Files of ONNX: a graph that can be followed, and its tensors in the order in which it uses them.

The package onnx parses the message, without the entries of its tensors; nothing is run. Of the nodes those
are told that are a known map of their input: by a matrix or a kernel.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from perturb.networks.files.onnx_roles import constants, gates, roles, within
from perturb.networks.files.protobuf import Raw, without_entries
from perturb.networks.files.reader import (
    EXACT,
    MOST,
    BadWeights,
    Tensor,
    at,
    bfloat16,
    checked_shape,
    real,
    stored,
)

OWN = ("", "ai.onnx")  # domains: elsewhere a node called Relu may be anything
MOVES = {"strides": "stride", "group": "groups", "dilations": "dilation"}  # zeros around add to no norm
FLAT = ("Flatten", "Reshape", "Squeeze", "Unsqueeze")  # other axes, the same entries
PASSED = ("Identity", "Dropout", *FLAT)
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


class Linear(NamedTuple):
    """A node that multiplies the value `given` by the tensor `weight`, and adds the tensor `bias`. Where
    `turned`, it is written as x W. The outputs are the axis `axis` of what comes of it, from its end, None in
    W x; `moves` is how a kernel does.
    """

    weight: str
    given: str
    bias: str | None = None
    turned: bool = False
    axis: int | None = -1
    moves: Mapping[str, Any] | None = None


def linear(node: Any, names: Mapping[str, Tensor]) -> Linear | None:
    """None for a node that is none, or another one: of two stored tensors, of three axes, with a factor."""
    kinds = {"MatMul": _matmul, "Gemm": _gemm, "Conv": _conv}
    read = kinds.get(node.op_type) if node.domain in OWN else None
    return None if read is None else read(node, names)


def _matmul(node: Any, names: Mapping[str, Tensor]) -> Linear | None:
    own = [k for k, x in enumerate(node.input) if x in names]
    if len(own) != 1 or len(names[node.input[own[0]]].shape) != 2:
        return None
    turned = own[0] == 1
    return Linear(node.input[own[0]], node.input[1 - own[0]], None, turned, -1 if turned else None)


def _gemm(node: Any, names: Mapping[str, Tensor]) -> Linear | None:
    """A factor alpha or beta, or a transposed input, is a map that the stored tensors alone do not tell."""
    about = {x.name: x.f if x.name in ("alpha", "beta") else x.i for x in node.attribute}
    given, weight, *rest = node.input
    bias = next((x for x in rest if x), None)
    plain = about.get("alpha", 1) == 1 and not about.get("transA") and given not in names and weight in names
    if not plain or len(names[weight].shape) != 2:
        return None
    one = Linear(weight, given, bias, not about.get("transB"))
    added = bias is None or (about.get("beta", 1) == 1 and is_bias(bias, one, names))
    return one if added else None


def _conv(node: Any, names: Mapping[str, Tensor]) -> Linear | None:
    given, weight, *rest = node.input
    bias = next((x for x in rest if x), None)
    if given in names or weight not in names or len(names[weight].shape) < 3:
        return None
    moves = {MOVES[x.name]: list(x.ints) or x.i for x in node.attribute if x.name in MOVES}
    if bias is not None and (bias not in names or names[bias].shape != names[weight].shape[:1]):
        return None
    return Linear(weight, given, bias, False, 1 - len(names[weight].shape), moves)


def is_bias(name: str, one: Linear, names: Mapping[str, Tensor]) -> bool:
    """Whether a sum with this stored tensor copies nothing and is the same for all inputs: one axis alone is
    longer than 1, that of the outputs.
    """
    shape = names[name].shape if name in names else ()
    if one.axis is None or len(shape) < -one.axis:
        return False
    axis = len(shape) + one.axis
    outputs = names[one.weight].shape[1 if one.turned else 0]
    return shape[axis] == outputs and all(n == 1 for k, n in enumerate(shape) if k != axis)


def layers(graph: Any, names: Mapping[str, Tensor]) -> dict[str, Linear]:
    """Those whose tensor stands in that one place of the graph and in no other, in its order."""
    used = uses(graph)
    found = (linear(node, names) for node in graph.node)
    return {one.weight: one for one in found if one is not None and used[one.weight] == 1}


def uses(graph: Any) -> Counter[str]:
    """How often each value is used: by nodes, by graphs within nodes, and as an output."""
    return Counter([*_read(graph.node), *(x.name for x in graph.output)])


def _read(nodes: Any) -> Iterator[str]:
    for node in nodes:
        yield from node.input
        for x in node.attribute:
            for inner in (x.g, *x.graphs):
                yield from _read(inner.node)
                yield from (y.name for y in inner.output)


def word(node: Any) -> str:
    """With the slope where that is more than 1, and the domain where it is another one."""
    asked = node.op_type in ("LeakyRelu", "Elu")
    slope = next((float(x.f) for x in node.attribute if asked and x.name == "alpha"), 0.0)
    name = str(node.op_type).lower() if node.domain in OWN else f"{node.op_type} of {node.domain}"
    return name if abs(slope) <= 1 else f"{name} of slope {slope:g}"


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
    """Layers first, outputs x inputs however the graph writes them; then the other tensors, the weights of
    recurrent nodes gate by gate, and those of graphs within nodes. BadWeights.
    """
    model, there, tensor = _parsed(path)
    there |= constants(model.graph, tensor)
    own, known = layers(model.graph, there), roles(model.graph, there)
    apart = gates(model.graph, there)
    for name, one in own.items():
        yield replace(_turned(there[name]) if one.turned else there[name], role="layer", why=known[name][1])
    for name, rest in there.items():
        if name not in own:
            yield from apart.get(name) or [replace(rest, role=known[name][0], why=known[name][1])]
    yield from within(model, tensor)


def opened(path: Path) -> tuple[Any, dict[str, Tensor]]:
    """The graph and, by their names, its tensors. BadWeights; ImportError without the package onnx."""
    model, there, _ = _parsed(path)
    return model.graph, there


def opened_whole(path: Path) -> tuple[Any, dict[str, Tensor]]:
    """The same, with the tensors that nodes `Constant` make."""
    model, there, tensor = _parsed(path)
    return model.graph, there | constants(model.graph, tensor)


def _parsed(path: Path) -> tuple[Any, dict[str, Tensor], Callable[[Any], Tensor]]:
    """The model, its initializers, and what reads another tensor of it."""
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
    named |= {one.name: one for one in map(_sparse, graph.sparse_initializer)}
    return model, named, lambda one: _tensor(onnx, path, one, None)


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
