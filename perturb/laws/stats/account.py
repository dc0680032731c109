"""The alpha account of a run: what each part may cost in false alarms, summed by the union bound."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perturb.process.output import frame

if TYPE_CHECKING:  # tables are an extra
    from pandas import DataFrame

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
