"""Numbers, lists, matrices and vectors that functions here are given, refused in one line that names argument
and value.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.types import FloatArray


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


def matrix(name: str, value: Any) -> FloatArray:
    """A finite real matrix with at least one row and one column, as float64; ValueError otherwise."""
    found = _real(name, value)
    if found.ndim != 2 or not found.size:
        raise ValueError(
            f"{name}: a matrix with a row and a column at least is needed, got shape {found.shape}"
        )
    return _finite(name, found)


def rational(name: str, value: Any) -> fmpq_mat:
    """An exact matrix as it is, or the one that a finite real matrix is; ValueError otherwise."""
    if not isinstance(value, fmpq_mat):
        rows = matrix(name, value).tolist()
        return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in rows])
    if not (value.nrows() and value.ncols()):
        shape = value.nrows(), value.ncols()
        raise ValueError(f"{name}: a matrix with a row and a column is needed, got shape {shape}")
    return value


def precision(bits: Any) -> int:
    """The bits, 53 for None; ValueError unless they are an integer >= 2."""
    if bits is None:
        return 53
    if isinstance(bits, bool) or not isinstance(bits, int | np.integer) or bits < 2:
        raise ValueError(f"bits = {bits!r} is not an integer >= 2")
    return int(bits)


def vector(name: str, value: Any, length: int, like: str) -> FloatArray:
    """A finite real vector of the length of `like`, as float64; ValueError otherwise."""
    found = _real(name, value)
    if found.shape != (length,):
        raise ValueError(f"{name}: a vector of length {length}, {like}, is needed, got shape {found.shape}")
    return _finite(name, found)


def sampling(draws: Any, alpha: Any) -> None:
    """ValueError unless draws is an integer >= 1 and 0 < alpha < 1."""
    whole("draws", draws, 1)
    if not 0 < number("alpha", alpha) < 1:
        raise ValueError(f"alpha = {alpha!r} does not lie strictly between 0 and 1")


def _real(name: str, value: Any) -> FloatArray:
    try:
        found = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: rows of different lengths") from None
    if found.size and found.dtype.kind not in "fiub":
        raise ValueError(f"{name}: entries must be real numbers, got {found.dtype}")
    return found.astype(np.float64, copy=False)


def _finite(name: str, found: FloatArray) -> FloatArray:
    if not np.isfinite(found).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(found))[0])
        raise ValueError(f"{name}: entry {list(where)} = {found[where]} is not finite")
    return found
