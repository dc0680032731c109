"""The catalogue's refutations, each found anew: processor seconds; writes reports/benchmarks/refuted.md.

OPENBLAS_NUM_THREADS=1 python benchmarks/refuted.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time

from perturb.examine.claims import Evidence, attack, stored_witness
from perturb.report.markdown import joined, table
from perturb.search.attack import PROFILES, search
from perturb.search.found import SearchResult
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.outcome import Outcome

OUT = Path("reports/benchmarks/refuted.md")
HARDEST = 30
ALONE = replace(PROFILES["brief"], related=False)
LEAD = """Each claim of the catalogue whose witness is stored is refuted anew by the search of the profile
`brief`: no stored witness is looked at, neither its own nor those of other claims; the work is fixed. "First"
is the time to the first certified violation, "all" that of the whole answer, with the search gone through and
the simplest and the worst witness found. The {hardest} that took longest to the first of {count}, in seconds
of one processor; all {count} together: first {first:.0f} s, all {whole:.0f} s. Made by
`python benchmarks/refuted.py`."""


class _Found(Exception):
    """Leaves a search."""


def first(claim: Claim) -> float | None:
    """Processor seconds to the first certified violation; None where there is none."""

    def stop(found: SearchResult) -> None:
        if found.violations:
            raise _Found

    start = process_time()
    try:
        search(claim, ALONE, progress=stop)
    except _Found:
        return process_time() - start
    return None


def whole(claim: Claim) -> tuple[float, Evidence]:
    """Processor seconds to the whole answer."""
    start = process_time()
    evidence = attack(claim, ALONE, 0, lambda found: None)
    return process_time() - start, evidence


def main(show: Callable[[str], None] = print) -> None:
    claims = [
        c for c in catalogue().values() if isinstance(c, Claim) and c.file and stored_witness(c).exists()
    ]
    wanted, rows, missed = sys.argv[1:], [], []
    for claim in claims:
        if wanted and claim.id not in wanted:
            continue
        soon, (late, evidence) = first(claim), whole(claim)
        show(f"{claim.id} {soon} {late:.2f} {evidence.outcome.value}")
        if soon is None or evidence.outcome is not Outcome.REFUTED:
            missed.append(claim.id)
        else:
            rows.append((soon, late, claim.id, evidence.found.points))
    if wanted:
        return
    rows.sort(reverse=True)
    lead = LEAD.format(
        hardest=HARDEST, count=len(claims), first=sum(r[0] for r in rows), whole=sum(r[1] for r in rows)
    )
    text = [
        [name, f"{soon:.2f}", f"{late:.2f}", f"{points:,}"] for soon, late, name, points in rows[:HARDEST]
    ]
    lost = f"Not found: {', '.join(missed)}." if missed else "None is missed."
    shown = table(["claim", "first", "all", "points certified"], text[:HARDEST], "lrrr")
    OUT.write_text(joined("# Refutations found anew", lead, lost, shown), encoding="utf-8")


if __name__ == "__main__":
    main()
