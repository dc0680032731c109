"""Writing ONNX: a Gemm for each matrix, Adds where a group has several, the activation behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.activations import ABSOLUTE, LINEAR, RELU, Activation
from perturb.networks.graph import Network, Neurons
from perturb.networks.numbers import fraction, fractions

OPSET = 13  # the first with Gemm, Relu, LeakyRelu and Abs of float64 as they are today


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
