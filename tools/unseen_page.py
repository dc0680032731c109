"""The page of the search on unseen statements: `python tools/unseen_page.py` writes it from the records.

reports/benchmarks/unseen.md has the score of each statement in its first run, in each set.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.report.markdown import joined, prose, table  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from tools.unseen import FOLDER, rows, statements  # noqa: E402

PAGE = ROOT / "reports" / "benchmarks" / "unseen.md"
RECORDS = {
    "first": ("First half, first run", "first"),
    "second": ("Second half, first run", "second"),
    "second-again": ("Second half, the search as improved", "second"),
    "third": ("Third set, first run", "third"),
    "third-again": ("Third set, the search as improved", "third"),
}
ABOUT = """\
Statements about matrices from the literature that are not in the catalogue, with reference and, where
false, a known counterexample: refuted conjectures, converses and generalisations that books warn of, and
textbook theorems. They were chosen, written as a user would write them, without equality cases and hints,
and committed before the engine was run on any of them; `benchmarks/unseen/` holds them, with the
counterexamples, which the engine is not shown. A test certifies that each false one is violated at its
counterexample as it is encoded. `tools/unseen.py` makes the records: a false statement has 20 seconds,
and 60 where it survives them, of one core by the clock of the processor; witnesses against other
statements are not tried. Three in four false statements of the third set have equations among their
hypotheses. The first score of a statement is never replaced. "Points" in the first table
are those certified of the true statements."""

HEADS = ["", "false", "in 20 s", "in 60 s", "median s", "true", "refuted", "unresolved", "points"]
COLUMNS = ["statement", "outcome", "s", "certified points"]


def main() -> None:
    found = {name: (title, half, rows(FOLDER / f"{name}.jsonl")) for name, (title, half) in RECORDS.items()}
    known = {half: {c.id: c for c in statements(half)} for half in ("first", "second", "third")}
    parts = [summary(title, record) for title, _, record in found.values() if record]
    tables = [t for title, half, record in found.values() for t in listed(title, known[half], record)]
    scores = table(HEADS, parts, "l" + "r" * 8)
    PAGE.write_text(joined("# The search on statements that it has not seen", ABOUT, scores, *tables))


def summary(title: str, record: list[dict[str, Any]]) -> list[str]:
    """One row: how many false ones fell, and what became of the true ones."""
    false, true = [r for r in record if not r["true"]], [r for r in record if r["true"]]
    fell = [r for r in false if r["outcome"] == "refuted"]
    points = sum(sum(r["points"].values()) for r in record if r["true"])
    open_ones = [r for r in true if r["outcome"] not in ("survived", "refuted")]
    return [
        title,
        str(len(false)),
        str(sum(r["limit"] == 20 for r in fell)),
        str(len(fell)),
        f"{median(r['seconds'] for r in fell):.2f}",
        str(len(true)),
        str(sum(r["outcome"] == "refuted" for r in true)),
        str(len(open_ones)),
        f"{points:,}",
    ]


def listed(title: str, known: dict[str, Claim], record: list[dict[str, Any]]) -> list[str]:
    """The false ones and the true ones of a half, a row a statement."""
    parts = [f"## {title}"] if record else []
    for true, heading in ((False, "False statements"), (True, "True statements")):
        own = [r for r in record if r["true"] is true]
        if own:
            lines = [score(known[r["id"]], r) for r in own]
            parts += [
                f"### {heading}",
                table(["statement", "outcome", "s", "certified points"], lines, "llrr"),
            ]
    return parts


def score(claim: Claim, row: dict[str, Any]) -> list[str]:
    note = " ".join(claim.doc.split())
    counts = row["points"]
    special = [f"{counts[k]} {k}" for k in ("undecided", "vacuous") if k in counts]
    many = f"{sum(counts.values()):,}" + (f" ({', '.join(special)})" if special else "")
    statement = prose(claim.label) + (f": {prose(note)}" if note else "")
    return [statement, row["outcome"], f"{row['seconds']:.2f}", many]


if __name__ == "__main__":
    main()
