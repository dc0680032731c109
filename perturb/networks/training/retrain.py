"""Retraining between the steps of pruning."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from perturb.networks.relu.arguments import positive, whole
from perturb.networks.relu.dense import Dense, DenseStack, labelled
from perturb.networks.training.learn import Learner, shuffled
from perturb.types import FloatArray, IntArray


def retrainer(
    X: FloatArray,
    y: IntArray,
    *,
    batches: int = 50,
    batch: int = 1024,
    rate: float = 1e-3,
    seed: int = 0,
    keep_zeros: bool = False,
) -> Callable[[DenseStack], DenseStack]:
    """A function that trains a network on some batches, by an Adam that starts afresh; for
    `prune(retrain=...)`.

    Its i-th call draws its batches from (seed, i). With `keep_zeros` weights that are 0 stay 0. ValueError
    for numbers that make no sense, and when it is called for data that the network does not take; ImportError
    without the extra `train`.
    """
    calls = 0
    for name, value, least in (("batches", batches, 1), ("batch", batch, 1), ("seed", seed, 0)):
        whole(name, value, least)
    positive("rate", rate)

    def retrain(stack: DenseStack) -> DenseStack:
        nonlocal calls
        labelled(stack, (X, y))
        rows = _some(len(y), batch, batches, [seed, 2, calls])
        calls += 1
        learner = Learner(_padded(stack), rate, keep_zeros)
        learner.epoch(X, y, rows)
        return _trimmed(learner.stack, stack)

    return retrain


def _some(count: int, batch: int, batches: int, key: list[int]) -> IntArray:
    """So many batches, of as many epochs as they need."""
    size = min(batch, count)
    epochs = -(-batches // (count // size))
    return np.concatenate([shuffled(count, size, [*key, i]) for i in range(epochs)])[:batches]


def _padded(stack: DenseStack) -> DenseStack:
    """Double layers at full inner width, so that nothing is compiled anew for each rank.

    Exact: a column of W and the row of M of the same number are both 0, so are their gradients, and both
    stay.
    """
    return DenseStack(tuple(_resized(layer, min(layer.shape)) for layer in stack.layers), stack.activation)


def _trimmed(stack: DenseStack, model: DenseStack) -> DenseStack:
    pairs = zip(stack.layers, model.layers, strict=True)
    layers = tuple(_resized(layer, old.factors[0].shape[1]) for layer, old in pairs)
    return DenseStack(layers, stack.activation)


def _resized(layer: Dense, k: int) -> Dense:
    """Inner width k: columns of W and rows of M are left out, or added as zeros."""
    if len(layer.factors) == 1:
        return layer
    W, M = layer.factors
    more = max(0, k - W.shape[1])
    wide, high = np.pad(W, ((0, 0), (0, more))), np.pad(M, ((0, more), (0, 0)))
    return Dense((wide[:, :k], high[:k]), layer.bias)
