"""Verdicts on the panels of a run, paid from one alpha account that is divided evenly over the panels."""

from __future__ import annotations

from dataclasses import dataclass

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.montecarlo.result import Results, SizeResult
from perturb.statements.experiment import Experiment, at
from perturb.stats.account import TOTAL, Ledger
from perturb.stats.bands import clopper_pearson, dkw_radius
from perturb.stats.bins import Probability
from perturb.stats.compare import TRUSTS
from perturb.stats.enclose import confidence, threshold


@dataclass(frozen=True)
class PanelCheck:
    """One panel: what was enclosed at `alpha` (distances by distribution, or the probability of the event).

    `statement` is what the verdict is on, in words and LaTeX; without one nothing was to be decided. `radius`
    is that of the DKW band.
    """

    size: SizeResult
    alpha: float
    radius: float
    measured: dict[str, Enclosure]
    statement: str = ""
    verdict: Verdict | None = None


def judge_panels(
    experiment: Experiment, results: Results, total: float = TOTAL
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
    radius = dkw_radius(size.draws, alpha)
    measured = {name: _distance(pair, radius, alpha) for name, pair in size.distances.items()}
    statement, verdict = _decided(experiment, size, measured)
    return PanelCheck(size, alpha, radius, measured, statement, verdict)


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
    lo, hi = clopper_pearson(size.counts[1], size.draws, alpha)
    band = confidence(lo, hi, alpha, "independent draws", within=(0.0, 1.0))
    measured = {"probability": band}
    if column.bound is None:
        return PanelCheck(size, alpha, 0.0, measured)
    bound = at(column.bound, size.n, experiment.case_of(size.case))
    verdict = compare(band, column.op, threshold(bound))
    return PanelCheck(size, alpha, 0.0, measured, f"probability {column.op} {bound:.6g}", verdict)
