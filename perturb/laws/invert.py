"""Quantiles by bracketing: the fallback of laws that have no formula for them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
HALVINGS = 1100  # from the widest bracket of floats to neighbours


def quantile(
    increasing: Callable[[FloatArray], FloatArray], support: tuple[float, float], level: FloatArray
) -> FloatArray:
    """The smallest float x inside `support` with increasing(x) >= level, by bisection, shape (k,)."""
    low, high = _bracket(increasing, support, level)
    for _ in range(HALVINGS):
        middle = low / 2 + high / 2
        moving = (low < middle) & (middle < high)
        if not moving.any():
            break
        above = increasing(middle) >= level
        high, low = np.where(moving & above, middle, high), np.where(moving & ~above, middle, low)
    return high


def _bracket(
    increasing: Callable[[FloatArray], FloatArray], support: tuple[float, float], level: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Ends with increasing(low) < level <= increasing(high), doubled outwards where the support is open."""
    low = np.full(level.shape, support[0] if np.isfinite(support[0]) else -1.0)
    high = np.full(level.shape, support[1] if np.isfinite(support[1]) else 1.0)
    if not np.isfinite(support[0]):
        high_end = np.minimum(high, support[1])
        low = _doubled(low, lambda x: increasing(x) >= level, np.minimum(-1.0, high_end - 1.0))
    if not np.isfinite(support[1]):
        high = _doubled(high, lambda x: increasing(x) < level, np.maximum(1.0, low + 1.0))
    return low, high


def _doubled(
    start: FloatArray, wanting: Callable[[FloatArray], NDArray[np.bool_]], first: FloatArray
) -> FloatArray:
    end = first.astype(float)
    for _ in range(60):
        short = wanting(end)
        if not short.any():
            break
        end = np.where(short, np.where(np.abs(end) < 1, np.sign(start) * 2.0, end * 2), end)
    return end
