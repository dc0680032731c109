"""Derivatives in the weights of a network, gradient descent, and the losses that it and the flow take.

Derivatives go backwards through the graph, with any choice of slopes at ties.

A network cut at one group of neurons, whose weights are trained: Riedi et al. (2022), (42) to (50).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from perturb.networks.arithmetic import array_of, beside, eye_like
from perturb.networks.graph import Network, Neurons, Shared
from perturb.networks.wires import Fixed, channels, learned, parameters, with_parameters
from perturb.types import whole


def gradient(network: Network, x: Any, e: Any, slopes: Sequence[Any] | None = None) -> Any:
    """The derivative in the parameters of sum_i <e_i, network(x_i)>, as a vector (see `wires.parameters`).

    x (N, inputs) or (inputs,), e (N, outputs) or (outputs,): for a loss, e_i is its derivative in the i-th
    output. `slopes` holds for each group an array (N, neurons) in place of the slopes of its activation,
    which at 0 are those of the negative side: the network is then the linear one with these slopes. Exact
    for exact numbers. The biases of a channel are one parameter (see `wires.channels`): each of its places
    holds the derivative in it, so that what moves along gradients stays a convolution.
    """
    X, back = np.atleast_2d(network._input(x)), np.atleast_2d(np.asarray(e))
    if back.shape != (len(X), network.outputs):
        raise ValueError(f"gradient: e of shape {back.shape} where {(len(X), network.outputs)} is needed")
    before, outputs = forwards(network, X, slopes)
    if slopes is None:
        slopes = [node.activation.slopes(t) for node, t in zip(network.nodes, before, strict=True)]
    return backwards(network, outputs, slopes, len(before), back * np.asarray(slopes[-1]))


def backwards(network: Network, outputs: Sequence[Any], slopes: Sequence[Any], k: int, delta: Any) -> Any:
    """The derivative of sum_i <delta_i, pre-activation of group k, from 1, at x_i>, in the parameters up to
    that group; `outputs` are those of input and groups.
    """
    found: list[Any] = []
    errors: list[Any] = [0] * k
    for g in range(k, 0, -1):
        node = network.nodes[g - 1]
        if g < k:
            delta = errors[g] * np.asarray(slopes[g - 1]) if np.ndim(errors[g]) else np.zeros_like(outputs[g])
        parts = []
        for j, W, M in zip(node.sources, node.weights, node.matrices, strict=True):
            parts.append(_gathered(W, delta.T @ outputs[j]))
            errors[j] = errors[j] + delta @ beside(M, delta)
        found.append(np.concatenate([*parts, _in_biases(node, delta.sum(axis=0))]))
    return np.concatenate(found[::-1])


def forwards(network: Network, X: Any, slopes: Sequence[Any] | None = None) -> tuple[list[Any], list[Any]]:
    """The pre-activations of each group, and the outputs of input and groups; `slopes` as above."""
    before: list[Any] = []
    outputs = [X]
    for k, node in enumerate(network.nodes):
        before.append(node.before(outputs))
        d = node.activation.slopes(before[-1]) if slopes is None else np.asarray(slopes[k])
        outputs.append(d * before[-1])
    return before, outputs


def _in_biases(node: Neurons, g: Any) -> Any:
    """The derivative in the bias of each neuron: those of a channel are added."""
    of = channels(node)
    total = np.zeros_like(g)
    np.add.at(total, of, g)
    return total[of]


def _gathered(W: Any, G: Any) -> Any:
    """The derivative in each parameter: entries that share one are added."""
    if not isinstance(W, Shared):
        return G.ravel()
    total = np.zeros(len(W.parameters) + 1, dtype=G.dtype)
    np.add.at(total, W.places, G)
    return total[:-1]


Slope = Callable[[Any], Any]


def squared(y: Any) -> Slope:
    """The derivative in the outputs of the mean of (1 - y_i f_i)^2."""
    whole("y", y)
    y = np.asarray(y, dtype=float).reshape(-1, 1)
    return lambda f: -2 * y * (1 - y * f) / len(y)


def logistic(y: Any) -> Slope:
    """The derivative in the outputs of the mean of log(1 + exp(-y_i f_i))."""
    whole("y", y)
    y = np.asarray(y, dtype=float).reshape(-1, 1)
    return lambda f: -y / (1 + np.exp(y * f)) / len(y)


def descent(
    network: Network, x: Any, loss: Slope, step: float, steps: int, every: int = 1, fixed: Fixed = ()
) -> list[Network]:
    """Gradient descent: the network at the start and after each `every` steps; at ties the negative slope.

    x (N, inputs) are the examples, loss(f) the derivative of the risk in the outputs f (N, outputs). All is
    learned but the blocks in `fixed`, (k, i) and (k, "bias"), and biases where there are none. ValueError for
    what does not fit, steps that are not positive and unknown blocks.
    """
    x = examples("descent", network, x, loss)
    positive("descent", step=step, steps=steps, every=every)
    moves, w, found = learned(network, fixed), parameters(network).astype(float), [network]
    for k in range(1, steps + 1):
        now = with_parameters(network, w)
        w = w - step * np.where(moves, gradient(now, x, loss(now(x))), 0.0)
        if k % every == 0:
            found.append(with_parameters(network, w))
    return found


def examples(who: str, network: Network, x: Any, loss: Slope) -> Any:
    """x as float64 (N, inputs). ValueError for what is no set of examples, or does not fit the loss."""
    whole("x", x)
    x = np.asarray(x, dtype=float)
    if x.ndim != 2 or x.shape[1] != network.inputs or not len(x):
        raise ValueError(f"{who}: x of shape {x.shape} where (N, {network.inputs}), N > 0, is needed")
    if not np.isfinite(x).all():
        raise ValueError(f"{who}: x has an entry that is not finite")
    f = np.zeros((len(x), network.outputs))
    try:
        shape = np.shape(loss(f))
    except ValueError as error:
        raise ValueError(f"{who}: the loss does not take outputs of shape {f.shape}: {error}") from None
    if shape != f.shape:
        raise ValueError(f"{who}: the loss gives shape {shape} for outputs of shape {f.shape}")
    return x


def positive(who: str, **values: float) -> None:
    """ValueError that names the first of the values that is no positive number."""
    for name, value in values.items():
        if not (np.isfinite(value) and value > 0):
            raise ValueError(f"{who}: {name} = {value!r} is not positive")


def quadratic(M: Any, d: Any, z: Any, order: str = "rows") -> Any:
    """Q of size m x n^2 with MDWz = Qw, D = diag(d): MD x z' for w by rows of W, z' x MD for "columns".

    The printed (49) is not it. ValueError for another order.
    """
    MD, row = np.asarray(M) * np.asarray(d), np.asarray(z)[None, :]
    if order not in ("rows", "columns"):
        raise ValueError(f"quadratic: order = {order!r} is neither 'rows' nor 'columns'")
    return np.kron(MD, row) if order == "rows" else np.kron(row, MD)


@dataclass(frozen=True, eq=False)
class Trained:
    """A network and the number k, from 1, of a group with one source, whose weights are trained."""

    network: Network
    k: int

    def __post_init__(self) -> None:
        if not 1 <= self.k <= len(self.network.nodes) or len(self.layer.sources) > 1:
            raise ValueError(f"trained: k = {self.k} is not the number of a layer of this network")

    @property
    def layer(self) -> Neurons:
        return self.network.nodes[self.k - 1]

    @property
    def W(self) -> Any:
        return self.layer.matrices[0]

    def with_weights(self, W: Any, b: Any = None) -> Trained:
        """The same network with other weights, and another offset, in the trained layer."""
        layer = replace(self.layer, weights=(array_of("W", W, 2),), bias=self.layer.bias if b is None else b)
        nodes = self.network.nodes
        return replace(
            self, network=Network(self.network.inputs, (*nodes[: self.k - 1], layer, *nodes[self.k :]))
        )

    def input(self, x: Any) -> Any:
        """z, the input of the trained layer."""
        source = self.layer.sources[0]
        return self.network.head(source)(x) if source else np.asarray(x)

    def output(self, x: Any) -> Any:
        return self.network(x)

    def loss(self, x: Any, y: Any) -> Any:
        """|y - output|^2, (46), averaged over a batch of data, (3)."""
        errors = np.asarray(y) - self.output(x)
        return (errors * errors).sum() * errors.shape[-1] / errors.size

    def M_and_d(self, x: Any) -> tuple[Any, Any]:
        """M, the linear part of what follows the trained layer, and the diagonal of D, at one input x."""
        pre = [t for t, _ in self.network.run(x)]
        parts = [
            np.zeros((n, self.layer.size), dtype=int).astype(pre[0].dtype)
            for n in self.network.sizes[: self.k]
        ]
        parts.append(eye_like(pre[0], self.layer.size))
        for node, t in list(zip(self.network.nodes, pre, strict=True))[self.k :]:
            parts.append(node.linear(node.activation.slopes(t), parts))
        return parts[-1], self.layer.activation.slopes(pre[self.k - 1])

    def B(self, x: Any) -> Any:
        """The constant of (42): output = MDWz + B for all W in the region."""
        M, d = self.M_and_d(x)
        z = self.input(x)
        return self.output(x) - (M * d) @ beside(self.W, z) @ z

    def Q(self, x: Any, order: str = "rows") -> Any:
        """The Jacobian of the output in the weights; the Hessian of the loss is 2 Q'Q inside the region."""
        return quadratic(*self.M_and_d(x), self.input(x), order)

    def same_region(self, x: Any, W: Any) -> bool:
        """Are W and the present weights in one region of the loss at x?"""
        pairs = zip(self.network.pattern(x), self.with_weights(W).network.pattern(x), strict=True)
        before = sum(node.activation.bends for node in self.network.nodes[: self.k - 1])
        return all(bool(np.all(s * t > 0)) for s, t in list(pairs)[before:])
