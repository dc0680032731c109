"""What a run leaves: counts, moments and distances at each case, column and size."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from perturb.laws.distributions.protocol import Distribution
from perturb.laws.stats.bins import Bins, Column
from perturb.laws.stats.compare import sup_bracket
from perturb.montecarlo.tally import Tally
from perturb.process.output import frame
from perturb.statements.experiment import Experiment, Panel
from perturb.types import IntArray

if TYPE_CHECKING:  # tables are an extra
    from pandas import DataFrame


@dataclass(frozen=True)
class SizeResult:
    """One panel: `counts` per bin, `below` and `above` the bins, moments, and sup distances by distribution.

    Of events `counts` are (how often not, how often), and how often open if any is. `variance` has the
    divisor draws - 1 (None for one draw). A distance is a bracket (lo, hi) of that between the empirical cdf
    and the distribution's.
    """

    n: int
    draws: int
    counts: tuple[int, ...]
    below: int
    above: int
    mean: float
    variance: float | None
    smallest: float
    largest: float
    distances: dict[str, tuple[float, float]]
    case: str = ""
    column: str = ""

    @property
    def events(self) -> tuple[int, int]:
        """Of a column of events: how often at least, and at most."""
        return self.counts[1], sum(self.counts[1:])

    @property
    def panel(self) -> Panel:
        return Panel(self.case, self.column, self.n)


@dataclass(frozen=True)
class Results:
    """All panels of one run. An interrupted run equals a run with fewer draws."""

    experiment: str
    stream_key: str
    seed: int
    sizes: tuple[SizeResult, ...]
    interrupted: bool = False

    def frame(self) -> DataFrame:
        """A row a panel, to sort, join and plot; ImportError without the extra `report`.

        `case`, `column` and `n` say which; `outside` counts the draws outside the bins; the bracket of the
        distance to each reference has two columns, such as `TW_1, lo` and `TW_1, hi`, NaN where it has none.
        """
        return frame([_row(size) for size in self.sizes])


def _row(size: SizeResult) -> dict[str, Any]:
    known = ("case", "column", "n", "draws", "mean", "variance", "smallest", "largest")
    ends = {
        f"{name}, {end}": value
        for name, bracket in size.distances.items()
        for end, value in zip(("lo", "hi"), bracket, strict=True)
    }
    return {name: getattr(size, name) for name in known} | {"outside": size.below + size.above} | ends


def _bracket(
    experiment: Experiment, column: Column, counts: IntArray, distribution: Distribution
) -> tuple[float, float]:
    assert isinstance(column, Bins), "only values have a distance"
    return sup_bracket(counts, column, distribution, experiment.value_error)


def result(experiment: Experiment, panel: Panel, tally: Tally) -> SizeResult:
    """Of a tally that holds at least one draw."""
    column, counts = experiment.columns[panel.column], tally.counts
    assert counts is not None
    binned = isinstance(column, Bins)
    known = experiment.named(panel.case, panel.column) if isinstance(column, Bins) else {}
    return SizeResult(
        n=panel.n,
        draws=tally.draws,
        counts=column.coarse(counts),
        below=int(counts[0]) if binned else 0,
        above=int(counts[-1]) if binned else 0,
        mean=tally.mean,
        variance=None if isnan(tally.variance) else tally.variance,
        smallest=tally.smallest,
        largest=tally.largest,
        distances={name: _bracket(experiment, column, counts, d) for name, d in known.items()},
        case=panel.case,
        column=panel.column,
    )
