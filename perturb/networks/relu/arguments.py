"""Numbers and lists that functions here are given, refused in one line that names argument and value."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any

import numpy as np


def whole(name: str, value: Any, least: int) -> int:
    """ValueError unless the value is an integer from `least` on."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} = {value!r} is not an integer >= {least}")
    return int(value)


def number(name: str, value: Any) -> float:
    """ValueError unless the value is a finite real number."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise ValueError(f"{name} = {value!r} is not a number")
    if not isfinite(value):
        raise ValueError(f"{name} = {value!r} is not finite")
    return float(value)


def positive(name: str, value: Any) -> float:
    """ValueError unless the value is a finite number above 0."""
    if number(name, value) <= 0:
        raise ValueError(f"{name} = {value!r} is not positive")
    return float(value)


def listed(name: str, value: Any) -> list[Any]:
    """ValueError unless the value is a list, a tuple or the like; not a string."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(f"{name} = {value!r} is not a list")
    return list(value)


def seeded(value: Any) -> np.random.Generator:
    """The generator that `rng` is, or one of that seed. ValueError for what numpy takes as neither."""
    try:
        return np.random.default_rng(value)
    except (TypeError, ValueError):
        raise ValueError(f"rng = {value!r} is neither a generator nor a seed") from None
