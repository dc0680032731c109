"""Two hundred random networks for the flow, and Euler's method on many of one shape at a time, in numpy.

The networks were listed by seed before the flow was run on any of them. Number k has the seed 7000 + k: two
hidden layers for k < 100, three after that, of three neurons each, three inputs, one output; without biases
for even k. The loss is squared for k % 4 < 2, else logistic. All numbers are standard normal, in the order of
weights, biases, the five examples; labels are signs of such numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np


def euler(cases: Sequence[Case], step: float, times: Sequence[float]) -> Any:
    """All parameters, weights and biases layer by layer, at the times: (times, cases, parameters).

    The cases have the same sizes. Biases that a case has not stay 0.
    """
    W = [np.array([c.weights[k] for c in cases]) for k in range(len(cases[0].weights))]
    has = np.array([c.biases is not None for c in cases], dtype=float)[:, None]
    b = [
        np.array([np.zeros(w.shape[1]) if c.biases is None else c.biases[k] for c in cases])
        for k, w in enumerate(W)
    ]
    x, y = np.array([c.x for c in cases]), np.array([c.y for c in cases])
    squared = np.array([c.loss == "squared" for c in cases])[:, None]
    found, done = [], 0
    for t in times:
        for _ in range(round(t / step) - done):
            _step(W, b, has, x, y, squared, step)
        done = round(t / step)
        found.append(np.concatenate([_flat(w, c) for w, c in zip(W, b, strict=True)], axis=1))
    return np.array(found)


def _flat(W: Any, b: Any) -> Any:
    return np.concatenate([W.reshape(len(W), -1), b], axis=1)


def _step(W: list[Any], b: list[Any], has: Any, x: Any, y: Any, squared: Any, step: float) -> None:
    """One step, in place; at ties the slope is 0."""
    outputs = [x]
    for k, (w, c) in enumerate(zip(W, b, strict=True)):
        z = outputs[-1] @ w.transpose(0, 2, 1) + c[:, None]
        outputs.append(np.maximum(z, 0) if k < len(W) - 1 else z)
    f = outputs[-1][:, :, 0]
    slope = np.where(squared, -2 * y * (1 - y * f), -y / (1 + np.exp(y * f)))
    back = (slope / y.shape[1])[:, :, None]
    for k in range(len(W) - 1, -1, -1):
        ahead = back @ W[k]
        W[k] -= step * (back.transpose(0, 2, 1) @ outputs[k])
        b[k] -= step * has * back.sum(axis=1)
        back = ahead * (outputs[k] > 0)


NUMBERS = tuple(range(200))
FIRST_SEED = 7000
EXAMPLES = 5
TIMES = tuple(k / 8 for k in range(17))  # to t = 2


class Case(NamedTuple):
    """weights[k] (m, n) and biases[k] (m,), or None; x (EXAMPLES, 3), y of signs; the name of the loss."""

    weights: list[Any]
    biases: list[Any] | None
    x: Any
    y: Any
    loss: str


def case(number: int) -> Case:
    """The network with this number, with its examples."""
    sizes = (3, 3, 3, 1) if number < 100 else (3, 3, 3, 3, 1)
    rng = np.random.default_rng(FIRST_SEED + number)
    weights = [rng.standard_normal((m, n)) for n, m in pairwise(sizes)]
    biases = [rng.standard_normal(m) for m in sizes[1:]] if number % 2 else None
    x, y = rng.standard_normal((EXAMPLES, 3)), np.sign(rng.standard_normal(EXAMPLES))
    return Case(weights, biases, x, y, "squared" if number % 4 < 2 else "logistic")
