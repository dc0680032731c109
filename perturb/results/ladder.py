"""What a ladder of sizes says: from which n a limit is usable, and how fast the distance falls."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

from perturb.enclosure import Enclosure

TOLERANCES = (0.05, 0.01)


def usable(ladder: Mapping[int, Enclosure]) -> dict[float, int | None]:
    """For each tolerance the first n from which on every drawn size is certified within it, or None."""
    found: dict[float, int | None] = {}
    for tolerance in TOLERANCES:
        first = None
        for n in sorted(ladder, reverse=True):
            if not _upper(ladder[n]) <= tolerance:
                break
            first = n
        found[tolerance] = first
    return found


def exponents(ladder: Mapping[int, Enclosure]) -> tuple[float, float] | None:
    """The least and largest p for which some c n^-p lies in all bands; None where the bands say nothing.

    The p are those of the lines log c - p log n through the bands; that the distance is such a power is an
    assumption (rigour "asymptotic"). Least > largest: no power of n fits at these sizes.
    """
    points = [(math.log(n), _log(_lower(e)), _log(_upper(e))) for n, e in sorted(ladder.items())]
    pairs = list(combinations(points, 2))
    # A line meets all bands when it meets each pair: slope * (y - x) between these two differences.
    steepest = max(((low - high) / (y - x) for (x, _, high), (y, low, _) in pairs), default=-math.inf)
    flattest = min(((high - low) / (y - x) for (x, low, _), (y, _, high) in pairs), default=math.inf)
    if math.isinf(steepest) and math.isinf(flattest):
        return None
    return -flattest, -steepest


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf


def _lower(e: Enclosure) -> float:
    return 0.0 if e.lo is None else float(e.lo)


def _upper(e: Enclosure) -> float:
    return math.inf if e.hi is None else float(e.hi)
