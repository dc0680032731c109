"""The search on strict statements that fail at isolated points: `python tools/isolated.py first`, a record.

Each statement gets ten seconds of one process, by the clock of the processor. Rows are added to
benchmarks/isolated/NAME.jsonl as they come, statements that have one are left out: the first score stays.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

time.monotonic = time.process_time  # before the engine is imported: seconds are the processor's

from perturb.results.claims import attack  # noqa: E402
from perturb.search.method import PROFILES  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks" / "isolated"
SECONDS = 10.0


def main() -> None:
    """Run what has no row yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="of the record: first, again, ...")
    record = FOLDER / f"{parser.parse_args().name}.jsonl"
    known = [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []
    done = {row["id"] for row in known}
    for claim in statements():
        if claim.id not in done:
            with record.open("a", encoding="utf-8") as out:
                out.write(json.dumps(run(claim)) + "\n")


def statements() -> list[Claim]:
    """All of them, in the order of the files."""
    names = [f"benchmarks.isolated.{path.stem}" for path in sorted(FOLDER.glob("*_*.py"))]
    found = [one for name in names if "__" not in name for one in vars(import_module(name)).values()]
    return [one for one in found if isinstance(one, Claim)]


def run(claim: Claim) -> dict[str, Any]:
    """The outcome and what is said of it."""
    effort = replace(PROFILES["quick"], related=False, seconds=SECONDS)
    found = attack(claim, effort, 0, lambda _: None)
    inputs = {name: str(value) for name, value in found.inputs.items()}
    return {
        "id": claim.id,
        "outcome": found.outcome.value,
        "seconds": round(found.found.seconds, 2),
        "points": dict(found.found.verdicts),
        "inputs": inputs,
        "note": found.note,
    }


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parents[1]))
    main()
