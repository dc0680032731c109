"""Networks from and to other libraries: numpy arrays, torch.nn.Sequential, safetensors, ONNX.

The libraries are loaded where they are used. Weights of float32 are dyadic rationals, and stay exactly what
they are.
"""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.activations import LINEAR, RELU, Activation
from perturb.networks.build import dense
from perturb.networks.graph import Network, Neurons
from perturb.networks.numbers import fractions
from perturb.networks.torch_sequential import from_torch, to_torch
from perturb.process import public
from perturb.process.output import json_text

__all__ = [
    "arrays",
    "from_arrays",
    "from_onnx",
    "from_torch",
    "load_safetensors",
    "needed",
    "save_onnx",
    "save_safetensors",
    "to_torch",
]
__dir__ = public.offered(__name__)

_KEY = "perturb.networks"


def needed(module: str, extra: bool = True) -> Any:
    """The module; ImportError in one line where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        package = module.split(".")[0]
        how = "pip install 'perturb[networks]'" if extra else f"pip install {package}"
        raise ImportError(f"this needs {package}: {how}") from None


def arrays(network: Network) -> dict[str, Any]:
    """Weights and biases as float64, "0.weight" and "0.bias" of the first group where it has one; a skip has
    "0.weight.1".
    """
    found = {}
    for k, node in enumerate(network.nodes):
        if node.biased:
            found[f"{k}.bias"] = node.bias.astype(np.float64)
        for i, W in enumerate(node.matrices):
            found[f"{k}.weight" + (f".{i}" if i else "")] = W.astype(np.float64)
    return found


def from_arrays(found: dict[str, Any], activation: Any = RELU, last: Any = LINEAR) -> Network:
    """A stack of dense layers from the state of a torch.nn.Sequential: "0.weight", "0.bias", "2.weight"."""
    numbers = sorted({name.rsplit(".", 1)[0] for name in found if name.endswith(".weight")}, key=_natural)
    if not numbers:
        raise ValueError(f"arrays: no name ends in .weight among {', '.join(sorted(found)) or 'none'}")
    weights = [np.asarray(found[f"{k}.weight"]) for k in numbers]
    return dense(weights, [found.get(f"{k}.bias") for k in numbers], activation, last)


def _natural(name: str) -> list[Any]:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in name.split(".")]


def save_safetensors(network: Network, path: Path | str) -> None:
    """Weights as float64 beside the graph. ValueError where a weight is no float64."""
    found = arrays(network)
    own = [A for n in network.nodes for A in (*([n.bias] if n.biased else []), *n.matrices)]
    for name, A in zip(found, own, strict=True):
        if (fractions(A) != fractions(found[name])).any():
            raise ValueError(f"safetensors: {name} has an entry that is no float64")
    graph = [[n.sources, str(n.activation.low), str(n.activation.up)] for n in network.nodes]
    tensors = {name: np.ascontiguousarray(A) for name, A in found.items()}
    needed("safetensors.numpy").save_file(tensors, str(path), {_KEY: json_text([network.inputs, graph])})


def load_safetensors(path: Path | str, activation: Any = RELU, last: Any = LINEAR) -> Network:
    """What `save_safetensors` wrote; of other files a stack of dense layers with these activations."""
    library = needed("safetensors")
    with library.safe_open(str(path), framework="numpy") as file:
        about = (file.metadata() or {}).get(_KEY)
        found = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118, it is no mapping
    if about is None:
        return from_arrays(found, activation, last)
    inputs, graph = json.loads(about)
    nodes = [_node(found, k, *row) for k, row in enumerate(graph)]
    return Network(inputs, tuple(nodes))


def _node(found: dict[str, Any], k: int, sources: list[int], low: str, up: str) -> Neurons:
    weights = tuple(found[f"{k}.weight" + (f".{i}" if i else "")] for i in range(len(sources)))
    bias, phi = found.get(f"{k}.bias"), Activation(Fraction(low), Fraction(up))
    zero = np.zeros(len(weights[0]))
    return Neurons(tuple(sources), weights, zero if bias is None else bias, phi, bias is not None)


def from_onnx(path: Path | str) -> Network:
    """A feed-forward ONNX graph of Gemm, MatMul, Conv, Add, Relu, LeakyRelu, Abs, Flatten and Identity.

    ValueError names an operation, or a setting of a convolution, that is not known here.
    """
    from perturb.networks.onnx_graph import read  # the format has a file of its own

    return read(needed("onnx"), path)


def save_onnx(network: Network, path: Path | str) -> None:
    """An ONNX graph in float64. ValueError for a weight that is no float64, or slopes that it cannot say."""
    from perturb.networks.onnx_written import write  # the format has a file of its own

    write(needed("onnx"), network, path)
