"""What is known of the values of a sample: numbers, and how far each may be from the exact one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from perturb.types import FloatArray, Function, whole

# What a computation in float64 may lose, as a share of the largest value: LAPACK at sizes of some thousands.
ROUNDING = 1e-12
# As much for a shorter floating type, in units of its last digit.
SHORT = 64
# More probability than this so close to a value is an atom beside it.
JUMP = 1e-6


def vector(sample: Any) -> FloatArray:
    """A sample as float64, shape (m,); ValueError or TypeError where it is none."""
    values = whole("sample", sample)
    if values.dtype.kind not in "fiub":
        raise TypeError(f"sample: entries must be real numbers, got {values.dtype}")
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"sample: a vector with at least one value is needed, got shape {values.shape}")
    return values.astype(np.float64)


def left(distribution: Any) -> Function:
    """x -> P(X < x). Where a distribution gives none: the cdf one float to the left."""
    given = getattr(distribution, "cdf_left", None)
    return given or (lambda x: np.asarray(distribution.cdf(np.nextafter(x, -np.inf))))


def value_error(sample: Any, distribution: Any, declared: float | None = None) -> float:
    """A bound of |value - exact value| for each of a sample: as declared, else computed.

    It matters at atoms and at the ends of the support. Computed: 0 unless a value lies beside an atom and not
    on it, or at an end or beyond it, within what roundings in the type of the sample lose; then that. So
    values that hit atoms digit by digit count as exact, while an eigenvalue 1e-16 may be 0 or not, and a 0
    where no draw is 0 may be one of 1e-16. Other roundings are far below any band, and left out.
    ValueError for a declared error that is negative or not finite.
    """
    if declared is not None:
        return checked_error(declared)
    values = vector(sample)
    # An infinite value is exact; the largest of the others says how far they are off. NaN stays what it is.
    near = rounding(np.asarray(sample).dtype) * float(np.max(np.abs(values[~np.isinf(values)]), initial=0.0))
    if not 0 < near < math.inf:
        return 0.0
    if _at_an_end(values, distribution, near):
        return near
    if without_atoms(distribution):
        return 0.0
    beside = around(values, distribution, near) - around(values, distribution, 0.0)
    return near if np.any(beside > JUMP) else 0.0


def _at_an_end(values: FloatArray, distribution: Any, near: float) -> bool:
    """Is one at an end of the support that is no atom, or beyond it by `near` at most?"""
    atoms = [point for point, _ in getattr(distribution, "atoms", ())]
    low, high = getattr(distribution, "support", (-math.inf, math.inf))
    below, above = (values <= low) & (values >= low - near), (values >= high) & (values <= high + near)
    return bool((low not in atoms and np.any(below)) or (high not in atoms and np.any(above)))


def checked_error(declared: float) -> float:
    if not 0 <= declared < math.inf:
        raise ValueError(f"value_error must be finite and not negative, got {declared}")
    return declared


def rounding(kind: np.dtype[Any]) -> float:
    """What values of this type may lose, as a share of the largest."""
    if kind.kind != "f":
        return 0.0
    return max(ROUNDING, SHORT * float(np.finfo(kind).eps)) if kind.itemsize < 8 else ROUNDING


def without_atoms(distribution: Any) -> bool:
    """Is it known to have none? A distribution that does not say may have some."""
    return getattr(distribution, "atoms", None) == ()


def around(x: FloatArray, distribution: Any, near: float) -> FloatArray:
    """The probability of [x - near, x + near], ends included."""
    return np.asarray(distribution.cdf(x + near)) - np.asarray(left(distribution)(x - near))
