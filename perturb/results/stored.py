"""What stands beside the theorem file of a claim: its witness, and how long it took to refute it.

A witness is given as it may be shown: everything that its file says of the point is decided again. The
seconds are a measurement, so no part of the witness: they have a table of their own.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from perturb.certify import witness as witnesses
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.process.output import json_text, write_whole
from perturb.search.shrink import free_entries
from perturb.statements.claim import Claim

LINES = "witnesses.jsonl"


def of_lines(claim: Claim) -> tuple[Path, Witness] | None:
    """The line with the witness of a claim in the file of many beside its theorem; None without one.

    Raises CorruptWitness, OSError.
    """
    path = claim.file.parent / LINES if claim.file else None
    if path is None or not path.is_file():
        return None
    found = [line for line in path.read_text(encoding="utf-8").splitlines() if f'"{claim.id}"' in line[:200]]
    known = (witnesses.loads(line, f"{path}#{claim.id}") for line in found)
    return next(((path, one) for one in known if one.claim == claim.id), None)


def put_line(claim: Claim, witness: Witness) -> None:
    """Keep the witness of a claim in the file of many beside its theorem; the others stay. Raises OSError."""
    assert claim.file is not None
    path = claim.file.parent / LINES
    known = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    texts = {json.loads(line)["claim"]: line for line in known}
    texts[claim.id] = json_text({"claim": claim.id, **witness.data}, strict=True, ensure_ascii=False)
    write_whole(path, "".join(f"{texts[name]}\n" for name in sorted(texts)))


def about(claim: Claim, path: Path) -> tuple[Witness, Replay] | None:
    """A witness file and its replay; None where it is about another statement. CorruptWitness, OSError."""
    return replayed(claim, witnesses.load(path))


def replayed(claim: Claim, witness: Witness) -> tuple[Witness, Replay] | None:
    """A witness and its replay; None where it is about another statement."""
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
