"""Differences and sizes of certified numbers, as floats for steering where they are no longer exact."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq

from perturb.numbers.scalar import to_arb
from perturb.vocab.values import as_scalar


def difference(x: Any, y: Any) -> Any:
    """x - y, exact for rationals, a ball otherwise."""
    left, right = as_scalar(x), as_scalar(y)
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left - right
    return to_arb(left) - to_arb(right)


def relative_in_balls(x: Any, y: Any) -> float:
    """(y - x) / max(|x|, |y|) of midpoints: what floats take for 0 or infinity has a sign too."""
    left, right = to_arb(as_scalar(x)).mid(), to_arb(as_scalar(y)).mid()
    size = abs(left).max(abs(right))
    finite = to_arb(as_scalar(x)).is_finite() and to_arb(as_scalar(y)).is_finite()
    return float(((right - left) / size).mid()) if size > 0 else 0.0 if finite else math.nan


def may_vanish(x: Any) -> bool:
    """Is 0 in a finite enclosure?"""
    value = as_scalar(x)
    return bool(value.is_finite() and value.contains(0)) if isinstance(value, arb) else bool(value == 0)


def nearest(x: Any) -> float:
    """A float near a certified scalar; NaN for NaN."""
    value = as_scalar(x)
    try:
        return int(value.p) / int(value.q) if isinstance(value, fmpq) else float(to_arb(value).mid())
    except OverflowError:
        return math.copysign(math.inf, 1 if value > 0 else -1)
