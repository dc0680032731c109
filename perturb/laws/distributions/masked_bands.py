"""Where the bands of masked matrices begin and end: seen on a grid in float64, then to many digits."""

from __future__ import annotations

from math import sqrt

import numpy as np
from flint import arb

from perturb.laws.distributions.masked_model import Model
from perturb.types import FloatArray

GRID, PARTS, CLOSER = 1200, 33, 2  # points at which bands are looked for; then between two of them, again
ASIDE = 1e-4
INSIDE = 1e-7  # of the largest density seen: less is outside


def density_of(model: Model, v: FloatArray) -> FloatArray:
    """Of singular values, outside atoms, in float64."""
    q, s = model.solved(v**2)
    return np.asarray(2 * v * model.stieltjes(q, s, v**2).imag / np.pi)


def band_ends(model: Model, lowest: float, highest: float) -> list[tuple[arb | None, arb]]:
    """The ends of the bands of B'B, in order; None for a band that begins at 0 without an edge."""
    v = np.linspace(sqrt(lowest), sqrt(highest), GRID + 2)
    v[0], v[-1] = v[0] * (1 - ASIDE) + (v[0] == 0) * v[1] / 8, v[-1] * (1 + ASIDE)
    density = density_of(model, v)
    limit = INSIDE * np.nanmax(density)
    inside = density > limit
    turns = np.flatnonzero(np.diff(inside.astype(int)))
    out = np.where(inside[turns], v[turns + 1], v[turns])
    into = np.where(inside[turns], v[turns], v[turns + 1])
    for _ in range(CLOSER):
        between = out[:, None] + (into - out)[:, None] * np.linspace(0, 1, PARTS)
        within = density_of(model, between.ravel()).reshape(between.shape) > limit
        first, row = within.argmax(axis=1), np.arange(len(out))
        out, into = between[row, first - 1], between[row, first]
    q, s = model.solved(into**2)
    ends: list[arb | None] = [
        model.edge(float(a.real), float(b.real), float(x)) for a, b, x in zip(q, s, into**2, strict=True)
    ]
    if inside[0]:
        ends.insert(0, None)
    values = [-1.0 if end is None else float(end) for end in ends]
    if len(values) % 2 or not (np.isfinite(values).all() and (np.diff(values) > 0).all()):
        raise ArithmeticError("the ends of the bands are not settled: a gap is about to close or to open")
    return list(zip(ends[::2], ends[1::2], strict=True))  # type: ignore[arg-type]
