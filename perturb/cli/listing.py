"""The command `perturb list`: what the catalogue holds."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.markup import escape
from rich.table import Table

from perturb.cli.terminal import OUT, clear_errors
from perturb.statements.catalogue import Statement, everything, experiments, pictures
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.picture import Picture
from perturb.statements.places import Drawn
from perturb.statements.printed import printed
from perturb.statements.targets import listed


@click.command("list")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--json", "as_json", is_flag=True, help="One array of objects instead of a table.")
def command(targets: tuple[str, ...], as_json: bool) -> None:
    """List the claims and laws of the catalogue, and what `perturb simulate` draws (or what TARGETs name).

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
        rows = [*map(_claim, claims), *map(_other, others)]
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    table = Table(box=None)
    table.add_column("id", min_width=max(len(s.id) for s in named))
    table.add_column("status", min_width=10)
    table.add_column("label")
    for c in claims:
        table.add_row(escape(c.id), c.status.value if c.status else "", escape(c.label))
    for other in map(_other, others):
        table.add_row(escape(other["id"]), other["status"] or other["kind"], escape(other["label"]))
    OUT.print(table)


def _everything() -> list[Statement | Drawn]:
    return [*everything().values(), *experiments().values(), *pictures().values()]


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "paper": claim.paper.key,
        "label": claim.label,
        "kind": claim.kind,
        "status": claim.status.value if claim.status else None,
        "covers": list(claim.covers),
        "corrects": claim.corrects,
        "sharpens": claim.sharpens,
        "printed": _formulas(claim),
    }


def _other(one: Law | Bound | Picture) -> dict[str, Any]:
    """The same row for what is no claim; its paper is the first part of its name."""
    status = one.status.value if not isinstance(one, Picture) and one.status else None
    row = {"id": one.name, "paper": one.name.partition("/")[0], "label": one.title, "kind": one.kind}
    variants = {"corrects": None, "sharpens": None, "printed": _formulas(one)}
    return {**row, "status": status, "covers": list(one.covers), **variants}


def _formulas(statement: Claim | Law | Bound | Picture) -> list[str]:
    """What the source prints, in LaTeX, a formula a line."""
    return [line for one in printed(statement) for line in one.lines]
