"""Examining every law, tail and mean of a catalogue over processes, one record a statement."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from perturb.examine import chance as laws
from perturb.examine.chance import ChanceEvidence, examine_law, share
from perturb.files import slug, write_whole
from perturb.montecarlo.chunk import chunk_stream
from perturb.pool import processes
from perturb.statements.catalogue import laws as catalogue
from perturb.statements.chance import ChanceStatement as Statement
from perturb.statements.chance import Law, Tail
from perturb.stats.account import TOTAL, Ledger
from perturb.stats.bands import sup_distance
from perturb.stats.compare import left
from perturb.stats.sequential import Check, Looks

PROFILES = laws.PROFILES
FOLDER = "laws"  # under records
PROBE = 2**32 - 1  # the number of a chunk that no sample reaches
SPREAD = np.array([0.002, 0.25, 0.75, 0.998])


def looks(statement: Statement, profile: str) -> Looks:
    """How far to draw. A law is drawn to the limit: its distance is to be measured, not only decided.

    No verdict changes by that: bands that have decided only shrink. KeyError for an unknown profile.
    """
    chosen = PROFILES[profile]
    return replace(chosen, thorough=chosen.thorough or isinstance(statement, Law))


def probe(statement: Statement) -> list[float]:
    """A few values at the first size or case: they show that a sampler has changed behind its name.

    Four values of a law or mean; for a tail how many of 64 draws are events.
    """
    count = 64 if isinstance(statement, Tail) else 4
    if isinstance(statement, Law):
        n = statement.sizes[0]
        values = statement.statistic(n, count, chunk_stream(statement.stream_key, 0, n, PROBE))
    else:
        case = statement.cases[0]
        values = statement.sampler(*case, count, chunk_stream(statement.stream_key_of(case), 0, 0, PROBE))
    kept = np.asarray(values, dtype=float)
    return [float(kept.sum())] if isinstance(statement, Tail) else [float(f"{v:.9g}") for v in kept]


def examined(statement: Statement, profile: str, seed: int, alpha: float) -> dict[str, Any]:
    """The record of one statement, decided within `alpha`. ValueError for a sampler that is broken."""
    try:
        found = examine_law(statement, Ledger(alpha), looks(statement, profile), seed, alpha)
    except ValueError as error:
        raise ValueError(f"{statement.id}: {error}") from None
    if found.interrupted:
        raise KeyboardInterrupt
    return record(found, profile, seed)


def record(found: ChanceEvidence, profile: str, seed: int) -> dict[str, Any]:
    """What is kept of the evidence: no clocks and no draws. An end that is not known is null."""
    statement, each = found.statement, found.alpha / len(found.checks)
    return {
        "id": statement.id,
        "kind": statement.kind,
        "fingerprint": statement.fingerprint,
        "status": statement.status.value if statement.status else None,
        "outcome": found.outcome,
        "agrees": found.agrees,
        "alpha": found.alpha,
        "profile": profile,
        "seed": seed,
        "draws": sum(len(check.sample) for check in found.checks),
        "checks": [_check(statement, check, each) for check in found.checks],
        "usable": {f"{tolerance:g}": n for tolerance, n in found.usable.items()},
        "exponent": None if found.exponent is None else [_finite(p) for p in found.exponent],
        "fits_no_power": found.exponent is not None and found.exponent[0] > found.exponent[1],
        "explanation": found.explanation,
        "histogram": _histogram(statement, found.checks) if isinstance(statement, Law) else None,
        "probe": probe(statement),
    }


def _check(statement: Statement, check: Check, alpha: float) -> dict[str, Any]:
    return {
        "at": check.label,
        "n": check.n if isinstance(statement, Law) else None,
        "draws": len(check.sample),
        "seen": _seen(statement, check.sample),
        "lo": _end(check.measured.lo, -1),
        "hi": _end(check.measured.hi, 1),
        "op": check.op,
        "bound": check.bound,
        "alpha": alpha,
        "verdict": check.verdict.value,
    }


def _seen(statement: Statement, sample: NDArray[Any]) -> float:
    """What the draws themselves have: their sup distance, share of events or mean. It decides nothing."""
    if isinstance(statement, Law):
        return sup_distance(sample, statement.reference.cdf, left(statement.reference))
    return float(np.mean(sample))


def _end(end: fmpq | None, way: int) -> float | None:
    """A float64 that lies on the outer side."""
    if end is None:
        return None
    near = float(end)
    inside = fmpq(*near.as_integer_ratio()) < end if way > 0 else fmpq(*near.as_integer_ratio()) > end
    return math.nextafter(near, way * math.inf) if inside else near


def _finite(p: float) -> float | None:
    return p if math.isfinite(p) else None


def _histogram(law: Law, checks: Sequence[Check]) -> dict[str, Any]:
    """Counts at the largest size, in equal bins from low to high, and of what lies outside."""
    last = max(checks, key=lambda check: check.n)
    low, high = _frame(law, last.sample)
    bins = int(np.clip(2 * len(last.sample) ** (1 / 3), 10, 60))
    counts, _ = np.histogram(last.sample, bins, (low, high))
    return {
        "n": last.n,
        "low": low,
        "high": high,
        "counts": counts.tolist(),
        "below": int(np.sum(last.sample < low)),
        "above": int(np.sum(last.sample > high)),
    }


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


@lru_cache(maxsize=1)
def _statements() -> dict[str, Statement]:
    return catalogue()


def _job(identifier: str, profile: str, seed: int, alpha: float) -> dict[str, Any]:
    """In a worker, which finds the statement by its id."""
    return examined(_statements()[identifier], profile, seed, alpha)


def run_all(
    identifiers: Sequence[str], profile: str, seed: int, workers: int, total: float = TOTAL
) -> Generator[dict[str, Any]]:
    """Records of catalogue statements as they finish; with all of them at most `total` is spent.

    Streams and the part of alpha belong to a statement alone: neither its neighbours (up to 100 of them) nor
    the number of workers changes a bit of its record. One BLAS thread a worker.
    """
    alpha = share(len(identifiers), total)
    with processes(workers) as pool:
        jobs = [pool.submit(_job, identifier, profile, seed, alpha) for identifier in identifiers]
        for job in as_completed(jobs):
            yield job.result()


def write(found: Mapping[str, Any], folder: Path) -> Path:
    """Store a record as folder/records/laws/<slug>.json. Raises OSError."""
    path = folder / "records" / FOLDER / f"{slug(found['id'])}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    return path


def remove_strangers(known: Iterable[Statement], folder: Path) -> None:
    """Delete records of statements that are no longer in the catalogue."""
    wanted = {f"{slug(s.id)}.json" for s in known}
    for path in (folder / "records" / FOLDER).glob("*.json"):
        if path.name not in wanted:
            path.unlink()
