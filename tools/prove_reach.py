"""How much of the catalogue is proved: `tools/prove_reach.py` writes reports/benchmarks/prove-reach.md.

Counted are the claims that no run has refuted and that no reader calls false, at each size that they
have. What is open is given to the prover for SECONDS: that tells what is out of its language. The page counts
the reasons; the record beside it has a line for each open claim and size.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perturb.prove.proved import proofs_of
from perturb.prove.prover import attempt
from perturb.prove.reading.sized_claim import assignments
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.paper import Status

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "reports" / "records" / "claims.jsonl"
TARGET = ROOT / "reports" / "benchmarks" / "prove-reach.md"
OPEN = TARGET.with_suffix(".ndjson")
SECONDS = 0.1
FALSE = (Status.REFUTED, Status.MISPRINT, Status.VACUOUS)
HEAD = """\
# What is proved, of what is true

Claims that are neither refuted nor vacuous, at each size that they have (n = 2: the largest side is 2). An
inequality has a conclusion with <, <=, > or >=. Made by `tools/prove_reach.py` from the files in `proofs/`.
"""
BELOW = """\
At one size each. `reports/benchmarks/prove-reach.ndjson` has a line for each of them, with the relation that
was not decided."""


def counted() -> Iterator[tuple[Claim, int, bool]]:
    """Claim, size, whether it is proved there."""
    rows = [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]
    outcomes = {row["id"]: row["outcome"] for row in rows}
    for claim in catalogue().values():
        if not isinstance(claim, Claim) or claim.status in FALSE or outcomes.get(claim.id) != "survived":
            continue
        known = {proof.n for proof in proofs_of(claim)}
        for n in (1, 2):
            if any(True for _ in assignments(claim.domain, n)):
                yield claim, n, n in known


def main() -> None:
    """Write the table and the list."""
    table: Counter[tuple[str, int, str]] = Counter()
    left = []
    for claim, n, proved in counted():
        kinds = ["all"] + ["inequality"] * any(
            link.op in ("<", "<=", ">", ">=") for link in claim.conclusions
        )
        for kind in kinds:
            table[claim.paper.key, n, f"{kind} true"] += 1
            table[claim.paper.key, n, f"{kind} proved"] += proved
        if not proved:
            found = attempt(claim, n, SECONDS)
            why = found.note if found.outcome == "unsupported" else "not within the time tried"
            left.append({"id": claim.id, "n": n, "why": why, "case": found.case})
    TARGET.write_text(page(table, left), encoding="utf-8")
    OPEN.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in left), encoding="utf-8")


def page(table: Counter[tuple[str, int, str]], left: list[dict[str, Any]]) -> str:
    """The shares by paper and size, and how often each reason leaves a claim open."""
    lines = ["| paper | n | inequalities proved | share | all proved | share |", "|---|---|---|---|---|---|"]
    for paper, n in sorted({(paper, n) for paper, n, _ in table}):
        cells = [
            table[paper, n, f"{kind} {what}"] for kind in ("inequality", "all") for what in ("proved", "true")
        ]
        a, b, c, d = cells
        lines.append(f"| {paper} | {n} | {a} of {b} | {share(a, b)} | {c} of {d} | {share(c, d)} |")
    reasons = Counter(row["why"] for row in left)
    rows = [f"| {why} | {many} |" for why, many in sorted(reasons.items(), key=lambda one: (-one[1], one[0]))]
    body = ["", f"## Open ({len(left)})", "", BELOW, "", "| why | claims |", "|---|---|", *rows]
    return "\n".join([HEAD, *lines, *body, ""])


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


if __name__ == "__main__":
    main()
