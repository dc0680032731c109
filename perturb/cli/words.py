"""The command `perturb words`: the vocabulary that statements are written in."""

from __future__ import annotations

import json
from dataclasses import asdict

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from perturb.report.pages.vocabulary import WordRow, find

OUT = Console()


@click.command("words")
@click.argument("pattern", default="")
@click.option("--json", "as_json", is_flag=True, help="One array of objects instead of a table.")
def command(pattern: str, as_json: bool) -> None:
    """List the words for statements: what each takes, its LaTeX, its meaning, what encloses it.

    PATTERN is a glob for names, or a text to look for in names and meanings.

    \b
    Examples:
      perturb words
      perturb words norm
      perturb words 's*'
    """
    found = find(pattern)
    if not found:
        raise click.UsageError(f"PATTERN {pattern!r} fits no word; perturb words lists them all")
    if as_json:
        click.echo(json.dumps([asdict(e) for e in found], indent=1, ensure_ascii=False))
    else:
        OUT.print(_table(found))


def _table(found: list[WordRow]) -> Table:
    table = Table(box=None)
    table.add_column("word", no_wrap=True)
    for title in ("takes", "LaTeX", "meaning", "enclosure"):
        table.add_column(title, overflow="fold")
    for e in found:
        table.add_row(*map(escape, (e.name, e.takes, e.latex, e.meaning, e.enclosure)))
    return table
