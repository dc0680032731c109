"""From a distribution's formulas, good inside its support, to functions of any real input.

Quantiles without a formula are found by bracketing, draws without one by rejection in blocks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.protocol import Real
from perturb.types import BoolArray, FloatArray, Function, IntArray

EPS = float(np.finfo(np.float64).eps)
GRID = 257
# Every third step halves the number of floats in the bracket, and there are fewer than 2^64.
STEPS = 3 * 64
LARGEST = float(np.finfo(np.float64).max)
Proposal = Callable[[int], tuple[FloatArray, BoolArray]]


def log(value: FloatArray) -> FloatArray:
    """log, with -inf at 0 and no warning."""
    with np.errstate(divide="ignore"):
        return np.log(value)


def above(inverse: Function, q: FloatArray, where: BoolArray, low: float) -> FloatArray:
    """The inverse at the levels outside the atom at the lower end, that end at the others."""
    if where.all():
        return inverse(q)
    out, inside = np.full(q.shape, low), np.flatnonzero(where)
    out[inside] = inverse(q.take(inside))
    return out


def on(
    x: ArrayLike,
    f: Function,
    support: tuple[float, float],
    outside: tuple[float, float, float, float],
) -> Real:
    """f inside the support; outside the constants below it, at its lower end, at its upper end, above it."""
    given = np.asarray(x)
    if given.dtype.kind not in "fiub":
        raise TypeError(f"a distribution is evaluated at real numbers, not at {given.dtype}")
    kind = given.dtype if given.dtype.kind == "f" else np.dtype(np.float64)
    flat = given.astype(np.float64, copy=False).ravel()
    low, high = support
    if flat.size and low < flat.min() and flat.max() < high:
        return f(flat).astype(kind, copy=False).reshape(given.shape)[()]
    out = np.full(flat.shape, np.nan)
    # By index: assignments by a mask take ten times as long where it changes often.
    inside = np.flatnonzero((low < flat) & (flat < high))
    places = (flat < low, flat == low, flat == high, flat > high)
    for place, value in zip(places, outside, strict=True):
        out[np.flatnonzero(place)] = value
    if inside.size:
        out[inside] = f(flat.take(inside))
    return out.astype(kind, copy=False).reshape(given.shape)[()]


def check_order(order: int) -> None:
    """ValueError unless `order` is a non-negative integer."""
    if order < 0 or order != int(order):
        raise ValueError(f"order must be a non-negative integer, got {order}")


def quantile(increasing: Function, support: tuple[float, float], level: FloatArray) -> FloatArray:
    """The smallest float x inside `support` with increasing(x) >= level, shape (k,).

    One table for all levels brackets each; then secant steps of single and double length in turn (G. E.
    Alefeld, F. A. Potra and Y. Shi, ACM TOMS 21, 327, 1995), with bisection among the floats wherever three
    steps have not halved their number, until the bracket is a pair of neighbours.
    """
    with np.errstate(all="ignore"):
        low, high, f_low, f_high = _bracket(increasing, support, level)
        found, left, goal, floats = high.copy(), np.arange(level.size), level, _floats(low, high)
        for step in range(STEPS):
            wide = np.nextafter(low, high) < high
            found[left[~wide]] = high[~wide]
            if not wide.any():
                break
            low, high, f_low, f_high = low[wide], high[wide], f_low[wide], f_high[wide]
            goal, left, floats = goal[wide], left[wide], floats[wide]
            floats = _floats(low, high) if step % 3 == 0 else floats
            x = _secant(low, high, f_low - goal, f_high - goal, 1 + int(step % 3 == 1))
            slow = (_floats(low, high) > floats / 2) & (step % 3 == 2)
            x = np.where(slow | np.isnan(x), from_rank(_half(rank(low), rank(high))), x)
            f = increasing(x)
            above = f >= goal
            low, f_low = np.where(above, low, x), np.where(above, f_low, f)
            high, f_high = np.where(above, x, high), np.where(above, f, f_high)
    return found


def _secant(
    low: FloatArray, high: FloatArray, f_low: FloatArray, f_high: FloatArray, length: int
) -> FloatArray:
    """The secant step from the better end times `length`, kept in the bracket; NaN where there is none."""
    from_low = -f_low < f_high
    part = np.where(from_low, f_low, f_high) / (f_high - f_low)
    x = np.where(from_low, low, high) - length * part * (high - low)
    return np.clip(x, np.nextafter(low, high), np.nextafter(high, low))


def _floats(low: FloatArray, high: FloatArray) -> FloatArray:
    """The number of steps from float to float; unsigned, since it may exceed 2^63."""
    return (rank(high).view(np.uint64) - rank(low).view(np.uint64)).astype(np.float64)


def _bracket(
    increasing: Function, support: tuple[float, float], level: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Neighbours of a table with increasing(low) < level <= increasing(high), and the values there.

    The table is even in the exponent and, where both ends are finite, in the value too; the ends themselves
    are never evaluated: NaN stands for what is not known there.
    """
    low, high = max(support[0], -LARGEST), min(support[1], LARGEST)
    first, last = rank(np.array([low, high]))
    spaced = from_rank(np.array([int(first) + (int(last) - int(first)) * i // GRID for i in range(1, GRID)]))
    even = np.linspace(low / GRID, high / GRID, GRID) * GRID
    grid = np.unique(np.concatenate((spaced, even)))
    grid = grid[(low < grid) & (grid < high)]
    values = increasing(grid)
    place = np.searchsorted(np.maximum.accumulate(values), level)
    points = np.concatenate(([support[0]], grid, [support[1]]))
    points = np.clip(points, -LARGEST, LARGEST)
    known = np.concatenate(([np.nan], values, [np.nan]))
    return points[place], points[place + 1], known[place], known[place + 1]


def rank(x: FloatArray) -> IntArray:
    """Consecutive integers for consecutive floats, 0 for 0."""
    bits = np.ascontiguousarray(x, dtype=np.float64).view(np.int64)
    ranks: IntArray = np.where(bits < 0, np.int64(-(2**63)) - bits, bits)
    return ranks


def from_rank(i: IntArray) -> FloatArray:
    """The inverse of `rank`."""
    bits = np.where(i < 0, np.int64(-(2**63)) - i, i)
    return np.ascontiguousarray(bits, dtype=np.int64).view(np.float64)


def _half(a: IntArray, b: IntArray) -> IntArray:
    middle: IntArray = (a >> 1) + (b >> 1) + (a & b & 1)
    return middle


def accepted(size: int | tuple[int, ...], propose: Proposal) -> FloatArray:
    """The first accepted proposals, in shape `size`; `propose(count)` gives values and which are accepted."""
    wanted = int(np.prod(size))
    parts: list[FloatArray] = []
    while (found := sum(part.size for part in parts)) < wanted:
        values, good = propose(2 * (wanted - found) + 16)
        parts.append(values[good])
    return np.concatenate([*parts, np.empty(0)])[:wanted].reshape(size)
