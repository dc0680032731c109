"""What follows a search that found violations: the simplest point, in what is left of a limit in seconds."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from perturb.certify.point import PointVerdict
from perturb.domains.exact import Point
from perturb.search.alarm import TimeIsOver, limited
from perturb.search.shrink import complexity, simplest
from perturb.statements.claim import Claim

GRACE = 0.7  # seconds, or that share of a fifth of the limit, after the search
LEAST = 0.3  # seconds to confirm the simplest violation, however late it is: most take a thousandth
MOST = 2.0  # seconds for one simplification where there is a limit
Found = TypeVar("Found")
Confirm = Callable[[Claim, Point], PointVerdict | None]


@dataclass(frozen=True)
class TimeLeft:
    """Of a limit in seconds that began at `start`, a grace included; `kept` seconds are for what is last."""

    start: float
    seconds: float
    kept: float = 0.0

    def __call__(self) -> float:
        """Seconds for the next of several steps: half of what is left; infinity without a limit."""
        return self.whole() if self.whole() == math.inf else min(MOST, self.whole() / 2)

    def whole(self) -> float:
        """Seconds until the end; infinity without a limit."""
        end = self.start + self.seconds + max(GRACE, GRACE * self.seconds / 5) - self.kept
        return math.inf if end == math.inf else max(end - time.monotonic(), 0.0)

    def within(self, work: Callable[[], Found], least: float = 0.0) -> Found | None:
        """What the work returns; None where time is over before. It has `least` seconds in any case."""
        seconds = max(self.whole(), least)
        try:
            with limited(seconds):
                return work() if seconds else None
        except TimeIsOver:
            return None


def confirmed(
    claim: Claim, violations: Sequence[tuple[Point, PointVerdict]], left: TimeLeft, confirm: Confirm
) -> tuple[Point, PointVerdict] | None:
    """The simplest point that `confirm` gives a verdict on; None where it gives none, or not in time.

    With a limit the simplest of the violations is confirmed first: there may be no time for it after they
    were simplified, and this tells how much that takes.
    """
    known: tuple[Point, PointVerdict] | None = None
    if left.seconds < math.inf:
        first = min((point for point, _ in violations), key=complexity)
        began = time.monotonic()
        verdict = left.within(lambda: confirm(claim, first), LEAST)
        known = None if verdict is None else (first, verdict)
        simpler = replace(left, kept=left.kept + 2 * (time.monotonic() - began))
    else:
        simpler = left
    point = simplest_of(claim, violations, simpler)
    if known is not None and complexity(point) == complexity(known[0]):
        return known
    verdict = left.within(lambda: confirm(claim, point))
    return known if verdict is None else (point, verdict)


def simplest_of(
    claim: Claim, violations: Sequence[tuple[Point, PointVerdict]], left: Callable[[], float]
) -> Point:
    """The simplest point that the simplest violations and the worst lead to: a descent may stop early."""
    return min((simplest(claim, one, left()) for one in _starts(violations)), key=complexity)


def _starts(violations: Sequence[tuple[Point, PointVerdict]], count: int = 4) -> list[Point]:
    plain = sorted((point for point, _ in violations), key=complexity)[:count]
    worst = [point for point, _ in sorted(violations, key=lambda pair: pair[1].margin)[:count]]
    return list({id(point): point for point in plain + worst}.values())
