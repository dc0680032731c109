"""A network: a directed acyclic graph of groups of neurons, with skips and shared weights.

Group k computes phi(W_1 y_1 + W_2 y_2 + ... + b) from the outputs y_j of earlier groups; number 0 is the
input, the last group is the output. It runs on float64, on exact numbers and on balls; `z` may be a batch
(..., n). `expression` writes it in the words of statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpq_mat

from perturb.networks.arithmetic import LINEAR, Activation, array_of, beside, eye_like, fractions, rational
from perturb.vocab import entries, larger
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.words.lists import constant_matrix


@dataclass(frozen=True, eq=False)
class Shared:
    """A matrix with shared weights: entry (i, j) is parameters[places[i, j]], and 0 where the place is -1."""

    parameters: Any
    places: Any

    def __post_init__(self) -> None:
        parameters = array_of("shared weights", self.parameters, 1)
        places = np.asarray(self.places)
        if places.ndim != 2 or places.dtype.kind != "i":
            raise ValueError("shared weights: places must be a matrix of integers")
        if places.size and not -1 <= places.min() <= places.max() < len(parameters):
            raise ValueError(f"shared weights: a place is not in -1, ..., {len(parameters) - 1}")
        object.__setattr__(self, "parameters", parameters)
        object.__setattr__(self, "places", places)

    @cached_property
    def matrix(self) -> Any:
        return np.append(self.parameters, [0])[self.places]


@dataclass(frozen=True, eq=False)
class Neurons:
    """Neurons of one activation. weights[i], m x n_i or Shared, acts on the output of number sources[i].

    `biased` is False where there is no bias: then `bias` is 0 and is not learned.
    """

    sources: tuple[int, ...]
    weights: tuple[Any, ...]
    bias: Any
    activation: Activation = LINEAR
    biased: bool = True

    def __post_init__(self) -> None:
        if not self.sources or len(self.sources) != len(self.weights):
            raise ValueError(f"neurons: {len(self.weights)} weights for {len(self.sources)} sources")
        bias = array_of("bias", self.bias, 1)
        weights = tuple(W if isinstance(W, Shared) else array_of("weights", W, 2) for W in self.weights)
        object.__setattr__(self, "bias", bias)
        object.__setattr__(self, "weights", weights)
        for W in self.matrices:
            if W.shape[0] != len(bias):
                raise ValueError(f"neurons: weights of shape {W.shape} and a bias of {len(bias)} do not fit")

    @cached_property
    def matrices(self) -> tuple[Any, ...]:
        return tuple(W.matrix if isinstance(W, Shared) else W for W in self.weights)

    @property
    def size(self) -> int:
        return len(self.bias)

    def before(self, outputs: list[Any]) -> Any:
        """The pre-activations; outputs[j] is what number j gave."""
        terms = [
            outputs[j] @ beside(W, outputs[j]).T for j, W in zip(self.sources, self.matrices, strict=True)
        ]
        return sum(terms[1:], terms[0]) + beside(self.bias, terms[0])

    def linear(self, slopes: Any, parts: list[Any]) -> Any:
        """The linear part behind these neurons, from the linear parts of the earlier ones."""
        terms = [beside(W, parts[j]) @ parts[j] for j, W in zip(self.sources, self.matrices, strict=True)]
        return slopes[:, None] * sum(terms[1:], terms[0])

    def exactly(self) -> Neurons:
        weights = tuple(
            replace(W, parameters=fractions(W.parameters)) if isinstance(W, Shared) else fractions(W)
            for W in self.weights
        )
        return replace(self, weights=weights, bias=fractions(self.bias))


@dataclass(frozen=True, eq=False, repr=False)
class Network:
    """From R^inputs to the output of the last group. ValueError where sizes or the order do not fit."""

    inputs: int
    nodes: tuple[Neurons, ...]

    def __post_init__(self) -> None:
        if self.inputs < 1 or not self.nodes:
            raise ValueError(f"network: {self.inputs} inputs and {len(self.nodes)} groups of neurons")
        object.__setattr__(self, "nodes", tuple(self.nodes))
        for k, node in enumerate(self.nodes, start=1):
            for j, W in zip(node.sources, node.matrices, strict=True):
                if not 0 <= j < k:
                    raise ValueError(f"network: group {k} takes from {j}, which does not come before it")
                if W.shape[1] != self.sizes[j]:
                    raise ValueError(
                        f"network: group {k} needs {W.shape[1]} numbers of {j}, not {self.sizes[j]}"
                    )

    def __repr__(self) -> str:
        return f"<network {' -> '.join(map(str, self.sizes))}{'' if self.is_chain else ', with skips'}>"

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Of the input and of each group."""
        return (self.inputs, *(node.size for node in self.nodes))

    @property
    def outputs(self) -> int:
        return self.sizes[-1]

    @property
    def bent(self) -> tuple[Neurons, ...]:
        """The groups whose activation has a kink: those that cut the input space."""
        return tuple(node for node in self.nodes if node.activation.bends)

    @property
    def neurons(self) -> int:
        """How many neurons can cut the input space."""
        return sum(node.size for node in self.bent)

    @cached_property
    def is_chain(self) -> bool:
        """Does each group take from the one before it alone?"""
        return all(node.sources == (k,) for k, node in enumerate(self.nodes))

    def run(self, z: Any) -> Iterator[tuple[Any, Any]]:
        """(pre-activation, output) of one group after the other."""
        found = [self._input(z)]
        for node in self.nodes:
            t = node.before(found)
            found.append(node.activation(t))
            yield t, found[-1]

    def __call__(self, z: Any) -> Any:
        """The output for an input (n,) or a batch of inputs (..., n), in the numbers of the input."""
        return list(self.run(z))[-1][1]

    def pattern(self, z: Any) -> tuple[Any, ...]:
        """The signs (-1, 0, 1) of the pre-activations of each group that bends."""
        pairs = zip(self.nodes, self.run(z), strict=True)
        return tuple(
            (t > 0).astype(int) - (t < 0).astype(int) for node, (t, _) in pairs if node.activation.bends
        )

    def configuration(self, z: Any) -> tuple[int, ...]:
        """1 for each neuron with a positive pre-activation at one input z (n,), 0 otherwise, ties too."""
        return tuple(int(s > 0) for signs in self.pattern(z) for s in signs)

    def same_region(self, z: Any, other: Any) -> Any:
        """True where no pre-activation is zero at either input and all signs agree; batches broadcast."""
        pairs = zip(self.pattern(z), self.pattern(other), strict=True)
        same = [np.all(s * t > 0, axis=-1) for s, t in pairs]
        return np.all(same, axis=0) if same else np.ones(np.shape(z)[:-1], dtype=bool)

    def affine(self, z: Any) -> tuple[Any, Any]:
        """(A, B) with network(x) = Ax + B for every x in the region of one input z (n,)."""
        z = self._input(z)
        parts, values = [eye_like(z, self.inputs)], [z]
        for node in self.nodes:
            t = node.before(values)
            slopes = node.activation.slopes(t)
            parts.append(node.linear(slopes, parts))
            values.append(slopes * t)
        return parts[-1], values[-1] - parts[-1] @ z

    def head(self, k: int) -> Network:
        """The network up to group k, counted from 1."""
        if not 1 <= k <= len(self.nodes):
            raise ValueError(f"network: k = {k} is not the number of a group, 1 to {len(self.nodes)}")
        return Network(self.inputs, self.nodes[:k])

    def then(self, other: Network) -> Network:
        """The other network on the output of this one."""
        if other.inputs != self.outputs:
            raise ValueError(f"network: {self.outputs} outputs do not fit {other.inputs} inputs")
        shift = len(self.nodes)
        later = [replace(node, sources=tuple(j + shift for j in node.sources)) for node in other.nodes]
        return Network(self.inputs, (*self.nodes, *later))

    def exactly(self) -> Network:
        """The same network with Fractions: floats are dyadic rationals."""
        return Network(self.inputs, tuple(node.exactly() for node in self.nodes))

    def _input(self, z: Any) -> Any:
        z = np.asarray(z)
        z = z.astype(object) if z.dtype.kind in "biu" else z
        if z.ndim == 0 or z.shape[-1] != self.inputs:
            raise ValueError(
                f"network: an input of shape {z.shape} where the last axis must be {self.inputs}"
            )
        return z


def region_codes(network: Network, points: Any) -> Any:
    """A number for each of the points (N, n): equal exactly when the signs of all pre-activations are."""
    signs = np.concatenate([np.atleast_2d(s) for s in network.pattern(points)], axis=-1)
    return np.unique(signs.astype(int), axis=0, return_inverse=True)[1].reshape(-1)


def expression(network: Network, x: Expr) -> Expr:
    """network(x) for a vector x of a statement, with the weights as exact constants."""
    found = [x]
    for node in network.nodes:
        t: Any = entries(_constant([node.bias]))
        for j, W in zip(node.sources, node.matrices, strict=True):
            t = t + _constant(W) @ found[j]
        found.append(_activated(node.activation, t))
    return found[-1]


def _constant(A: Any) -> Expr:
    return constant_matrix(fmpq_mat([[rational(x) for x in row] for row in A]))


def _activated(phi: Activation, t: Any) -> Any:
    """low t + (up - low) max(t, 0)."""
    low, up = rational(phi.low), rational(phi.up)
    bent = larger(t, 0) * (up - low) if phi.bends else 0
    return bent + t * low if low != 0 else bent
