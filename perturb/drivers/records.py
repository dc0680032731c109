"""Examining a whole catalogue over processes, one record a claim."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from perturb import sources
from perturb.claim import Claim
from perturb.drivers.attack import PROFILES, search
from perturb.drivers.examine import examine, record, stored_witness
from perturb.drivers.wins import win
from perturb.registry import catalogue
from perturb.witness import write_whole

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


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


def run_all(identifiers: Sequence[str], profile: str, seed: int, workers: int) -> Iterator[dict[str, Any]]:
    """Records as they finish. One BLAS thread a worker: more only get in each other's way."""
    for name in THREADS:
        os.environ[name] = "1"
    with ProcessPoolExecutor(workers, get_context("spawn"), sources.adopt, (sources.read(),)) as pool:
        jobs = [pool.submit(examined, identifier, profile, seed) for identifier in identifiers]
        try:
            for job in as_completed(jobs):
                yield job.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


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
