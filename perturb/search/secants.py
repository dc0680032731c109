"""Lines through exact points: where a quadric holds a rational point, a line through it meets it in another.

Spheres, traces of squares and idempotents have no coordinate that depends rationally on the others, but every
line with a rational direction through a rational point of a quadric has a second rational intersection. The
first rational points are multiples of small integer vectors. Equations that are affine in what moves are kept
by the choice of the direction. What is found is read as fractions and checked in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from perturb.domains.exact import Point
from perturb.search.equations import RANK, Equations, independent
from perturb.search.rationals import BELOW, at, exactly, fractions

LATTICE = 192  # small integer vectors at a time
KEPT = 12  # exact points to start lines from
LINES = 16  # from each of them
NEWTON = 10
GRIDS = (2.0, 4.0, 8.0, 16.0)


def bases(system: Equations, rng: np.random.Generator) -> list[Any]:
    """A few exact solutions as float vectors: multiples of small integer vectors, if any."""
    size = sum(place.stop - place.start for place in system.places.values())
    v = rng.integers(-3, 4, size=(LATTICE, size)) * (rng.random((LATTICE, size)) < rng.random((LATTICE, 1)))
    affine = _affine(system, v[0].astype(float), v[1] + 0.5)
    start = _particular(system, affine, size)
    directions = np.array([_kept(affine[1], x.astype(float), rng) for x in v])
    found: list[Any] = []
    for groups in _groups(system):
        points = along(system, np.repeat(start[None], LATTICE, axis=0), directions, groups)
        for k in np.flatnonzero(system.solved(points)):
            exact = fractions(points[k])
            if exact is not None and at(system, exact) is not None:
                found.append(points[k])
            if len(found) >= KEPT:
                return found
    return found


def secants(
    system: Equations, known: list[Any], vector: Any, rng: np.random.Generator, below: float = BELOW
) -> Iterator[Point]:
    """Exact solutions near `vector` with a margin that looks to be `below`, on lines from `known` ones."""
    if not known:
        return
    near = sorted(known, key=lambda p: float(np.linalg.norm(p - vector)))[:4]
    starts, directions = [], []
    for p in near:
        for k in range(LINES):
            grid = GRIDS[k % len(GRIDS)]
            d = np.round((vector - p) * grid) / grid
            d[~_moving(system, rng)] = 0.0
            affine = _affine(system, p, p + d + rng.standard_normal(len(d)) * (d != 0))
            starts.append(p)
            directions.append(_kept(affine[1], d, rng))
    for groups in _groups(system):
        points = along(system, np.array(starts), np.array(directions), groups)
        for j in np.flatnonzero(system.margin(points) < below):
            point = exactly(system, points[j], below)
            if point is not None:
                yield point


def along(system: Equations, starts: Any, directions: Any, groups: Any) -> Any:
    """The solutions p + t d next to t = 1, one t for each group of coordinates (groups, size)."""
    t = np.ones((len(starts), len(groups)))
    h = 1e-5
    moves = np.concatenate([h * np.eye(len(groups)), -h * np.eye(len(groups))])

    def places(t: Any) -> Any:
        return starts[:, None] + directions[:, None] * (t @ groups)

    for _ in range(NEWTON):
        every = places(np.concatenate([t[:, None], t[:, None] + moves], axis=1))
        r = system.residual(every.reshape(-1, every.shape[-1])).reshape(len(starts), 1 + len(moves), -1)
        J = (r[:, 1 : 1 + len(groups)] - r[:, 1 + len(groups) :]).transpose(0, 2, 1) / (2 * h)
        sound = np.isfinite(r).all(axis=(1, 2))
        step = np.einsum("bij,bj->bi", np.linalg.pinv(J[sound], rcond=RANK), r[sound, 0])
        t[sound] -= np.clip(step, -2.0, 2.0)
    return places(t[:, None])[:, 0]


def _groups(system: Equations) -> list[Any]:
    """All coordinates together, and each parameter by itself."""
    size = sum(place.stop - place.start for place in system.places.values())
    each = np.zeros((len(system.places), size))
    for k, place in enumerate(system.places.values()):
        each[k, place] = 1.0
    return [np.ones((1, size))] if len(each) == 1 else [np.ones((1, size)), each]


def _moving(system: Equations, rng: np.random.Generator) -> Any:
    """What a line moves: everything, one parameter, or one column of each matrix."""
    chosen = int(rng.integers(3))
    masks = []
    column = int(rng.integers(8))
    keys = list(system.shapes)
    one = keys[rng.integers(len(keys))]
    for key, shape in system.shapes.items():
        mask = np.ones(shape, dtype=bool)
        if chosen == 1 and key != one:
            mask[...] = False
        if chosen == 2 and len(shape) == 2:
            mask[...] = False
            mask[:, column % shape[1]] = True
        masks.append(mask.reshape(-1))
    return np.concatenate(masks)


def _affine(system: Equations, x: Any, y: Any) -> tuple[Any, Any]:
    """The residual at x, and its derivatives, of the equations affine in what x and y differ in."""
    J = system.jacobian(np.array([x, y]))
    moved = x != y
    same = np.abs(J[0] - J[1])[:, moved].max(axis=1, initial=0.0) <= 1e-7 * (
        1.0 + np.abs(J[0]).max(initial=0.0)
    )
    return system.residual(x[None])[0][same], np.where(moved, J[0], 0.0)[same]


def _particular(system: Equations, affine: tuple[Any, Any], size: int) -> Any:
    """A solution of the affine equations with as many zeros as there are free coordinates."""
    _, J = affine
    start = np.zeros(size)
    depends = independent(J, range(size))
    if depends:
        wanted = system.residual(start[None])[0]
        full = system.jacobian(start[None])[0]
        rows = [k for k in range(len(full)) if any(np.allclose(full[k], row, atol=1e-6) for row in J)]
        start[depends] = -np.linalg.pinv(full[np.ix_(rows, depends)], rcond=RANK) @ wanted[rows]
    return start


def _kept(J: Any, d: Any, rng: np.random.Generator) -> Any:
    """The direction with the coordinates of `d`, but for as many as keep the affine equations."""
    movable = np.flatnonzero(np.abs(J).max(axis=0, initial=0.0) > 0)
    depends = independent(J, rng.permutation(movable).tolist())
    if not depends:
        return d
    d = d.copy()
    d[depends] = 0.0
    d[depends] = -np.linalg.pinv(J[:, depends], rcond=RANK) @ (J @ d)
    return d
