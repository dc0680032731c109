"""The catalogue's refutations, each found anew: processor seconds; writes reports/benchmarks/refuted.md.

OPENBLAS_NUM_THREADS=1 python benchmarks/refuted.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time

from perturb.pages.markdown import joined, table
from perturb.results.claims import attack, stored_witness
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim

OUT = Path("reports/benchmarks/refuted.md")
HARDEST = 30
EFFORTS = {name: replace(PROFILES[name], related=False) for name in ("brief", "quick")}
LEAD = """Each claim of the catalogue whose witness is stored is refuted anew by the search of the profile
`brief`, and where that finds nothing by `quick`, all of it counted: no stored witness is looked at, neither
its own nor those of other claims; the work is fixed. "First" is the time to the first certified violation,
"all" that of the whole answer, with the simplest and the worst witness. The {hardest} of {count} with the
largest sum, in seconds of one processor; all {count} together: first {first:.0f} s, all {whole:.0f} s. Made
by `python benchmarks/refuted.py`."""


class _Found(Exception):
    """Leaves a search."""


def first(claim: Claim, effort: Effort) -> tuple[float, bool]:
    """Processor seconds to the first certified violation, or to the end where there is none."""

    def stop(found: SearchResult) -> None:
        if found.violations:
            raise _Found

    start = process_time()
    try:
        search(claim, effort, progress=stop)
    except _Found:
        return process_time() - start, True
    return process_time() - start, False


def whole(claim: Claim, effort: Effort) -> float:
    """Processor seconds to the whole answer."""
    start = process_time()
    attack(claim, effort, 0, lambda found: None)
    return process_time() - start


def refuted(claim: Claim) -> tuple[float, float, str]:
    """Seconds to the first violation, to the whole answer, and the profile that found it, or none."""
    spent = 0.0
    for name, effort in EFFORTS.items():
        soon, there = first(claim, effort)
        if there:
            return spent + soon, spent + whole(claim, effort), name
        spent += soon
    return spent, spent, "none"


def main(show: Callable[[str], None] = print) -> None:
    claims = [
        c for c in catalogue().values() if isinstance(c, Claim) and c.file and stored_witness(c).exists()
    ]
    rows = []
    for claim in claims:
        rows.append((*refuted(claim), claim.id))
        show(" ".join(map(str, rows[-1])))
    rows.sort(key=lambda row: row[0] + row[1], reverse=True)
    lead = LEAD.format(
        hardest=HARDEST, count=len(rows), first=sum([r[0] for r in rows]), whole=sum([r[1] for r in rows])
    )
    text = [[name, f"{soon:.2f}", f"{late:.2f}", by] for soon, late, by, name in rows[:HARDEST]]
    shown = table(["claim", "first", "all", "profile"], text, "lrrl")
    OUT.write_text(joined("# Refutations found anew", lead, shown), encoding="utf-8")


if __name__ == "__main__":
    main()
