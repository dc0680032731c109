"""The printed constants of the four papers from above and from below: writes reports/benchmarks/constants.md.

    python tools/constants.py [--seconds 5] [--only riedi2022]

Each constant of a true inequality whose stronger way is clear from the words is freed, and the best one is
looked for with which the statement is derived for every size. A row a constant in constants.ndjson; a run goes
on where the last one stopped, and `--page` writes the page alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from perturb.derive.known import Citable
from perturb.process.pool import TimeIsOver, limited
from perturb.results.between import Effort, printed
from perturb.results.store import CONSTANTS, Store
from perturb.sharpen.directions import Site, sites, stronger
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.catalogue import CLAIMS, collect
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome

ROOT = Path(__file__).parents[1]
PAGE, ROWS = ROOT / "reports/benchmarks/constants.md", ROOT / "reports/benchmarks/constants.ndjson"
PAPERS = ("dittmer2019", "heinecke2019", "le2022", "riedi2022")
TIGHT = 1e-9  # a constant that is refuted as near as this has nothing to gain
MOST = 90.0  # seconds for one, whatever happens
LEAD = """# Constants from both sides

The constants in true inequalities of the four papers, each freed: the best one with which the statement is
derived for every size, and what certified points refute, at {seconds:g} seconds for each of the two. Those
are counted of which it is clear from the words which way is the stronger one. Sharp: derived, and attained at
a certified point. Made by `tools/constants.py`; `constants.ndjson` has a line a constant."""


def asked(papers: tuple[str, ...]) -> Iterator[tuple[Claim, Site]]:
    """Claims of which the catalogue has a sharpened form first."""
    known = collect(CLAIMS).claims
    parents = {one.sharpens for one in known.values()}
    claims = [one for one in known.values() if counts(one) and one.paper.key in papers]
    for claim in sorted(claims, key=lambda one: (one.id not in parents, one.sharpens is None)):
        for site in sites(claim):
            if len(stronger(claim, site)) == 1:
                yield claim, site


def counts(one: Claim) -> bool:
    true = one.status is None or one.status.expects is Outcome.SURVIVED
    return true and bool(one.domain.all_ranges()) and one.paper.key in PAPERS


def key(claim: Claim, site: Site) -> list[Any]:
    return [claim.id, site.link, site.side, *site.path]


def recorded(claim: Claim, site: Site) -> ConstantBracket:
    """What `perturb tighten --record` has found from below."""
    found = Store(ROOT / "reports").of(CONSTANTS, claim)
    for row in found.constants if found else ():
        place = row.conclusion == site.link + 1 and (row.side == "right") == bool(site.side)
        if place and tuple(row.path) == site.path and row.refuted_from is not None:
            assert row.witness is not None
            point = claim.domain.point(row.witness)
            return ConstantBracket(site, Fraction(row.refuted_from), point, row.fallen)
    return ConstantBracket(site)


def examined(claim: Claim, site: Site, known: Citable, seconds: float) -> dict[str, Any]:
    bracket = recorded(claim, site)
    row = {"key": key(claim, site), "id": claim.id, "printed": str(site.value)}
    if bracket.digits <= TIGHT:
        return {**row, "tight": True}
    try:
        with limited(MOST):
            found = printed(claim, bracket, known, Effort(seconds, above=seconds))
    except TimeIsOver:
        return {**row, "why": "out of time"}
    refuted = found.bracket.refuted
    return {**row, "better": found.better, "refuted": None if refuted is None else str(refuted),
            "why": found.upper.why, **found.row()}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", action="append")
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for line in ROWS.read_text().splitlines()] if ROWS.exists() else []
    done, known = {tuple(row["key"]) for row in rows}, Citable()
    for claim, site in () if given.page else asked(tuple(given.only or PAPERS)):
        if tuple(key(claim, site)) not in done:
            row = examined(claim, site, known, given.seconds)
            with ROWS.open("a") as file:
                file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
