"""A lower bound of s_1(A) for two columns, from the lines that an L of rank 1 may forget.

L forgets a line; on it F(A, L) is at least |ReLU(Ax)| at both of its unit vectors x. The least, over all
lines, of the larger of the two is bounded on arcs of them: at the middle less |A|_F times half the arc.
"""

from __future__ import annotations

import math

import numpy as np

from perturb.networks.relu.definite import Floats

ARCS, HALVINGS, FINE = 64, 24, 2.0**-20
ROUNDING = 2.0**-40  # of |A|_F: far more than float64 errs


def least_on_lines(A: Floats) -> float:
    """At most s_1 of A (m, 2): but for 1e-6 |A|_F the least, over all lines, of the larger length."""
    size, half = float(np.sqrt((A * A).sum())), math.pi / (2 * ARCS)
    middles: Floats = np.arange(half, math.pi, 2 * half, dtype=np.float64)
    settled = math.inf
    for _ in range(HALVINGS):
        heights = _larger(A, middles)
        bounds = heights - size * (half + ROUNDING)
        left = bounds < min(settled, float(heights.min())) - FINE * size
        settled = min(settled, float(bounds[~left].min(initial=math.inf)))
        if not left.any():
            return max(0.0, settled)
        half /= 2
        middles = np.concatenate([middles[left] - half, middles[left] + half])
    return max(0.0, min(settled, float(bounds.min())))


def _larger(A: Floats, angles: Floats) -> Floats:
    """The larger of |ReLU(Ax)| and |ReLU(-Ax)|, x = (cos, sin) of each angle."""
    Y = A @ np.stack([np.cos(angles), np.sin(angles)])
    squares = (np.maximum(Y, 0.0) ** 2).sum(axis=0), (np.minimum(Y, 0.0) ** 2).sum(axis=0)
    larger: Floats = np.sqrt(np.maximum(*squares))
    return larger
