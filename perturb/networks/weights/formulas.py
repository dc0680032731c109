"""Enclosures in balls and back, so that a formula of a paper is evaluated outwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, ctx, fmpq

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.numbers.scalar import bounds

BITS = 106


def ball(x: Enclosure | fmpq | int) -> Any:
    """A ball around an enclosure; not a number where an end is infinite. Call it within `evaluated`."""
    if not isinstance(x, Enclosure):
        return arb(x)
    if x.lo is None or x.hi is None:
        return arb.nan()
    return arb(x.lo).union(arb(x.hi))


def evaluated(formula: Callable[..., Any], *given: Enclosure | fmpq | int) -> Enclosure:
    """formula(balls of the arguments), enclosed; the whole line where it is no number on all of them.

    Proof: balls contain their arguments, and each operation of Arb contains the image of its operands.
    """
    with ctx.workprec(BITS):
        ends = bounds(formula(*(ball(x) for x in given)))
    if ends is None:
        return WHOLE_LINE
    trusts = frozenset().union(*(x.trusts for x in given if isinstance(x, Enclosure)))
    return Enclosure(*ends, trusts=trusts)


def scaled(x: Enclosure, factor: fmpq) -> Enclosure:
    """factor x, exactly; the ends change places for a negative factor."""
    low, high = (None if end is None else end * factor for end in (x.lo, x.hi))
    return Enclosure(*((low, high) if factor >= 0 else (high, low)), trusts=x.trusts)
