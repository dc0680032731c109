"""What stands in a graph of ONNX beside the initializers, and what each tensor is there for.

Constants are tensors that a node makes, as all weights are in exports of Paddle. Branches of `If` and bodies
of `Loop` have tensors of their own, which are listed and nothing more. The weights of a recurrent node lie in
one tensor, gate below gate, one direction behind the other: they are taken apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from perturb.networks.files.reader import MOST, BadWeights, Tensor, is_vector, real, way
from perturb.types import AnyArray, FloatArray

Read = Callable[[Any], Tensor]  # of a message with a tensor
DEEP = 20  # graphs within graphs
GATES = {
    "LSTM": ("input", "output", "forget", "cell"),
    "GRU": ("update", "reset", "hidden"),
    "RNN": ("hidden",),
}
DIRECTIONS = {1: ("",), 2: ("forward ", "backward ")}
KINDS = {1: "input", 2: "recurrent"}  # the place of the tensor among the inputs of the node
NORMAL = ("Batch", "Instance", "Layer", "Group")
# By operator and place: the role of a stored tensor that is read there, and in which words.
ROLES = {
    ("Gather", 0): ("embedding", "a table of which rows are looked up"),
    **{(f"{op}Normalization", 1): ("scale", "of a normalisation") for op in NORMAL},
    **{(f"{op}Normalization", 2): ("bias", "of a normalisation") for op in NORMAL},
    **{("BatchNormalization", k): ("constant", "a mean or variance") for k in (3, 4)},
    ("PRelu", 1): ("scale", "slopes of an activation"),
    **{("Mul", k): ("scale", "a factor") for k in (0, 1)},
    ("Div", 1): ("scale", "a divisor"),
    **{("Add", k): ("bias", "a summand") for k in (0, 1)},
    **{("Sub", k): ("bias", "a summand") for k in (0, 1)},
    **{("Conv", k): (("", ""), ("layer", "a kernel"), ("bias", "a summand"))[k] for k in (1, 2)},
    **{("ConvTranspose", k): (("", ""), ("layer", "a kernel"), ("bias", "a summand"))[k] for k in (1, 2)},
    **{("MatMul", k): ("layer", "a factor of a product of matrices") for k in (0, 1)},
    **{("Gemm", k): ("layer", "a factor of a product of matrices") for k in (0, 1)},
    ("Gemm", 2): ("bias", "a summand"),
    **{(op, 3): ("bias", "the biases of all gates") for op in GATES},
    **{(op, k): ("gate", "the weights of all gates") for op in GATES for k in KINDS},
    **{
        (op, 1): ("constant", "sizes or axes") for op in ("Reshape", "Expand", "Squeeze", "Unsqueeze", "Tile")
    },
    **{("Slice", k): ("constant", "where a part begins and ends") for k in (1, 2, 3, 4)},
    **{(op, k): ("constant", "how an image is sized") for op in ("Resize", "Upsample") for k in (1, 2, 3)},
    **{("Clip", k): ("constant", "bounds of an activation") for k in (1, 2)},
    **{("Pad", k): ("constant", "how much is padded") for k in (1, 2)},
    **{
        (f"{op}Linear", k): ("scale", "of quantised numbers")
        for op in ("Quantize", "Dequantize")
        for k in (1, 2)
    },
}


def constants(graph: Any, read: Read) -> dict[str, Tensor]:
    """Tensors that nodes `Constant` make, by the name of the value."""
    found = {}
    for node in graph.node:
        about = next((x for x in node.attribute if x.name == "value" and x.HasField("t")), None)
        if (
            node.op_type == "Constant"
            and node.domain in ("", "ai.onnx")
            and about is not None
            and node.output
        ):
            one = type(about.t)()
            one.CopyFrom(about.t)
            one.name = node.output[0]
            found[one.name] = read(one)
    if len(found) > MOST:
        raise BadWeights(f"{len(found)} constants, more than {MOST}")
    return found


def within(model: Any, read: Read) -> list[Tensor]:
    """Tensors of graphs within nodes and of functions of the model, by the way to them."""
    found: list[Tensor] = []
    outside = _inner(model.graph, "", 0)
    for there, graph in chain(outside, *(_function(one) for one in model.functions)):
        own = constants(graph, read)
        own |= {one.name: read(one) for one in getattr(graph, "initializer", ())}
        found += [replace(one, name=way(there, name)) for name, one in own.items()]
        if len(found) > MOST:
            raise BadWeights(f"more than {MOST} tensors in graphs within nodes and in functions")
    names: set[str] = set()
    for k, one in enumerate(found):
        if one.name in names:
            found[k] = replace(one, name=f"{one.name}#{k}")
        names.add(found[k].name)
    return found


def _function(one: Any) -> Iterator[tuple[str, Any]]:
    yield f"{one.name}/", one
    yield from _inner(one, f"{one.name}/", 0)


def _inner(graph: Any, there: str, depth: int) -> Iterator[tuple[str, Any]]:
    if depth > DEEP:
        raise BadWeights(f"graphs within graphs, more than {DEEP}")
    for k, node in enumerate(graph.node):
        for x in node.attribute:
            for one in (*((x.g,) if x.HasField("g") else ()), *x.graphs):
                own = way(there, node.name or f"{node.op_type}_{k}", "/", x.name, "/")
                yield own, one
                yield from _inner(one, own, depth + 1)


def roles(graph: Any, names: Mapping[str, Tensor]) -> dict[str, tuple[str, str]]:
    """Role and reason of each stored tensor, from the one operator, or the several alike, that read it.

    What graphs within nodes have a tensor for is not told.
    """
    read: dict[str, list[tuple[str, str]]] = {}
    for node in graph.node:
        for place, name in enumerate(node.input):
            if name in names:
                role, why = _role(node, place, names[name].shape)
                read.setdefault(name, []).append((role, f"{why} of {node.op_type}"))
        for name in {x for _, inner in _nodes(node) for x in inner.input if x in names}:
            read.setdefault(name, []).append(("unknown", f"read in a graph within a node {node.op_type}"))
    found = {name: (("unknown", "read by no node of the graph")) for name in names}
    for name, uses in read.items():
        alike = {role for role, _ in uses}
        more = f" and {len(uses) - 1} more" if len(uses) > 1 else ""
        role = alike.pop() if len(alike) == 1 else "unknown"
        found[name] = role, f"{uses[0][1]}{more}"
    return found


def _nodes(node: Any, depth: int = 0) -> Iterator[tuple[int, Any]]:
    """The nodes of the graphs within a node, and how deep they are."""
    for x in node.attribute if depth <= DEEP else ():
        for graph in (*((x.g,) if x.HasField("g") else ()), *x.graphs):
            for one in graph.node:
                yield depth, one
                yield from _nodes(one, depth + 1)


def _role(node: Any, place: int, shape: tuple[int, ...]) -> tuple[str, str]:
    """Of a tensor of that shape: what is added to or multiplies each entry apart is no bias and no scale."""
    known = ROLES.get((node.op_type, place)) if node.domain in ("", "ai.onnx") else None
    role, why = known or ("unknown", f"input {place + 1}")
    if node.op_type in ("Add", "Sub", "Mul", "Div", "Gemm") and role in ("bias", "scale"):
        return role if is_vector(shape, math.prod(shape)) else "unknown", why
    if role == "embedding" and (len(shape) != 2 or _said(node, "axis", 0) not in (0, -2)):
        return "unknown", "a table of which entries are looked up"
    return role, why


def _said(node: Any, name: str, otherwise: Any) -> Any:
    """A number or word among the attributes of a node."""
    one = next((x for x in node.attribute if x.name == name), None)
    return otherwise if one is None else one.s if isinstance(otherwise, bytes) else one.i


def gates(graph: Any, names: Mapping[str, Tensor]) -> dict[str, list[Tensor]]:
    """Of each tensor with the weights of a recurrent node the matrices of its gates: hidden units x inputs.

    ONNX has them as (directions, gates * hidden, inputs). A tensor that several places read is left as it is,
    and one of other sizes than its node says.
    """
    used: dict[str, list[tuple[Any, int]]] = {}
    for node in graph.node:
        for place, name in enumerate(node.input):
            used.setdefault(name, []).append((node, place))
    found = {}
    for name, places in used.items():
        node, place = places[0]
        called = GATES.get(node.op_type, ()) if node.domain in ("", "ai.onnx") else ()
        one = names.get(name)
        if one is None or len(places) > 1 or place not in KINDS or not called or len(one.shape) != 3:
            continue
        directions, rows, inputs = one.shape
        hidden = rows // len(called)
        both = _said(node, "direction", b"forward") == b"bidirectional"
        fits = directions == 1 + both and hidden == _said(node, "hidden_size", hidden)
        if fits and rows and rows == hidden * len(called) and (place == 1 or inputs == hidden):
            kind = f"{KINDS[place]} weights of a gate of {node.op_type}"
            found[name] = list(_apart(one, called, hidden, kind))
    return found


def _apart(one: Tensor, called: tuple[str, ...], rows: int, kind: str) -> Iterator[Tensor]:
    for d, direction in enumerate(DIRECTIONS[one.shape[0]]):
        for k, gate in enumerate(called):
            name, own = f"{one.name}[{direction}{gate}]", one.own and _part(one.own, d, k * rows, rows)
            load = _loaded(name, own) if one.load and own else None
            yield Tensor(name, (rows, one.shape[2]), one.dtype, load, own, "gate", kind)


def _part(whole: Callable[[], AnyArray], direction: int, first: int, rows: int) -> Callable[[], AnyArray]:
    return lambda: whole()[direction, first : first + rows].copy()


def _loaded(name: str, own: Callable[[], AnyArray]) -> Callable[[], FloatArray]:
    """Of this gate alone: another one may have what is not finite."""
    return lambda: real(name, own())
