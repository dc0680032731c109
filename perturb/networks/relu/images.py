"""The image of the unit ball under a ReLU layer: between the hulls of two finite sets in one or two
dimensions, else by its largest inner products, sup of <g, ReLU(A x + b)>, for many g at once.

To maximise that is hard (with rows +-a_i and g = (1, ..., 1) it is the maximum of |sum e_i a_i| over
signs e), so beside attained values the upper bounds are those of a semidefinite relaxation: ReLU(t) = (t
+ |t|) / 2, where for g_i > 0 and any c_i > 0 |t| <= (t^2 / c_i + c_i) / 2, and for g_i < 0 and any s_i in
[-1, 1] |t| >= s_i t. What is left is the maximum of a quadratic over the ball. Every choice of c and s
gives a bound; they follow the method of Frank and Wolfe.
"""

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
BISECTIONS = 25
CLIMBS = 20
STARTS = 64
SOFT = 1e-3
# Iterations for matrices with at most so many columns.
EFFORT = ((12, 30), (40, 15), (64, 10))
WIDEST = EFFORT[-1][0]
BLOCK = 1 << 20  # entries of the quadratic forms that are held at a time


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


def directions_between(A: FloatArray, b: FloatArray, g: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Lower and upper bounds of sup <g_k, ReLU(A x + b)>, |x| <= 1, for the rows g_k of g.

    The upper ones are infinite for more than 64 columns, where a relaxation costs more than it says.
    """
    block = max(1, BLOCK // A.shape[1] ** 2)
    parts = [_block(A, b, g[start : start + block]) for start in range(0, len(g), block)]
    low, high = (np.concatenate(ends) for ends in zip(*parts, strict=True))
    return low, high


def _block(A: FloatArray, b: FloatArray, g: FloatArray) -> tuple[FloatArray, FloatArray]:
    start = _starts(A)
    values = g @ relu(start @ A.T + b).T
    low = np.maximum(values.max(axis=1), g @ relu(b))
    low = np.maximum(low, _climbed(A, b, g, start[values.argmax(axis=1)]))
    return _relaxed(A, b, g, low) if A.shape[1] <= WIDEST else (low, np.full(len(g), np.inf))


def _starts(A: FloatArray) -> FloatArray:
    """The rows, both ways, and random directions (fixed ones: any give a lower bound)."""
    n = A.shape[1]
    found = np.concatenate([A, -A, np.random.default_rng(0).standard_normal((STARTS, n))])
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return np.asarray(np.divide(found, lengths, where=lengths > 0, out=np.zeros_like(found)))


def _climbed(A: FloatArray, b: FloatArray, g: FloatArray, x: FloatArray) -> FloatArray:
    """The best value on the way from x_k, moved into the ball, to the maximum of what is linear there, ..."""
    x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1.0)
    best = np.asarray((g * relu(x @ A.T + b)).sum(axis=1))
    for _ in range(CLIMBS):
        slope = (g * (x @ A.T + b > 0)) @ A
        length = np.linalg.norm(slope, axis=1, keepdims=True)
        x = np.divide(slope, length, where=length > 0, out=x.copy())
        value = (g * relu(x @ A.T + b)).sum(axis=1)
        if not (value > best).any():
            break
        best = np.maximum(best, value)
    return best


def _relaxed(A: FloatArray, b: FloatArray, g: FloatArray, low: FloatArray) -> tuple[FloatArray, FloatArray]:
    """`low` improved, and the least upper bound met; Z, z are means of x x' and x over the maxima met."""
    n, up = A.shape[1], np.full(len(g), np.inf)
    Z, z = np.tile(np.eye(n) / n, (len(g), 1, 1)), np.zeros((len(g), n))
    soft = SOFT * np.sqrt((A * A).sum(axis=1) + b * b)
    for step in range(next(count for size, count in EFFORT if n <= size)):
        t = z @ A.T + b
        squares = np.einsum("mi,kij,mj->km", A, Z, A, optimize=True) + 2 * b * t - b * b
        Q, c, constant = _quadratic(A, b, g, np.sqrt(np.maximum(squares, soft**2)), t / np.hypot(t, 3 * soft))
        value, x, top = _over_ball(Q, c)
        up = np.minimum(up, value + constant)
        rest = np.sqrt(np.maximum(1 - (x * x).sum(axis=1), 0.0))[:, None] * top
        low = np.maximum.reduce([low, _climbed(A, b, g, x + rest), _climbed(A, b, g, x - rest)])
        share = 2 / (step + 2)
        Z = (1 - share) * Z + share * (x[:, :, None] * x[:, None] + rest[:, :, None] * rest[:, None])
        z = (1 - share) * z + share * x
    return low, np.maximum(up, low)


def _quadratic(
    A: FloatArray, b: FloatArray, g: FloatArray, sizes: FloatArray, signs: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """x'Qx + 2 c'x + constant, which is nowhere below <g, ReLU(A x + b)>."""
    curved = relu(g) / (4 * sizes)
    flat = g / 2 - relu(-g) * signs / 2
    Q = np.einsum("km,mi,mj->kij", curved, A, A, optimize=True)
    constant = curved @ (b * b) + flat @ b + (relu(g) * sizes).sum(axis=1) / 4
    return Q, (curved * b + flat / 2) @ A, constant


def _over_ball(Q: FloatArray, c: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """A bound of max x'Qx + 2 c'x over |x| <= 1 for Q >= 0, the x that belongs to it, and a top eigenvector.

    For every u above the eigenvalues of Q the maximum is at most u + c'(u - Q)^-1 c; the best u has |x| = 1
    for x = (u - Q)^-1 c, unless c is orthogonal to the top.
    """
    values, vectors = np.linalg.eigh(Q)
    turned = np.einsum("kij,ki->kj", vectors, c)
    top, length = np.maximum(values[:, -1], 0.0), np.linalg.norm(c, axis=1)
    least, most = np.zeros(len(c)), length + 1e-300
    for _ in range(BISECTIONS):
        middle = (least + most) / 2
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            long = ((turned / ((top + middle)[:, None] - values)) ** 2).sum(axis=1) > 1
        least, most = np.where(long, middle, least), np.where(long, most, middle)
    u = top + np.maximum(most, 1e-9 * (top + length) + 1e-290)
    x = turned / (u[:, None] - values)
    return u + (turned * x).sum(axis=1), np.einsum("kij,kj->ki", vectors, x), vectors[:, :, -1]
