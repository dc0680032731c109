"""The reader on statements that it has not seen: `python tools/read_unseen.py`, a record of the first run.

The statements and their encodings, by people who did not know the reader, stand in folders of tests/read/:
heldout, then second and third (`--set`), each made when the reader had learnt from those before. A reading
is right where inputs, domain and the canonical text of its relations are those of the encoding, with the
arguments of commutative words in any order. "Refused" is said with its place; anything else is wrong. The
rows go to benchmarks/unseen/read.jsonl (read-second.jsonl, ...), which is written once; `--again` writes
another file.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from perturb.derive.checker.reading import parsed
from perturb.read.errors import NotUnderstood
from perturb.read.reader import read
from perturb.statements.claim import Claim
from perturb.statements.targets import statements

ROOT = Path(__file__).resolve().parents[1]
STATEMENTS, RECORDS = ROOT / "tests/read", ROOT / "benchmarks/unseen"
SETS = ("heldout", "second", "third")
COMMUTATIVE = {"add", "mul", "hadamard", "larger", "smaller", "==", "!="}


def ordered(tree: Any) -> Any:
    """The tree with the arguments of commutative words in one order."""
    if isinstance(tree, str):
        return tree
    word, *args = tree[0], *map(ordered, tree[1:])
    return (word, *(sorted(args, key=repr) if word in COMMUTATIVE else args))


def compared(claim: Claim) -> Any:
    """What two encodings of one statement share."""
    spaces = [(name, space.text, space.shape) for name, space in claim.domain.spaces.items()]
    least = sorted((name, str(low)) for name, (low, _) in claim.domain.ranges.items())
    lines = [text.partition(" ") for text in claim.canonical]
    return spaces, least, [(kind, ordered(parsed(relation))) for kind, _, relation in lines]


def scored(latex: str, encoding: Claim) -> tuple[str, str]:
    """The outcome, and what the reader says or how it differs."""
    try:
        found = read(latex).claim
    except NotUnderstood as error:
        return "refused", str(error).splitlines()[0]
    except Exception as error:  # a fault of the reader
        return "wrong", f"{type(error).__name__}: {error}"
    mine, its = compared(found), compared(encoding)
    return ("right", "") if mine == its else ("wrong", differences(found, encoding))


def differences(found: Claim, encoding: Claim) -> str:
    told = [
        (one.domain.describe(), sorted(one.domain.ranges.items()), *one.canonical)
        for one in (found, encoding)
    ]
    return json.dumps({"read": told[0], "encoded": told[1]}, ensure_ascii=False, default=str)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--again", action="store_true", help="another score, of what has been seen")
    parser.add_argument("--set", choices=SETS, default=SETS[0], help="which of the sets")
    asked = parser.parse_args()
    folder, named = STATEMENTS / asked.set, "" if asked.set == SETS[0] else f"-{asked.set}"
    target = RECORDS / f"read{named}{'-again' * asked.again}.jsonl"
    if not asked.again and target.exists():
        print(f"{target} is there: the first score stays. Another one: --again", file=sys.stderr)
        return 2
    encodings = {one.id: one for one in statements([str(path) for path in sorted(folder.glob("*.py"))])}
    rows = []
    for path in sorted(folder.glob("*.toml")):
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["statement"]:
            outcome, note = scored(one["latex"], encodings[one["id"]])  # type: ignore[arg-type]
            rows.append({"id": one["id"], "outcome": outcome, "note": note})
    target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(dict(Counter(row["outcome"] for row in rows)), target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
