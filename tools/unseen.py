"""The search on statements that it has not seen: `python tools/unseen.py third`, a record of the first run.

A false statement gets 20 seconds, and where it survives them 60, a true one 5, of one process on one core, by
the clock of the processor: what else the machine does plays no part. Rows are added to
benchmarks/unseen/HALF.jsonl as they come, and statements that have one are left out: the first score stays.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

time.monotonic = time.process_time  # before the engine is imported: seconds are the processor's

from perturb.examine.claims import attack  # noqa: E402
from perturb.search.attack import PROFILES  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks" / "unseen"
LIMITS = {True: (5.0,), False: (20.0, 60.0)}  # by whether the statement is true


def main(half: str) -> None:
    """Run what has no row yet."""
    record = FOLDER / f"{half}.jsonl"
    done = {row["id"] for row in rows(record)}
    for claim in statements(half):
        if claim.id not in done:
            with record.open("a", encoding="utf-8") as out:
                out.write(json.dumps(first_run(claim)) + "\n")
            print(rows(record)[-1], flush=True)


def statements(half: str) -> list[Claim]:
    """Of one half, in the order of its files."""
    names = [f"benchmarks.unseen.{path.stem}" for path in sorted(FOLDER.glob(f"{half}_*.py"))]
    return [one for name in names for one in vars(import_module(name)).values() if isinstance(one, Claim)]


def rows(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []


def first_run(claim: Claim) -> dict[str, Any]:
    """The outcome within each limit; a refuted one is not run again."""
    true = claim.paper.key != "unseen-false"
    row: dict[str, Any] = {"id": claim.id, "true": true}
    for limit in LIMITS[true]:
        effort = replace(PROFILES["quick"], rounds=10**9, climb_every=1, related=False, seconds=limit)
        start = time.monotonic()
        found = attack(claim, effort, 0, progress=lambda _: None)
        seconds = round(time.monotonic() - start, 2)
        points = {str(verdict): many for verdict, many in found.found.verdicts.items()}
        row |= {
            "outcome": str(found.outcome),
            "limit": limit,
            "seconds": seconds,
            "points": points,
        }
        if found.outcome == "refuted":
            break
    return row


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parents[1]))
    main(sys.argv[1])
