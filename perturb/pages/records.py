"""What a record says, in words that claim no more than was found; the witness files beside the theorems."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.certify.witness import Witness
from perturb.domains.exact import Point
from perturb.results import say, stored
from perturb.results.records import ClaimRecord, LawRecord
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome

RED = "🔴"


@dataclass(frozen=True)
class WitnessFile:
    """A witness file: where it is (posix, from the repository root and from the reports), and its content."""

    from_root: str
    from_reports: str
    content: Mapping[str, Any]

    def point(self, claim: Claim) -> Point:
        """The exact input. Raises ValueError where it does not fit the domain of the claim."""
        return claim.domain.point(Witness(self.content).values)

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs by name, nested lists of texts: p/q or sqrt(2)/2."""
        return Witness(self.content).shown

    @property
    def at(self) -> dict[str, int]:
        """The indices of the violated instance."""
        return dict(self.content.get("at") or {})

    @property
    def is_exact(self) -> bool:
        """Its numbers are exact: no kernel and no precision play a part."""
        return "exact" in (self.content.get("kernel"), self.content.get("rigour"))


def witness(claim: Claim, name: str | None, folder: Path) -> WitnessFile | None:
    """The witness file `name` of a claim, beside its theorem, with what is decided of it now.

    None where there is none, or where it does not refute the claim.
    """
    if name is None or claim.file is None:
        return None
    path = claim.file.parent / "witnesses" / name
    if not path.is_file():
        return None
    found = stored.about(claim, path)
    if found is None or not found[1].refutes:
        return None
    content = stored.as_decided(claim, *found).data
    return WitnessFile(between(root_of(path) or folder.parent, path), between(folder, path), content)


def root_of(path: Path) -> Path | None:
    """The repository that holds a file."""
    return next((p for p in path.resolve().parents if (p / "pyproject.toml").is_file()), None)


def between(start: Path, path: Path) -> str:
    """The way from a folder to a file, posix."""
    return Path(os.path.relpath(path.resolve(), start.resolve())).as_posix()


def outcome(record: ClaimRecord | None) -> str:
    """What the engine found, in words that claim no more than it did."""
    if record is None:
        return "not computed"
    return f"survived {held(record):,} points" if record.outcome is Outcome.SURVIVED else record.outcome.value


def held(record: ClaimRecord | None) -> int:
    """The points at which the statement is certified, hypotheses included."""
    return 0 if record is None else record.verdicts.holds


def violated(record: ClaimRecord | None) -> int:
    """The points at which the statement is certified to fail."""
    return 0 if record is None else record.verdicts.violated


def certificate(record: ClaimRecord | None) -> str:
    """Kernel and bits of the deciding certificate."""
    return "" if record is None else say.certificate(record.certificate)


def mismatch(record: ClaimRecord | LawRecord | None) -> bool:
    """Status and evidence contradict each other: the only thing that is ever shown in red."""
    return record is not None and not record.agrees
