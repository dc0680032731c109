"""Verdicts on the panels of a run, paid from one alpha account that is divided evenly over the panels.

A campaign may be looked at, stopped and resumed at any time: its bands hold at all numbers of draws at once.
The numbers of its two profiles, planned before anything was drawn, have narrower ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.laws.stats.account import CAMPAIGN, Ledger
from perturb.laws.stats.bands import ANY, clopper_pearson, event_at_any_time, radius_at_any_time
from perturb.laws.stats.bins import Probability
from perturb.laws.stats.compare import TRUSTS, assumed
from perturb.laws.stats.means import both, confidence, threshold
from perturb.montecarlo.result import Results, SizeResult
from perturb.statements.experiment import Experiment, at

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
