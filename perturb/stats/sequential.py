"""Drawing until decided: the sample doubles, each look pays its part of one alpha."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.stats.enclose import WHOLE, both
from perturb.types import AnyArray

Sample = AnyArray
Enclose = Callable[[Sample, float], Enclosure]


@dataclass(frozen=True)
class Looks:
    """The sample sizes at which to look: `first`, doubled up to `limit`, which is the last.

    `thorough` goes on after the decision, to measure as well as `limit` allows.
    """

    first: int = 1_000
    limit: int = 32_000
    thorough: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.limit:
            raise ValueError(f"looks: 1 <= first <= limit is needed, got {self.first}, {self.limit}")

    def sizes(self) -> Iterator[int]:
        size = self.first
        while size < self.limit:
            yield size
            size *= 2
        yield self.limit


@dataclass(frozen=True)
class Decision:
    """The verdict on one relation, what was measured (its alpha is what was spent), looks and draws used."""

    verdict: Verdict
    measured: Enclosure
    look: int
    sample: Sample


def part(alpha: float, look: int) -> float:
    """The alpha of the k-th look, k = 1, 2, ...: alpha 6 / (pi k)^2, which sums to alpha over all looks."""
    return alpha * 6 / (math.pi * look) ** 2


def until_decided(
    drawn: Callable[[int], Sample],
    enclose: Enclose,
    op: str,
    rhs: Enclosure,
    alpha: float,
    looks: Looks,
    expired: Callable[[], bool] = lambda: False,
) -> Decision:
    """Compare what is measured with `rhs` at each look, until decided, expired, or the last look is open.

    `drawn(m)` gives the first m draws of one stream. Each look encloses from all draws so far with its own
    part of alpha; all of them hold together except with probability alpha, so they are intersected and the
    time to stop may depend on them.
    """
    measured = WHOLE
    decision = Decision(Verdict.UNDECIDED, measured, 0, np.empty(0))
    for look, size in enumerate(looks.sizes(), start=1):
        sample = drawn(size)
        measured = both(measured, enclose(sample, part(alpha, look)))
        decision = Decision(compare(measured, op, rhs), measured, look, sample)
        if expired() or (decision.verdict is not Verdict.UNDECIDED and not looks.thorough):
            break
    return decision
