"""Examining a catalogue over processes: claims, laws, tails and means alike, one record a statement.

The record of a claim: its evidence without clocks, paths of a machine or points, all but the tightest.

The record of a law, tail or mean: its evidence without clocks or draws, with a histogram of the last.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perturb.domains.space import written_values
from perturb.enclosure import Verdict
from perturb.laws.stats.account import TOTAL, Check, Ledger, Looks
from perturb.laws.stats.compare import seen
from perturb.montecarlo.chunk import Chunk, draw, first_of_case, first_of_law
from perturb.process.signals import interrupt
from perturb.results import chance
from perturb.results.chance import ChanceEvidence, examine_law, of_account, share
from perturb.results.claim_evidence import Evidence
from perturb.results.claims import FLOOR, examine, stored_witness
from perturb.results.records import (
    ClaimRecord,
    Histogram,
    HypothesisCounts,
    LawCheck,
    LawRecord,
    SlackCounts,
    Tightest,
    VerdictCounts,
)
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES
from perturb.sharpen.wins import win
from perturb.statements.catalogue import Statement, everything
from perturb.statements.chance import ChanceStatement, Law, Tail
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.statements.recorded import Recorded
from perturb.types import AnyArray


def run_all(
    identifiers: Sequence[str], profile: str, seed: int, executor: Executor, total: float = TOTAL
) -> Generator[ClaimRecord | LawRecord]:
    """Records of statements of the catalogue as they finish; all laws, tails and means spend at most `total`.

    Streams and the part of alpha belong to a statement alone: neither its neighbours (up to 100 laws) nor the
    number of workers changes a bit of its record.
    """
    alpha = share(of_account(_known()[name] for name in identifiers), total)
    for job in as_completed([executor.submit(examined, name, profile, seed, alpha) for name in identifiers]):
        yield job.result()


def examined(identifier: str, profile: str, seed: int, alpha: float) -> ClaimRecord | LawRecord:
    """The record of one statement; runs in a worker, which finds it by its id."""
    statement = _known()[identifier]
    if isinstance(statement, Claim):
        claims = {name: s for name, s in _known().items() if isinstance(s, Claim)}
        return examined_claim(statement, claims, profile, seed)
    return examined_law(statement, profile, seed, alpha)


@lru_cache(maxsize=1)
def _known() -> dict[str, Statement]:
    return everything()


def examined_claim(claim: Claim, known: Mapping[str, Claim], profile: str, seed: int) -> ClaimRecord:
    """Replay or search, then compare with what the claim sharpens, if that is `known`."""
    evidence = examine(claim, PROFILES[profile], seed)
    if evidence.stored is not None:
        # The verdict is the replayed witness; a short search shows how common violations are.
        evidence.found = search(claim, PROFILES["ci"], seed, stop_at_first=False)
    return claim_record(evidence, profile, seed, known.get(claim.sharpens or ""))


def claim_record(evidence: Evidence, profile: str, seed: int, parent: Claim | None = None) -> ClaimRecord:
    """The same search gives the same record; `parent` is what the claim sharpens."""
    found, claim = evidence.found, evidence.claim
    witness, worst = _witness_files(evidence)
    return ClaimRecord(
        id=claim.id,
        fingerprint=claim.fingerprint,
        status=claim.status,
        outcome=evidence.outcome,
        agrees=evidence.agrees,
        note=evidence.note,
        certificate=evidence.certificate,
        profile=profile,
        seed=seed,
        drawn=found.drawn,
        inside=found.inside,
        floor=FLOOR,
        hypotheses=tuple(
            HypothesisCounts(found.met[k], found.screened - found.met[k])
            for k in range(len(claim.hypotheses))
        ),
        points=dict(sorted(found.origins.items())),
        verdicts=VerdictCounts(**{v.value: found.verdicts[v.value] for v in Verdict}),
        undecided=dict(sorted(found.reasons.items())),
        undefined=found.undefined.total(),
        kernels=dict(sorted(found.kernels.items())),
        slack=slack(found),
        witness=witness,
        worst=worst,
        win=None if parent is None else win(claim, parent, seed),
    )


def _witness_files(evidence: Evidence) -> tuple[str | None, str | None]:
    """Names of the stored witnesses, simplest and worst, of a claim that they refute."""
    if evidence.outcome is not Outcome.REFUTED or evidence.stored is None:
        return None, None
    simplest = stored_witness(evidence.claim)
    worst = simplest.with_name(f"{evidence.claim.slug}-worst.json")
    return simplest.name, worst.name if worst.exists() else None


def slack(found: SearchResult, low: int = -16, high: int = 1) -> SlackCounts:
    """Counts of log10 of the relative margin of certified points, in bins of width 1/2; equality apart."""
    counts = [0] * (2 * (high - low))
    for margin in found.margins:
        if margin > 0:
            bin_number = math.floor(2 * (math.log10(margin) - low))
            counts[min(max(bin_number, 0), len(counts) - 1)] += 1
    margin, point = found.tightest
    tightest = Tightest(f"{margin:.3g}", written_values(point.values)) if point else None
    return SlackCounts(low, high, tuple(counts), found.equality, tightest)


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
