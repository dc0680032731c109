"""The variable w of subordination to a semicircle: where a convolution begins and ends, its value."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from perturb.types import ComplexArray, FloatArray

EPS = float(np.finfo(float).eps)


@np.errstate(divide="ignore")  # atoms so close that a search begins at one
def subordinated_edges(points: tuple[float, ...], weights: tuple[float, ...], variance: float) -> FloatArray:
    """The real w with variance sum weights / (w - points)^2 = 1, increasing, shape (2 bands,).

    `points` increase. The sum is convex between two neighbours, so there are two roots there or none; on
    either side of all points there is one. Where the sum is below 1, H(w) increases, and these images are the
    gaps (P. Biane, Indiana Univ. Math. J. 46, 1997), so the order of the w is that of the edges H(w).
    """
    a, p, v = np.array(points), np.array(weights), variance
    reach = np.sqrt(v * p)  # one term alone is 1 there, so the sum is at least 1

    def excess(w: float) -> float:
        return float(v * (p / (w - a) ** 2).sum() - 1)

    ends = [_root(excess, a[0] - np.sqrt(v), a[0] - reach[0])]
    for i, (left, right) in enumerate(pairwise(points)):
        middle = _bottom(a, p, left, right)
        if excess(middle) < 0:
            ends.append(_root(excess, left + reach[i], middle))
            ends.append(_root(excess, middle, right - reach[i + 1]))
    return np.array([*ends, _root(excess, a[-1] + reach[-1], a[-1] + np.sqrt(v))])


def _root(excess: Callable[[float], float], low: float, high: float) -> float:
    """The crossing in [low, high], whose ends may be the crossing itself up to rounding."""
    from scipy.optimize import brentq  # loaded where it is used: a third of a second of every start

    at_low, at_high = excess(low), excess(high)
    if at_low * at_high >= 0:
        return low if abs(at_low) < abs(at_high) else high
    return float(brentq(excess, low, high, xtol=4 * EPS * (high - low), rtol=4 * EPS))


def _bottom(a: FloatArray, p: FloatArray, left: float, right: float) -> float:
    """Where the convex sum p_i / (w - a_i)^2 is smallest between two neighbouring atoms."""
    inset = 1e-9 * (right - left)
    return _root(lambda w: float((p / (w - a) ** 3).sum()), left + inset, right - inset)


def companion_root(
    points: tuple[float, ...], weights: tuple[float, ...], variance: float, z: FloatArray
) -> ComplexArray:
    """The root of w + variance sum weights / (w - points) = z with the largest imaginary part, shape (k,).

    Between neighbouring atoms lies a real root, so at most one pair is not real.
    """
    p, k = variance * np.array(weights), len(points)
    roots = np.poly(np.array(points))
    rest = sum(p[i] * np.poly(np.delete(np.array(points), i)) for i in range(k))
    fixed = np.append(roots, 0.0) + np.append([0.0, 0.0], rest)
    matrix = np.zeros((z.size, k + 1, k + 1))
    matrix[:, 0] = z[:, None] * roots - fixed[1:]
    matrix[:, np.arange(1, k + 1), np.arange(k)] = 1
    w = np.linalg.eigvals(matrix).astype(np.complex128)
    return np.asarray(w[np.arange(z.size), w.imag.argmax(1)])
