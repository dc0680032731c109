"""What stands beside the theorem file of a claim: its witness, and how long it took to refute it.

A witness is given as it may be shown: everything that its file says of the point is decided again. The
seconds are a measurement, so no part of the witness: they have a table of their own.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from perturb.certify import witness as witnesses
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.process.output import write_whole
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
