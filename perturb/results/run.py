"""Examining a catalogue over processes: claims, laws, tails and means alike, one record a statement."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from functools import lru_cache

from perturb.domains.exact import written_values
from perturb.enclosure import Verdict
from perturb.laws.stats.account import TOTAL
from perturb.results.chance import of_account, share
from perturb.results.claim_evidence import Evidence
from perturb.results.claims import FLOOR, examine, stored_witness
from perturb.results.law_record import examined_law
from perturb.results.records import (
    ClaimRecord,
    HypothesisCounts,
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
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome


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
