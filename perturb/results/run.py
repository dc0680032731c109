"""Examining a catalogue over processes: claims, laws, tails and means alike, one record a statement."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import Executor, as_completed
from functools import lru_cache

from perturb.laws.stats.account import TOTAL
from perturb.results.chance import of_account, share
from perturb.results.claim_record import examined_claim
from perturb.results.law_record import examined_law
from perturb.results.records import ClaimRecord, LawRecord
from perturb.statements.catalogue import Statement, everything
from perturb.statements.claim import Claim


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
