"""Examining a whole catalogue over processes, one record a claim."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from concurrent.futures import as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any

from perturb.adversary.wins import win
from perturb.examine.claims import examine, record, stored_witness
from perturb.files import write_whole
from perturb.pool import processes
from perturb.search.attack import PROFILES, search
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim


@lru_cache(maxsize=1)
def _claims() -> dict[str, Claim]:
    return catalogue()


def examined(identifier: str, profile: str, seed: int) -> dict[str, Any]:
    """The record of one catalogue claim; runs in a worker, which finds the claim by its id."""
    claim = _claims()[identifier]
    evidence = examine(claim, PROFILES[profile], seed)
    if evidence.stored is not None:
        # The verdict is the replayed witness; a short search shows how common violations are.
        evidence.found = search(claim, PROFILES["ci"], seed, stop_at_first=False)
    path = stored_witness(claim)
    worst = path.with_name(f"{claim.slug}-worst.json")
    kept = evidence.outcome == "refuted" and evidence.stored is not None
    files = {
        "witness": path.name if kept else None,
        "worst": worst.name if kept and worst.exists() else None,
    }
    found = record(evidence, profile, seed, files)
    if claim.sharpens in _claims():
        found["win"] = win(claim, _claims()[claim.sharpens], seed)
    return found


def run_all(identifiers: Sequence[str], profile: str, seed: int, workers: int) -> Generator[dict[str, Any]]:
    """Records as they finish."""
    with processes(workers) as pool:
        jobs = [pool.submit(examined, identifier, profile, seed) for identifier in identifiers]
        for job in as_completed(jobs):
            yield job.result()


def write(found: dict[str, Any], folder: Path) -> Path:
    """Store a record under folder/records. Raises OSError."""
    path = folder / "records" / f"{found['id'].replace('/', '-').replace('~', '-')}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return path


def remove_strangers(known: Sequence[Claim], folder: Path) -> None:
    """Delete records of claims that are no longer in the catalogue; those of laws are not meant."""
    wanted = {f"{claim.slug}.json" for claim in known}
    for path in (folder / "records").rglob("*.json"):
        if path.name not in wanted and path.parent.name != "laws":
            path.unlink()
