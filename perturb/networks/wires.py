"""A network neuron by neuron: its wires and their weights, learned ones and shared ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from perturb.networks.graph import Network, Neurons, Shared

ONE = -1
Fixed = Collection[tuple[int, Any]]


@dataclass(frozen=True)
class Wire:
    """An edge of the computation graph, from neuron `tail` to neuron `head`; a bias comes from the input
    ONE.

    Neurons are counted from 0 through the groups, inputs first. `parameter` is the place of the weight in
    the vector of all parameters; wires with one place share their weight.
    """

    tail: int
    head: int
    weight: Any
    parameter: int
    learned: bool


def blocks(network: Network) -> Iterator[tuple[int, Any, Any]]:
    """(k, i, numbers) for the i-th weights of group k, from 1, and (k, "bias", numbers), in order."""
    for k, node in enumerate(network.nodes, start=1):
        for i, W in enumerate(node.weights):
            yield k, i, W.parameters if isinstance(W, Shared) else W.ravel()
        yield k, "bias", node.bias


def parameters(network: Network) -> Any:
    """The vector of all weights and biases, group by group, rows first; a shared weight stands once."""
    return np.concatenate([numbers for _, _, numbers in blocks(network)])


def with_parameters(network: Network, w: Any) -> Network:
    """The same network with other weights. ValueError for a vector of another length."""
    w = np.asarray(w)
    sizes = [len(numbers) for _, _, numbers in blocks(network)]
    if w.shape != (sum(sizes),):
        raise ValueError(f"network: parameters of shape {w.shape} where {(sum(sizes),)} is needed")
    parts = iter(np.split(w, list(accumulate(sizes))[:-1]))
    nodes = []
    for node in network.nodes:
        weights = [
            replace(W, parameters=next(parts)) if isinstance(W, Shared) else next(parts).reshape(W.shape)
            for W in node.weights
        ]
        nodes.append(replace(node, weights=tuple(weights), bias=next(parts)))
    return Network(network.inputs, tuple(nodes))


def architecture(network: Network) -> tuple[Any, ...]:
    """All but the numbers: two networks are of one architecture if these are equal."""
    return network.inputs, *(
        (
            node.sources,
            node.size,
            node.activation,
            node.biased,
            *(("shared", W.places.tolist()) if isinstance(W, Shared) else W.shape for W in node.weights),
        )
        for node in network.nodes
    )


def learned(network: Network, fixed: Fixed = ()) -> Any:
    """True for each parameter that is learned; `fixed` names blocks (k, i) and (k, "bias") that are not.

    Where neurons have no bias its zeros are not learned. ValueError for a block that the network has not.
    """
    all_blocks = [(k, i, len(numbers)) for k, i, numbers in blocks(network)]
    unknown = set(fixed) - {(k, i) for k, i, _ in all_blocks}
    if unknown:
        raise ValueError(
            f"network: fixed = {sorted(unknown, key=str)[0]} is no block of weights (group, number)"
        )
    still = {*fixed, *unbiased(network)}
    return np.concatenate([np.full(size, (k, i) not in still) for k, i, size in all_blocks])


def free(network: Network, fixed: Fixed = ()) -> tuple[Any, Any]:
    """The places of the learned parameters, and for each place the number of its parameter among them, -1 for
    none: the biases of a channel stand at several places and are one (see `channels`).
    """
    is_learned, same, at = learned(network, fixed), [], 0
    for k, i, numbers in blocks(network):
        own = channels(network.nodes[k - 1]) if i == "bias" else np.arange(len(numbers))
        same.append(at + own)
        at += len(numbers)
    first = np.concatenate(same)
    places = np.flatnonzero(is_learned & (first == np.arange(at)))
    number = np.full(at, -1)
    number[places] = np.arange(len(places))
    return places, number[first]


def unbiased(network: Network) -> set[tuple[int, Any]]:
    """The blocks (k, "bias") of the groups that have no bias."""
    return {(k, "bias") for k, node in enumerate(network.nodes, start=1) if not node.biased}


def channels(node: Neurons) -> Any:
    """For each neuron of a group the first one whose bias is its own too.

    Neurons that share weights, as those of a channel of a convolution, share their bias if it is the same
    number for all of them; the biases of others are their own.
    """
    parent = list(range(node.size))

    def find(v: int) -> int:
        while parent[v] != v:
            v = parent[v]
        return v

    for W in node.weights:
        if isinstance(W, Shared):
            seen: dict[int, int] = {}
            for (v, _), place in np.ndenumerate(W.places):
                if place >= 0:
                    low, high = sorted((find(seen.setdefault(int(place), v)), find(v)))
                    parent[high] = low
    roots = [find(v) for v in range(node.size)]
    uneven = {r for r, b in zip(roots, node.bias, strict=True) if b != node.bias[r]}
    return np.array([v if r in uneven else r for v, r in enumerate(roots)])


def first_neurons(network: Network) -> tuple[int, ...]:
    """The number of the first neuron of each group, the input being group 0."""
    return tuple(accumulate((0, *network.sizes[:-1])))


def wires(network: Network, fixed: Fixed = ()) -> tuple[Wire, ...]:
    """All edges of the computation graph.

    An entry of a plain matrix is one, though it be 0, unless it is both fixed and 0; an entry of a shared
    matrix that has no place is none. A bias is one unless it is 0 and fixed.
    """
    first, is_learned, at = first_neurons(network), learned(network, fixed), 0
    found: list[Wire] = []
    for k, node in enumerate(network.nodes, start=1):
        for j, W, M in zip(node.sources, node.weights, node.matrices, strict=True):
            places = W.places if isinstance(W, Shared) else np.arange(W.size).reshape(W.shape)
            for (row, col), place in np.ndenumerate(places):
                if place >= 0:
                    ends = first[j] + col, first[k] + row
                    found.append(Wire(*ends, M[row, col], at + int(place), bool(is_learned[at + place])))
            at += len(W.parameters) if isinstance(W, Shared) else W.size
        for row, b in enumerate(node.bias):
            found.append(Wire(ONE, first[k] + row, b, at + row, bool(is_learned[at + row])))
        at += node.size
    return tuple(wire for wire in found if wire.learned or wire.weight != 0)
