"""What alpha pays for: the account of a run, and drawing until decided.

The alpha account of a run: what each part may cost in false alarms, summed by the union bound.

Drawing until decided: the sample doubles, each look pays its part of one alpha.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perturb.process.output import frame

if TYPE_CHECKING:  # tables are an extra
    from pandas import DataFrame


from collections.abc import Callable, Iterator
from dataclasses import replace

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.laws.stats.means import WHOLE, both, threshold
from perturb.types import AnyArray

# Of everything that is decided by draws and stands in the reports.
REPORTS = 2e-5
# Of all laws, tails and means of a run, and of one of them whatever else there is: up to 100 share the total.
TOTAL = 1e-6
SHARE = TOTAL / 100
# Of one campaign of an experiment, at all times that anybody looks at it, its two profiles among them: with
# the laws 38 of them stay within what the reports may spend.
CAMPAIGN = 5e-7
# Of all statements about runs that are recorded, such as thirty trained networks: an account of their own, as
# no more can be drawn. Up to 50 of them share it.
RECORDED = 0.05
RECORDED_SHARE = RECORDED / 50


class Overdrawn(ValueError):
    """More alpha was asked for than the account holds."""


@dataclass
class Ledger:
    """`total` bounds the probability that any verdict of the run is wrong by chance."""

    total: float = TOTAL
    entries: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 < self.total < 1:
            raise ValueError(f"total must lie strictly between 0 and 1, got {self.total}")

    @property
    def spent(self) -> float:
        return math.fsum(self.entries.values())

    @property
    def left(self) -> float:
        return max(0.0, self.total - self.spent)

    def spend(self, name: str, alpha: float) -> float:
        """Book `alpha` under `name` and give it back; a name may be used again and adds up.

        Book before the data are seen. ValueError unless 0 < alpha < 1, Overdrawn (nothing is booked) when
        the account holds less.
        """
        if not 0 < alpha < 1:
            raise ValueError(f"alpha must lie strictly between 0 and 1, got {alpha}")
        # A sum of many shares of the total may exceed it by rounding.
        if self.spent + alpha > self.total * (1 + 1e-12):
            raise Overdrawn(f"{name}: alpha = {alpha:g} asked for, {self.left:g} left of {self.total:g}")
        self.entries[name] = self.entries.get(name, 0.0) + alpha
        return alpha

    def frame(self) -> DataFrame:
        """Who spent what, largest first: columns `name`, `alpha`. ImportError without the extra `report`."""
        return frame(self._ordered(), ["name", "alpha"])

    def lines(self) -> list[str]:
        """Who spent what, largest first, then the sum: the false-alarm rate of the whole run."""
        width = max((len(name) for name in self.entries), default=0)
        rows = [f"{name:<{width}}  {alpha:.3g}" for name, alpha in self._ordered()]
        return [*rows, f"alpha spent {self.spent:.3g} of {self.total:.3g} (union bound over {len(rows)})"]

    def _ordered(self) -> list[tuple[str, float]]:
        return sorted(self.entries.items(), key=lambda entry: (-entry[1], entry[0]))


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
