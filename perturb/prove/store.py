"""Proof files: where they are, written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perturb.files import slug, write_whole
from perturb.statements.claim import Claim

FOLDER = Path("proofs")


def place(claim: Claim, n: int, folder: Path = FOLDER) -> Path:
    """proofs/<paper>/<slug>.n2.json"""
    name = claim.id.removeprefix(f"{claim.paper.key}/")
    return folder / claim.paper.key / f"{slug(name)}.n{n}.json"


def save(claim: Claim, certificate: dict[str, Any], folder: Path = FOLDER) -> Path:
    """Write a certificate. OSError where that is impossible."""
    path = place(claim, certificate["n"], folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(certificate, separators=(",", ":"), ensure_ascii=False) + "\n")
    return path


def files(folder: Path = FOLDER) -> Iterator[Path]:
    """All proof files, in order."""
    yield from sorted(folder.glob("*/*.n?.json"))
