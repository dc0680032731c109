"""The command `perturb domains`: what statements quantify over."""

from __future__ import annotations

import inspect

import click
from rich.markup import escape
from rich.table import Table

from perturb import domains
from perturb.cli.terminal import wide
from perturb.process.output import json_text
from perturb.vocab.grammar.elsewhere import fits

NOUNS = ("Domain", "Param", "Point", "Space")  # what the makers of domains are made of


@click.command("domains")
@click.argument("pattern", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One array of objects instead of a table.")
def command(pattern: tuple[str, ...], as_json: bool) -> None:
    """List the domains: how each is called, and what is in it. PATTERN as for `perturb words`.

    \b
    Examples:
      perturb domains
      perturb domains covariance
    """
    wanted = " ".join(pattern)
    found = [row for row in rows() if fits(wanted, row["domain"], row["meaning"])]
    if not found:
        raise click.UsageError(f"PATTERN {wanted!r} fits no domain; perturb domains lists them all")
    if as_json:
        click.echo(json_text(found, indent=1, ensure_ascii=False))
        return
    table = Table("domain", "called", "meaning", box=None)
    for row in found:
        table.add_row(*map(escape, row.values()))
    wide().print(table)


def rows() -> list[dict[str, str]]:
    """Name, signature and first line of each maker of domains."""
    makers = {name: getattr(domains, name) for name in domains.__all__ if name not in NOUNS}
    return [
        {"domain": name, "called": _called(name, f), "meaning": first_line(f)} for name, f in makers.items()
    ]


def _called(name: str, maker: object) -> str:
    """square(size="n", count=1, **ranges), without types."""
    parameters = inspect.signature(maker).parameters.values()  # type: ignore[arg-type]
    plain = [str(p.replace(annotation=inspect.Parameter.empty)) for p in parameters]
    return f"{name}({', '.join(plain)})"


def first_line(maker: object) -> str:
    return (inspect.getdoc(maker) or "").partition("\n")[0]
