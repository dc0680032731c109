"""Polyhedra in integers: what generates them, and how a hyperplane cuts them (double description).

A polyhedron of R^n is the part with t > 0 of a cone of R^(n+1), whose points (t, tx) stand for x. A cone is
held by integer rays and lines; each ray remembers which cuts it lies on, and two rays span a face of
dimension 2 exactly if no third one lies on all the cuts that both lie on (Fukuda and Prodon 1996,
Proposition 7).

Cells are half-open: each cut keeps h > 0 on one side and h <= 0 on the other. The closure of a cell that is
not empty is the cone with >= for >, and a face of such a cone is the closure of a cell exactly if no strict
cut vanishes on all of it: points where single cuts are positive mix to one where all are, by convexity.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd
from typing import NamedTuple

from flint import fmpz_mat

Vector = tuple[int, ...]


class Ray(NamedTuple):
    """A direction, primitive; bit k of `tight` says that it lies on cut k."""

    at: Vector
    tight: int


@dataclass(frozen=True, eq=False)
class Cone:
    """The closure of a half-open cell: h >= 0 for each h in `sides`. Bit k of `strict` makes side k h > 0.

    `full` is False for a cell that is part of a hyperplane.
    """

    rays: tuple[Ray, ...]
    lines: tuple[Vector, ...]
    strict: int
    sides: tuple[Vector, ...]
    full: bool = True

    @property
    def nonempty(self) -> bool:
        """Is there a point with t > 0, and all that is strict positive?"""
        common = self.strict
        for ray in self.rays:
            common &= ray.tight
        return not common

    @cached_property
    def dimension(self) -> int:
        """Of the polyhedron."""
        rows = [*(ray.at for ray in self.rays), *self.lines]
        return int(fmpz_mat([list(row) for row in rows]).rank()) - 1

    @property
    def bounded(self) -> bool:
        return not self.lines and all(ray.at[0] for ray in self.rays)

    @cached_property
    def inner(self) -> Vector:
        """A point of the relative interior, as (t, tx): the sum of the rays, each met halfway."""
        return primitive([sum(parts) for parts in zip(*(ray.at for ray in self.rays), strict=True)])


def space(n: int) -> Cone:
    """All of R^n: t > 0, which is cut number 0."""
    units = [tuple(int(i == j) for i in range(n + 1)) for j in range(n + 1)]
    return Cone((Ray(units[0], 0),), tuple(units[1:]), 1, (units[0],))


def primitive(v: list[int]) -> Vector:
    """The smallest integer vector of the same direction."""
    common = gcd(*v)
    return tuple(x // common for x in v) if common > 1 else tuple(v)


def value(h: Vector, v: Vector) -> int:
    return sum(a * b for a, b in zip(h, v, strict=True))


def split(cone: Cone, h: Vector) -> tuple[Cone | None, Cone | None]:
    """The parts of a cell with h > 0 and with h <= 0, h(x) = h_0 + h_1 x_1 + ...; None for an empty one.

    h is primitive, so that two cells on both sides of one hyperplane know it by the same numbers.
    """
    for i, line in enumerate(cone.lines):
        if level := value(h, line):
            return _along(cone, i, level, h)
    levels = [value(h, ray.at) for ray in cone.rays]
    if not any(level > 0 for level in levels):
        return None, cone
    if any(level < 0 for level in levels):
        return _across(cone, h, levels)
    if all(levels):
        return cone, None
    return _beside(cone, h, levels)


def _along(cone: Cone, i: int, level: int, h: Vector) -> tuple[Cone, Cone]:
    """A line crosses the cut: all else moves along it into the cut; each side keeps one end of it."""
    line = cone.lines[i] if level > 0 else tuple(-x for x in cone.lines[i])
    level, bit = abs(level), 1 << len(cone.sides)

    def moved(v: Vector) -> Vector:
        along = value(h, v)
        return primitive([level * x - along * y for x, y in zip(v, line, strict=True)])

    rays = tuple(Ray(moved(ray.at), ray.tight | bit) for ray in cone.rays)
    lines = tuple(moved(v) for j, v in enumerate(cone.lines) if j != i)
    back = tuple(-x for x in line)
    return _halves(cone, h, (*rays, Ray(line, bit - 1)), (*rays, Ray(back, bit - 1)), lines)


def _across(cone: Cone, h: Vector, levels: list[int]) -> tuple[Cone, Cone]:
    """Rays on both sides: a new ray wherever the cut crosses a face of dimension 2."""
    bit, rays = 1 << len(cone.sides), cone.rays
    on = [Ray(ray.at, ray.tight | bit) for ray, level in zip(rays, levels, strict=True) if not level]
    up = [(ray, level) for ray, level in zip(rays, levels, strict=True) if level > 0]
    down = [(ray, level) for ray, level in zip(rays, levels, strict=True) if level < 0]
    for p, a in up:
        for q, b in down:
            common = p.tight & q.tight
            if sum(common & ray.tight == common for ray in rays) == 2:
                on.append(
                    Ray(primitive([a * y - b * x for x, y in zip(p.at, q.at, strict=True)]), common | bit)
                )
    return _halves(cone, h, (*on, *(ray for ray, _ in up)), (*on, *(ray for ray, _ in down)), cone.lines)


def _beside(cone: Cone, h: Vector, levels: list[int]) -> tuple[Cone, Cone | None]:
    """Nothing below the cut: what lies on it is a face, which is a cell unless a strict cut contains it."""
    bit = 1 << len(cone.sides)
    pairs = list(zip(cone.rays, levels, strict=True))
    rays = tuple(Ray(ray.at, ray.tight | (0 if level else bit)) for ray, level in pairs)
    on = tuple(ray for ray in rays if ray.tight & bit)
    above, face = _halves(cone, h, rays, on, cone.lines)
    return above, replace(face, full=False) if face.nonempty else None


def _halves(
    cone: Cone, h: Vector, up: tuple[Ray, ...], down: tuple[Ray, ...], lines: tuple[Vector, ...]
) -> tuple[Cone, Cone]:
    """Both sides of a cut, by their rays."""
    strict, sides = cone.strict | 1 << len(cone.sides), cone.sides
    below = tuple(-x for x in h)
    return Cone(up, lines, strict, (*sides, h), cone.full), Cone(
        down, lines, cone.strict, (*sides, below), cone.full
    )


def share_a_facet(one: Cone, other: Cone) -> bool:
    """Do the closures of two cells of full dimension meet in a set of one dimension less?"""
    opposite = {tuple(-x for x in h) for h in one.sides} & set(other.sides)
    return any(_meet(one, (h, *other.sides[1:])) for h in opposite)


def _meet(cone: Cone, sides: tuple[Vector, ...]) -> bool:
    """Is cone, cut to h >= 0 for all sides, of the dimension of a facet? The first side leaves a face."""
    part: Cone | None = replace(cone, strict=1)
    for h in sides:
        part = split(part, tuple(-x for x in h))[1] if part is not None else None
    return part is not None and part.dimension == cone.dimension - 1
