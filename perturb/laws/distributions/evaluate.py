"""How a distribution's formulas, good inside its support, become functions of any real input."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.protocol import Real
from perturb.types import BoolArray, FloatArray, Function

EPS = float(np.finfo(np.float64).eps)


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
