"""Sides that agree to so many digits that more would tell no more: equality, as far as balls can see it."""

from __future__ import annotations

from typing import Any

from flint import arb

from perturb.numbers.scalar import to_arb
from perturb.vocab.gaps import difference, may_vanish
from perturb.vocab.values import as_scalar

DIGITS = 60  # balls of 424 bits have twice as many


def agree(lhs: Any, rhs: Any) -> bool:
    """Do certified scalars differ by less than 10^-`DIGITS` of the larger, or of 1 where both may be 0?"""
    gap = to_arb(difference(lhs, rhs)).abs_upper()
    sides = [to_arb(as_scalar(x)) for x in (lhs, rhs)]
    size = arb(1) if may_vanish(lhs) and may_vanish(rhs) else max(x.abs_lower() for x in sides)
    return bool(gap * 10**DIGITS < size)
