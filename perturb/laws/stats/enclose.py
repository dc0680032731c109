"""Confidence bounds as enclosures: ends rounded outwards, the alpha and what is trusted kept beside them."""

from __future__ import annotations

import math

from flint import fmpq

from perturb.enclosure import Enclosure, Rigour

# Far above the rounding of the few float64 operations behind a bound, far below any width of a sample's.
RELATIVE = 1e-12
ABSOLUTE = 1e-15
WHOLE = Enclosure(rigour=Rigour.CONFIDENCE)


def confidence(
    lo: float,
    hi: float,
    alpha: float,
    *trusts: str,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> Enclosure:
    """[lo, hi] moved outwards by the rounding of its ends, cut to the range `within` of what is bounded.

    A NaN end is no information: the whole line. Infinite ends are open.
    """
    known = frozenset(trusts)
    if math.isnan(lo) or math.isnan(hi):
        return Enclosure(alpha=alpha, rigour=Rigour.CONFIDENCE, trusts=known)
    low = max(lo - _slack(lo), within[0])
    high = min(hi + _slack(hi), within[1])
    return Enclosure(exact(low), exact(high), alpha, Rigour.CONFIDENCE, known)


def exact(x: float) -> fmpq | None:
    """The rational that a float64 is; None for an infinity."""
    return None if math.isinf(x) else fmpq(*x.as_integer_ratio())


def threshold(value: float, relative: float = RELATIVE) -> Enclosure:
    """A bound computed in float64, good to `relative`: what a measured quantity is compared with.

    ValueError for NaN.
    """
    if math.isnan(value):
        raise ValueError("a bound must be a number, got nan")
    width = abs(value) * relative if math.isfinite(value) else 0.0
    return Enclosure(exact(value - width), exact(value + width), rigour=Rigour.BALL)


def both(a: Enclosure, b: Enclosure) -> Enclosure:
    """What two enclosures of one number say together: their intersection, alphas added.

    Where they contradict each other one of them is wrong (probability at most the added alphas): the second,
    which rests on more draws, is kept with its own ends.
    """
    alpha = min(1.0, a.alpha + b.alpha)
    lo = b.lo if a.lo is None else a.lo if b.lo is None else max(a.lo, b.lo)
    hi = b.hi if a.hi is None else a.hi if b.hi is None else min(a.hi, b.hi)
    if lo is not None and hi is not None and lo > hi:
        lo, hi = b.lo, b.hi
    return Enclosure(lo, hi, alpha, min(a.rigour, b.rigour), a.trusts | b.trusts)


def _slack(end: float) -> float:
    return abs(end) * RELATIVE + ABSOLUTE if math.isfinite(end) else 0.0
