"""Arrays of float64, of Fractions or of balls: one body of code computes with all three."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpz

from perturb.types import whole

EXACT = (int, Fraction, fmpq, fmpz)


def array_of(name: str, value: Any, ndim: int) -> Any:
    """`value` as an array of float64 or of exact numbers; ValueError, naming it, for anything else."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: rows of different lengths") from None
    whole(name, value)
    if array.ndim != ndim:
        raise ValueError(f"{name}: an array of {ndim} axes is needed, not one of shape {array.shape}")
    if array.dtype.kind in "biu":
        return np.array([int(x) for x in array.ravel()], dtype=object).reshape(array.shape)
    if array.dtype.kind == "f":
        if not np.isfinite(array).all():
            raise ValueError(f"{name}: an entry is not finite")
        return array.astype(np.float64)
    wrong = [x for x in array.ravel() if not isinstance(x, EXACT)]
    if wrong or array.dtype != object:
        raise ValueError(f"{name}: {wrong[0] if wrong else array.ravel()[0]!r} is no exact number")
    return array


def fraction(x: Any) -> Fraction:
    """x, a float, an integer or a rational of any kind, exactly. ValueError for infinities and for a ball."""
    if isinstance(x, (fmpq, fmpz)):
        return Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else Fraction(int(x))
    try:
        return Fraction(x)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{x!r} is no exact number") from None


def written(x: Any) -> Any:
    """A float as the decimal that is written, other numbers as they are. ValueError for what is none."""
    if isinstance(x, (float, np.floating)) and np.isfinite(x):
        return Fraction(str(x))
    return x if isinstance(x, int) else fraction(x)


def fractions(A: Any) -> Any:
    """The array with Fractions as entries: floats are dyadic rationals."""
    A = np.asarray(A)
    out = np.empty(A.shape, dtype=object)
    out.ravel()[:] = [fraction(x) for x in A.ravel().tolist()]
    return out


def rational(x: Any) -> fmpq:
    """x exactly, as python-flint has it."""
    if isinstance(x, (int, fmpq)):
        return fmpq(x)
    exact = fraction(x)
    return fmpq(exact.numerator, exact.denominator)


def beside(A: Any, x: Any) -> Any:
    """A in the numbers of x: as it is beside floats, in Fractions beside exact ones, in fmpq beside balls."""
    if x.dtype != object:
        return A.astype(np.float64) if A.dtype == object else A
    if not any(isinstance(y, arb) for y in x.ravel()):
        return fractions(A)
    out = np.empty(A.shape, dtype=object)
    out.ravel()[:] = [rational(y) for y in A.ravel().tolist()]
    return out


def eye_like(A: Any, size: int) -> Any:
    """The identity; of Fractions beside an exact array."""
    return fractions(np.eye(size)) if A.dtype == object else np.eye(size)
