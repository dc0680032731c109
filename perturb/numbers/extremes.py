"""Rational ends and comparisons for numbers of any exponent, such as e^(10^9), too long to write down."""

from __future__ import annotations

import operator

from flint import arb, fmpq

from perturb.numbers.scalar import EXPONENT_LIMIT, Scalar, bounds, to_arb

LARGEST = fmpq(2) ** EXPONENT_LIMIT  # beyond this an end takes too long to write
LEAST = -LARGEST


def outer_bounds(x: Scalar) -> tuple[fmpq | None, fmpq | None]:
    """Ends lo <= x <= hi, None where there is none; rounded outward beyond 2^100000 and below 2^-100000."""
    lo, hi = bounds(x) or _rounded(to_arb(x))
    if lo is not None and hi is not None and _short(lo) and _short(hi):
        return lo, hi
    lo = None if lo is None or lo < LEAST else min(lo, LARGEST)
    hi = None if hi is None or hi > LARGEST else max(hi, LEAST)
    return lo, hi


def _short(x: fmpq) -> bool:
    """|x| < 2^100000, seen from the bits alone: comparing with a number that long takes long itself."""
    return bool(x.p.bit_length() - x.q.bit_length() < EXPONENT_LIMIT)


def _rounded(x: arb) -> tuple[fmpq | None, fmpq | None]:
    upper = _floor(-x)
    return _floor(x), None if upper is None else -upper


def _floor(x: arb) -> fmpq | None:
    """A rational of writable length below the ball; None where there is none, as for NaN."""
    lo = x.lower()
    if not lo.is_finite():
        return None
    exact = bounds(lo)
    if exact is not None:
        return exact[0]
    steps = (LARGEST, fmpq(0), -1 / fmpq(2) ** EXPONENT_LIMIT)
    return next((step for step in steps if lo >= arb(step)), None)


CONTRARY = {"<=": ">", ">": "<=", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}
CERTAIN = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}


def relation(x: Scalar, op: str, y: Scalar) -> bool | None:
    """Whether x op y, by comparing the balls: at any exponent, never by a rational. None where it is open."""
    left, right = to_arb(x), to_arb(y)
    if CERTAIN[op](left, right):
        return True
    return False if CERTAIN[CONTRARY[op]](left, right) else None
