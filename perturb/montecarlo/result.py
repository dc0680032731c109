"""What a run leaves: counts, moments and distances at each case, column and size."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from perturb.montecarlo.bracket import sup_bracket
from perturb.montecarlo.part import Tally
from perturb.statements.experiment import Experiment, Panel
from perturb.stats.bins import Bins


@dataclass(frozen=True)
class SizeResult:
    """One panel: `counts` per bin, `below` and `above` the bins, moments, and sup distances by law name.

    Of a boolean column `counts` are (how often not, how often). `variance` has the divisor draws - 1 (None
    for one draw). A distance is a bracket (lo, hi) of that between the empirical cdf and the law.
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


def result(experiment: Experiment, panel: Panel, tally: Tally) -> SizeResult:
    """Of a tally that holds at least one draw."""
    column, counts = experiment.columns[panel.column], tally.counts
    assert counts is not None
    binned = isinstance(column, Bins)
    laws = experiment.laws(panel.case, panel.column) if binned else ()
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
        distances={law.name: sup_bracket(counts, column, law) for law in laws if isinstance(column, Bins)},
        case=panel.case,
        column=panel.column,
    )
