"""Everything that pages are made of: statements, records, witness files, notes of the adversary, links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from perturb.derive.accepted import Believed, derivations
from perturb.montecarlo.result import PanelCheck, Results, judge_panels
from perturb.pages.places import Chapter, Places, chapters, places
from perturb.pages.records import WitnessFile, witness
from perturb.pages.report.adversary import Notes, read_notes
from perturb.prove.proved import Proof, proofs
from perturb.prove.store import FOLDER
from perturb.results.records import ClaimRecord, LawRecord, ProblemRecord
from perturb.results.store import CLAIMS, LAWS, PROBLEMS, RUNS, Store
from perturb.statements.chance import ChanceStatement
from perturb.statements.claim import Claim
from perturb.statements.experiment import Experiment
from perturb.statements.paper import Paper
from perturb.statements.shelf import Shelf, papers

KINDS = ("witness", "worst")
Files = Mapping[str, WitnessFile | None]
Extra = Sequence[tuple[str, str]]  # further pages: title, path from the folder of the reports


@dataclass(frozen=True)
class Material:
    """What `gather` found. Witness files are by id and then "witness" or "worst".

    Records are by id, also those of no statement; `runs` of experiments by profile and name.
    """

    claims: Sequence[Claim]
    shelf: Shelf = field(default_factory=Shelf)
    records: Mapping[str, ClaimRecord] = field(default_factory=dict)
    law_records: Mapping[str, LawRecord] = field(default_factory=dict)
    files: Mapping[str, Files] = field(default_factory=dict)
    notes: Mapping[str, Notes] = field(default_factory=dict)
    runs: Mapping[str, Mapping[str, Results]] = field(default_factory=dict)
    folder: Path = Path("reports")
    extra: Extra = ()
    board: Mapping[str, ProblemRecord] = field(default_factory=dict)

    @cached_property
    def proofs(self) -> Mapping[str, list[Proof]]:
        """The stored proofs for every matrix of a size, by id; their folder is beside the reports."""
        return proofs(self.claims, self.proof_folder)

    @cached_property
    def derived(self) -> Mapping[str, Believed]:
        """The stored derivations for every size that are believed, by id."""
        return derivations(self.claims, self.proof_folder)

    @cached_property
    def citing(self) -> Mapping[str, list[str]]:
        """The statements whose derivations cite a lemma, by the lemma's id."""
        found = defaultdict(list)
        for name, one in self.derived.items():
            for lemma in one.lemmas:
                found[lemma].append(name)
        return found

    @property
    def proof_folder(self) -> Path:
        return self.folder.parent / FOLDER

    @property
    def statements(self) -> Sequence[ChanceStatement]:
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

    @cached_property
    def judged(self) -> dict[str, list[PanelCheck]]:
        """The panels of each experiment that has a record of its present statistic, by name."""
        known = [one for one in self.shelf.laws if isinstance(one, Experiment)]
        return {e.name: judge_panels(e, found)[0] for e in known if (found := self._current(e)) is not None}

    def _current(self, experiment: Experiment) -> Results | None:
        found = self.runs.get("quick", {}).get(experiment.name)
        if found is None or found.stream_key != experiment.stream_key:
            return None
        return found if {size.panel for size in found.sizes} <= set(experiment.panels()) else None

    def simplest(self, identifier: str) -> WitnessFile | None:
        """The simplest witness against a claim."""
        return self.files.get(identifier, {}).get("witness")


def gather(claims: Sequence[Claim], shelf: Shelf, folder: Path, extra: Extra = ()) -> Material:
    """From the records under `folder` and the witness files beside the theorems.

    Raises ValueError that names a broken one.
    """
    store = Store(folder)
    records = store.read(CLAIMS)
    files = {c.id: _files(c, records.get(c.id), folder) for c in claims}
    notes = read_notes(claims, store)
    runs = {profile: store.read(kind) for profile, kind in RUNS.items()}
    board = store.read(PROBLEMS) if shelf.problems else {}
    return Material(claims, shelf, records, store.read(LAWS), files, notes, runs, folder, extra, board)


def _files(claim: Claim, record: ClaimRecord | None, folder: Path) -> Files:
    names = (None, None) if record is None else (record.witness, record.worst)
    return {kind: witness(claim, name, folder) for kind, name in zip(KINDS, names, strict=True)}
