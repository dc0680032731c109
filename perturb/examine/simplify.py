"""What follows a search that found violations: the simplest point, in what is left of a limit in seconds."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from perturb.certify.point import PointVerdict
from perturb.domains.base import Point
from perturb.search.shrink import complexity, simplest
from perturb.statements.claim import Claim

GRACE = 0.7  # seconds, or that share of a fifth of the limit, after the search
MOST = 2.0  # seconds for one simplification where there is a limit


@dataclass(frozen=True)
class TimeLeft:
    """Of a limit in seconds that began at `start`: half of what is left each time, a grace included."""

    start: float
    seconds: float

    def __call__(self) -> float:
        """Seconds for the next step; infinity without a limit."""
        end = self.start + self.seconds + max(GRACE, GRACE * self.seconds / 5)
        return math.inf if end == math.inf else max(min(MOST, (end - time.monotonic()) / 2), 0.0)


def simplest_of(claim: Claim, violations: list[tuple[Point, PointVerdict]], left: TimeLeft) -> Point:
    """The simplest point that the simplest violations and the worst lead to: a descent may stop early."""
    return min((simplest(claim, one, left()) for one in _starts(violations)), key=complexity)


def _starts(violations: list[tuple[Point, PointVerdict]], count: int = 4) -> list[Point]:
    plain = sorted((point for point, _ in violations), key=complexity)[:count]
    worst = [point for point, _ in sorted(violations, key=lambda pair: pair[1].margin)[:count]]
    return list({id(point): point for point in plain + worst}.values())
