"""Positive scalings of neurons that leave a network as it is, and the sums of squares that they conserve.

Neuron v is scaled by exp(phi(v)), with phi = 0 at inputs and outputs; a wire uv takes exp(phi(v) - phi(u)).
This must be 1 where the weight is not learned, and one number for all wires that share a weight: linear
equations for phi. Each solution conserves the sum over all weights w of (phi(v) - phi(u)) w^2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import gcd, lcm

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.networks.graph import Network, Shared
from perturb.networks.wires import ONE, Fixed, Wire, channels, first_neurons, wires

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
