"""The cells of a network: for each configuration the polyhedron where it holds, in exact arithmetic.

A configuration says of each neuron that bends whether its pre-activation is positive (1) or not (0, ties
too). Cells are half-open, so that each point of space lies in exactly one. Three numbers differ: all cells,
those of full dimension, and the maximal pieces on which the network is affine. On planes through an input
space cells are polygons with exact areas.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from math import comb
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz

from perturb.networks.arithmetic import array_of, fractions, rational
from perturb.networks.build import dense
from perturb.networks.graph import Network
from perturb.networks.polyhedra import Cone, Vector, primitive, share_a_facet, space, split

LIMIT = 20_000


class TooManyCells(ValueError):
    """The cells are out of reach; the line says how many there are about."""


@dataclass(frozen=True, eq=False, repr=False)
class Cell:
    """Where `configuration` holds. On it the network is Ax + b, the columns of `map` being b and A."""

    configuration: tuple[int, ...]
    cone: Cone
    map: fmpq_mat

    def __repr__(self) -> str:
        return f"<cell {''.join(map(str, self.configuration))} of dimension {self.dimension}>"

    @property
    def full_dimensional(self) -> bool:
        return self.cone.full

    @property
    def dimension(self) -> int:
        return self.cone.dimension

    @property
    def A(self) -> Any:
        """The linear part, Fractions of shape (outputs, inputs)."""
        return fractions([row[1:] for row in self.map.tolist()])

    @property
    def b(self) -> Any:
        return fractions([row[0] for row in self.map.tolist()])

    @property
    def point(self) -> Any:
        """A point of the cell, as Fractions."""
        t, *x = self.cone.inner
        return fractions([fmpq(y, t) for y in x])

    def contains(self, x: Any) -> bool:
        """Is the point x (n,) in this cell? Its sides belong to it where they are not strict."""
        at = tuple(map(rational, [1, *fractions(x).tolist()]))
        levels = [sum(a * y for a, y in zip(h, at, strict=True)) for h in self.cone.sides]
        return all(y > 0 if self.cone.strict >> k & 1 else y >= 0 for k, y in enumerate(levels))

    @cached_property
    def vertices(self) -> Any:
        """The vertices of the closure, Fractions of shape (number, inputs)."""
        rays = [ray.at for ray in self.cone.rays if ray.at[0]]
        return fractions([[fmpq(x, at[0]) for x in at[1:]] for at in rays] or np.zeros((0, len(self.point))))


@dataclass(frozen=True, eq=False, repr=False)
class Cells:
    """All cells of a network, and how many there are behind each group of neurons that bends."""

    network: Network
    cells: tuple[Cell, ...]
    by_layer: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"<{self.configurations} cells of {self.network}, {self.full_dimensional} of full dimension>"

    @property
    def configurations(self) -> int:
        """All configurations that some point has."""
        return len(self.cells)

    @property
    def full_dimensional(self) -> int:
        """Those whose cell has inner points."""
        return sum(cell.full_dimensional for cell in self.cells)

    @cached_property
    def pieces(self) -> int:
        """Maximal sets, connected through facets, of cells of full dimension with one affine map."""
        return len(maximal_pieces(self.cells))

    def at(self, x: Any) -> Cell:
        """The cell of a point. KeyError where the cells are those of a part of space that it is not in."""
        cell = self._by_configuration.get(self.network.configuration(fractions(x)))
        if cell is None or not cell.contains(x):
            raise KeyError(f"cells: {x} lies outside the part of space that was cut")
        return cell

    @cached_property
    def _by_configuration(self) -> dict[tuple[int, ...], Cell]:
        return {cell.configuration: cell for cell in self.cells}


def cells(network: Network, within: Sequence[Any] = (), limit: int = LIMIT) -> Cells:
    """Every cell of a network in exact arithmetic; floats are taken as the dyadic rationals that they are.

    `within` cuts out a part of space: rows (h_0, h_1, ..., h_n) with h_0 + h_1 x_1 + ... >= 0. Raises
    TooManyCells where more than `limit` are expected or found. 24 neurons in the plane take half a second.
    """
    _within_reach(network, limit)
    start = _part(network.inputs, within)
    if start is None:
        raise ValueError("cells: the part of space that `within` describes has no inner point")
    identity = fmpq_mat(
        [[int(i == j) for j in range(network.inputs + 1)] for i in range(1, network.inputs + 1)]
    )
    found = [Growing((), start, [identity])]
    by_layer = []
    for k, node in enumerate(network.nodes):
        constants = [_matrix(W) for W in node.matrices], [rational(x) for x in node.bias.tolist()]
        found = [part for cell in found for part in cell.grown(node, *constants)]
        if len(found) > limit:
            raise TooManyCells(
                f"cells: {len(found)} behind group {k + 1} of {len(network.nodes)}, limit = {limit}"
            )
        if node.activation.bends:
            by_layer.append((len(found), sum(cell.cone.full for cell in found)))
    return Cells(network, tuple(Cell(c.configuration, c.cone, c.maps[-1]) for c in found), tuple(by_layer))


@dataclass(frozen=True, eq=False)
class Growing:
    """A cell of the first groups: maps[j] is what group j computes there, (size, 1 + inputs)."""

    configuration: tuple[int, ...]
    cone: Cone
    maps: list[fmpq_mat]

    def grown(self, node: Any, weights: list[fmpq_mat], bias: list[fmpq]) -> list[Growing]:
        """The cells behind one more group."""
        t = weights[0] * self.maps[node.sources[0]]
        for W, j in zip(weights[1:], node.sources[1:], strict=True):
            t += W * self.maps[j]
        for i, b in enumerate(bias):
            t[i, 0] += b
        if not node.activation.bends:
            return [Growing(self.configuration, self.cone, [*self.maps, t * rational(node.activation.up)])]
        parts = _cut(self.cone, _integer_rows(t))
        slopes = rational(node.activation.low), rational(node.activation.up)
        return [
            Growing((*self.configuration, *q), cone, [*self.maps, _scaled(t, [slopes[bit] for bit in q])])
            for q, cone in parts
        ]


def _cut(cone: Cone, rows: list[Vector]) -> list[tuple[tuple[int, ...], Cone]]:
    """The parts of a cell by the signs of affine functions."""
    parts: list[tuple[tuple[int, ...], Cone]] = [((), cone)]
    for h in rows:
        halves = [(q, split(part, h)) for q, part in parts]
        parts = [
            ((*q, bit), half) for q, pair in halves for bit, half in ((1, pair[0]), (0, pair[1])) if half
        ]
    return parts


def _scaled(t: fmpq_mat, slopes: list[fmpq]) -> fmpq_mat:
    return fmpq_mat([[s * x for x in row] for s, row in zip(slopes, t.tolist(), strict=True)])


def _integer_rows(t: fmpq_mat) -> list[Vector]:
    """Each row times a positive number that makes it integer and primitive."""
    rows = []
    for row in t.tolist():
        scale = fmpz(1)
        for x in row:
            scale = scale.lcm(x.q)
        numbers = [int((x * scale).p) for x in row]
        rows.append(primitive(numbers))
    return rows


def _matrix(A: Any) -> fmpq_mat:
    return fmpq_mat(A.shape[0], A.shape[1], [rational(x) for x in A.ravel().tolist()])


def _part(n: int, within: Sequence[Any]) -> Cone | None:
    """The closed part of space; its sides are not strict, so that points on them belong to it."""
    cone: Cone | None = space(n)
    for h in within:
        row = fractions(h)
        if row.shape != (n + 1,):
            raise ValueError(f"cells: a row of `within` has {row.size} numbers where {n + 1} are needed")
        below = _integer_rows(fmpq_mat([[rational(-x) for x in row]]))[0]
        cone = split(cone, below)[1] if cone is not None else None
    return cone if cone is not None and cone.full else None


def expected(network: Network, inputs: int | None = None) -> int:
    """About how many cells to expect: what as many hyperplanes in general position make.

    A deep network may make more or fewer; trained and random ones are near it (Hanin and Rolnick 2019).
    `inputs` is the dimension, that of the network where it is not given.
    """
    n = network.inputs if inputs is None else inputs
    return sum(comb(network.neurons, k) for k in range(min(n, network.neurons) + 1))


def _within_reach(network: Network, limit: int) -> None:
    if limit < 1:
        raise ValueError(f"cells: limit = {limit} is less than 1")
    if (about := expected(network)) > limit:
        shown = str(about) if about < 10**9 else f"10^{len(str(about)) - 1}"
        sliced = expected(network, 2)
        instead = f"; a plane slice has about {sliced}" if network.inputs > 2 and sliced <= limit else ""
        raise TooManyCells(
            f"cells: about {shown} cells are expected of {network.neurons} neurons over {network.inputs} "
            f"inputs, more than limit = {limit}{instead}"
        )


def maximal_pieces(cells: Iterable[Any]) -> list[list[Any]]:
    """The cells of full dimension, grouped. Cells that meet in a set of dimension n - 2 only stay apart."""
    by_map: dict[Any, list[Any]] = defaultdict(list)
    for cell in cells:
        if cell.full_dimensional:
            by_map[tuple(map(str, cell.map.entries()))].append(cell)
    return [piece for group in by_map.values() for piece in _joined(group)]


def _joined(group: list[Any]) -> list[list[Any]]:
    """The connected parts of cells with one map."""
    left, pieces = list(group), []
    while left:
        piece, todo = [], [left.pop()]
        while todo:
            cell = todo.pop()
            piece.append(cell)
            near = [other for other in left if share_a_facet(cell.cone, other.cone)]
            left = [other for other in left if not any(other is one for one in near)]
            todo += near
        pieces.append(piece)
    return pieces


def plane(network: Network, origin: Any, one: Any, other: Any) -> Network:
    """The network on the plane through three inputs, (s, t) -> network(origin + s u + t v).

    u leads from the origin to `one`, v to `other`, so that the three points are (0, 0), (1, 0) and (0, 1).
    ValueError where they lie on a line.
    """
    o, u, v = _frame(origin, one, other)
    if gram(origin, one, other) == 0:
        raise ValueError("plane: the three points lie on a line")
    return dense([np.stack([u, v], axis=1)], [o]).then(network)


def gram(origin: Any, one: Any, other: Any) -> Fraction:
    """The square of what an area in (s, t) is multiplied by to be one of the input space."""
    _, u, v = _frame(origin, one, other)
    return Fraction((u @ u) * (v @ v) - (u @ v) ** 2)


def _frame(origin: Any, one: Any, other: Any) -> tuple[Any, Any, Any]:
    names = ("origin", "one", "other")
    o, p, q = (fractions(array_of(name, x, 1)) for name, x in zip(names, (origin, one, other), strict=True))
    if not len(o) == len(p) == len(q):
        raise ValueError(f"plane: points of {len(o)}, {len(p)} and {len(q)} numbers")
    return o, p - o, q - o


def box(low: Any, high: Any) -> list[list[Fraction]]:
    """low <= x <= high, component by component, as rows for `cells(..., within=...)`."""
    least, most = fractions(low), fractions(high)
    if least.shape != most.shape or not all(a < b for a, b in zip(least, most, strict=True)):
        raise ValueError(f"box: {low} is not below {high} in each component")
    unit = fractions(np.eye(len(least)))
    below = [[-a, *e] for a, e in zip(least, unit, strict=True)]
    return below + [[b, *(-e)] for b, e in zip(most, unit, strict=True)]


def polygon(cell: Cell) -> Any:
    """The vertices of a bounded cell of the plane, counterclockwise, Fractions of shape (number, 2).

    ValueError for a cell that is not bounded, or of another dimension.
    """
    vertices = cell.vertices
    if not cell.cone.bounded or vertices.shape[1] != 2:
        raise ValueError("polygon: the cell is not bounded, or not one of the plane; see `box`")
    if len(vertices) < 3:
        return vertices
    around = vertices - vertices.sum(axis=0) / Fraction(len(vertices))
    order = sorted(range(len(vertices)), key=cmp_to_key(lambda i, j: _turn(around[i], around[j])))
    return vertices[order]


def _turn(v: Any, w: Any) -> int:
    """-1 where v comes before w, counterclockwise from the direction (1, 0)."""
    halves = [bool(x[1] < 0 or (x[1] == 0 and x[0] < 0)) for x in (v, w)]
    if halves[0] != halves[1]:
        return 1 if halves[0] else -1
    cross = v[0] * w[1] - v[1] * w[0]
    return int(cross < 0) - int(cross > 0)


def area(cell: Cell) -> Fraction:
    """The exact area of a bounded cell of the plane; 0 for a segment or a point."""
    at = polygon(cell)
    if len(at) < 3:
        return Fraction(0)
    following = np.roll(at, -1, axis=0)
    return Fraction(sum(at[:, 0] * following[:, 1] - at[:, 1] * following[:, 0])) / 2


def draw(axes: Any, cells: Any, colour: Any = None, **options: Any) -> None:
    """The bounded cells of the plane as polygons on axes of matplotlib; `colour` gives a cell its colour."""
    from matplotlib.collections import PolyCollection  # drawing is an extra

    shown = [cell for cell in cells.cells if cell.full_dimensional and cell.cone.bounded]
    corners = [polygon(cell).astype(float) for cell in shown]
    colours = [colour(cell) for cell in shown] if colour else hues(len(shown))
    style = {"edgecolors": "#222222", "linewidths": 0.4, **options}
    axes.add_collection(PolyCollection(corners, facecolors=colours, **style))
    axes.autoscale_view()


def hues(number: int) -> Any:
    """Light colours, neighbours in number far apart in hue; RGB of shape (number, 3)."""
    from matplotlib.colors import hsv_to_rgb  # drawing is an extra

    k = np.arange(number)
    return hsv_to_rgb(np.stack([(k * 0.618034) % 1, 0.22 + 0.16 * (k % 3), np.full(number, 0.96)], axis=-1))
