"""Networks from and to ONNX. Read, each operation becomes a group of neurons, and skips are Adds of two
earlier results; written, each matrix becomes a Gemm, with Adds where a group has several, the activation
behind.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.arithmetic import ABSOLUTE, LINEAR, RELU, Activation, fraction, fractions
from perturb.networks.build import convolution
from perturb.networks.files.onnx_file import opened
from perturb.networks.files.reader import Tensor, as_stored
from perturb.networks.graph import Network, Neurons

PASSED = ("Identity", "Flatten", "Dropout")
PRODUCTS = ("Gemm", "MatMul")
OPSET = 13  # the first with Gemm, Relu, LeakyRelu and Abs of float64 as they are today


def read(onnx: Any, path: Path | str) -> Network:
    """The network of a file; `onnx` is the library. ValueError names an operation that is not known here."""
    graph, constants = opened(Path(path))
    (source,) = [x for x in graph.input if x.name not in constants]
    shape = tuple(int(d.dim_value) for d in source.type.tensor_type.shape.dim)
    shape = shape[1:] if len(shape) > 1 else shape
    reader = GraphReader(constants, {source.name: 0}, [shape])
    for node in graph.node:
        values = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        reader.take(node.op_type, list(node.input), node.output[0], values)
    if reader.places[graph.output[0].name] != len(reader.nodes):
        raise ValueError("onnx: the output is not the last operation")
    return folded(Network(math.prod(shape), tuple(reader.nodes)))


class GraphReader:
    """The groups of neurons so far, their shapes, and which of them a name of the graph stands for."""

    def __init__(
        self, constants: dict[str, Tensor], places: dict[str, int], shapes: list[tuple[int, ...]]
    ) -> None:
        self.constants, self.places, self.shapes = constants, places, shapes
        self.nodes: list[Neurons] = []

    def take(self, operation: str, names: list[str], output: str, values: dict[str, Any]) -> None:
        known = [x for x in names if x in self.places]
        if operation in PASSED:
            self.places[output] = self.places[known[0]]
            return
        given = [as_stored(self.constants[x]) for x in names if x in self.constants]
        sources = [self.places[x] for x in known]
        if operation == "Conv":
            group, shape = _convolution(sources[0], self.shapes[sources[0]], given, values)
        else:
            group = self._group(operation, sources, given, values)
            shape = (group.size,) if operation in PRODUCTS else self.shapes[sources[0]]
        self.nodes.append(group)
        self.shapes.append(shape)
        self.places[output] = len(self.nodes)

    def _group(self, operation: str, sources: list[int], given: list[Any], values: dict[str, Any]) -> Neurons:
        shape = self.shapes[sources[0]]
        if operation in PRODUCTS:
            W = given[0] if values.get("transB") else given[0].T
            b = given[1].ravel() if len(given) > 1 else np.zeros(len(W))
            W, b = W * values.get("alpha", 1.0), b * values.get("beta", 1.0)
            return Neurons((sources[0],), (W,), b, biased=len(given) > 1)
        eyes = tuple(np.eye(math.prod(self.shapes[j])) for j in sources)
        zero = np.zeros(len(eyes[0]))
        if operation == "Add":
            b = _along(given[0], shape) if given else zero
            return Neurons(tuple(sources), eyes, b, biased=bool(given))
        bends = {"Relu": RELU, "Abs": ABSOLUTE, "LeakyRelu": Activation(_slope(values))}
        if operation not in bends:
            raise ValueError(f"onnx: the operation {operation} is not known here")
        return Neurons(tuple(sources), eyes, zero, bends[operation], biased=False)


def _slope(values: dict[str, Any]) -> Any:
    """That of a LeakyRelu: binary where a file has it, 1/100 where it has none."""
    return Fraction(values["alpha"]) if "alpha" in values else Fraction(1, 100)


def _along(bias: Any, shape: tuple[int, ...]) -> Any:
    """A constant summand, listed as the neurons are."""
    if bias.size == math.prod(shape):
        return bias.ravel()
    return np.broadcast_to(bias, (1, *shape)).ravel()


def _convolution(
    source: int, shape: tuple[int, ...], given: list[Any], values: dict[str, Any]
) -> tuple[Neurons, tuple[int, ...]]:
    """The group of a Conv behind an output of that shape, (channels, *size), and the shape that it gives."""
    kernel, axes = given[0], given[0].ndim - 2
    if len(shape) != axes + 1 or shape[0] != kernel.shape[1]:
        raise ValueError(f"onnx: a Conv with a kernel of shape {kernel.shape} behind one of {shape}")
    stride, padding, dilation = (
        _one(values, name, axes, default) for name, default in (("strides", 1), ("pads", 0), ("dilations", 1))
    )
    if dilation != 1 or values.get("group", 1) != 1 or values.get("auto_pad", b"NOTSET") != b"NOTSET":
        raise ValueError("onnx: a Conv with groups, a dilation or automatic padding is not known here")
    bias = given[1] if len(given) > 1 else None
    (node,) = convolution(kernel, shape[1:], bias, LINEAR, stride, padding).nodes
    steps = [(n + 2 * padding - w) // stride + 1 for n, w in zip(shape[1:], kernel.shape[2:], strict=True)]
    return replace(node, sources=(source,)), (len(kernel), *steps)


def _one(values: dict[str, Any], name: str, axes: int, default: int) -> int:
    """The number that a setting has along all axes."""
    found = set(values.get(name, [default] * axes))
    if len(found) != 1:
        raise ValueError(f"onnx: a Conv has {name} = {values[name]}; one number for all axes is known here")
    return int(found.pop())


def folded(network: Network) -> Network:
    """The same function, each activation in the linear group before it where nothing else needs that one."""
    nodes = list(network.nodes)
    for k in range(len(nodes), 1, -1):
        if (j := _before(nodes, k)) is not None:
            nodes[j - 1] = replace(nodes[j - 1], activation=nodes[k - 1].activation)
            later = [replace(n, sources=tuple(_moved(s, j, k) for s in n.sources)) for n in nodes[k:]]
            nodes = nodes[: k - 1] + later
    return Network(network.inputs, tuple(nodes))


def _before(nodes: list[Neurons], k: int) -> int | None:
    """The number of the linear group that only the activation number k takes from, through the identity."""
    node, j = nodes[k - 1], nodes[k - 1].sources[0]
    alone = sum(other.sources.count(j) for other in nodes) == 1
    if not (alone and j and len(node.sources) == 1 and not nodes[j - 1].activation.bends):
        return None
    W = node.matrices[0]
    plain = W.shape[0] == W.shape[1] and (np.eye(len(W)) == W).all() and not node.bias.any()
    return j if plain else None


def _moved(source: int, j: int, k: int) -> int:
    return j if source == k else source - (source > k)


def write(onnx: Any, network: Network, path: Path | str) -> None:
    """The network in float64, shared weights written out; `onnx` is the library."""
    graph = GraphWriter(onnx)
    places = ["x"]
    for k, node in enumerate(network.nodes, start=1):
        places.append(graph.group(k, node, places))
    ends = [
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.DOUBLE, ["batch", size])
        for name, size in (("x", network.inputs), (places[-1], network.outputs))
    ]
    whole = onnx.helper.make_graph(graph.steps, "network", ends[:1], ends[1:], graph.constants)
    model = onnx.helper.make_model(whole, opset_imports=[onnx.helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


class GraphWriter:
    """The operations and the constants so far."""

    def __init__(self, onnx: Any) -> None:
        self.onnx = onnx
        self.steps: list[Any] = []
        self.constants: list[Any] = []

    def group(self, k: int, node: Neurons, places: list[str]) -> str:
        """The name of what group k gives."""
        biases = [node.bias if node.biased else None, *[None] * len(node.sources)]
        terms = [
            self._product(f"{k}.weight" + (f".{i}" if i else ""), places[j], W, biases[i])
            for i, (j, W) in enumerate(zip(node.sources, node.matrices, strict=True))
        ]
        name = terms[0]
        for i, term in enumerate(terms[1:], start=1):
            name = self._step("Add", [name, term], f"{k}.sum.{i}")
        return self._bent(k, name, node.activation)

    def _product(self, name: str, source: str, W: Any, bias: Any) -> str:
        names = [source, self._constant(name, W)]
        if bias is not None:
            names.append(self._constant(name.replace("weight", "bias"), bias))
        return self._step("Gemm", names, f"{name}.product", transB=1)

    def _bent(self, k: int, name: str, phi: Activation) -> str:
        if phi == LINEAR:
            return name
        plain = {RELU: "Relu", ABSOLUTE: "Abs"}
        if phi in plain:
            return self._step(plain[phi], [name], f"{k}.output")
        alpha = np.float32(phi.low)  # the width that the format has for attributes
        if phi.up != 1 or fraction(float(alpha)) != fraction(phi.low):
            raise ValueError(
                f"onnx: slopes {phi.low} and {phi.up}: the second must be 1, the first a float32"
            )
        return self._step("LeakyRelu", [name], f"{k}.output", alpha=float(alpha))

    def _constant(self, name: str, numbers: Any) -> str:
        found = numbers.astype(np.float64)
        if (fractions(numbers) != fractions(found)).any():
            raise ValueError(f"onnx: {name} has an entry that is no float64")
        self.constants.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(found), name))
        return name

    def _step(self, operation: str, names: list[str], output: str, **values: Any) -> str:
        self.steps.append(self.onnx.helper.make_node(operation, names, [output], **values))
        return output
