"""Singular values of larger matrices that have at most one entry in each row and in each column."""

from __future__ import annotations

from perturb.prove.path import Path, Scalar
from perturb.prove.ring import Unsupported
from perturb.prove.signs import LESS, SIDES
from perturb.prove.words import Column, Tableau


def scattered(A: Tableau) -> list[Scalar]:
    """The entries that are not 0."""
    places = [(i, j) for i, row in enumerate(A) for j, x in enumerate(row) if not x.num.is_zero()]
    if any(len({*line}) < len(places) for line in zip(*places, strict=True)):
        raise Unsupported(f"the spectrum of a {len(A)} x {len(A[0])} matrix")
    return [A[i][j] for i, j in places]


def descending(path: Path, values: list[Scalar], count: int) -> Column:
    """Sorted by the path's answers, zeros added at the end."""
    found: list[Scalar] = []
    for x in values:
        k = 0
        while k < len(found) and path.ask(path.sub(found[k], x).num, SIDES) & LESS == 0:
            k += 1
        found.insert(k, x)
    return Column(found + [path.number(0)] * (count - len(found)))
