"""sup of <g, ReLU(A x + b)> over the unit ball, for many g at once: attained values and upper bounds.

To maximise it is hard (with rows +-a_i and g = (1, ..., 1) it is the maximum of |sum e_i a_i| over signs e),
so the upper bounds are those of a semidefinite relaxation: ReLU(t) = (t + |t|) / 2, where for g_i > 0 and any
c_i > 0 |t| <= (t^2 / c_i + c_i) / 2, and for g_i < 0 and any s_i in [-1, 1] |t| >= s_i t. What is left is the
maximum of a quadratic over the ball. Every choice of c and s gives a bound; they follow the method of Frank
and Wolfe.
"""

from __future__ import annotations

import numpy as np

from perturb.networks.relu.width_images import relu
from perturb.types import FloatArray

BISECTIONS = 25
CLIMBS = 20
STARTS = 64
SOFT = 1e-3
# Iterations for matrices with at most so many columns.
EFFORT = ((12, 30), (40, 15), (64, 10))
WIDEST = EFFORT[-1][0]
BLOCK = 1 << 20  # entries of the quadratic forms that are held at a time


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
