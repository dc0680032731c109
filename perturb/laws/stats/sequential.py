"""Drawing until decided: the sample doubles, each look pays its part of one alpha."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.laws.stats.means import WHOLE, both, threshold
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
class Check:
    """One relation: what was measured (its alpha is what was spent), the bound, the verdict, the draws used.

    `label` says at which size or case, `n` the size. `bound` is None where only to be measured. `alpha` is
    that of the last look: what the same sample may be held against any other distribution at. The sample is
    in the order of its draws.
    """

    label: str
    n: int
    op: str
    bound: float | None
    measured: Enclosure
    verdict: Verdict
    alpha: float
    sample: Sample = field(compare=False, repr=False)


def part(alpha: float, look: int) -> float:
    """The alpha of the k-th look, k = 1, 2, ...: alpha 6 / (pi k)^2, which sums to alpha over all looks."""
    return alpha * 6 / (math.pi * look) ** 2


def until_decided(
    drawn: Callable[[int], Sample],
    enclose: Enclose,
    op: str,
    bound: float | None,
    alpha: float,
    looks: Looks,
    expired: Callable[[], bool] = lambda: False,
    *,
    at_any_time: bool = False,
    label: str = "",
    n: int = 0,
) -> Check:
    """Compare what is measured with `bound` at each look, until decided, expired, or the last look is open.

    `drawn(m)` gives the first m draws of one stream. Each look encloses from all draws so far with its own
    part of alpha, or `at_any_time` with all of it. All of them hold together except with probability alpha,
    so they are intersected and the time to stop may depend on them.
    """
    rhs = Enclosure() if bound is None else threshold(bound)
    measured = WHOLE
    for look, size in enumerate(looks.sizes(), start=1):
        sample, share = drawn(size), alpha if at_any_time else part(alpha, look)
        measured = both(measured, enclose(sample, share))
        if at_any_time:
            measured = replace(measured, alpha=alpha)
        verdict = compare(measured, op, rhs)
        if expired() or (verdict is not Verdict.UNDECIDED and not looks.thorough):
            break
    return Check(label, n, op, bound, measured, verdict, share, sample)
