"""The nodes of a graph of ONNX that are a known map of their input: by a matrix or a kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from perturb.networks.files.reader import Tensor

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
