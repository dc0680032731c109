"""Rational points on the solution set of equations, near points that float64 found there.

As many coordinates as the equations leave free are rounded to a coarse grid, Newton's method finds the others
once more, and they are read as fractions: where they depend rationally on the free ones, and in many systems
they do so for some choice of the free ones (a determinant is linear in each entry, a commutator in each
matrix), the point solves the equations exactly. That is checked in exact arithmetic, and nothing is believed
before.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from perturb.domains.exact import Point, exact_array
from perturb.search.equations import Equations, independent
from perturb.vocab.relations.decide import holds

GRIDS = (1.0, 2.0, 4.0, 8.0, 32.0)
CHOICES = 6  # of free coordinates, for each grid
DENOMINATOR = 50_000
CLOSE = 1e-10  # a fraction and what it is read from
BELOW = -1e-7  # of a margin that may be a violation


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
