"""Planes through an input space, and their cells as polygons with exact areas."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from typing import Any

import numpy as np

from perturb.networks.build import dense
from perturb.networks.cells import Cell
from perturb.networks.graph import Network
from perturb.networks.numbers import array_of, fractions


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
