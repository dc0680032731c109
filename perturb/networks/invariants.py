"""What gradient flow conserves, read off an architecture, and how far a training run was from gradient flow.

Scale what comes into a neuron by c > 0 and what leaves it by 1/c: the network stays what it is, as
activations are positively homogeneous. So every gradient g in the weights has <w_in, g_in> = <w_out,
g_out>, and so have its limits and their convex hull, Clarke's subdifferential: sum w_in^2 - sum w_out^2
does not move, for any data and any locally Lipschitz loss, whatever signs and activation patterns do. Of
linear neurons all invertible mixtures leave the network as it is: then the matrix W_in W_in' - W_out' W_out
does not move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.networks.graph import Network
from perturb.networks.symmetries import Mixture, Scaling, mixtures, scalings
from perturb.networks.wires import Fixed, architecture, parameters


@dataclass(frozen=True)
class Invariant:
    """A function of the weights that gradient flow does not change.

    name     which neurons, groups counted from 1, neurons from 0
    formula  LaTeX
    kind     "scaling" (a number, from positive homogeneity) or "mixture" (a matrix, from linear neurons)
    value    of a network of this architecture: a number or a symmetric matrix, in the numbers of its weights
    size     of a network: the largest sum of absolute terms, beside which a change is small or not
    """

    name: str
    formula: str
    kind: str
    value: Callable[[Network], Any]
    size: Callable[[Network], Any]

    def __str__(self) -> str:
        return f"{self.name}: {self.formula}"


@dataclass(frozen=True, eq=False)
class Drift:
    """How far one invariant moved: changes[t] is the largest entry of |value(t) - value(0)|."""

    invariant: Invariant
    changes: Any
    scale: float

    @property
    def worst(self) -> float:
        return float(max(self.changes))

    @property
    def relative(self) -> float:
        """The worst change as a part of the size of the terms; 0 where all weights are 0."""
        return self.worst / self.scale if self.scale else 0.0


def invariants(network: Network, fixed: Fixed = ()) -> tuple[Invariant, ...]:
    """Every quantity that gradient flow conserves by homogeneity or by linearity of neurons.

    All weights, and biases where there are any, are learned, but for the blocks in `fixed`: (k, i) is the
    i-th matrix of group k, (k, "bias") its bias. Biases count as weights that come in; neurons that share
    weights share their bias. A list of scalars is a basis; where a group is linear its matrix has them as
    diagonal entries and takes their place.

    ValueError for an unknown block, or for more than 500 neurons whose shared weights tie layers to each
    other.
    """
    whole = mixtures(network, fixed)
    matrices = [Invariant(one.name, one.formula, "mixture", one.value, one.terms) for one in whole]
    scalars = [_scaling(one) for one in scalings(network, fixed) if not _on_a_diagonal(one, whole)]
    return (*matrices, *scalars)


def _on_a_diagonal(one: Scaling, whole: Sequence[Mixture]) -> bool:
    return one.plain and any(one.neurons <= matrix.neurons for matrix in whole)


def _scaling(one: Scaling) -> Invariant:
    def value(network: Network) -> Any:
        w = _fitting(network, one)
        return sum((c * w[i] * w[i] for i, c in one.coefficients), start=0 * w[0])

    def size(network: Network) -> Any:
        w = _fitting(network, one)
        return sum((abs(c) * w[i] * w[i] for i, c in one.coefficients), start=0 * w[0])

    return Invariant(one.name, one.formula, "scaling", value, size)


def _fitting(network: Network, one: Scaling) -> Any:
    w = parameters(network)
    if len(w) != one.length:
        raise ValueError(f"invariant: a network of {len(w)} parameters where {one.length} are needed")
    return w


def drift(history: Sequence[Network], fixed: Fixed = ()) -> tuple[Drift, ...]:
    """How far each invariant moved along checkpoints, networks of one architecture; the largest change
    first.

    Gradient flow gives zeros; gradient descent with step eta moves a scalar by eta^2 (|g_in|^2 - |g_out|^2)
    a step, so that over a given time its drift falls with eta. ValueError for fewer than two checkpoints, and
    for one of another architecture.
    """
    if len(history) < 2:
        raise ValueError(f"drift: {len(history)} checkpoints where two are needed")
    for k, network in enumerate(history):
        if not isinstance(network, Network) or architecture(network) != architecture(history[0]):
            raise ValueError(f"drift: checkpoint {k} is no network of the architecture of the first one")
    found = [_drift(one, history) for one in invariants(history[0], fixed)]
    return tuple(sorted(found, key=lambda d: -d.worst))


def _drift(one: Invariant, history: Sequence[Network]) -> Drift:
    start = np.asarray(one.value(history[0]))
    changes = [float(abs(np.asarray(one.value(n)) - start).max()) for n in history]
    return Drift(one, np.array(changes), float(max(np.max(one.size(n)) for n in (history[0], history[-1]))))
