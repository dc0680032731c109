"""The layers of a file as one network, x -> ReLU(Wx + b) + rho x and no ReLU behind the last, and its data.

The data that a network is asked about: a .npz of inputs X and labels y, a .npy of inputs, or arrays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from perturb.laws.ensembles.certified import U
from perturb.networks.arithmetic import LINEAR, RELU
from perturb.networks.files.reader import BadWeights, Tensor, as_stored, real
from perturb.networks.files.tensors import listed, tensors
from perturb.networks.graph import Network, Neurons
from perturb.networks.weights.composition import Found, is_relu
from perturb.networks.weights.layers import found
from perturb.types import AnyArray, BoolArray, FloatArray, IntArray

INPUTS, LABELS = ("X", "x", "inputs", "data"), ("y", "labels", "targets")
LARGEST = 2**27  # numbers


class Points(NamedTuple):
    """Inputs, shape (N, n), and labels (N,) where there are any."""

    X: FloatArray
    y: IntArray | None


def points(data: Any, inputs: int, classes: int) -> Points:
    """For a network from R^inputs to `classes` numbers. BadWeights for what is no such data."""
    if isinstance(data, (str, Path)):
        data = _read(Path(data))
    X, y = data if isinstance(data, tuple) else (data, None)
    try:
        X = real("data: inputs", X)
    except (TypeError, ValueError) as error:
        raise BadWeights(f"data: {error}") from None
    if X.ndim > 2:
        X = X.reshape(len(X), -1)
    if X.ndim != 2 or not len(X) or X.shape[1] != inputs:
        raise BadWeights(f"data: inputs of shape {X.shape} for a network of {inputs} inputs")
    return Points(X, None if y is None else _labels(y, len(X), classes))


def _labels(y: Any, count: int, classes: int) -> IntArray:
    found = np.asarray(y)
    if found.shape != (count,) or found.dtype.kind not in "iuf" or (found != found.astype(np.int64)).any():
        raise BadWeights(f"data: labels of shape {found.shape} and type {found.dtype} for {count} inputs")
    if found.min() < 0 or found.max() >= classes:
        raise BadWeights(f"data: labels must lie between 0 and {classes - 1}")
    return found.astype(np.int64)


def _read(path: Path) -> Any:
    if path.suffix not in (".npz", ".npy"):
        raise BadWeights(f"{path}: data are a .npz with X, and y for labels, or a .npy of inputs")
    known = {one.name: one for one in tensors(path)}
    if path.suffix == ".npy":
        (one,) = known.values()
        return _loaded(path, one)
    inputs = [known[name] for name in INPUTS if name in known]
    if not inputs:
        raise BadWeights(f"{path}: there is no array X, but {', '.join(known) or 'none'}")
    labels = [known[name] for name in LABELS if name in known]
    return _loaded(path, inputs[0]), _loaded(path, labels[0]) if labels else None


def _loaded(path: Path, one: Tensor) -> AnyArray:
    """Integers of 64 bits as well, which labels are, and which are no weights."""
    if np.dtype(one.dtype).kind not in "iuf" or math.prod(one.shape) > LARGEST:
        raise BadWeights(f"{path}: {one.name} has shape {one.shape} and type {one.dtype}")
    return as_stored(one)


# Weights of all layers together, which are in memory at once: few, or little more than the largest layer.
FEW, SHARE = 2**22, 1.25


@dataclass(frozen=True, eq=False)
class Stack:
    """Weights W of shapes (m, n) that fit behind each other, biases b (m,), and skips rho, 0 for none.

    `above` says why only bounds from above hold, and no method does: another activation that stretches
    nothing entry by entry, or a bias that is not known. None where the layers are all of it.
    """

    names: tuple[str, ...]
    weights: tuple[FloatArray, ...]
    biases: tuple[FloatArray, ...]
    skips: tuple[float, ...]
    guessed: tuple[str, ...] = ()
    above: str | None = None

    def run(self, X: FloatArray) -> tuple[list[FloatArray], list[BoolArray]]:
        """The inputs of all layers and at last the output, (N, n) each; which hidden units are active."""
        seen, masks = [X], []
        for k, (W, b, rho) in enumerate(zip(self.weights, self.biases, self.skips, strict=True)):
            z = seen[-1] @ W.T + b
            last = k == len(self.weights) - 1
            if not last:
                masks.append(z > 0)
                z = np.maximum(z, 0)
            seen.append(z + rho * seen[-1] if rho else z)
        return seen, masks

    def errors(self, seen: list[FloatArray]) -> list[FloatArray]:
        """Bounds of what `seen`, the first part of `run`, errs by in each entry, inputs exact.

        Proof: an inner product of n terms and a bias err by at most (n + 3) u times the sum of absolute
        values (Higham, (3.5)), what the inputs err by goes through |W| + |rho|, and ReLU enlarges no
        difference; the factor 2 covers the rounding of this bound.
        """
        off = [np.zeros_like(seen[0])]
        for k, (W, b, rho) in enumerate(zip(self.weights, self.biases, self.skips, strict=True)):
            n, size = W.shape[1], np.abs(W)
            own = (n + 6) * U * (np.abs(seen[k]) @ size.T + np.abs(b))
            passed = off[-1] @ size.T
            if rho:
                own = own + 4 * U * abs(rho) * np.abs(seen[k])
                passed = passed + abs(rho) * off[-1]
            off.append(2 * own + (1 + 2**-20) * passed)
        return off

    def jacobian(self, masks: list[BoolArray], i: int) -> FloatArray:
        """The linear part at the i-th point, outputs x inputs, in float64."""
        J = np.eye(self.weights[0].shape[1])
        for k, (W, rho) in enumerate(zip(self.weights, self.skips, strict=True)):
            new = W @ J
            if k < len(self.weights) - 1:
                new *= masks[k][i][:, None]
            J = new + rho * J if rho else new
        return J

    def network(self) -> Network:
        """The same, exactly."""
        nodes: list[Neurons] = []
        before, size = 0, self.weights[0].shape[1]
        for k, (W, b, rho) in enumerate(zip(self.weights, self.biases, self.skips, strict=True)):
            phi = LINEAR if k == len(self.weights) - 1 else RELU
            nodes.append(Neurons((before,), (W,), b, phi))
            if rho:
                eye = np.eye(size)
                nodes.append(Neurons((len(nodes), before), (eye, rho * eye), np.zeros(size), LINEAR))
            before, size = len(nodes), len(b)
        return Network(self.weights[0].shape[1], tuple(nodes))


def network_of(weights: Any, settings: Mapping[str, Any] | None = None) -> Found:
    """The layers of a network, which none is read of yet. BadWeights, in words, where they make none."""
    there = found(weights, settings)
    if any(layer.convolution is not None for layer in there.layers):
        raise BadWeights("network: it has convolutions, which are no matrices of one size")
    if len(there.layers) < 2:
        raise BadWeights("network: one layer alone is none")
    if there.breaks:
        raise BadWeights(f"network: {there.breaks[0]}")
    sizes = [math.prod(layer.shape) for layer in there.layers]
    if sum(sizes) > max(FEW, SHARE * max(sizes)):
        raise BadWeights(f"network: {sum(sizes)} weights, too many to hold at once beside one layer")
    return there


def stack(weights: Any, settings: Mapping[str, Any] | None = None) -> Stack:
    """The network of a file, mapping or sequence. BadWeights, in words, where its layers make none."""
    there = network_of(weights, settings)
    biases, unread = _biases(weights, there)
    said = [f"a bias behind {name}: none" for name, b in biases.items() if b is None]
    other = [x for x in there.layers[:-1] if not is_relu(x.activation)]
    end = there.layers[-1]
    if end.skip and end.behind:  # it stands within the sum, and cannot be left out
        other.append(end)
    between = [f"{x.activation} behind {x.name}, with slopes of at most 1" for x in other]
    rest = "where nothing else is said, " if other else ""
    between.append(f"{rest}ReLU between the layers, none behind the last")
    said += there.guessed
    return Stack(
        tuple(biases),
        tuple(layer.load() for layer in there.layers),
        tuple(
            np.zeros(one.shape[0]) if b is None else b
            for one, b in zip(there.layers, biases.values(), strict=True)
        ),
        tuple(float(layer.skip or 0) for layer in there.layers),
        (*between, *said),
        _above(there, unread, bool(other)),
    )


def _above(there: Found, unread: list[str], other: bool) -> str | None:
    """A bias moves the regions of a network, and no bound from above."""
    if other:
        return "another activation than ReLU stands between them"
    if unread:
        return f"the bias {unread[0]} has entries that are not read"
    if there.loose:
        return f'{there.loose[0]} may be a bias; settings: ignore = ["{there.loose[0]}"] where it is none'
    return None


def _biases(weights: Any, there: Found) -> tuple[dict[str, FloatArray | None], list[str]]:
    """None for a layer without; and names of those that are there, of entries that are no floats. BadWeights
    for one of another size.
    """
    known = {one.name: one for one in listed(weights)}
    biases: dict[str, FloatArray | None] = {}
    for layer in there.layers:
        load = None if layer.bias is None else known[layer.bias].load
        b = None if load is None else load().reshape(-1)
        if b is not None and len(b) != layer.shape[0]:
            raise BadWeights(
                f"network: {layer.name} has {layer.shape[0]} outputs, its bias {layer.bias} {len(b)} entries"
            )
        biases[layer.name] = b
    named = (x.bias for x in there.layers if x.bias is not None)
    return biases, [name for name in named if known[name].load is None]


def sampled_points(stack: Stack, count: int, rng: np.random.Generator) -> FloatArray:
    """Gaussian points of lengths over six decades, where there are no data."""
    n = stack.weights[0].shape[1]
    lengths = 10.0 ** rng.uniform(-3, 3, (count, 1))
    return np.asarray(rng.standard_normal((count, n)) * lengths / math.sqrt(n))
