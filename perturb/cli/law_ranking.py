"""`perturb law` without a distribution: what is known here and fits."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from perturb.api.ranking import Ranking
from perturb.cli.terminal import OUT
from perturb.process.output import json_text


def refuse_without_name(options: Mapping[str, Any]) -> None:
    """UsageError for options that speak of one distribution, where they are given."""
    for option, value in options.items():
        if value is not None:
            raise click.UsageError(f"{option} needs --distribution NAME; --list shows all")


def tell(path: Path, found: Ranking, as_json: bool) -> int:
    """Prints it; 0 where something fits, else 1."""
    name = click.format_filename(path)
    if as_json:
        click.echo(json_text({"samples": name, **found.record()}, ensure_ascii=False))
    else:
        first, *rest = found.lines()
        OUT.print(f"[bold]{escape(name)}[/]  {escape(first)}", highlight=False)
        for line in rest:
            OUT.print(escape(line), highlight=False)
    return 0 if found.verdict == "not refuted" else 1
