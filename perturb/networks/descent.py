"""Gradient descent in the weights of a network, and the losses that it and the flow take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.networks.backprop import gradient
from perturb.networks.graph import Network
from perturb.networks.wires import Fixed, learned, parameters, with_parameters
from perturb.types import whole

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
