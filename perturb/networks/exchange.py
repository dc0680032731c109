"""Networks from and to other libraries: numpy arrays, torch.nn.Sequential, safetensors, ONNX.

The libraries are loaded where they are used: safetensors to write, torch to write, onnx for both. Files
are read by `perturb.networks.files`. Weights of float32 are dyadic rationals, and stay exactly what they
are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks import onnx_exchange
from perturb.networks.arithmetic import LINEAR, RELU, Activation, fractions
from perturb.networks.build import chain, convolution, dense
from perturb.networks.files import safetensors_file
from perturb.networks.files.reader import as_stored
from perturb.networks.graph import Network, Neurons
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
# Layers of torch.nn by their names.
_PASSED = ("Identity", "Dropout", "Dropout2d", "Flatten")
_CONVOLUTIONS = ("Conv1d", "Conv2d")
_BENT = ("ReLU", "LeakyReLU")


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
    about = safetensors_file.about(Path(path)).get(_KEY)
    found = {one.name: as_stored(one) for one in safetensors_file.read(Path(path))}
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
    return onnx_exchange.read(needed("onnx"), path)


def save_onnx(network: Network, path: Path | str) -> None:
    """An ONNX graph in float64. ValueError for a weight that is no float64, or slopes that it cannot say."""
    onnx_exchange.write(needed("onnx"), network, path)


def from_torch(sequential: Any, shape: Sequence[int] | None = None) -> Network:
    """A torch.nn.Sequential of Linear, Conv1d, Conv2d, ReLU, LeakyReLU, Identity, Dropout and Flatten, as in
    eval(); nested ones too.

    `shape` is that of one input, (channels, *size), which convolutions need. The inputs of the network are
    listed channel by channel, row by row. ValueError names a layer that is not known here.
    """
    parts: list[Network] = []
    sizes = None if shape is None else tuple(int(n) for n in shape)
    for place, module in _layers(sequential, ""):
        name = type(module).__name__
        if name == "Linear":
            parts.append(dense([_array(module.weight)], [_bias(module)]))
        elif name in _CONVOLUTIONS:
            part, sizes = _convolution(place, module, sizes)
            parts.append(part)
        elif name in _BENT and parts:
            parts[-1] = _bent(parts[-1], RELU if name == "ReLU" else Activation(module.negative_slope))
        elif name in _BENT:
            raise ValueError(f"torch: layer {place} is a {name} before any layer that has a size")
        elif name not in _PASSED:
            raise ValueError(f"torch: layer {place} is a {name}, which is not known here")
    if not parts:
        raise ValueError("torch: no Linear layer and no convolution")
    return chain(*parts)


def _layers(sequential: Any, before: str) -> list[tuple[str, Any]]:
    """The layers with their places, "2" or, in the third one, "2.0"."""
    if not hasattr(sequential, "__iter__"):
        raise ValueError(f"torch: a Sequential is needed, not a {type(sequential).__name__}")
    found = []
    for k, module in enumerate(sequential):
        nested = type(module).__name__ == "Sequential"
        found += _layers(module, f"{before}{k}.") if nested else [(f"{before}{k}", module)]
    return found


def _array(tensor: Any) -> Any:
    return tensor.detach().cpu().double().numpy()


def _bias(module: Any) -> Any:
    return None if module.bias is None else _array(module.bias)


def _convolution(place: str, module: Any, shape: Any) -> tuple[Network, tuple[int, ...]]:
    """The layer for inputs of that shape, and the shape that it gives."""
    kernel, name = _array(module.weight), type(module).__name__
    axes = kernel.ndim - 2
    if shape is None or len(shape) != axes + 1:
        raise ValueError(f"torch: layer {place} is a {name}: give shape=, of {axes + 1} numbers")
    if shape[0] != kernel.shape[1] * module.groups:
        raise ValueError(f"torch: layer {place} takes {kernel.shape[1]} channels, not {shape[0]}")
    stride, padding = (_one(place, key, getattr(module, key)) for key in ("stride", "padding"))
    if module.groups != 1 or _one(place, "dilation", module.dilation) != 1 or module.padding_mode != "zeros":
        raise ValueError(f"torch: layer {place} has groups, a dilation or a padding that is not known here")
    size = shape[1:]
    steps = [(n + 2 * padding - w) // stride + 1 for n, w in zip(size, kernel.shape[2:], strict=True)]
    return convolution(kernel, size, _bias(module), LINEAR, stride, padding), (len(kernel), *steps)


def _one(place: str, name: str, value: Any) -> int:
    """The number that a setting has along all axes."""
    values = set(value) if isinstance(value, tuple) else {value}
    if len(values) != 1 or not isinstance(found := values.pop(), int):
        raise ValueError(f"torch: layer {place} has {name} = {value}; one number for all axes is known here")
    return found


def _bent(part: Network, phi: Any) -> Network:
    """The activation behind the last group, which had none; behind a bent one a group of its own."""
    node = part.nodes[-1]
    if node.activation.bends:
        return part.then(dense([np.eye(node.size)], last=phi))
    return Network(part.inputs, (*part.nodes[:-1], replace(node, activation=phi)))


def to_torch(network: Network) -> Any:
    """A torch.nn.Sequential of Linear layers in float64, to which weights are rounded; shared weights are
    written out. ValueError for skips and for slopes that torch has no layer for.
    """
    if not network.is_chain:
        raise ValueError("torch: a chain of layers is needed, and this network has skips")
    torch = needed("torch", extra=False)
    modules = []
    for node in network.nodes:
        linear = torch.nn.Linear(*node.matrices[0].shape[::-1], bias=node.biased, dtype=torch.float64)
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(node.matrices[0].astype(np.float64)))
            if node.biased:
                linear.bias.copy_(torch.from_numpy(node.bias.astype(np.float64)))
        modules += [linear, *_torch_activation(torch, node.activation)]
    return torch.nn.Sequential(*modules)


def _torch_activation(torch: Any, phi: Activation) -> list[Any]:
    if phi == LINEAR:
        return []
    if phi.up != 1:
        raise ValueError(f"torch: an activation with slope {phi.up} above 0")
    return [torch.nn.ReLU() if phi == RELU else torch.nn.LeakyReLU(float(phi.low))]
