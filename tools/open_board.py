"""The record of the board of problems: `python tools/open_board.py [--seconds 20] [--rounds 1] [PATTERN...]`.

Each problem gets so many seconds of the processor a round, every round with a seed of its own: the number of
runs before it. What is found adds up in reports/records/open.jsonl, a line a problem, which is whole after
each; a run that was broken off is begun again. A shorter witness of
what is refuted goes to theorems/open/witnesses.jsonl. `perturb report --render-only`
then writes reports/open/README.md.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import time
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":  # before the engine is imported: seconds are the processor's
    time.monotonic = time.process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.results import stored  # noqa: E402
from perturb.results.claim_evidence import Evidence  # noqa: E402
from perturb.results.claims import attack  # noqa: E402
from perturb.results.records import ProblemRecord, VerdictCounts  # noqa: E402
from perturb.results.store import PROBLEMS, Store  # noqa: E402
from perturb.search.method import PROFILES  # noqa: E402
from perturb.statements.catalogue import problems  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from perturb.statements.paper import Outcome  # noqa: E402

EQUAL = 1e-9


def main() -> None:
    """One round after the other over all problems whose id a pattern fits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*", default=["*"])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=1, help="until each has so many runs")
    parser.add_argument("--reports", type=Path, default=ROOT / "reports")
    asked = parser.parse_args()
    store, known = Store(asked.reports), problems()
    store.keep_only(PROBLEMS, known)
    for number in range(1, asked.rounds + 1):
        for name, claim in known.items():
            if any(fnmatch.fnmatchcase(name, f"*{pattern}*") for pattern in asked.patterns):
                before = store.of(PROBLEMS, claim)
                if before is None or before.runs < number:
                    record = examined(claim, before, asked.seconds)
                    store.put(PROBLEMS, record)
                    print(record.id, record.outcome, record.verdicts, record.margin, flush=True)


def examined(claim: Claim, before: ProblemRecord | None, seconds: float) -> ProblemRecord:
    """The record after one more run; the witness of a refutation is kept where it is shorter."""
    start, runs = time.process_time(), before.runs if before else 0
    effort = replace(PROFILES["quick"], rounds=10**9, climb_every=1, related=False, seconds=seconds)
    found = attack(claim, effort, runs, progress=lambda _: None)
    if found.simplest is not None:
        kept = stored.of_lines(claim)
        if kept is None or len(str(found.simplest.shown)) < len(str(kept[1].shown)) or stale(claim):
            stored.put_line(claim, found.simplest)
    return merged(claim, before, found, time.process_time() - start)


def stale(claim: Claim) -> bool:
    """Is the witness that is kept about an older statement?"""
    kept = stored.of_lines(claim)
    return kept is not None and kept[1].fingerprint != claim.fingerprint


def merged(claim: Claim, before: ProblemRecord | None, now: Evidence, seconds: float) -> ProblemRecord:
    """Counts add up, the least margin stays, and what was refuted once is refuted."""
    old = before or ProblemRecord(
        claim.id, claim.fingerprint, Outcome.UNRESOLVED, "", 0, 0.0, 0, VerdictCounts(), 0, ()
    )
    found, was = now.found, old.verdicts
    counts = found.verdicts
    margins = [m for m in found.margins if m > EQUAL] + ([old.margin] if old.margin is not None else [])
    outcome = next(
        (one for one in (Outcome.REFUTED, Outcome.SURVIVED) if one in (old.outcome, now.outcome)), now.outcome
    )
    return ProblemRecord(
        claim.id,
        claim.fingerprint,
        outcome,
        now.note,
        old.runs + 1,
        round(old.seconds + seconds, 1),
        old.drawn + found.drawn,
        VerdictCounts(
            was.holds + counts["holds"],
            was.violated + counts["violated"],
            was.undecided + counts["undecided"],
            was.vacuous + counts["vacuous"],
        ),
        old.equality + sum(0 <= m <= EQUAL for m in found.margins),
        tuple(sorted({*old.sizes, *(said(shape) for shape in found.sizes)})),
        min(margins, default=None),
    )


def said(shape: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} = {size}" for name, size in shape) or "numbers"


if __name__ == "__main__":
    main()
