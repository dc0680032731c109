"""Exact points near points that float64 found: rational ones on solution sets, and algebraic numbers.

Rational points on the solution set of equations, near points that float64 found there.

By rounding (`roundings`): as many coordinates as the equations leave free are rounded to a coarse grid,
Newton's method finds the others once more, and they are read as fractions: where they depend rationally on
the free ones, and in many systems they do so for some choice of the free ones (a determinant is linear in
each entry, a commutator in each matrix), the point solves the equations exactly.

By lines (`secants`): spheres, traces of squares and idempotents have no coordinate that depends rationally on
the others, but every line with a rational direction through a rational point of a quadric meets it in another
one. The first rational points are multiples of small integer vectors. Equations that are affine in what moves
are kept by the choice of the direction.

What is found is checked in exact arithmetic, and nothing is believed before.

Exact numbers behind their digits, by lattice reduction (Lenstra, Lenstra and Lovasz 1982).

What is found is a proposal: nothing is believed before exact arithmetic has looked at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import numpy as np
from flint import fmpq, fmpq_poly, fmpz_mat, fmpz_poly

from perturb.domains.space import Point, exact_array, exact_value, numbers
from perturb.numbers.number_field import NumberField, field_of
from perturb.numbers.roots import irreducible_factors
from perturb.search.solvers.equations import RANK, Equations, independent
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.relations.decide import holds

GRIDS = (1.0, 2.0, 4.0, 8.0, 32.0)
CHOICES = 6  # of free coordinates, for each grid
DENOMINATOR = 50_000
CLOSE = 1e-10  # a fraction and what it is read from
BELOW = -1e-7  # of a margin that may be a violation
LATTICE = 192  # small integer vectors at a time
KEPT = 12  # exact points to start lines from
LINES = 16  # from each of them
NEWTON = 10  # steps along a line
SLOPES = (2.0, 4.0, 8.0, 16.0)  # grids of the directions of lines


def roundings(
    system: Equations, vector: Any, rng: np.random.Generator, below: float = BELOW
) -> Iterator[Point]:
    """Exact solutions near `vector` with a margin that looks to be `below`, those on coarse grids first."""
    J = system.jacobian(vector[None])[0]
    if not np.isfinite(J).all():
        return
    starts, fixed = [], []
    for grid in GRIDS:
        for _ in range(CHOICES):
            depends = independent(J, rng.permutation(len(vector)).tolist())
            free = np.ones(len(vector), dtype=bool)
            free[depends] = False
            starts.append(np.where(free, np.round(vector * grid) / grid, vector))
            fixed.append(free)
    solved = system.solve(np.array(starts), np.array(fixed))
    for k in np.flatnonzero(system.margin(solved) < below):
        point = exactly(system, solved[k], below)
        if point is not None:
            yield point


def exactly(system: Equations, vector: Any, below: float = BELOW) -> Point | None:
    """The point whose coordinates are the fractions that `vector` is close to, if it solves the equations."""
    exact = fractions(vector)
    if exact is None or not system.margin(np.array([exact], dtype=float))[0] < below:
        return None  # an error in the last place may have changed a rank
    return at(system, exact)


def at(system: Equations, exact: Any) -> Point | None:
    """The point at rational coordinates (an object array), if it solves the equations."""
    domain, fixed = system.claim.domain, system.fixed
    params = {key: exact_array(array[0]) for key, array in fixed.params.items()}
    for key, shape in system.shapes.items():
        params[key] = exact[system.places[key]].reshape(shape)
        if not all(domain.params[key].allows(x) for x in params[key].ravel()):
            return None
    point = domain.construct(fixed.sizes, params)
    equal = [h for h in system.claim.hypotheses if h.op == "=="]
    return point if holds(equal, point.values) else None


def fractions(vector: Any) -> Any:
    """The simplest fractions close to each coordinate; None where one is close to none."""
    found = np.empty(len(vector), dtype=object)
    for k, x in enumerate(vector.tolist()):
        near = Fraction(x).limit_denominator(DENOMINATOR)
        if abs(float(near) - x) > CLOSE * (1.0 + abs(x)):
            return None
        found[k] = fmpq(near.numerator, near.denominator)
    return found


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
            grid = SLOPES[k % len(SLOPES)]
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


BITS = 240  # of the numbers that are known
SHARE = 0.5  # of them that the coefficients of a relation may take
DEGREES = (1, 2, 3, 4, 6, 8)
NEAR = fmpq(1, 2**120)
MULTIPLES = (1, 2, -1)


def recognised(given: Sequence[fmpq]) -> list[Any] | None:
    """Exact numbers of one field that agree with the given ones to BITS bits; None where there are none."""
    known: dict[fmpq, Any] = {x: rational_near(x) for x in map(abs, given)}
    irrational = [x for x, exact in known.items() if exact is None]
    for generator in _generators(irrational):
        field = field_near(generator)
        forms = [] if field is None else [_in_field(x, generator, field) for x in irrational]
        if forms and None not in forms:
            known |= dict(zip(irrational, forms, strict=True))
            break
    if None in known.values():
        return None
    return [known[x] if x >= 0 else -known[-x] for x in given]


def _generators(numbers: Sequence[fmpq]) -> list[fmpq]:
    """Numbers that may generate the field of all: each of them, and sums of two."""
    sums = [x + k * y for x, y in combinations(numbers[:4], 2) for k in MULTIPLES]
    return [*numbers[:4], *sums]


def rational_near(x: fmpq) -> fmpq | None:
    """A fraction of few digits."""
    found = relation([fmpq(1), x])
    return fmpq(-found[0], found[1]) if found is not None and found[1] != 0 else None


def field_near(x: fmpq) -> NumberField | None:
    """Q(r) for the algebraic number of least degree that x may be."""
    for degree in DEGREES[1:]:
        found = relation([x**k for k in range(degree + 1)])
        if found is None:
            continue
        for factor, _ in irreducible_factors(fmpq_poly(fmpz_poly(found))):
            with suppress(ValueError):
                return field_of(factor, x - NEAR, x + NEAR)
    return None


def _in_field(x: fmpq, generator: fmpq, field: NumberField) -> Any:
    """x as a polynomial in the generator."""
    found = relation([x, *[generator**k for k in range(field.degree)]])
    if found is None or found[0] == 0:
        return None
    return field.number(fmpq_poly([fmpq(-c, found[0]) for c in found[1:]]))


def relation(numbers: Sequence[fmpq]) -> list[int] | None:
    """Small integers, not all 0, whose combination of the numbers vanishes to BITS bits."""
    n, scale = len(numbers), 2**BITS
    scaled = [int((x * scale).floor()) for x in numbers]
    rows = [[int(i == j) for j in range(n)] + [scaled[i]] for i in range(n)]
    reduced = fmpz_mat(rows).lll()
    first = [int(reduced[0, j]) for j in range(n + 1)]
    size = max(map(abs, first)).bit_length()
    return first[:n] if n * size < SHARE * BITS and any(first[:n]) else None


def point_near(near: Point, kinds: Mapping[str, Kind]) -> Point | None:
    """The exact point behind the digits of one of rational inputs; None where they are not recognised."""
    inputs = {name: value for name, value in near.values.items() if kinds[name] is not Kind.INTEGER}
    exact = recognised([x for value in inputs.values() for x in numbers(value)])
    if exact is None:
        return None
    rest = iter(exact)
    return Point(near.sizes, {**near.values, **{name: _like(value, rest) for name, value in inputs.items()}})


def _like(value: Any, rest: Iterator[Any]) -> Any:
    """The next numbers in the shape of `value`."""
    if isinstance(value, tuple):
        return tuple(islice(rest, len(value)))
    if hasattr(value, "entries"):
        m, n = value.nrows(), value.ncols()
        return exact_value([[next(rest) for _ in range(n)] for _ in range(m)], Kind.MATRIX)
    return next(rest)
