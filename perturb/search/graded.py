"""Sparse and graded points: small integers, a share of them zeros, rows and columns scaled by powers of two.

Some statements fail only where eigenvalues span orders and few entries are not zero; a climb that starts
elsewhere ends where both sides are equal. Such points are cheap to draw and to screen by the thousand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.domains.domain import Domain
from perturb.domains.draws import draw
from perturb.domains.exact import Batch
from perturb.domains.space import Sizes
from perturb.search.climb import DISCRETE, within

POINTS = 2_048
SPREADS = (0, 1, 3, 6, 9)  # exponents of two that scale rows and columns, at most
WHOLE = 3  # the largest integer


def graded(domain: Domain, rng: np.random.Generator, count: int, sizes: Sizes) -> Batch:
    """`count` points, whose arrays share the scales of equal first sides. Signs and bits are as usual."""
    found = draw(domain, rng, count, sizes)
    spread = rng.choice(SPREADS, size=count)
    rows: dict[int, Any] = {}
    params = {}
    for key, array in found.params.items():
        kind = domain.params[key].range
        params[key] = array if kind in DISCRETE else within(_sparse(array.shape, spread, rows, rng), kind)
    return Batch(found.sizes, params, count)


def _sparse(shape: tuple[int, ...], spread: Any, rows: dict[int, Any], rng: np.random.Generator) -> Any:
    """An array of shape (count, ...): whole numbers, many of them 0, times the scales of its sides."""
    count, sides = shape[0], shape[1:]
    density = rng.uniform(0.2, 1.0, size=count).reshape(-1, *[1] * len(sides))
    values = rng.integers(-WHOLE, WHOLE + 1, size=shape) * (rng.random(shape) < density)
    found = values.astype(float)
    for axis, side in enumerate(sides):
        scale = _scales(count, side, spread, rng)
        if axis == 0:
            scale = rows.setdefault(side, scale)
        found = found * scale.reshape(count, *[side if k == axis else 1 for k in range(len(sides))])
    return found


def _scales(count: int, side: int, spread: Any, rng: np.random.Generator) -> Any:
    return 2.0 ** np.round(spread[:, None] * rng.uniform(-1.0, 1.0, size=(count, side)))
