"""Everything that pages are made of: statements, records, witness files, notes of the adversary, links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from perturb.report.chance import read_records as read_chance_records
from perturb.report.chapters import Chapter, chapters
from perturb.report.pages.adversary import Notes, read_notes
from perturb.report.places import Places, places
from perturb.report.records import Record, WitnessFile, read_records, witness
from perturb.statements.chance import Statement
from perturb.statements.claim import Claim, Paper
from perturb.statements.shelf import Shelf, papers

KINDS = ("witness", "worst")
Files = Mapping[str, WitnessFile | None]
Extra = Sequence[tuple[str, str]]  # further pages: title, path from the folder of the reports


@dataclass(frozen=True)
class Material:
    """What `gather` found. Records are by id, witness files by id and then "witness" or "worst"."""

    claims: Sequence[Claim]
    shelf: Shelf = field(default_factory=Shelf)
    records: Mapping[str, Record] = field(default_factory=dict)
    files: Mapping[str, Files] = field(default_factory=dict)
    notes: Mapping[str, Notes] = field(default_factory=dict)
    folder: Path = Path("reports")
    extra: Extra = ()

    @property
    def statements(self) -> Sequence[Statement]:
        """Laws, tails and means."""
        return self.shelf.statements

    @cached_property
    def chapters(self) -> list[Chapter]:
        return chapters([*self.claims, *self.statements])

    @cached_property
    def places(self) -> Places:
        return places([*self.claims, *self.statements])

    @property
    def papers(self) -> list[Paper]:
        """Those whose items are listed."""
        return papers(self.claims)

    def simplest(self, identifier: str) -> WitnessFile | None:
        """The simplest witness against a claim."""
        return self.files.get(identifier, {}).get("witness")


def gather(claims: Sequence[Claim], shelf: Shelf, folder: Path, extra: Extra = ()) -> Material:
    """From the records under `folder` and the witness files beside the theorems.

    Raises ValueError that names a broken one.
    """
    found = read_records(folder)
    mine = {claim.id: found[claim.id] for claim in claims if claim.id in found}
    files = {c.id: {kind: witness(c, mine.get(c.id, {}).get(kind), folder) for kind in KINDS} for c in claims}
    return Material(
        claims,
        shelf,
        {**read_chance_records(folder), **mine},
        files,
        read_notes(claims, folder),
        folder,
        extra,
    )
