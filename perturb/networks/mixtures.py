"""Mixtures of linear neurons that leave a network as it is, and the matrices that they conserve.

Neurons of a linear group, or channels of a linear convolution, may be mixed by an invertible A if what
comes in is multiplied by A and what leaves by its inverse. This conserves W_in W_in' - W_out' W_out, where
each weight stands once. A skip with the identity that is not learned ties two groups: both are mixed by A,
and their matrices are added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from perturb.networks.graph import Network, Shared
from perturb.networks.wires import Fixed, blocks, channels, first_neurons, parameters, unbiased

Block = tuple[int, Any]


@dataclass(frozen=True, eq=False)
class Mixture:
    """Rows of `into` and `out` are neurons or channels; entries are places of parameters, -1 for none."""

    name: str
    formula: str
    neurons: frozenset[int]
    into: Any
    out: Any
    length: int

    def _parts(self, network: Network) -> tuple[Any, Any]:
        w = parameters(network)
        if len(w) != self.length:
            raise ValueError(f"invariant: a network of {len(w)} parameters where {self.length} are needed")
        w = np.append(w, [0 * w[0]])
        return w[self.into], w[self.out]

    def value(self, network: Network) -> Any:
        into, out = self._parts(network)
        return into @ into.T - out @ out.T

    def terms(self, network: Network) -> Any:
        into, out = map(abs, self._parts(network))
        return (into @ into.T + out @ out.T).max()


@dataclass(frozen=True, eq=False)
class _Group:
    """What comes into a linear group and leaves it: (block, places), a row a neuron."""

    k: int
    into: list[tuple[Block, Any]]
    out: list[tuple[Block, Any]]


def mixtures(network: Network, fixed: Fixed = ()) -> tuple[Mixture, ...]:
    """The matrices conserved by the linear groups of a network, all but the last; where there are any."""
    skips = {(k, i) for k, i, W in _plain(network) if (k, i) in fixed and _is_identity(W)}
    still = {*fixed, *unbiased(network)} - skips
    found = [_mixture(network, bundle, still, skips) for bundle in _bundles(network, skips)]
    return tuple(one for one in found if one is not None)


def _plain(network: Network) -> Iterator[tuple[int, int, Any]]:
    for k, node in enumerate(network.nodes, start=1):
        for i, W in enumerate(node.matrices):
            yield k, i, W


def _is_identity(W: Any) -> bool:
    return W.shape[0] == W.shape[1] and bool(np.all(np.eye(len(W), dtype=int) == W))


def _bundles(network: Network, skips: set[tuple[int, int]]) -> list[list[int]]:
    """Groups that a fixed identity joins; the input, 0, and the output, the last one, may be among them."""
    label = list(range(len(network.nodes) + 1))
    for k, i in sorted(skips):
        old, new = label[k], label[network.nodes[k - 1].sources[i]]
        label = [new if x == old else x for x in label]
    return [[k for k, x in enumerate(label) if x == name] for name in sorted(set(label))]


def _mixture(
    network: Network, bundle: list[int], fixed: set[Block], skips: set[tuple[int, int]]
) -> Mixture | None:
    if {0, len(network.nodes)} & set(bundle) or any(network.nodes[k - 1].activation.bends for k in bundle):
        return None
    groups = [_group(network, k, skips) for k in bundle]
    zero = {(k, "bias") for k in bundle if not np.any(network.nodes[k - 1].bias != 0)}
    if any(block in fixed - zero for g in groups for block, _ in [*g.into, *g.out]):
        return None
    used = [[(b, p) for b, p in g.into if b not in fixed] for g in groups], [g.out for g in groups]
    classes = _channels([p for side in used for group in side for _, p in group if p.ndim == 2])
    if classes is None or len(classes) < 1:
        return None
    sides = [[_slots(p, classes) for group in side for _, p in group] for side in used]
    if any(s is None for side in sides for s in side):
        return None
    first = first_neurons(network)
    neurons = frozenset(first[k] + i for k in bundle for i in range(network.nodes[k - 1].size))
    into, out = (np.concatenate(side, axis=1) for side in sides)
    words = _words(bundle, len(classes), len(neurons), any((k, "bias") not in fixed for k in bundle))
    return Mixture(*words, neurons, into, out, len(parameters(network)))


def _places(network: Network) -> dict[Block, Any]:
    """For each block the places of its entries in the vector of parameters, in the shape of the matrix."""
    ends = accumulate((len(numbers) for _, _, numbers in blocks(network)), initial=0)
    found: dict[Block, Any] = {}
    for (k, i, _), at in zip(blocks(network), ends, strict=False):
        if i == "bias":
            found[k, i] = at + channels(network.nodes[k - 1])
            continue
        W = network.nodes[k - 1].weights[i]
        own = W.places if isinstance(W, Shared) else np.arange(W.size).reshape(W.shape)
        found[k, i] = np.where(own >= 0, own + at, -1)
    return found


def _group(network: Network, k: int, skips: set[tuple[int, int]]) -> _Group:
    places = _places(network)
    node = network.nodes[k - 1]
    into: list[tuple[Block, Any]] = [
        ((k, i), places[k, i]) for i in range(len(node.weights)) if (k, i) not in skips
    ]
    into.append(((k, "bias"), places[k, "bias"]))
    out = [
        ((r, i), places[r, i].T)
        for r, other in enumerate(network.nodes, start=1)
        for i, j in enumerate(other.sources)
        if j == k and (r, i) not in skips
    ]
    return _Group(k, into, out)


def _channels(tables: list[Any]) -> list[list[int]] | None:
    """Neurons by weights that they share, in order; None where classes differ in size."""
    if not tables or len({len(t) for t in tables}) > 1:
        return None
    label = list(range(len(tables[0])))
    for table in tables:
        users: dict[int, int] = {}
        for v, row in enumerate(table):
            for place in set(row.tolist()) - {-1}:
                old, new = label[v], label[users.setdefault(place, v)]
                label = [new if x == old else x for x in label] if old != new else label
    classes: dict[int, list[int]] = defaultdict(list)
    for v, name in enumerate(label):
        classes[name].append(v)
    return list(classes.values()) if len({len(c) for c in classes.values()}) == 1 else None


def _slots(table: Any, classes: list[list[int]]) -> Any:
    """The parameters of each class, each once, in one order for all; None where they do not correspond."""
    rows, shapes = [], []
    for c in classes:
        flat = table[c].ravel()
        names, at, inverse = np.unique(flat, return_index=True, return_inverse=True)
        order = np.argsort(at)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        shapes.append(np.where(flat < 0, -1, rank[inverse.ravel()]))
        rows.append(names[order])
    if any(len(s) != len(shapes[0]) or np.any(s != shapes[0]) for s in shapes):
        return None
    return np.array(rows)


def _words(bundle: list[int], classes: int, neurons: int, biased: bool) -> tuple[str, str]:
    what = "neurons" if classes * len(bundle) == neurons else "channels"
    if len(bundle) == 1:
        more = "+bb^T" if biased else ""
        return (
            f"group {bundle[0]}, {classes} linear {what}",
            r"W_{\mathrm{in}}W_{\mathrm{in}}^T" + more + r"-W_{\mathrm{out}}^TW_{\mathrm{out}}",
        )
    more = "+b_kb_k^T" if biased else ""
    return (
        f"groups {', '.join(map(str, bundle))} with identity skips, {classes} linear {what}",
        rf"\sum_k\big(W_{{\mathrm{{in}},k}}W_{{\mathrm{{in}},k}}^T{more}"
        r"-W_{\mathrm{out},k}^TW_{\mathrm{out},k}\big)",
    )
