"""Rotations of complex variables under which a system of polynomials is invariant."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

from flint import fmpq, fmpq_mat

from perturb.prove.reading.ring import Poly, Ring

Gauge = list[dict[str, Any]]


def gauges(ring: Ring, polys: Sequence[Poly], complex_variables: Sequence[str]) -> list[Gauge]:
    """The rotations that leave all polynomials alone, each with a variable that it turns to the real line.

    First those that turn the variables that occur most, then those that turn the others.
    """
    seen = {z: sum(_occurs(ring, p, z) for p in polys) for z in complex_variables}
    found: list[Gauge] = []
    for sign in (-1, 1):
        names = sorted([z for z in seen if seen[z]], key=lambda z: sign * seen[z])
        gauge = _gauge(ring, polys, names) if names else []
        if gauge not in found:
            found.append(gauge)
    return found


def _occurs(ring: Ring, p: Poly, z: str) -> int:
    degrees = p.degrees()
    return int(degrees[ring.place[z + "1"]] > 0) + int(degrees[ring.place[z + "2"]] > 0)


def _gauge(ring: Ring, polys: Sequence[Poly], names: list[str]) -> Gauge:
    rows = [row for p in polys for row in _derivatives(ring, p, names)]
    return [_generator(weights, names) for weights in nullspace(rows, len(names))]


def _derivatives(ring: Ring, p: Poly, names: list[str]) -> list[list[fmpq]]:
    """A row for each monomial: what the rotation of each variable does to its coefficient."""
    columns = []
    for z in names:
        x, y = ring.variables[z + "1"], ring.variables[z + "2"]
        turned = x * p.derivative(ring.place[z + "2"]) - y * p.derivative(ring.place[z + "1"])
        columns.append(turned.to_dict())
    monomials = {m for column in columns for m in column}
    return [[column.get(m, fmpq(0)) for column in columns] for m in monomials]


def _generator(weights: list[fmpq], names: list[str]) -> dict[str, Any]:
    scale = lcm(*[int(w.q) for w in weights])
    turned = {z: int((w * scale).p) for z, w in zip(names, weights, strict=True) if w != 0}
    return {"weights": turned, "fix": next(iter(turned))}


def nullspace(rows: list[list[fmpq]], columns: int) -> list[list[fmpq]]:
    """A basis of the w with rows @ w = 0, in echelon form: a leading 1 where the others have 0."""
    if not rows:
        return [[fmpq(int(i == j)) for j in range(columns)] for i in range(columns)]
    matrix = fmpq_mat(len(rows), columns, [x for row in rows for x in row])
    reduced, rank = matrix.rref()
    pivots = [next(j for j in range(columns) if reduced[i, j] != 0) for i in range(rank)]
    free = [j for j in range(columns) if j not in pivots]
    found = []
    for j in free:
        w = [fmpq(0)] * columns
        w[j] = fmpq(1)
        for i, pivot in enumerate(pivots):
            w[pivot] = -reduced[i, j]
        found.append(w)
    if not found:
        return []
    echelon, _ = fmpq_mat(len(found), columns, [x for row in found for x in row]).rref()
    return [[echelon[i, j] for j in range(columns)] for i in range(len(found))]
