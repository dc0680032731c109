"""How long it took to refute a claim, kept beside its witness: a measurement, so not part of the witness."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from perturb.process.output import write_whole
from perturb.statements.claim import Claim

NAME = "seconds.csv"


def _file(claim: Claim) -> Path:
    assert claim.file is not None
    return claim.file.parent / "witnesses" / NAME


def _read(path: Path) -> dict[str, float]:
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as stream:
        return {row["id"]: float(row["seconds"]) for row in csv.DictReader(stream)}


def seconds_to_refute(claim: Claim) -> float | None:
    """The recorded time, or None. Raises ValueError for a damaged file."""
    try:
        return _read(_file(claim)).get(claim.id)
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{_file(claim)}: not a table of id and seconds") from None


def keep(claim: Claim, seconds: float) -> None:
    """Record the time of one claim; the others stay. Raises OSError."""
    known = {**_read(_file(claim)), claim.id: round(seconds, 2)}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "seconds"])
    writer.writerows(sorted(known.items()))
    write_whole(_file(claim), text.getvalue())
