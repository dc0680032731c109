"""Mutants that are true although they say more than their claim: their proofs for every matrix of a size."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from perturb.prove import store
from perturb.prove.proved import SIZES, proofs_of
from perturb.prove.store import KeptProof
from perturb.sharpen.mutants import mutants
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
    return _mutants(claim).get(identifier)


@lru_cache(8)
def _mutants(claim: Claim) -> Mapping[str, Claim]:
    """All mutants of a claim, by id: a page asks for many of the same one."""
    return {one.claim.id: one.claim for one in mutants(claim)}


def save(claim: Claim, mutant: Claim, certificate: dict[str, Any], folder: Path = store.FOLDER) -> KeptProof:
    """Write the certificate of a mutant, which says of what statement it is one. OSError where it fails."""
    return store.save(mutant, {**certificate, "of": claim.fingerprint}, folder)


def sizes_of(claim: Claim, name: str, folder: Path = store.FOLDER) -> list[int]:
    """The sizes at which the mutant of this name is proved, of the claim as it is now."""
    if not any(store.find(claim, n, folder, name) for n in SIZES):
        return []
    mutant = named(f"{claim.id}{store.MUTANT}{name}", {claim.id: claim})
    return [] if mutant is None else [proof.n for proof in proofs_of(mutant, folder)]
