"""What mutants and constants left behind: one record a claim under FOLDER/records, kept from run to run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from perturb.files import write_whole
from perturb.statements.claim import Claim

MUTANTS, CONSTANTS = "mutants", "constants"
TABLES = {MUTANTS: ("mutants",), CONSTANTS: ("constants", "touch")}
NEEDED = {
    "mutants": ("mutant", "proved_true", "definedness", "killed", "by", "evaluations", "seconds", "drivers"),
    "constants": ("conclusion", "side", "place", "printed", "refuted_from", "open", "fallen", "history"),
    "touch": ("inputs", "digits"),
}


class RecordError(ValueError):
    """A file in the place of a record that is none."""


def path_of(claim: Claim, kind: str, folder: Path) -> Path:
    return folder / "records" / kind / f"{claim.slug}.json"


def read(claim: Claim, kind: str, folder: Path) -> dict[str, Any] | None:
    """The record of this very statement; None where there is none, or one of an older statement.

    Raises RecordError (naming the file and what is wrong) or OSError.
    """
    path = path_of(claim, kind, folder)
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        _check(found, kind)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RecordError(f"{path} is not a record of {kind}: {error!r}") from None
    return found if found["fingerprint"] == claim.fingerprint else None


def _check(found: Any, kind: str) -> None:
    """Raises KeyError or TypeError where a part that is read later is missing or of another kind."""
    if not isinstance(found, dict) or not isinstance(found["fingerprint"], str):
        raise TypeError("no fingerprint")
    for table in TABLES[kind]:
        for row in found[table]:
            missing = [key for key in NEEDED[table] if key not in row]
            if missing:
                raise KeyError(missing[0])


def write(claim: Claim, kind: str, folder: Path, content: Mapping[str, Any]) -> Path:
    """Store the record of a claim. Raises OSError."""
    path = path_of(claim, kind, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {"id": claim.id, "fingerprint": claim.fingerprint, **content}
    write_whole(path, json.dumps(body, indent=1, ensure_ascii=False) + "\n")
    return path


def write_mutants(claim: Claim, lines: Sequence[Mapping[str, Any]], budget: float, folder: Path) -> Path:
    """The kill matrix of a claim, by the name of the mutant; `budget` is in seconds a mutant."""
    kept = sorted((_rounded(line) for line in lines), key=lambda line: str(line["mutant"]))
    return write(claim, MUTANTS, folder, {"budget": budget, "mutants": kept})


def _rounded(line: Mapping[str, Any]) -> dict[str, Any]:
    """Without the id, which the record has; seconds to two digits."""
    drivers = {name: {**t, "seconds": round(t["seconds"], 2)} for name, t in line["drivers"].items()}
    own = {key: value for key, value in line.items() if key != "id"}
    return {**own, "seconds": round(line["seconds"], 2), "drivers": drivers}


SAME = ("conclusion", "side", "path", "printed")


def same(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Two rows of one constant."""
    return all(a.get(key) == b.get(key) for key in SAME)


def improved(old: Sequence[Mapping[str, Any]], new: Mapping[str, Any]) -> dict[str, Any]:
    """The better of what is recorded of a constant and what was found now, with every improvement so far."""
    before = next((row for row in old if same(row, new)), None)
    if before is None:
        return {**new, "history": _steps(new)}
    if _rank(new) >= _rank(before):
        return dict(before)
    return {**new, "history": [*before["history"], *_steps(new)]}


def _steps(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [] if row["refuted_from"] is None else [{key: row[key] for key in ("refuted_from", "open")}]


def _rank(row: Mapping[str, Any]) -> tuple[int, float]:
    """Smaller is better: a fallen constant first, the further the better, else the least that is open."""
    if row["fallen"]:
        return 0, -float(row["open"])
    return (1, float(row["open"])) if row["refuted_from"] is not None else (2, 0.0)
