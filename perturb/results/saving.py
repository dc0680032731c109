"""Where the witnesses of a run go: ./witnesses, or beside the file that declares the claim."""

from __future__ import annotations

from pathlib import Path

from perturb.certify import witness
from perturb.results import timings
from perturb.results.claims import Evidence, stored_witness


def save(evidence: Evidence, store: bool = False) -> Path | None:
    """Write the simplest and the worst witness; the path of the first, None without one. Raises OSError."""
    if evidence.stored is not None:
        return nearby(evidence.stored)
    if evidence.simplest is None:
        return None
    claim = evidence.claim
    path = (
        stored_witness(claim) if store else Path("witnesses") / f"{claim.slug}-{claim.fingerprint[:4]}.json"
    )
    if evidence.worst is not None:
        witness.save(evidence.worst, path.with_name(f"{path.stem}-worst.json"))
    saved = witness.save(evidence.simplest, path)
    if store:
        timings.keep(claim, evidence.seconds)
    return nearby(saved)


def nearby(path: Path) -> Path:
    """Relative to the current folder where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
