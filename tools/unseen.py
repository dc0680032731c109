"""The search on statements that it has not seen: `python tools/unseen.py third`, a record of the first run.

A false statement gets 20 seconds, and where it survives them 60, a true one 5, of one process on one core, by
the clock of the processor: what else the machine does plays no part. Rows are added to
benchmarks/unseen/HALF.jsonl as they come, and statements that have one are left out: the first score stays.
With `--again` the second score of a set that has been seen goes to HALF-again.jsonl; `--part 1/2` and `2/2`
are two processes that make one record.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # before the engine is imported: seconds are the processor's
    time.monotonic = time.process_time

from perturb.results.claims import attack
from perturb.search.method import PROFILES
from perturb.statements.claim import Claim

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks" / "unseen"
LIMITS = {True: (5.0,), False: (20.0, 60.0)}  # by whether the statement is true


def main() -> None:
    """Run what has no row yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("half", help="first, second, third, ...")
    parser.add_argument("--again", action="store_true", help="a second score, of a set that has been seen")
    parser.add_argument("--part", default="1/1", help="the first of three parts is 1/3")
    asked = parser.parse_args()
    first, step = map(int, asked.part.split("/"))
    record = FOLDER / f"{asked.half}{'-again' * asked.again}.jsonl"
    done = {row["id"] for row in rows(record)}
    for claim in statements(asked.half)[first - 1 :: step]:
        if claim.id not in done:
            row = json.dumps(run(claim))
            with record.open("a", encoding="utf-8") as out:
                out.write(row + "\n")
            print(row, flush=True)


def statements(half: str) -> list[Claim]:
    """Of one half, in the order of its files."""
    names = [f"benchmarks.unseen.{path.stem}" for path in sorted(FOLDER.glob(f"{half}_*.py"))]
    values = [value for name in names for value in vars(import_module(name)).values()]
    each = [one for value in values for one in (value if isinstance(value, list) else (value,))]
    return [one for one in each if isinstance(one, Claim)]


def rows(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []


def run(claim: Claim, limits: Mapping[bool, tuple[float, ...]] = LIMITS) -> dict[str, Any]:
    """The outcome within each limit; a refuted one is not run again, and an error is an outcome too."""
    true = claim.paper.key != "unseen-false"
    row: dict[str, Any] = {"id": claim.id, "true": true}
    for limit in limits[true]:
        effort = replace(PROFILES["quick"], rounds=10**9, climb_every=1, related=False, seconds=limit)
        start = time.monotonic()
        try:
            found = attack(claim, effort, 0, progress=lambda _: None)
        except Exception as error:  # as a user meets it: the run ends there, without a verdict
            ended = {"outcome": "error", "limit": limit, "seconds": 0, "points": {}}
            return row | ended | {"error": repr(error)}
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
    main()
