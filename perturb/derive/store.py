"""Derivations on disk, beside the proofs: proofs/<paper>/derived.jsonl, a line a claim, by id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perturb.prove import store
from perturb.prove.store import FOLDER, KeptProof
from perturb.statements.claim import Claim

NAME = "derived.jsonl"


def place(claim: Claim, folder: Path = FOLDER) -> Path:
    """One file a paper."""
    return folder / claim.paper.key / NAME


def save(claim: Claim, data: dict[str, Any], folder: Path = FOLDER) -> KeptProof:
    """Write a derivation, in place of what is kept of the claim. OSError where that is impossible."""
    return store.put(place(claim, folder), claim.id, data)


def find(claim: Claim, folder: Path = FOLDER) -> KeptProof | None:
    """What is kept of a claim; None where nothing is."""
    try:
        return store.line_of(place(claim, folder), claim.id)
    except (OSError, ValueError):
        return None


def files(folder: Path = FOLDER) -> list[Path]:
    """Those of a folder of proofs, in order."""
    return sorted(folder.glob(f"*/{NAME}"))


def every(folder: Path = FOLDER) -> Iterator[KeptProof]:
    """All derivations of a folder, in order."""
    for file in files(folder):
        yield from store.proofs_in(file)


def content(kept: KeptProof) -> dict[str, Any]:
    """What a line says. Unreadable for what is no derivation."""
    return store.content(kept, "goals", "derivation")
