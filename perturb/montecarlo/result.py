"""What a run leaves, and the verdicts on it.

What a run leaves: counts, moments and distances at each case, column and size.

Verdicts on the panels of a run, paid from one alpha account that is divided evenly over the panels.

A campaign may be looked at, stopped and resumed at any time: its bands hold at all numbers of draws at once.
The numbers of its two profiles, planned before anything was drawn, have narrower ones.
"""

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


from collections.abc import Callable

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.laws.stats.account import CAMPAIGN, Ledger
from perturb.laws.stats.bands import ANY, clopper_pearson, event_at_any_time, radius_at_any_time
from perturb.laws.stats.bins import Probability
from perturb.laws.stats.compare import TRUSTS, assumed
from perturb.laws.stats.means import both, confidence, threshold
from perturb.statements.experiment import at


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


EVENTS = ("independent draws",)
Method = Callable[[int, int, float], tuple[float, float]]


@dataclass(frozen=True)
class PanelCheck:
    """One panel: what was enclosed at `alpha` (distances by distribution, or the probability of the event).

    `statement` is what the verdict is on, in words and LaTeX; without one nothing was to be decided. `radius`
    is that of the band of its distances.
    """

    size: SizeResult
    alpha: float
    radius: float
    measured: dict[str, Enclosure]
    statement: str = ""
    verdict: Verdict | None = None


def judge_panels(
    experiment: Experiment, results: Results, total: float = CAMPAIGN
) -> tuple[list[PanelCheck], Ledger]:
    """Every panel judged. The band of a panel holds for all distributions at once, so it is paid for once."""
    account = Ledger(total)
    share = total / max(1, len(list(experiment.panels())), len(results.sizes))
    found = [_judged(experiment, s, account.spend(_name(s), share)) for s in results.sizes]
    return found, account


def _name(size: SizeResult) -> str:
    return ", ".join(part for part in (size.column, size.case, f"n = {size.n}") if part)


def _judged(experiment: Experiment, size: SizeResult, alpha: float) -> PanelCheck:
    column = experiment.columns[size.column]
    if isinstance(column, Probability):
        return _event(experiment, size, column, alpha)
    radius = radius_at_any_time(size.draws, alpha, _planned(experiment, size))
    known = experiment.named(size.case, size.column)
    measured = {
        name: assumed(_distance(pair, radius, alpha), known.get(name))
        for name, pair in size.distances.items()
    }
    statement, verdict = _decided(experiment, size, measured)
    return PanelCheck(size, alpha, radius, measured, statement, verdict)


def _planned(experiment: Experiment, size: SizeResult) -> tuple[int, ...]:
    """The draws of the profiles at this size, as declared."""
    profiles = (experiment.plan(name).get(size.n) for name in ("quick", "full"))
    return tuple(sorted({draws for draws in profiles if draws is not None}))


def _probability(size: SizeResult, alpha: float, planned: tuple[int, ...]) -> Enclosure:
    """The parts of alpha are those of `radius_at_any_time`."""
    rest = alpha * (ANY if planned else 1)
    band = _from_events(event_at_any_time, size, rest)
    if size.draws not in planned:
        return band
    return both(band, _from_events(clopper_pearson, size, alpha * (1 - ANY) / len(planned)))


def _from_events(method: Method, size: SizeResult, alpha: float) -> Enclosure:
    """Draws that are open count as in the event above, and as outside below."""
    lo, hi = (method(count, size.draws, alpha)[end] for end, count in enumerate(size.events))
    return confidence(lo, hi, alpha, *EVENTS, within=(0.0, 1.0))


def _distance(bracket: tuple[float, float], radius: float, alpha: float) -> Enclosure:
    lo, hi = bracket
    return confidence(lo - radius, hi + radius, alpha, *TRUSTS, within=(0.0, 1.0))


def _decided(
    experiment: Experiment, size: SizeResult, measured: dict[str, Enclosure]
) -> tuple[str, Verdict | None]:
    """The rate where one is declared; else that the reference is the nearer of two; else nothing."""
    known = {key: d for key, d in experiment.named(size.case, size.column).items() if key in measured}
    if known and experiment.rate is not None:
        bound = experiment.rate(size.n)
        return f"distance at most {bound:.4g}", compare(measured[next(iter(known))], "<=", threshold(bound))
    if len(known) == 2:
        near, far = known
        words = f"nearer to ${known[near].latex}$ than to ${known[far].latex}$"
        return words, compare(measured[near], "<", measured[far])
    return "", None


def _event(experiment: Experiment, size: SizeResult, column: Probability, alpha: float) -> PanelCheck:
    band = _probability(size, alpha, _planned(experiment, size))
    measured = {"probability": band}
    if column.bound is None:
        return PanelCheck(size, alpha, 0.0, measured)
    bound = at(column.bound, size.n, experiment.case_of(size.case))
    verdict = compare(band, column.op, threshold(bound))
    return PanelCheck(size, alpha, 0.0, measured, f"probability {column.op} {bound:.6g}", verdict)
