"""The command `perturb list`: what the catalogue holds; for machines, the remarks on printed items too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.markup import escape
from rich.table import Table

from perturb.cli.terminal import OUT, clear_errors
from perturb.cli.verdicts import whole_files
from perturb.pages import items
from perturb.process.output import json_text
from perturb.statements.catalogue import Statement, collect, everything, experiments, pictures
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.erratum import Remark
from perturb.statements.experiment import Picture
from perturb.statements.printed import Drawn, cited, formulas, printed
from perturb.statements.targets import listed, remarked

# People assert nothing of these but of the items that they speak of.
DERIVED = ("remark", "item", "result", "experiment", "record", "picture")


@click.command("list")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--json", "as_json", is_flag=True, help="One array of objects instead of a table.")
@whole_files
def command(targets: tuple[str, ...], as_json: bool) -> None:
    """List the claims and laws of the catalogue, and what `perturb simulate` draws (or what TARGETs name).

    With --json also the remarks on printed items that no certificate decides, an object an item, and the
    printed items that have no statement of their own ("item"), the results and ranges of displays of a paper
    ("result", with its `items`). The status of what is printed under that id is how the printed item stands:
    what the errata say of it, else what is asserted of its readings, or the kind of its remark; of a result
    the most serious of what it states. `asserted` is what people say of the statement itself, which may be
    one of several readings of the item; it is the status of what is not printed.

    \b
    Examples:
      perturb list
      perturb list riedi2022
      perturb list "Lemma 20"
      perturb list --json
    """
    with clear_errors():
        named = listed(targets) if targets else _everything()
    claims = [s for s in named if isinstance(s, Claim)]
    others: list[Law | Bound | Picture] = [s for s in named if not isinstance(s, Claim)]
    if as_json:
        noted = remarked(targets).items()
        rows = [*map(_claim, claims), *map(_other, others), *(_remark(*each) for each in noted)]
        click.echo(json_text(_for_machines(rows), indent=1, ensure_ascii=False))
        return
    words = items.words(collect())
    table = Table(box=None)
    table.add_column("id", min_width=max(len(s.id) for s in named))
    table.add_column("status", min_width=10)
    table.add_column("label")
    for c in claims:
        table.add_row(escape(c.id), words.get(c.id) or (c.status.value if c.status else ""), escape(c.label))
    for row in map(_other, others):
        word = words.get(row["id"]) or row["asserted"] or row["kind"]
        table.add_row(escape(row["id"]), word, escape(row["label"]))
    OUT.print(table)


def _everything() -> list[Statement | Drawn]:
    return [*everything().values(), *experiments().values(), *pictures().values()]


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "paper": claim.paper.key,
        "label": claim.label,
        "kind": claim.kind,
        "status": None,
        "asserted": claim.status.value if claim.status else None,
        "covers": list(claim.covers),
        "corrects": claim.corrects,
        "sharpens": claim.sharpens,
        "printed": _formulas(claim),
    }


def _other(one: Law | Bound | Picture) -> dict[str, Any]:
    """The same row for what is no claim; its paper is the first part of its name.

    The limit of a law is a theorem of its source: what is conjectured of it is our rate.
    """
    status = one.status.value if not isinstance(one, Picture) and one.status else None
    row = {"id": one.name, "paper": one.name.partition("/")[0], "label": one.title, "kind": one.kind}
    variants = {"corrects": None, "sharpens": None, "printed": _formulas(one)}
    limit = {"limit": "proved", "rate": status} if one.kind == "law" and status == "conjectured" else {}
    return {**row, "status": None, "asserted": status, "covers": list(one.covers), **variants, **limit}


def _remark(item: str, one: Remark) -> dict[str, Any]:
    """The same row for an item with a remark; a statement may have its id too: `kind` tells them apart."""
    lines = [line for each in formulas(one.paper, [item]) for line in each.lines]
    said = {"remark": one.kind, "reason": one.reason, "seen_by": list(one.seen_by)}
    return {**_printed(item, "remark", one.paper.key), "printed": lines, **said}


def _result(head: str, parts: Sequence[str], paper: str) -> dict[str, Any]:
    """The same row for a result of several items, or a range of displays."""
    return {**_printed(head, "result", paper), "items": list(parts)}


def _printed(item: str, kind: str, paper: str) -> dict[str, Any]:
    """A row for what is printed and no statement of its own."""
    row = {"id": item, "paper": paper, "label": cited(item), "kind": kind, "status": None, "asserted": None}
    return {**row, "covers": [], "corrects": None, "sharpens": None, "printed": []}


def _for_machines(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, those of further items and of results that they speak of; how each printed item stands."""
    taken, known = {row["id"] for row in rows}, collect()
    found, words = list(rows), items.words(known)
    keys = {row["paper"] for row in rows}
    for paper in dict.fromkeys(claim.paper for claim in known.claims.values() if claim.paper.key in keys):
        speaking = _speaking(rows, paper.items)
        lines = {one.item: list(one.lines) for one in formulas(paper, paper.items)}
        for item in sorted(speaking.keys() - taken, key=paper.items.index):
            row = {**_printed(item, "item", paper.key), "printed": lines.get(item, [])}
            found.append({**row, "seen_by": speaking[item]})
        for head, parts in items.results(paper).items():
            if head not in taken and speaking.keys() & set(parts):
                found.append(_result(head, parts, paper.key))
    for row in found:
        row["item_status"] = words.get(row["id"])
        row["status"] = row["item_status"] or row["asserted"] or _derived(row, words)
    return found


def _derived(row: dict[str, Any], words: Mapping[str, str]) -> str | None:
    """Of what nobody asserts anything: how the items stand that it speaks of."""
    if row["kind"] not in DERIVED:
        return None
    names = [row["id"].partition("~")[0], *row["covers"]] if row["kind"] == "record" else []
    return items.most_serious(words[name] for name in names if name in words)


def _speaking(rows: list[dict[str, Any]], items: Sequence[str]) -> dict[str, list[str]]:
    """The rows that speak of each item."""
    found: dict[str, list[str]] = {}
    for row in rows:
        for name in {row["id"].partition("~")[0], *row["covers"]} & set(items):
            found.setdefault(name, []).append(row["id"])
    return found


def _formulas(statement: Claim | Law | Bound | Picture) -> list[str]:
    """What the source prints, in LaTeX, a formula a line."""
    return [line for one in printed(statement) for line in one.lines]
