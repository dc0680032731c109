"""What harmonic pruning is held against at equal parameters: truncated SVDs, small weights set to 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from perturb.networks.relu.arguments import listed, whole
from perturb.networks.relu.dense import Dense, DenseStack, Network, dense_stack
from perturb.types import FloatArray


def truncate(network: Network, ranks: Sequence[int | None], activation: str = "relu") -> DenseStack:
    """Each layer by its truncated SVD of the given rank, as a double layer; None leaves a layer as it is.

    ValueError unless there is one rank for each layer, from 0 to min(m, n).
    """
    stack = dense_stack(network, activation)
    if len(listed("ranks", ranks)) != len(stack.layers):
        raise ValueError(f"ranks = {list(ranks)} for a network of {len(stack.layers)} layers")
    pairs = zip(stack.layers, ranks, strict=True)
    return replace(stack, layers=tuple(_truncated(layer, rank, i) for i, (layer, rank) in enumerate(pairs)))


def _truncated(layer: Dense, rank: int | None, index: int) -> Dense:
    if rank is None:
        return layer
    if not isinstance(rank, (int, np.integer)) or not 0 <= rank <= min(layer.shape):
        raise ValueError(f"ranks: {rank!r} for layer {index}, which takes 0 to {min(layer.shape)}")
    return layer.cut(int(rank))


def truncate_to(network: Network, parameters: int, activation: str = "relu") -> DenseStack:
    """Truncated SVDs of all layers but the last, with at most so many parameters in all.

    Each layer loses about the same share of its |A|_F^2, as far as whole ranks allow, and one that would save
    nothing keeps its form. ValueError where even rank 0 has more parameters.
    """
    stack = dense_stack(network, activation)
    whole("parameters", parameters, 0)
    ranks: list[int | None] = [None] * len(stack.layers)
    for index, kept in _in_order_of_loss(stack):
        cut = truncate(stack, ranks)
        if cut.parameters <= parameters:
            return cut
        m, n = stack.layers[index].shape
        if kept * (m + n) < stack.layers[index].parameters - m:
            ranks[index] = kept
    cut = truncate(stack, ranks)
    if cut.parameters > parameters:
        raise ValueError(f"parameters = {parameters}: at rank 0 the network still has {cut.parameters}")
    return cut


def _in_order_of_loss(stack: DenseStack) -> list[tuple[int, int]]:
    """Pairs (layer, number of singular values left), by the share of |A|_F^2 that is lost."""
    cuts = []
    for index, layer in enumerate(stack.layers[:-1]):
        squares = layer.svd[1][: layer.rank] ** 2
        lost = np.cumsum(squares[::-1])[::-1] / squares.sum()
        cuts += [(share, index, kept) for kept, share in enumerate(lost)]
    return [(index, kept) for _, index, kept in sorted(cuts)]


def prune_by_magnitude(network: Network, parameters: int, activation: str = "relu") -> DenseStack:
    """The smallest weights of all layers but the last set to 0, so that at most so many parameters are not 0.

    Biases and the last layer stay. Factors of double layers are pruned as they are. Where the zeros are is
    not counted as a parameter. ValueError where what stays has more parameters.
    """
    stack = dense_stack(network, activation)
    whole("parameters", parameters, 0)
    pruned = stack.layers[:-1]
    sizes = np.concatenate([np.abs(f).ravel() for layer in pruned for f in layer.factors] or [np.empty(0)])
    kept = parameters - (stack.parameters - sizes.size)
    if kept < 0:
        raise ValueError(f"parameters = {parameters}: {stack.parameters - sizes.size} are not pruned")
    if kept >= sizes.size:
        return stack
    bar = np.sort(sizes)[sizes.size - kept - 1] if kept < sizes.size else -np.inf
    return replace(stack, layers=(*(_above(layer, float(bar)) for layer in pruned), stack.layers[-1]))


def _above(layer: Dense, bar: float) -> Dense:
    """All entries as large as the largest that goes, go with it: never more parameters than asked for."""
    return replace(layer, factors=tuple(np.where(np.abs(f) > bar, f, 0.0) for f in layer.factors))


def nonzero_parameters(network: Network, activation: str = "relu") -> int:
    """Biases, and entries of factors that are not 0."""
    return sum(_nonzero(layer) for layer in dense_stack(network, activation).layers)


def _nonzero(layer: Dense) -> int:
    factors: tuple[FloatArray, ...] = layer.factors
    return layer.bias.size + int(sum(np.count_nonzero(factor) for factor in factors))
