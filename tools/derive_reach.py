"""Which true claims of the four papers are derived for every size: writes reports/benchmarks/derive.md.

    python tools/derive_reach.py [--seconds 10] [--jobs 2] [--open | --only ID ...]

The denominator: claims that are not expected to be refuted, with a conclusion that is no equation and a size.
What is derived is kept in proofs/, a row a claim in derive.ndjson. The first score on what had not been seen
stands in benchmarks/unseen/derive.jsonl and is not taken again. With --open only what was not derived the
last time is tried, with --only what is named; the rows of the others stay.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from perturb.derive import store
from perturb.derive.accepted import one_lemma
from perturb.derive.known import Citable
from perturb.derive.trying import KEPT, found_or_kept
from perturb.pages.markdown import table
from perturb.statements.catalogue import CLAIMS, collect
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.statements.route import ROUTES

ROOT = Path(__file__).parents[1]
PAGE, FIRST = ROOT / "reports/benchmarks/derive.md", ROOT / "benchmarks/unseen/derive.jsonl"
PAPERS, KINDS = ("dittmer2019", "heinecke2019", "le2022", "riedi2022"), ("unseen-true", "unseen-false")
LEAD = """# Derived for every size

The true claims of the four papers that state an inequality and have a size, and how many of them are derived
for every size from named theorems, at {seconds:g} seconds of processor time a claim. An instance of one lemma
alone is counted and told apart. Made by `tools/derive_reach.py`; `derive.ndjson` has a line a claim."""
UNSEEN = """## Not seen before

Of {} corollaries of textbooks, written down before the first run by somebody who did not know the engine, {}
were derived at the first run; of {} near misses that are false, {}."""
TEXTBOOK = """## Textbook

What says word for word what a lemma says is cited, and not counted as derived."""
LONG = 200  # characters of a formula
OPEN = """## Open

Where a word or a space is named, derivations do not read it."""
MISSING = """Elsewhere a lemma or a closer is missing. Beside each statement what the nearest combination of
facts leaves, or a hypothesis that a lemma asks for, where the finder came to one."""


def asked() -> dict[str, Claim]:
    return {name: one for name, one in collect(CLAIMS).claims.items() if counts(one)}


def counts(one: Claim) -> bool:
    true = one.status is None or one.status.expects is Outcome.SURVIVED
    unequal = any(link.op != "==" for link in one.conclusions)
    return true and unequal and bool(one.domain.all_ranges()) and one.paper.key in PAPERS


def answered(name: str, seconds: float) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A row, and the derivation."""
    found = found_or_kept(ASKED[name], KNOWN, seconds)
    alone = bool(found.data) and one_lemma(found.data or {})
    row = {"id": name, "outcome": found.outcome, "seconds": round(found.seconds, 2), "one_lemma": alone}
    row["route"] = found.outcome == "derived" and name in ROUTES
    return {**row, "why": found.why, "missing": found.missing[0] if found.missing else ""}, found.data


def kept() -> list[dict[str, Any]]:
    """The rows of the last time."""
    rows = PAGE.with_suffix(".ndjson")
    lines = rows.read_text(encoding="utf-8").splitlines() if rows.exists() else []
    return [json.loads(text) for text in lines]


def stays(row: dict[str, Any], options: argparse.Namespace) -> bool:
    if options.only:
        return row["id"] not in options.only
    return bool(options.open and row["outcome"] == "derived")


def told(rows: list[dict[str, Any]], seconds: float) -> Iterator[str]:
    yield LEAD.format(seconds=seconds)
    head = ["paper", "claims", "derived", "share", "without instances of one lemma"]
    yield table(head, [line(paper, rows) for paper in (*PAPERS, "all")])
    spent = sorted(row["seconds"] for row in rows if row["outcome"] == "derived" and row["why"] != KEPT)
    yield f"Half of them within {spent[len(spent) // 2]} s, all within {spent[-1]} s."
    told_the_way = sum(bool(row.get("route")) for row in rows)
    yield f"People declare the way of {told_the_way} of them: lemmas at their terms, relations between."
    yield from kept_alone(rows)
    first = [json.loads(text) for text in FIRST.read_text(encoding="utf-8").splitlines()]
    score = [[row["outcome"] == "derived" for row in first if row["id"].startswith(kind)] for kind in KINDS]
    yield UNSEEN.format(*[n for one in score for n in (len(one), sum(one))])
    yield TEXTBOOK
    yield grouped([row for row in rows if row["outcome"] == "textbook"], lambda row: row["why"])
    yield OPEN
    left = [row for row in rows if row["outcome"] not in ("derived", "textbook")]
    yield grouped([row for row in left if row["outcome"] == "unsupported"], lambda row: row["why"])
    yield MISSING
    missing = [[f"`{row['id']}`", told_of(row)] for row in left if row["outcome"] == "open"]
    yield table(["statement", "missing"], missing)


def told_of(row: dict[str, Any]) -> str:
    """What is missing, in the letters of the statement."""
    text = row.get("missing") or row["why"]
    return str(text if len(text) < LONG else f"{text[:LONG]} …").replace("|", r"\|")


def kept_alone(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Those that an earlier finder found, and this one in this time does not."""
    names = [f"`{row['id']}`" for row in rows if row["outcome"] == "derived" and row["why"] == KEPT]
    if names:
        yield f"Kept and accepted, but not found anew in this time, {len(names)}: {', '.join(names)}."


def line(paper: str, rows: list[dict[str, Any]]) -> list[str]:
    own = [row for row in rows if paper in ("all", row["id"].partition("/")[0])]
    derived = [row for row in own if row["outcome"] == "derived"]
    several = sum(not row["one_lemma"] for row in derived)
    return [paper, str(len(own)), str(len(derived)), f"{100 * len(derived) // len(own)} %", str(several)]


def grouped(rows: list[dict[str, Any]], by: Callable[[dict[str, Any]], str]) -> str:
    groups = defaultdict(list)
    for row in rows:
        paper, _, name = row["id"].partition("/")
        groups[paper, by(row)].append(f"`{name}`")
    return "\n".join(
        f"- {paper}, {why}: {', '.join(names)}" for (paper, why), names in sorted(groups.items())
    )


ASKED, KNOWN = asked(), Citable()

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--only", nargs="+", metavar="ID", default=[])
    options = parser.parse_args()
    last = {row["id"]: row for row in kept() if stays(row, options)}
    with Pool(options.jobs) as pool:
        left = [name for name in ASKED if name not in last]
        found = pool.map(partial(answered, seconds=options.seconds), left, chunksize=1)
    for row, data in found:
        if data is not None:
            store.save(ASKED[row["id"]], data, ROOT / "proofs")
    new = {row["id"]: row for row, _ in found}
    rows = [{**last, **new}[name] for name in ASKED]
    PAGE.with_suffix(".ndjson").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    PAGE.write_text("\n\n".join(told(rows, options.seconds)) + "\n", encoding="utf-8")
    print(f"wrote {PAGE}")
