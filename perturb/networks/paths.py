"""Paths through a network, the tree that they make, and the network of signs that is left when weights go
to the inputs: nu = mu o h (Le and Jegelka, 2022). Exact on exact numbers.

A path is a set of edges that ends at one output. So read, the suffixes of paths form a tree; as sets of
neurons they do not where a skip passes over one neuron.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from perturb.networks.arithmetic import LINEAR, Activation
from perturb.networks.graph import Network
from perturb.networks.wires import ONE, Fixed, Wire, first_neurons, parameters, wires

LIMIT = 10**4


class TooManyPaths(ValueError):
    """More paths than the limit."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A tree network. Node 0 is the output; node i > 0 sends its value to an earlier node, parents[i].

    leaves[p] is the node of the input p; inputs have no activation.
    """

    parents: tuple[int, ...]
    weights: tuple[Any, ...]
    activations: tuple[Activation, ...]
    leaves: tuple[int, ...]

    def totals(self, values: Any) -> list[Any]:
        """The pre-activation of each node; `values` has one input for each leaf, or it is a ValueError."""
        if len(values) != len(self.leaves):
            raise ValueError(f"tree: {len(values)} values for {len(self.leaves)} leaves")
        found = [0 * values[0]] * len(self.parents)
        for leaf, value in zip(self.leaves, values, strict=True):
            found[leaf] = value
        for i in range(len(found) - 1, 0, -1):
            found[self.parents[i]] += self.weights[i] * _at(self.activations[i], found[i])
        return found

    def __call__(self, values: Any) -> Any:
        return _at(self.activations[0], self.totals(values)[0])

    def derivative(self, values: Any) -> list[Any]:
        """In each input: the product of weights and slopes on its way, with the negative slope at 0."""
        found = self.totals(values)
        slopes = [_slope(phi, t) for phi, t in zip(self.activations, found, strict=True)]
        way = [slopes[0]] * len(found)
        for i in range(1, len(found)):
            way[i] = way[self.parents[i]] * self.weights[i] * slopes[i]
        return [way[leaf] for leaf in self.leaves]


@dataclass(frozen=True, eq=False)
class Paths:
    """All paths from inputs to one output; ways[p] has the numbers of the wires of path p, inputs first."""

    network: Network
    wires: tuple[Wire, ...]
    ways: tuple[tuple[int, ...], ...]
    output: int = 0

    def __len__(self) -> int:
        return len(self.ways)

    def __iter__(self) -> Iterator[tuple[Wire, ...]]:
        return (tuple(self.wires[e] for e in way) for way in self.ways)

    @cached_property
    def products(self) -> list[Any]:
        """The product of the weights of each path."""
        return [prod((wire.weight for wire in path[1:]), start=path[0].weight) for path in self]

    def starts(self, x: Any) -> list[Any]:
        """x_p, the component of the input that path p begins with; 1 where it begins with a bias."""
        return [1 if path[0].tail == ONE else x[path[0].tail] for path in self]

    def h(self, x: Any) -> list[Any]:
        """h_p(x; w) = x_p times the product of the weights of p, for each path."""
        return [a * w for a, w in zip(self.starts(x), self.products, strict=True)]

    def slopes(self, x: Any) -> list[Any]:
        """For each neuron the slope of its activation at x; for inputs 1. At 0 that of the negative side."""
        pairs = zip(self.network.nodes, self.network.run(np.asarray(x)), strict=True)
        return [1] * self.network.inputs + [
            s for node, (t, _) in pairs for s in node.activation.slopes(t).tolist()
        ]

    def active(self, x: Any) -> list[Any]:
        """Z_p(x; w), the product of the slopes on path p: for ReLU 1 if all of it is active, else 0."""
        slopes = self.slopes(x)
        return [prod(slopes[wire.head] for wire in path) for path in self]

    def partials(self, x: Any) -> Any:
        """d nu / dw for each parameter: the sum over its paths of Z_p x_p and the other weights."""
        total = np.zeros(len(parameters(self.network)), dtype=object)
        for path, start, z in zip(self, self.starts(x), self.active(x), strict=True):
            for e, wire in enumerate(path):
                total[wire.parameter] += z * start * prod(w.weight for w in path[:e] + path[e + 1 :])
        return total

    def unrolled(self) -> Tree:
        """T_G: a node for each path from any neuron to the output; it computes what the network computes."""
        return self._tree([wire.weight for wire in self.wires])

    def mu(self, at_zero: int = 1) -> Tree:
        """The tree with the signs of the weights, 1 or -1, for which nu = mu o h; the sign of 0 is
        `at_zero`.

        Behind each input stands a linear neuron that takes the sign of the product of its path away.
        """
        signs = [_sign(wire.weight, at_zero) for wire in self.wires]
        tree = self._tree(signs)
        size, ends = len(tree.parents), [prod(signs[e] for e in way) for way in self.ways]
        return Tree(
            tree.parents + tree.leaves,
            tree.weights + tuple(ends),
            tree.activations + (LINEAR,) * len(ends),
            tuple(range(size, size + len(ends))),
        )

    def _tree(self, weights: list[Any]) -> Tree:
        phi = [LINEAR] * self.network.inputs + [
            n.activation for n in self.network.nodes for _ in range(n.size)
        ]
        parents, kept, bends = [-1], [weights[0]], [phi[self.wires[self.ways[0][-1]].head]]
        node_of: dict[tuple[int, int], int] = {}
        leaves = []
        for way in self.ways:
            at = 0
            for e in reversed(way):
                if (at, e) not in node_of:
                    node_of[at, e] = len(parents)
                    parents.append(at)
                    kept.append(weights[e])
                    tail = self.wires[e].tail
                    bends.append(LINEAR if tail == ONE else phi[tail])
                at = node_of[at, e]
            leaves.append(at)
        return Tree(tuple(parents), tuple(kept), tuple(bends), tuple(leaves))


def paths(network: Network, output: int = 0, fixed: Fixed = (), limit: int = LIMIT) -> Paths:
    """All paths from the inputs, and from biases that are not 0, to one output of the network.

    TooManyPaths with their number where there are more than `limit`; ValueError where there is none.
    """
    if not 0 <= output < network.outputs:
        raise ValueError(f"paths: output = {output} is none of 0, ..., {network.outputs - 1}")
    edges = tuple(w for w in wires(network, fixed) if w.tail != ONE or w.weight != 0)
    into: dict[int, list[int]] = defaultdict(list)
    for number, wire in enumerate(edges):
        into[wire.head].append(number)
    end = first_neurons(network)[-1] + output
    total = _count(network, edges, into)[end]
    if not 0 < total <= limit:
        raise TooManyPaths(f"paths: the network has {total:,} paths to output {output}; limit = {limit:,}")
    ways = tuple(_ways(end, network.inputs, edges, into))
    return Paths(network, edges, ways, output)


def _count(network: Network, edges: tuple[Wire, ...], into: dict[int, list[int]]) -> list[int]:
    found = [1] * network.inputs
    for v in range(network.inputs, sum(network.sizes)):
        found.append(sum(1 if edges[e].tail == ONE else found[edges[e].tail] for e in into[v]))
    return found


def _ways(
    v: int, inputs: int, edges: tuple[Wire, ...], into: dict[int, list[int]]
) -> Iterator[tuple[int, ...]]:
    """The paths that end at neuron v."""
    if v < inputs:
        yield ()
        return
    for e in into[v]:
        for way in _ways(edges[e].tail, inputs, edges, into):
            yield (*way, e)


def _at(phi: Activation, t: Any) -> Any:
    return _slope(phi, t) * t


def _slope(phi: Activation, t: Any) -> Any:
    return phi.up if t > 0 else phi.low


def _sign(w: Any, at_zero: int) -> int:
    return (w > 0) - (w < 0) or at_zero
