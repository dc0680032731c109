"""torch.nn.Sequential, read and written. torch is loaded only to write; weights of any width are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from perturb.networks.activations import LINEAR, RELU, Activation
from perturb.networks.build import chain, convolution, dense
from perturb.networks.graph import Network

PASSED = ("Identity", "Dropout", "Dropout2d", "Flatten")
CONVOLUTIONS = ("Conv1d", "Conv2d")
BENT = ("ReLU", "LeakyReLU")


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
        elif name in CONVOLUTIONS:
            part, sizes = _convolution(place, module, sizes)
            parts.append(part)
        elif name in BENT and parts:
            parts[-1] = _bent(parts[-1], RELU if name == "ReLU" else Activation(module.negative_slope))
        elif name in BENT:
            raise ValueError(f"torch: layer {place} is a {name} before any layer that has a size")
        elif name not in PASSED:
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
    from perturb.networks.exchange import needed  # which reads this file

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
