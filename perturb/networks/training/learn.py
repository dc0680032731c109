"""Learning: the cross-entropy of a stack of dense layers goes down by Adam, an epoch at a time, or for
some batches between the steps of pruning.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from perturb.networks.relu.arguments import positive, whole
from perturb.networks.relu.dense import Dense, DenseStack, labelled
from perturb.networks.training.examples import double_precision, needed
from perturb.types import FloatArray, IntArray


class Learner:
    """A network between two epochs. All in float64, on one thread: equal input gives equal bits.

    With `keep_zeros` entries of weights that are 0 stay 0.
    """

    def __init__(self, stack: DenseStack, rate: float, keep_zeros: bool = False) -> None:
        if stack.activation != "relu":
            raise ValueError(f"network: only ReLU networks are trained here, not {stack.activation!r}")
        self.rate, self.keep_zeros = rate, keep_zeros
        self.parameters: Any = tuple((layer.factors, layer.bias) for layer in stack.layers)
        with double_precision() as jax:
            self.memory = jax.tree.map(np.asarray, needed("optax").adam(rate).init(self.parameters))

    @property
    def stack(self) -> DenseStack:
        return DenseStack(tuple(Dense(factors, bias) for factors, bias in self.parameters))

    def epoch(self, X: FloatArray, y: IntArray, batches: IntArray) -> None:
        """One step of Adam for each row of `batches`, shape (steps, batch), which number the examples."""
        with double_precision() as jax:
            run = _epoch(self.rate, self.keep_zeros)
            new = run(self.parameters, self.memory, X, y, batches)
            # Both at once, and last: what Ctrl-C leaves is a whole state.
            self.parameters, self.memory = jax.tree.map(np.asarray, jax.block_until_ready(new))

    def leaves(self) -> list[Any]:
        """All arrays of the state, for a checkpoint."""
        return list(needed("jax").tree.leaves((self.parameters, self.memory)))

    def restore(self, leaves: list[Any]) -> None:
        """ValueError where number, shapes or types are not those of this network."""
        tree = needed("jax").tree
        old, shape = tree.flatten((self.parameters, self.memory))
        same = len(old) == len(leaves) and all(
            a.shape == b.shape and a.dtype == b.dtype for a, b in zip(old, leaves, strict=True)
        )
        if not same:
            raise ValueError("the arrays are not those of this network")
        self.parameters, self.memory = tree.unflatten(shape, leaves)


@cache
def _epoch(rate: float, keep_zeros: bool) -> Any:
    """The compiled epoch; JAX compiles it once for each set of shapes."""
    jax, optax = needed("jax"), needed("optax")
    numbers, adam = jax.numpy, optax.adam(rate)

    def loss(parameters: Any, X: Any, y: Any) -> Any:
        for i, (factors, bias) in enumerate(parameters):
            X = jax.nn.relu(X) if i else X
            for factor in reversed(factors):
                X = X @ factor.T
            X = X + bias
        return optax.softmax_cross_entropy_with_integer_labels(X, y).mean()

    def epoch(parameters: Any, memory: Any, X: Any, y: Any, batches: Any) -> Any:
        kept = jax.tree.map(lambda f: f != 0 if f.ndim == 2 else numbers.ones_like(f, bool), parameters)

        def step(state: Any, rows: Any) -> Any:
            parameters, memory = state
            slopes = jax.grad(loss)(parameters, X[rows], y[rows])
            if keep_zeros:
                slopes = jax.tree.map(lambda slope, keep: numbers.where(keep, slope, 0.0), slopes, kept)
            moves, memory = adam.update(slopes, memory, parameters)
            return (optax.apply_updates(parameters, moves), memory), None

        return jax.lax.scan(step, (parameters, memory), batches)[0]

    return jax.jit(epoch)


def shuffled(count: int, batch: int, key: list[int]) -> IntArray:
    """The examples 0 to count - 1 in an order that `key` draws, shape (count // batch, batch).

    A batch larger than the data is the data.
    """
    size = min(batch, count)
    order = np.random.default_rng(key).permutation(count)
    return order[: count - count % size].reshape(-1, size)


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
