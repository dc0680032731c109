"""The printed constants of the four papers from above and from below: writes reports/benchmarks/constants.md.

    python tools/constants.py [--seconds 5] [--only riedi2022]

Each constant of a true inequality is freed, and the best one is looked for with which the statement is
derived for every size. A row a constant in constants.ndjson; a run goes on where the last one stopped, and
`--page` writes the page alone. Where facts give one constant of a conclusion no number, others are left out.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from perturb.derive.known import Citable
from perturb.pages.markdown import table
from perturb.process.pool import TimeIsOver, limited
from perturb.results.between import TwoSided, printed
from perturb.results.store import CONSTANTS, Store
from perturb.sharpen.directions import Site, sites
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.catalogue import CLAIMS, collect
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome

ROOT = Path(__file__).parents[1]
PAGE, ROWS = ROOT / "reports/benchmarks/constants.md", ROOT / "reports/benchmarks/constants.ndjson"
PAPERS = ("dittmer2019", "heinecke2019", "le2022", "riedi2022")
TIGHT = 1e-9  # a constant that is refuted as near as this has nothing to gain
NONE = "no facts give a constant"
MOST = 90.0  # seconds for one, whatever happens
LEAD = """# Constants from both sides

The constants in true inequalities of the four papers, each freed: the best one with which the statement is
derived for every size, and what certified points refute, at {seconds:g} seconds for each of the two. Sharp:
derived, and attained at a certified point. Made by `tools/constants.py`; `constants.ndjson` has a line a
constant."""


def asked(papers: tuple[str, ...]) -> Iterator[tuple[Claim, Site]]:
    """Claims of which the catalogue has a sharpened form first."""
    known = collect(CLAIMS).claims
    parents = {one.sharpens for one in known.values()}
    claims = [one for one in known.values() if counts(one) and one.paper.key in papers]
    for claim in sorted(claims, key=lambda one: (one.id not in parents, one.sharpens is None)):
        for site in sites(claim):
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


def bare(claim: Claim, site: Site) -> dict[str, Any]:
    return {"key": key(claim, site), "id": claim.id, "printed": str(site.value)}


def examined(claim: Claim, site: Site, known: Citable, seconds: float) -> dict[str, Any]:
    bracket, row = recorded(claim, site), bare(claim, site)
    if bracket.digits <= TIGHT:
        return {**row, "tight": True}
    try:
        with limited(MOST):
            found = printed(claim, bracket, known, TwoSided(seconds, above=seconds))
    except TimeIsOver:
        return {**row, "why": "out of time"}
    refuted = found.bracket.refuted
    return {**row, "better": found.better, "refuted": None if refuted is None else str(refuted),
            "why": found.upper.why, **found.row()}  # fmt: skip


def told(rows: list[dict[str, Any]], seconds: float) -> Iterator[str]:
    yield LEAD.format(seconds=seconds)
    known = collect(CLAIMS).claims
    head = [
        "paper",
        "constants",
        "derived",
        "sharp",
        "better than printed",
        "refuted just beside, not asked",
    ]
    yield table(head, [line(paper, rows) for paper in (*PAPERS, "all")])
    better = [row for row in rows if row.get("better")]
    yield "## Better than printed"
    yield table(
        ["claim", "printed", "derived", "refuted from", "sharp"],
        [
            [row["id"], row["printed"], row["derived"], row["refuted"] or "", yes(row["sharp"])]
            for row in better
        ],
    )
    yield "## Sharpened forms whose own constant is found"
    own = [row for row in rows if found_again(row) and known[row["id"]].sharpens]
    forms = sorted({row["id"] for row in own})
    yield f"{len(forms)}: {', '.join(forms)}." if forms else "None."
    yield "## Why there is none"
    counts_ = Counter(row["why"] for row in rows if row.get("why"))
    yield table(["why", "constants"], [[why, str(n)] for why, n in counts_.most_common(12)])


def found_again(row: dict[str, Any]) -> bool:
    return bool(row.get("derived")) and (row["derived"] == row["printed"] or bool(row.get("better")))


def line(paper: str, rows: list[dict[str, Any]]) -> list[str]:
    own = [row for row in rows if paper in ("all", row["id"].partition("/")[0])]
    counts_ = [
        len(own),
        sum(map(found_again, own)),
        sum(bool(row.get("sharp")) for row in own),
        sum(bool(row.get("better")) for row in own),
        sum(bool(row.get("tight")) for row in own),
    ]
    return [paper, *map(str, counts_)]


def yes(x: bool) -> str:
    return "yes" if x else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", action="append")
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(text) for text in ROWS.read_text().splitlines()] if ROWS.exists() else []
    done, known = {tuple(row["key"]) for row in rows}, Citable()
    barren = {tuple(row["key"][:2]) for row in rows if row.get("why") == NONE}
    for claim, site in () if given.page else asked(tuple(given.only or PAPERS)):
        if tuple(key(claim, site)) not in done:
            given_up = tuple(key(claim, site)[:2]) in barren
            row = (
                examined(claim, site, known, given.seconds)
                if not given_up
                else bare(claim, site) | {"why": NONE}
            )
            barren |= {tuple(row["key"][:2])} if row.get("why") == NONE else set()
            rows.append(row)
            with ROWS.open("a") as file:
                file.write(json.dumps(row) + "\n")
    PAGE.write_text("\n\n".join(told(rows, given.seconds)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
