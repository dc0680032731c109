"""What leaves a network as it is, and what that conserves: scalings of neurons, mixtures of linear ones.

Positive scalings of neurons that leave a network as it is, and the sums of squares that they conserve.

Neuron v is scaled by exp(phi(v)), with phi = 0 at inputs and outputs; a wire uv takes exp(phi(v) - phi(u)).
This must be 1 where the weight is not learned, and one number for all wires that share a weight: linear
equations for phi. Each solution conserves the sum over all weights w of (phi(v) - phi(u)) w^2.

Mixtures of linear neurons that leave a network as it is, and the matrices that they conserve.

Neurons of a linear group, or channels of a linear convolution, may be mixed by an invertible A if what
comes in is multiplied by A and what leaves by its inverse. This conserves W_in W_in' - W_out' W_out, where
each weight stands once. A skip with the identity that is not learned ties two groups: both are mixed by A,
and their matrices are added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from math import gcd, lcm
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.networks.graph import Network, Shared
from perturb.networks.wires import (
    ONE,
    Fixed,
    Wire,
    blocks,
    channels,
    first_neurons,
    parameters,
    unbiased,
    wires,
)

LARGEST = 500
PINNED = -1
Row = tuple[tuple[int, int], ...]
Channel = frozenset[int]


@dataclass(frozen=True)
class Scaling:
    """coefficients: (place of a parameter, factor of its square); plain: phi is 1 on one class."""

    name: str
    formula: str
    neurons: frozenset[int]
    coefficients: tuple[tuple[int, int], ...]
    length: int
    plain: bool


def scalings(network: Network, fixed: Fixed = ()) -> tuple[Scaling, ...]:
    """A basis of the sums of squares that scalings conserve. ValueError where too many neurons are tied."""
    edges = _with_shared_biases(network, wires(network, fixed))
    classes, rows = _classes(network, edges)
    length = sum(
        W.parameters.size if isinstance(W, Shared) else W.size for n in network.nodes for W in n.weights
    )
    length += sum(node.size for node in network.nodes)
    return tuple(
        _scaling(network, edges, phi, length) for phi in _solutions(classes, rows, _channels(edges, classes))
    )


def _with_shared_biases(network: Network, edges: tuple[Wire, ...]) -> list[Wire]:
    """The biases of a channel are one: they take the place of the first."""
    behind = np.concatenate([np.arange(node.size) - channels(node) for node in network.nodes])
    return [
        replace(e, parameter=e.parameter - int(behind[e.head - network.inputs])) if e.tail == ONE else e
        for e in edges
    ]


def _classes(network: Network, edges: list[Wire]) -> tuple[dict[int, int], set[Row]]:
    """The class of each hidden neuron, of equal phi, and the equations that are left between classes."""
    hidden = range(network.inputs, first_neurons(network)[-1])
    parent = {PINNED: PINNED, **{v: v for v in hidden}}

    def find(v: int) -> int:
        v = v if v in parent else PINNED
        while parent[v] != v:
            v = parent[v]
        return v

    def join(u: int, v: int) -> None:
        low, high = sorted((find(u), find(v)))
        parent[high] = low

    by_place: dict[int, list[Wire]] = defaultdict(list)
    for e in edges:
        by_place[e.parameter].append(e)
        if not e.learned:
            join(e.tail, e.head)
    pairs = {(w[0].head, w[0].tail, e.head, e.tail) for w in by_place.values() for e in w[1:] if e.learned}
    while True:
        left = {row for row in (_row(pair, find) for pair in pairs) if row}
        equal = [row for row in left if _is_equality(row)]
        if not equal:
            return {v: find(v) for v in hidden}, left
        for row in equal:
            join(row[0][0], row[1][0] if len(row) == 2 else PINNED)


def _row(pair: tuple[int, int, int, int], find: Callable[[int], int]) -> Row:
    """phi(head) - phi(tail) - phi(head') + phi(tail') by classes; without what cancels or is pinned."""
    total: dict[int, int] = defaultdict(int)
    for v, sign in zip(pair, (1, -1, -1, 1), strict=True):
        total[find(v)] += sign
    return tuple(sorted((v, c) for v, c in total.items() if c and v != PINNED))


def _is_equality(row: Row) -> bool:
    return len(row) == 1 or (len(row) == 2 and row[0][1] == -row[1][1])


def _solutions(classes: dict[int, int], rows: set[Row], channels: list[Channel]) -> Iterator[dict[int, int]]:
    """A basis of all phi, with whole numbers; the neurons of one class where no equation speaks of it."""
    free = sorted(set(classes.values()) - {PINNED})
    tied = sorted({v for row in rows for v, _ in row})
    if len(tied) > LARGEST:
        raise ValueError(
            f"invariants: {len(tied)} classes of neurons are tied by shared weights; {LARGEST} at most"
        )
    members = defaultdict(list)
    for v, c in classes.items():
        members[c].append(v)
    for c in free:
        if c not in tied:
            yield dict.fromkeys(members[c], 1)
    for weights in _null_space(tied, rows, channels):
        yield {v: weight for c, weight in weights.items() for v in members[c]}


def _null_space(tied: list[int], rows: set[Row], first: list[Channel]) -> Iterator[dict[int, int]]:
    """All solutions on the tied classes; channels that are one come first, the others complete the basis."""
    if not tied:
        return
    at = {v: i for i, v in enumerate(tied)}
    table = [[0] * len(tied) for _ in rows]
    for line, row in zip(table, sorted(rows), strict=True):
        for v, c in row:
            line[at[v]] = c
    known = [[int(v in channel) for v in tied] for channel in first if channel <= set(tied)]
    known = [x for x in known if not any(sum(a * b for a, b in zip(line, x, strict=True)) for line in table)]
    every = known + list(_kernel(table, len(tied)))
    columns = fmpq_mat(len(every), len(tied), [x for line in every for x in line]).transpose()
    for j in _pivots(columns.rref()):
        yield {v: x for v, x in zip(tied, every[j], strict=True) if x}


def _kernel(table: list[list[int]], size: int) -> Iterator[list[int]]:
    """A basis in whole numbers without a common divisor."""
    found = fmpq_mat(len(table), size, [x for line in table for x in line]).rref()
    pivots = _pivots(found)
    for j in sorted(set(range(size)) - set(pivots)):
        column = [fmpq(int(i == j)) for i in range(size)]
        for row, p in enumerate(pivots):
            column[p] = -found[0][row, j]
        scale = lcm(*(int(x.q) for x in column))
        whole = [int((x * scale).p) for x in column]
        yield [x // gcd(*whole) for x in whole]


def _pivots(reduced: tuple[fmpq_mat, int]) -> list[int]:
    matrix, rank = reduced
    return [next(j for j in range(matrix.ncols()) if matrix[i, j] != 0) for i in range(rank)]


def _channels(edges: list[Wire], classes: dict[int, int]) -> list[Channel]:
    """Classes of neurons of one group that share weights, in front or behind."""
    users: dict[tuple[int, int], set[int]] = defaultdict(set)
    for e in edges:
        for side, v in enumerate((e.tail, e.head)):
            if v in classes:
                users[e.parameter, side].add(classes[v])
    found: list[set[int]] = []
    for group in users.values():
        apart = [c for c in found if not c & group]
        found = [*apart, group.union(*(c for c in found if c & group))]
    return [frozenset(c - {PINNED}) for c in found]


def _scaling(network: Network, edges: list[Wire], phi: dict[int, int], length: int) -> Scaling:
    found = {e.parameter: phi.get(e.head, 0) - phi.get(e.tail, 0) for e in edges if e.learned}
    coefficients = tuple((i, c) for i, c in sorted(found.items()) if c)
    first = first_neurons(network)
    at = {v: max(k for k in range(len(first)) if first[k] <= v) for v in phi}
    plain = set(phi.values()) == {1}
    biased = any(e.tail == ONE and e.learned and e.head in phi for e in edges)
    name, formula = _words(phi, first, at, plain and len(set(at.values())) == 1, biased)
    return Scaling(name, formula, frozenset(phi), coefficients, length, plain)


def _words(
    phi: dict[int, int], first: tuple[int, ...], at: dict[int, int], alone: bool, biased: bool
) -> tuple[str, str]:
    """The name and the formula, in which learned biases b have terms of their own."""
    v = min(phi)
    if not alone:
        inside = f"{len(phi)} neurons of groups {', '.join(map(str, sorted(set(at.values()))))}"
        more = r"+\sum_v\varphi(v)\,b_v^2" if biased else ""
        return f"scaling of {inside} together", r"\sum_{uv}(\varphi(v)-\varphi(u))\,w_{uv}^2" + more
    where = f"group {at[v]}, neuron {v - first[at[v]]}"
    if len(phi) == 1:
        return where, rf"\sum_uw_{{uv}}^2{'+b_v^2' if biased else ''}-\sum_tw_{{vt}}^2"
    more = r"+\sum_bb^2" if biased else ""
    return (
        f"{where} and {len(phi) - 1} that share its weights",
        rf"\sum_{{w\ \mathrm{{in}}}}w^2{more}-\sum_{{w\ \mathrm{{out}}}}w^2",
    )


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
    classes = _shared([p for side in used for group in side for _, p in group if p.ndim == 2])
    if classes is None or len(classes) < 1:
        return None
    sides = [[_slots(p, classes) for group in side for _, p in group] for side in used]
    if any(s is None for side in sides for s in side):
        return None
    first = first_neurons(network)
    neurons = frozenset(first[k] + i for k in bundle for i in range(network.nodes[k - 1].size))
    into, out = (np.concatenate(side, axis=1) for side in sides)
    words = _mixture_words(bundle, len(classes), len(neurons), any((k, "bias") not in fixed for k in bundle))
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


def _shared(tables: list[Any]) -> list[list[int]] | None:
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


def _mixture_words(bundle: list[int], classes: int, neurons: int, biased: bool) -> tuple[str, str]:
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
