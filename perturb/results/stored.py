"""A stored witness as it may be shown: everything that its file says of the point is decided again."""

from __future__ import annotations

from pathlib import Path

from perturb.certify import witness as witnesses
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.search.shrink import free_entries
from perturb.statements.claim import Claim


def about(claim: Claim, path: Path) -> tuple[Witness, Replay] | None:
    """A witness file and its replay; None where it is about another statement. CorruptWitness, OSError."""
    witness = witnesses.load(path)
    if witness.fingerprint != claim.fingerprint or not witnesses.speaks_of(witness, claim):
        return None
    return witness, replay(witness)


def as_decided(claim: Claim, witness: Witness, replayed: Replay) -> Witness:
    """The same point, with sides, kernel, bits and size of the violation as they were decided just now.

    Of the entries that the file says may vary, those that may.
    """
    if replayed.violation is None:
        return witness
    point = claim.domain.point(witness.values)
    may = set(free_entries(claim, point)) if witness.data["vary"] else set()
    vary = [name for name in witness.data["vary"] if name in may]
    return witnesses.make(claim, point, replayed.violation, vary, witness.data["search"])
