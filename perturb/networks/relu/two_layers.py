"""Two ReLU layers A and L side by side: |ReLU(Ax) - ReLU(Lx)|, its forms by signs, points where it is large.

In a row with u = ax and v = lx, (ReLU(u) - ReLU(v))^2 is (u - v)^2 where both are positive, u^2 or v^2
where one is, 0 where none is, and never above (u - v)^2. Points to which one climbs certify a lower bound of
the maximum.
"""

from __future__ import annotations

import numpy as np
from flint import arb, arb_mat, ctx

from perturb.networks.relu.definite import Floats
from perturb.numbers import factors

BOTH, FIRST, SECOND, NONE = range(4)
NOTHING = 1e-60  # a maximum below this is not told from 0
SIGNS = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])  # of u and v in these states


def outer(X: Floats) -> Floats:
    """The matrices of the forms (x_i'z)^2, for the rows x_i."""
    return X[:, :, None] * X[:, None, :]


def forms(A: Floats, L: Floats) -> Floats:
    """(m, 4, n, n): the form of each row in each state."""
    return np.stack([outer(A - L), outer(A), outer(L), np.zeros((*A.shape, A.shape[1]))], axis=1)


def size(A: Floats, L: Floats) -> float:
    """A bound, with room for rounding, of the trace of every sum of such forms."""
    return float((A * A).sum() + (L * L).sum()) * 2.5


def rounding(A: Floats) -> float:
    """What a sum of m forms, computed in float64 in any order, is off by, relative to `size`."""
    return 8.0 * (sum(A.shape) + 8) * 2.0**-52


LENGTHS = (1.0, 0.5, 0.2, 0.05, 0.01)


def values(A: Floats, L: Floats, X: Floats) -> Floats:
    """|ReLU(Ax) - ReLU(Lx)| for the rows x of X (..., B, n), A and L (..., m, n), in float64."""
    d = np.maximum(X @ np.swapaxes(A, -1, -2), 0.0) - np.maximum(X @ np.swapaxes(L, -1, -2), 0.0)
    found: Floats = np.sqrt((d * d).sum(axis=-1))
    return found


def normalised(X: Floats) -> Floats:
    """The rows divided by their lengths; rows of length 0 are left out."""
    lengths = np.sqrt((X * X).sum(axis=1, keepdims=True))
    kept = lengths[:, 0] > 0
    found: Floats = X[kept] / lengths[kept]
    return found


def starts(A: Floats, L: Floats, count: int) -> Floats:
    """Unit vectors: right singular vectors of A - L, A and L, the rows, all with both signs, and random
    ones.
    """
    rng = np.random.default_rng(count)
    known = [np.linalg.svd(X)[2] for X in (A - L, A, L)] + [A, L]
    both = np.concatenate([*known, *(-X for X in known), rng.standard_normal((count, A.shape[1]))])
    return normalised(both)


def climb(A: Floats, L: Floats, X: Floats, steps: int = 40) -> Floats:
    """The rows of X moved along the gradient by the best of a few steps that do not lower the value."""
    height = values(A, L, X)
    for _ in range(steps):
        goal = _uphill(A, L, X)
        for length in LENGTHS:
            trial = X + length * (goal - X)
            trial /= np.maximum(np.sqrt((trial * trial).sum(axis=-1, keepdims=True)), 1e-300)
            new = values(A, L, trial)
            X, height = np.where((new > height)[..., None], trial, X), np.maximum(new, height)
    return X


def _uphill(A: Floats, L: Floats, X: Floats) -> Floats:
    """The unit vectors along the gradients of the squared values; x itself where it vanishes."""
    U, V = X @ np.swapaxes(A, -1, -2), X @ np.swapaxes(L, -1, -2)
    d = np.maximum(U, 0.0) - np.maximum(V, 0.0)
    slope = (d * (U > 0)) @ A - (d * (V > 0)) @ L
    size = np.sqrt((slope * slope).sum(axis=-1, keepdims=True))
    return np.where(size > 0, slope / np.where(size > 0, size, 1.0), X)


def certified_value(A: Floats, L: Floats, x: Floats) -> float:
    """A float that is at most |ReLU(Ax) - ReLU(Lx)| / |x|, for x != 0."""
    with ctx.workprec(96):
        X = arb_mat(len(x), 1, x.tolist())
        images = zip(*[(factors.from_floats(M) * X).entries() for M in (A, L)], strict=True)
        gaps = [(u.max(arb(0)) - v.max(arb(0))).abs_lower() for u, v in images]
        square = sum((gap * gap for gap in gaps), arb(0)).lower()
        if not square > 0:
            return 0.0
        ratio = (square / (X.transpose() * X)[0, 0]).sqrt().lower()
    below = float(ratio.mid())
    return max(below if arb(below) <= ratio else float(np.nextafter(below, 0.0)), 0.0)


def best_point(A: Floats, L: Floats, count: int) -> Floats:
    """The best of `count` random starts and of those that the matrices suggest."""
    X = climb(A, L, starts(A, L, count))
    best: Floats = X[np.argmax(values(A, L, X))]
    return best
