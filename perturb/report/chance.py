"""Records of the laws, tails and means that the catalogue states, and what of them is out of date."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perturb.examine.chance_records import FOLDER, probe
from perturb.files import slug
from perturb.statements.chance import Law, Statement

Record = Mapping[str, Any]
NAMES = (
    "id kind fingerprint status outcome agrees alpha profile seed draws checks usable exponent fits_no_power",
    "explanation histogram probe",
)
FIELDS = frozenset(name for line in NAMES for name in line.split())


def read_records(folder: Path) -> dict[str, Record]:
    """Records by id, from folder/records/laws. ValueError names a file that is no record."""
    known: dict[str, Record] = {}
    for path in sorted((folder / "records" / FOLDER).glob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise ValueError(f"{path.name} is not a record of a law, tail or mean: {error}") from None
        if not isinstance(content, dict) or not content.keys() >= FIELDS:
            raise ValueError(f"{path.name} is not a record of a law, tail or mean: a field is missing")
        known[content["id"]] = content
    return known


def apart(statements: Sequence[Statement]) -> None:
    """ValueError when two statements would share a record."""
    twice = [name for name, k in Counter(slug(s.id) for s in statements).items() if k > 1]
    if twice:
        raise ValueError(f"two statements have one record: {', '.join(twice)}")


def pictured(statement: Statement, record: Record | None) -> bool:
    """A law whose record holds a histogram."""
    return isinstance(statement, Law) and record is not None and bool(record["histogram"])


def stale(statements: Sequence[Statement], records: Mapping[str, Record]) -> list[str]:
    """Records that are missing, of an older statement or sampler, or of none, one line each."""
    known = {s.id for s in statements}
    strangers = [f"{which}: a record of no law, tail or mean" for which in sorted(records.keys() - known)]
    return [line for s in statements for line in _record(s, records.get(s.id))] + strangers


def _record(statement: Statement, record: Record | None) -> list[str]:
    if record is None:
        return [f"{statement.id}: no record"]
    if record.get("fingerprint") != statement.fingerprint:
        return [f"{statement.id}: the statement has changed since its record (fingerprint)"]
    if not np.allclose(record["probe"], probe(statement), rtol=1e-6, atol=0):
        return [f"{statement.id}: its sampler gives other values than at the time of its record"]
    if record["status"] != (statement.status.value if statement.status else None):
        return [f"{statement.id}: the status has changed since its record"]
    return []
