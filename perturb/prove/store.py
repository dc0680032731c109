"""Proof files: where they are, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perturb.process.output import json_text, slug, write_whole
from perturb.statements.claim import Claim

FOLDER = Path("proofs")
MUTANT = "!"  # between the id of a claim and the name of its mutant
SIGNS = (
    ("->", "-to-"),
    ("+1%", "-plus-1"),
    ("-1%", "-less-1"),
    ("+", "-plus-"),
    ("#", "-no-"),
)  # in file names


def place(claim: Claim, n: int, folder: Path = FOLDER) -> Path:
    """proofs/<paper>/<slug>.n2.json, of a mutant proofs/<paper>/mutants/<slug>.<mutant>.n2.json"""
    return path_of(claim.paper.key, claim.id, n, folder)


def path_of(key: str, identifier: str, n: int, folder: Path = FOLDER) -> Path:
    """The same for a key of a paper and an id."""
    name, mark, mutant = identifier.removeprefix(f"{key}/").partition(MUTANT)
    if not mark:
        return folder / key / f"{slug(name)}.n{n}.json"
    for sign, said in SIGNS:
        mutant = mutant.replace(sign, said)
    return (
        folder
        / key
        / "mutants"
        / f"{slug(name)}.{re.sub(r'[^A-Za-z0-9._]+', '-', mutant).strip('-')}.n{n}.json"
    )


def save(claim: Claim, certificate: dict[str, Any], folder: Path = FOLDER) -> Path:
    """Write a certificate. OSError where that is impossible."""
    path = place(claim, certificate["n"], folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json_text(certificate, strict=True, separators=(",", ":"), ensure_ascii=False) + "\n")
    return path


def files(folder: Path = FOLDER) -> Iterator[Path]:
    """All proof files of claims, in order."""
    yield from sorted(folder.glob("*/*.n?.json"))


def mutant_files(folder: Path = FOLDER) -> Iterator[Path]:
    """Those of mutants."""
    yield from sorted(folder.glob("*/mutants/*.n?.json"))
