"""Maximal pieces: cells of full dimension with one affine map, joined where they share a facet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from perturb.networks.cones import share_a_facet


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
