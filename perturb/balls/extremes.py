"""Rational ends and comparisons for numbers of any exponent, such as e^(10^9), too long to write down."""

from __future__ import annotations

import operator

from flint import arb, fmpq

from perturb.balls.scalar import EXPONENT_LIMIT, Scalar, bounds, to_arb


def outer_bounds(x: Scalar) -> tuple[fmpq | None, fmpq | None]:
    """Ends lo <= x <= hi, None where there is none; too long ones move out to 0 or +-2^(+-100000)."""
    ends = bounds(x)
    if ends is not None:
        return ends
    upper = _floor(-to_arb(x))
    return _floor(to_arb(x)), None if upper is None else -upper


def _floor(x: arb) -> fmpq | None:
    """A rational of writable length below the ball; None where there is none, as for NaN."""
    lo = x.lower()
    if not lo.is_finite():
        return None
    exact = bounds(lo)
    if exact is not None:
        return exact[0]
    steps = [(1, EXPONENT_LIMIT), (0, 0), (-1, -EXPONENT_LIMIT), (-1, EXPONENT_LIMIT)]
    return next((m * fmpq(2) ** e for m, e in steps if lo >= arb((m, e))), None)


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
