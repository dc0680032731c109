"""The record of a law, tail or mean: its evidence without clocks or draws, with a histogram of the last."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perturb.laws.stats.account import Check, Ledger, Looks
from perturb.laws.stats.compare import seen
from perturb.montecarlo.chunk import Chunk, draw, first_of_case, first_of_law
from perturb.process.signals import interrupt
from perturb.results import chance
from perturb.results.chance import ChanceEvidence, examine_law
from perturb.results.records import Histogram, LawCheck, LawRecord
from perturb.statements.chance import ChanceStatement, Law, Tail
from perturb.statements.recorded import Recorded
from perturb.types import AnyArray

SPREAD = np.array([0.002, 0.25, 0.75, 0.998])


def examined_law(statement: ChanceStatement, profile: str, seed: int, alpha: float) -> LawRecord:
    """The record of one statement, decided within `alpha`. ValueError for a sampler that is broken."""
    try:
        found = examine_law(statement, Ledger(alpha), looks(statement, profile), seed, alpha)
    except ValueError as error:
        raise ValueError(f"{statement.id}: {error}") from None
    if found.interrupted:
        interrupt()
    return law_record(found, profile, seed)


def looks(statement: ChanceStatement, profile: str) -> Looks:
    """How far to draw. A law is drawn to the limit: its distance is to be measured, not only decided.

    No verdict changes by that: bands that have decided only shrink. KeyError for an unknown profile.
    """
    chosen = chance.PROFILES[profile]
    return replace(chosen, thorough=chosen.thorough or isinstance(statement, Law))


def law_record(found: ChanceEvidence, profile: str, seed: int) -> LawRecord:
    """The same draws give the same record."""
    statement, each = found.statement, found.alpha / len(found.checks)
    return LawRecord(
        id=statement.id,
        kind=statement.kind,
        fingerprint=statement.fingerprint,
        status=statement.status,
        outcome=found.outcome,
        agrees=found.agrees,
        alpha=found.alpha,
        profile=profile,
        seed=seed,
        draws=sum(len(check.sample) for check in found.checks),
        checks=tuple(_check(statement, check, each) for check in found.checks),
        usable={f"{tolerance:g}": n for tolerance, n in found.usable.items()},
        exponent=None if found.exponent is None else (_finite(found.exponent[0]), _finite(found.exponent[1])),
        fits_no_power=found.exponent is not None and found.exponent[0] > found.exponent[1],
        explanation=found.explanation,
        histogram=_histogram(statement, found.checks) if isinstance(statement, Law) else None,
        probe=probe(statement),
    )


def _check(statement: ChanceStatement, check: Check, alpha: float) -> LawCheck:
    lo, hi = check.measured.floats
    return LawCheck(
        at=check.label,
        n=check.n if isinstance(statement, Law) else None,
        draws=len(check.sample),
        seen=_seen(statement, check.sample),
        lo=lo,
        hi=hi,
        op=check.op,
        bound=check.bound,
        alpha=alpha,
        verdict=check.verdict,
    )


def _seen(statement: ChanceStatement, sample: NDArray[Any]) -> float:
    """What the draws themselves have: their sup distance, share of events or mean. It decides nothing."""
    if isinstance(statement, Law):
        return seen(sample, statement.reference, statement.value_error)[0]
    if isinstance(statement, Recorded):  # an open run is no yes
        return float(np.mean(sample == 1)) if len(sample) else 0.0
    return float(np.mean(sample))


def _finite(p: float) -> float | None:
    return p if math.isfinite(p) else None


def _histogram(law: Law, checks: Sequence[Check]) -> Histogram:
    """Counts at the largest size."""
    last = max(checks, key=lambda check: check.n)
    low, high = _frame(law, last.sample)
    bins = int(np.clip(2 * len(last.sample) ** (1 / 3), 10, 60))
    counts, _ = np.histogram(last.sample, bins, (low, high))
    return Histogram(
        n=last.n,
        low=low,
        high=high,
        counts=tuple(counts.tolist()),
        below=int(np.sum(last.sample < low)),
        above=int(np.sum(last.sample > high)),
    )


def _frame(law: Law, sample: NDArray[Any]) -> tuple[float, float]:
    """The bulk of sample and limit; tails are cut, heavy ones earlier: they would flatten the rest."""
    x = np.quantile(sample, SPREAD)
    quantiles = getattr(law.reference, "ppf", None)
    y = x if quantiles is None else np.asarray(quantiles(SPREAD))
    reach = 4 * max(x[2] - x[1], y[2] - y[1])
    low = max(min(x[0], y[0]), min(x[1], y[1]) - reach)
    high = min(max(x[3], y[3]), max(x[2], y[2]) + reach)
    margin = 0.04 * (high - low) or 0.5
    return float(f"{low - margin:.4g}"), float(f"{high + margin:.4g}")


NUMBER = 2**32 - 1  # of a chunk that no sample reaches
EVENTS, VALUES = 64, 4


def probe(statement: ChanceStatement) -> tuple[float, ...]:
    """Four values of a law or mean at its first size or case; for a tail how many of 64 draws are events.

    Of recorded runs how many have a yes, a set at a time.

    ValueError for a sampler that is broken.
    """
    if isinstance(statement, Recorded):
        return tuple(float((statement.answers(case) == 1).sum()) for case in statement.cases)
    if isinstance(statement, Law):
        first = first_of_law(statement, statement.sizes[0], seed=0)
    else:
        first = first_of_case(statement, statement.cases[0], seed=0)
    if isinstance(statement, Tail):
        return (float(_values(first, EVENTS).sum()),)
    return tuple(float(f"{value:.9g}") for value in _values(first, VALUES))


def _values(first: Chunk, count: int) -> AnyArray:
    return draw(replace(first, index=NUMBER, draws=count))[""]
