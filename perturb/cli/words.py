"""The command `perturb words`: the vocabulary that statements are written in, and the domains."""

from __future__ import annotations

from dataclasses import asdict

import click
from rich.markup import escape
from rich.table import Table

from perturb.cli.domains import rows
from perturb.cli.terminal import wide
from perturb.pages.report.statement import WordRow, find
from perturb.process.output import json_text
from perturb.vocab.grammar.elsewhere import alike, closeness, fits
from perturb.vocab.printing.readable import readable


@click.command("words")
@click.argument("pattern", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One array of objects instead of a table.")
def command(pattern: tuple[str, ...], as_json: bool) -> None:
    """List the words for statements: what each takes, how it is printed, its meaning, what encloses it.

    PATTERN is a glob for names, or a text to look for in names and meanings; the names that numpy and books
    use will do. It finds domains, too.

    \b
    Examples:
      perturb words
      perturb words condition number
      perturb words relu
      perturb words 's*'
    """
    wanted = " ".join(pattern)
    found = sorted([*find(wanted), *_domains(wanted)], key=lambda row: closeness(wanted, row.name))
    if not found:
        near = alike(wanted)
        hint = f"did you mean {', '.join(near)}?" if near else "perturb words lists them all"
        raise click.UsageError(f"PATTERN {wanted!r} fits no word and no domain; {hint}")
    if as_json:
        click.echo(json_text([asdict(e) for e in found], indent=1, ensure_ascii=False))
    else:
        wide().print(_table(found))


def _domains(pattern: str) -> list[WordRow]:
    """A row a maker of domains, with the first line of what it says."""
    said = {row["domain"]: row["meaning"] for row in rows()}
    return [
        WordRow(name, "a domain", "", text, "") for name, text in said.items() if fits(pattern, name, text)
    ]


def _table(found: list[WordRow]) -> Table:
    table = Table(box=None)
    table.add_column("word", no_wrap=True)
    for title in ("takes", "printed", "meaning", "enclosure"):
        table.add_column(title, overflow="fold")
    for e in found:
        table.add_row(*map(escape, (e.name, e.takes, readable(e.latex), e.meaning, e.enclosure)))
    return table
