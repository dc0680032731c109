"""What neurons compute with: arrays of float64, of Fractions or of balls, and activations on them.

One body of code computes with all three kinds. An activation has one kink, at 0: phi(t) = low t for t <= 0
and up t for t > 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpz

from perturb.numbers.scalar import hull
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


@dataclass(frozen=True)
class Activation:
    """phi(t) = low t for t <= 0, up t for t > 0: positively homogeneous, and linear if low = up.

    At t = 0 every slope serves; the one of the negative side is taken. A float is the decimal that is
    written: 0.1 is 1/10.
    """

    low: Any
    up: Any = 1

    def __post_init__(self) -> None:
        for name in ("low", "up"):
            try:
                object.__setattr__(self, name, written(getattr(self, name)))
            except ValueError as error:
                raise ValueError(f"activation: {name} = {error}") from None

    @property
    def bends(self) -> bool:
        return bool(self.low != self.up)

    def __call__(self, t: Any) -> Any:
        """phi of each component of an array of float64, exact numbers or balls."""
        t = np.asarray(t)
        if t.dtype == object and any(isinstance(x, arb) for x in t.ravel()):
            out = np.empty(t.shape, dtype=object)
            out.ravel()[:] = [self._ball(x) for x in t.ravel().tolist()]
            return out
        return self.slopes(t) * t

    def slopes(self, t: Any) -> Any:
        """The diagonal of D with phi(t) = Dt, in the numbers of `t`; exact for integers, which may be signs.

        ValueError for a ball that holds 0 and more.
        """
        t = np.asarray(t)
        if t.dtype.kind == "f":
            return np.where(t > 0, float(self.up), float(self.low))
        if any(isinstance(x, arb) and not (x > 0 or x <= 0) for x in t.ravel().tolist()):
            raise ValueError("activation: the slope over a ball that holds 0 is not known")
        low, up = beside(np.array([self.low, self.up], dtype=object), t.astype(object))
        return np.where(t > 0, up, low)

    def _ball(self, t: Any) -> Any:
        """The range over a ball: its ends, and 0 if that lies between them."""
        low, up = rational(self.low), rational(self.up)
        if not isinstance(t, arb) or t > 0 or t <= 0:
            return (up if t > 0 else low) * t
        left, right, zero = arb(t.lower()) * low, arb(t.upper()) * up, arb(0)
        return hull(arb(left.min(right).min(zero).lower()), arb(left.max(right).max(zero).upper()))


RELU = Activation(0)
ABSOLUTE = Activation(-1)
LINEAR = Activation(1)


def leaky(eta: Any) -> Activation:
    """max(t, eta t): slope eta below 0 for eta <= 1; the printed phi of Riedi et al. for eta > 1 too."""
    return Activation(eta) if eta <= 1 else Activation(1, eta)


NAMED = {"relu": RELU, "absolute": ABSOLUTE, "linear": LINEAR}


def activation_of(name: str, value: Any) -> Activation:
    """An activation, by itself, by its name or, as a number, leaky(value). ValueError names what is wrong."""
    if isinstance(value, Activation):
        return value
    if isinstance(value, str):
        if value not in NAMED:
            raise ValueError(f"{name} = {value!r} is none of {', '.join(NAMED)}; leaky(eta) has a slope")
        return NAMED[value]
    if isinstance(value, (int, float, Fraction)):
        return leaky(value)
    raise ValueError(f"{name} = {value!r} is no activation")
