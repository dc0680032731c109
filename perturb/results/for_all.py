"""What is known of a claim for every input, said once: derived for every n, proved for n = 1, 2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from perturb.prove.proved import Proof, phrase, proofs_of
from perturb.prove.store import FOLDER, KeptProof
from perturb.statements.claim import Claim

if TYPE_CHECKING:
    from perturb.derive.accepted import Believed

EVERY_SIZE = "derived for every n"
RUNG = "for every size, from named theorems; rests on the lemma base"


@dataclass(frozen=True)
class ForAll:
    """The derivation that is believed, if there is one, and the accepted proofs, small sizes first."""

    derived: Believed | None = None
    proofs: Sequence[Proof] = ()

    def __bool__(self) -> bool:
        return bool(self.derived or self.proofs)

    def __str__(self) -> str:
        """derived for every n; proved for n = 1, 2"""
        return "; ".join(filter(None, [EVERY_SIZE if self.derived else "", phrase(self.proofs)]))

    @property
    def kept(self) -> list[KeptProof]:
        """Where to look: the derivation, and the proof of the largest size."""
        own = [self.derived.kept] if self.derived else []
        return [*own, *[proof.kept for proof in self.proofs[-1:]]]

    def lines(self, outcome: str) -> list[str]:
        """survived; derived for every n; proved for n = 1, 2, for every input: FILE#ID; the lemmas below"""
        if not self:
            return []
        where = ", ".join(one.quoted for one in self.kept)
        if not self.derived:
            return [f"{self}, for every input: {where}"]
        cited = ", ".join(self.derived.lemmas)
        return [
            f"{outcome}; {self}, for every input: {where}",
            f"derived {RUNG}: {cited or 'no lemma, by calculation alone'}",
        ]


def for_all(claim: Claim, folder: Path = FOLDER) -> ForAll:
    """Of a claim as it is now."""
    return ForAll(_derivation(claim, folder), proofs_of(claim, folder))


def _derivation(claim: Claim, folder: Path) -> Believed | None:
    """The deriver's checker is loaded only where a file of derivations is there."""
    if not (folder / claim.paper.key / "derived.jsonl").is_file():
        return None
    from perturb.derive.accepted import derivation_of

    return derivation_of(claim, folder)
