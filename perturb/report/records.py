"""What the drivers left behind: one record a claim, and the witness files beside the theorems."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.domains.base import Point
from perturb.statements.claim import Claim

Record = Mapping[str, Any]
EXACT = "exact arithmetic"
RED = "🔴"


def read_records(folder: Path) -> dict[str, Record]:
    """Records by claim id, from `folder/records/*.json`. ValueError names a file that is no record."""
    found: dict[str, Record] = {}
    for path in sorted((folder / "records").glob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            found[record["id"]] = record
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path.name} is not a record of a claim: {error!r}") from None
    return found


@dataclass(frozen=True)
class WitnessFile:
    """A witness file: where it is (posix, from the repository root and from the reports) and what it says."""

    from_root: str
    from_reports: str
    content: Mapping[str, Any]

    def point(self, claim: Claim) -> Point:
        """The exact input. Raises ValueError where it does not fit the domain of the claim."""
        return claim.domain.point({name: given["value"] for name, given in self.content["inputs"].items()})

    @property
    def at(self) -> dict[str, int]:
        """The indices of the violated instance."""
        return dict(self.content.get("at") or {})


def witness(claim: Claim, name: str | None, folder: Path) -> WitnessFile | None:
    """The witness file `name` of a claim, beside its theorem; None where there is none to read."""
    if name is None or claim.file is None:
        return None
    path = claim.file.parent / "witnesses" / name
    if not path.is_file():
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    return WitnessFile(between(root_of(path) or folder.parent, path), between(folder, path), content)


def root_of(path: Path) -> Path | None:
    """The repository that holds a file."""
    return next((p for p in path.resolve().parents if (p / "pyproject.toml").is_file()), None)


def between(start: Path, path: Path) -> str:
    """The way from a folder to a file, posix."""
    return Path(os.path.relpath(path.resolve(), start.resolve())).as_posix()


def current(claim: Claim, record: Record | None) -> bool:
    """The record speaks of the statement as it stands."""
    return record is not None and record.get("fingerprint") == claim.fingerprint


def total(counts: Mapping[str, int] | None) -> int:
    return sum((counts or {}).values())


def outcome(record: Record | None) -> str:
    """What the engine found, in words that claim no more than it did."""
    if record is None:
        return "not computed"
    found = str(record.get("outcome", "not computed"))
    return f"survived {held(record):,} points" if found == "survived" else found


def held(record: Record | None) -> int:
    """The points at which the statement is certified, hypotheses included."""
    return int(((record or {}).get("verdicts") or {}).get("holds", 0))


def violated(record: Record | None) -> int:
    """The points at which the statement is certified to fail."""
    return int(((record or {}).get("verdicts") or {}).get("violated", 0))


def certificate(record: Record | None) -> str:
    """Kernel and bits of the deciding certificate."""
    given = (record or {}).get("certificate")
    if not given:
        return ""
    return EXACT if is_exact(given) else f"{given['kernel']}, {given['bits']} bits"


def is_exact(given: Mapping[str, Any]) -> bool:
    """A certificate or a witness whose numbers are exact: no kernel and no precision play a part."""
    return "exact" in (given.get("kernel"), given.get("rigour"))


def mismatch(record: Record | None) -> bool:
    """Status and evidence contradict each other: the only thing that is ever shown in red."""
    return record is not None and record.get("agrees") is False
