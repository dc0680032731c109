"""What stands in a graph of ONNX beside the initializers, and what each tensor is there for.

Constants are tensors that a node makes, as all weights are in exports of Paddle. Branches of `If` and bodies
of `Loop` have tensors of their own, which are listed and nothing more. The weights of a recurrent node lie in
one tensor, gate below gate, one direction behind the other: they are taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from perturb.networks.files.reader import MOST, BadWeights, Tensor
from perturb.types import AnyArray

Read = Callable[[Any], Tensor]  # of a message with a tensor
DEEP = 20  # graphs within graphs
GATES = {
    "LSTM": ("input", "output", "forget", "cell"),
    "GRU": ("update", "reset", "hidden"),
    "RNN": ("hidden",),
}
DIRECTIONS = {1: ("",), 2: ("forward ", "backward ")}
KINDS = {1: "input", 2: "recurrent"}  # the place of the tensor among the inputs of the node
# By operator and place: the role of a stored tensor that is read there, and in which words.
ROLES = {
    ("Gather", 0): ("embedding", "a table of which rows are looked up"),
    ("EmbedLayerNormalization", 2): ("embedding", "a table of which rows are looked up"),
    **{("BatchNormalization", k): ("scale", "of a normalisation") for k in range(1, 5)},
    **{("InstanceNormalization", k): ("scale", "of a normalisation") for k in (1, 2)},
    **{("LayerNormalization", k): ("scale", "of a normalisation") for k in (1, 2)},
    **{("GroupNormalization", k): ("scale", "of a normalisation") for k in (1, 2)},
    ("PRelu", 1): ("scale", "slopes of an activation"),
    **{("Mul", k): ("scale", "a factor") for k in (0, 1)},
    **{("Div", k): ("scale", "a factor") for k in (0, 1)},
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
        (f"{op}Linear", k): ("scale", "of integers of 8 bits")
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
    for way, graph in _inner(model.graph, "", 0):
        own = constants(graph, read)
        own |= {one.name: read(one) for one in getattr(graph, "initializer", ())}
        found += [replace(one, name=f"{way}{name}") for name, one in own.items()]
        if len(found) > MOST:
            raise BadWeights(f"more than {MOST} tensors in graphs within nodes")
    for function in model.functions:
        found += [replace(one, name=f"{function.name}/{n}") for n, one in constants(function, read).items()]
    names: set[str] = set()
    for k, one in enumerate(found):
        if one.name in names:
            found[k] = replace(one, name=f"{one.name}#{k}")
        names.add(found[k].name)
    return found


def _inner(graph: Any, way: str, depth: int) -> Iterator[tuple[str, Any]]:
    if depth > DEEP:
        raise BadWeights(f"graphs within graphs, more than {DEEP}")
    for k, node in enumerate(graph.node):
        for x in node.attribute:
            for one in (*((x.g,) if x.HasField("g") else ()), *x.graphs):
                own = f"{way}{node.name or f'{node.op_type}_{k}'}/{x.name}/"
                yield own, one
                yield from _inner(one, own, depth + 1)


def roles(graph: Any, names: Mapping[str, Tensor]) -> dict[str, tuple[str, str]]:
    """Role and reason of each stored tensor, from the one operator, or the several alike, that read it."""
    read: dict[str, list[tuple[str, str]]] = {}
    for node in graph.node:
        for place, name in enumerate(node.input):
            if name in names:
                known = ROLES.get((node.op_type, place)) if node.domain in ("", "ai.onnx") else None
                role, why = known or ("unknown", f"input {place + 1}")
                read.setdefault(name, []).append((role, f"{why} of {node.op_type}"))
    found = {name: (("unknown", "read by no node of the graph")) for name in names}
    for name, uses in read.items():
        alike = {role for role, _ in uses}
        more = f" and {len(uses) - 1} more" if len(uses) > 1 else ""
        role = alike.pop() if len(alike) == 1 else "unknown"
        found[name] = role, f"{uses[0][1]}{more}"
    return found


def gates(graph: Any, names: Mapping[str, Tensor]) -> dict[str, list[Tensor]]:
    """Of each tensor with the weights of a recurrent node the matrices of its gates: hidden units x inputs.

    ONNX has them as (directions, gates * hidden, inputs). A tensor that several places read is left as it is.
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
        directions, rows, _ = one.shape
        if directions in DIRECTIONS and rows and rows % len(called) == 0:
            kind = f"{KINDS[place]} weights of a gate of {node.op_type}"
            found[name] = list(_apart(one, called, rows // len(called), kind))
    return found


def _apart(one: Tensor, called: tuple[str, ...], rows: int, kind: str) -> Iterator[Tensor]:
    for d, direction in enumerate(DIRECTIONS[one.shape[0]]):
        for k, gate in enumerate(called):
            yield replace(
                one,
                name=f"{one.name}[{direction}{gate}]",
                shape=(rows, one.shape[2]),
                load=one.load and _part(one.load, d, k * rows, rows),
                own=one.own and _part(one.own, d, k * rows, rows),
                role="gate",
                why=kind,
            )


def _part(whole: Callable[[], AnyArray], direction: int, first: int, rows: int) -> Callable[[], AnyArray]:
    return lambda: whole()[direction, first : first + rows].copy()
