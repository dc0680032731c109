"""Mutants that are true although they say more than their claim: their proofs for every matrix of a size."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perturb.adversary.mutants import mutants
from perturb.prove import store
from perturb.prove.proved import SIZES
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim


def true_ones(claim: Claim) -> list[Claim]:
    """The mutants that the claim says are true, in the order of the statement."""
    return [one.claim for one in mutants(claim) if one.proof is not None] if claim.true_mutants else []


def named(identifier: str, known: Mapping[str, Statement]) -> Claim | None:
    """A claim of these by its id, or a mutant of one: `id!mutant`. None where there is none."""
    claim = known.get(identifier.partition(store.MUTANT)[0])
    if not isinstance(claim, Claim) or claim.id == identifier:
        return claim if isinstance(claim, Claim) else None
    return next((one.claim for one in mutants(claim) if one.claim.id == identifier), None)


def save(claim: Claim, mutant: Claim, certificate: dict[str, Any], folder: Path = store.FOLDER) -> Path:
    """Write the certificate of a mutant, which says of what statement it is one. OSError where it fails."""
    return store.save(mutant, {**certificate, "of": claim.fingerprint}, folder)


def sizes_of(claim: Claim, name: str, folder: Path = store.FOLDER) -> list[int]:
    """The sizes at which the mutant of this name is proved, of the claim as it is now."""
    identifier = f"{claim.id}{store.MUTANT}{name}"
    paths = {n: store.path_of(claim.paper.key, identifier, n, folder) for n in SIZES}
    return [n for n, path in paths.items() if _is_of(path, claim, identifier)]


def _is_of(path: Path, claim: Claim, identifier: str) -> bool:
    """Whether it says so; that this is what it proves is asked by `perturb prove --check`."""
    if not path.is_file():
        return False
    data = json.loads(path.read_text(encoding="utf-8"))
    return (data.get("of"), data.get("id")) == (claim.fingerprint, identifier)
