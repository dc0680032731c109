"""The element of least norm of a convex hull, which is a problem in non-negative least squares."""

from __future__ import annotations

from typing import Any

import numpy as np


def least_norm(points: Any) -> Any:
    """The element of least norm of the convex hull of the rows of (m, p).

    That of the affine hull is orthogonal to all differences, so what is asked for is the point next to it.
    The u >= 0 that minimises |Y'u|^2 + (sum u - 1)^2, for what is left of the rows, is a multiple of its
    weights (Lawson and Hanson, 1974, chapter 23). Then again for the rows with a weight alone, to the last
    digits.
    """
    points = np.asarray(points)
    near = affine_least_norm(points)
    left = points - near
    size = np.abs(left).max()
    if len(points) == 1 or size == 0:
        return near
    return affine_least_norm(points[_weights(left / size)[0] > 0])


def distance(points: Any) -> float:
    """How far 0 is from the convex hull of the rows, where that is much below 1."""
    return _weights(points)[1]


def _weights(points: Any) -> tuple[Any, float]:
    """Multiples of the weights, and d / sqrt(1 + d^2) for the distance d."""
    from scipy.optimize import nnls  # half a second, which only a kink has to pay

    found = nnls(np.vstack([points.T, np.ones(len(points))]), np.append(np.zeros(points.shape[1]), 1.0))
    return found[0], float(found[1])


def affine_least_norm(points: Any) -> Any:
    """The element of least norm of the affine hull of the rows of (m, p)."""
    base = points[0]
    apart = points[1:] - base
    sizes = np.linalg.norm(apart, axis=1)
    kept = sizes > 1e-15 * max(np.linalg.norm(base), sizes.max(initial=0.0))
    D = (apart[kept] / sizes[kept, None]).T
    return base - D @ np.linalg.lstsq(D, base, rcond=1e-11)[0]
