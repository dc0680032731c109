"""The image of the unit ball of R^1 or R^2 under a ReLU layer, between the hulls of two finite sets."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from flint import fmpq

from perturb.types import FloatArray

ARCS = 512
ROUNDING = 2.0**-53
NARROW = 1 - 2.0**-50
# How far beyond the circle a line may pass in float64 and still be taken to touch it.
TOUCH = 1 + 1e-14


def relu(Y: FloatArray) -> FloatArray:
    """max(Y, 0), entry by entry."""
    return np.maximum(Y, 0.0)


def image(A: FloatArray, b: FloatArray, X: FloatArray) -> tuple[FloatArray, float]:
    """ReLU(A x + b) for the rows x of X in float64, shape (count, m), and a bound of its error in norm."""
    size = np.abs(X) @ np.abs(A.T) + np.abs(b)
    error = (A.shape[1] + 4) * ROUNDING * math.sqrt(len(A)) * float(size.max(initial=0.0))
    return relu(X @ A.T + b), error + 1e-300


def between(A: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Points whose hulls lie inside and outside that of ReLU(A x + b), |x| <= 1, n <= 2, but for an error.

    On a cell of the lines a_i x + b_i = 0 the layer is affine, so that the hull is that of the images of the
    corners of the cells and of the arcs between them. An arc lies inside the triangle of its ends and the
    crossing of its tangents, which is sent where the cell of the arc sends it.
    """
    if A.shape[1] == 1:
        inside, error = image(A, b, _path(A, b))
        return inside, inside, error + 2.0**-50 * float(np.linalg.norm(A))
    corners, ends, mids, tips = _disc(A, b)
    inside, error = image(A, b, np.concatenate([corners, ends]) * NARROW)
    on = mids @ A.T + b > 0
    wrong = [np.where(on, relu(-t), relu(t)) for t in (ends @ A.T + b, np.roll(ends, -1, axis=0) @ A.T + b)]
    slip = max(float(np.linalg.norm(w, axis=1).max()) for w in wrong)
    around = np.concatenate([image(A, b, corners)[0], inside, np.where(on, tips @ A.T + b, 0.0)])
    return inside, around, 4 * error + slip + 2.0**-47 * float(np.linalg.norm(A))


def _path(A: FloatArray, b: FloatArray) -> FloatArray:
    """The ends of [-1, 1] and the places between where a row changes its sign, shape (count, 1)."""
    a, c = A[:, 0], b
    inner = -c[np.abs(c) < np.abs(a)] / a[np.abs(c) < np.abs(a)]
    return np.unique(np.concatenate([inner + 0.0, [-1.0, 1.0]]))[:, None]


def _disc(A: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Corners inside the disc; ends of arcs; in the same order their middles and the crossings of tangents.

    Where a line crosses the circle an arc ends, and where a row is largest or least, so that it is monotone
    on every arc: its sign errs by no more than at an end.
    """
    norms = np.hypot(*A.T)
    rows = norms > 0
    phase, at = np.arctan2(A[rows, 1], A[rows, 0]), -b[rows] / norms[rows]
    meets = np.abs(at) <= TOUCH
    half = np.arccos(np.clip(at[meets], -1.0, 1.0))
    even = np.arange(ARCS) * (2 * math.pi / ARCS)
    angles = [even, phase, phase + math.pi, phase[meets] + half, phase[meets] - half]
    ends = np.unique(np.concatenate(angles) % (2 * math.pi))
    gaps = np.diff(ends, append=ends[0] + 2 * math.pi)
    mids = _circle(ends + gaps / 2)
    return _crossings(A, b), _circle(ends), mids, mids / np.cos(gaps / 2)[:, None] * (1 + 2.0**-48)


def _circle(angles: FloatArray) -> FloatArray:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _crossings(A: FloatArray, b: FloatArray) -> FloatArray:
    """Where two of the lines a_i x + b_i = 0 cross in the disc, rounded once from the exact place."""
    if not b.any():
        return np.zeros((1, 2))
    rows = [[fmpq(*x.as_integer_ratio()) for x in row] for row in np.column_stack([A, b]).tolist()]
    found = set()
    for (p, q, r), (s, t, u) in combinations(rows, 2):
        if det := p * t - q * s:
            x, y = (q * u - r * t) / det, (r * s - p * u) / det
            if x * x + y * y <= 1:
                found.add((float(x), float(y)))
    return np.array(sorted(found)).reshape(-1, 2)
