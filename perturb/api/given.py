"""Numbers that are given from Python, refused by name before any work."""

from __future__ import annotations

import math
import numbers
from typing import Any


def seconds_of(value: Any) -> float:
    """ValueError for what is no positive finite number."""
    if not isinstance(value, numbers.Real) or not 0 < float(value) < math.inf:
        raise ValueError(f"seconds = {value!r} is not a positive finite number")
    return float(value)


def seed_of(value: Any) -> int:
    """ValueError for what is no integer from 0 on."""
    if not isinstance(value, numbers.Integral) or int(value) < 0:
        raise ValueError(f"seed = {value!r} is not an integer from 0 on")
    return int(value)
