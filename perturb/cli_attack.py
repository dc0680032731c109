"""The commands of the adversary: `perturb attack` and `perturb tighten`."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace

import click
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from perturb import console, registry
from perturb.claim import Claim
from perturb.domains.exact import written
from perturb.drivers.attack import PROFILES, Found
from perturb.drivers.examine import attack as examine_by_attack
from perturb.drivers.tighten import Bracket, sites
from perturb.drivers.tighten import tighten as tighten_site
from perturb.vocab.symbols import latex

OUT, ERR = Console(soft_wrap=True), Console(stderr=True)
SECONDS = click.FloatRange(min=0.1, max=1e6)


def select(target: str) -> list[Claim]:
    try:
        return registry.select([target])
    except registry.BadTarget as error:
        raise click.UsageError(str(error)) from None


@click.command()
@click.argument("target")
@click.option("--seconds", type=SECONDS, default=30.0, show_default=True, help="Time for each claim.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
def attack(target: str, seconds: float, seed: int) -> None:
    """Give all the time to the search for a violation, then for a worse one; shows the best margin so far.

    \b
    Examples:
      perturb attack my_claim.py --seconds 120
      perturb attack riedi2022/thm-22.76a --seed 5
    """
    effort = replace(PROFILES["deep"], rounds=10**9, seconds=seconds)
    refuted = False
    for claim in select(target):
        start = time.monotonic()
        columns = (TextColumn("{task.description}"), TextColumn("{task.fields[seen]}"), TimeElapsedColumn())
        with Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as bar:
            task = bar.add_task(claim.id, total=None, seen="")

            def show(found: Found, bar: Progress = bar, task: object = task) -> None:
                bar.update(task, seen=so_far(found))  # type: ignore[arg-type]

            try:
                evidence = examine_by_attack(claim, effort, seed, show, stop_at_first=False)
            except (ValueError, TypeError) as error:
                raise click.UsageError(f"claim {claim.id}: {error}") from None
        evidence.seconds = time.monotonic() - start
        console.print_evidence(OUT, evidence, None)
        OUT.print(f"  {so_far(evidence.found)}", highlight=False)
        refuted |= not evidence.agrees
    sys.exit(1 if refuted else 0)


def so_far(found: Found) -> str:
    """Best margin (negative: violated), where, and how many points were seen."""
    worst = min(found.violations, key=lambda pair: pair[1].margin, default=None)
    margin, point = (worst[1].margin, worst[0]) if worst else found.tightest
    sizes = ", ".join(f"{k} = {v}" for k, v in point.sizes.items()) if point else "nowhere yet"
    return f"best margin {margin:.3g} at {sizes}; {found.drawn:,} drawn, {found.points:,} certified"


@click.command()
@click.argument("target", metavar="ID")
@click.option("--seconds", type=SECONDS, default=20.0, show_default=True, help="Time for each constant.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--no-hints", is_flag=True, help="Do not use the equality cases that the claim declares.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a constant.")
def tighten(target: str, seconds: float, seed: int, no_hints: bool, as_json: bool) -> None:
    """Find how far each constant of a claim can be moved before the statement is certified false.

    \b
    Examples:
      perturb tighten classical/boettcher-wenzel
      perturb tighten my_claim.py --seconds 60 --no-hints
    """
    for claim in select(target):
        brackets = [tighten_site(claim, site, seconds, seed, not no_hints) for site in sites(claim)]
        if as_json:
            for bracket in brackets:
                click.echo(json.dumps(row(claim, bracket), ensure_ascii=False))
        else:
            print_brackets(claim, brackets)


def row(claim: Claim, bracket: Bracket) -> dict[str, object]:
    """One constant as plain data."""
    point = bracket.witness
    return {
        "id": claim.id,
        "conclusion": bracket.site.link + 1,
        "side": ("left", "right")[bracket.site.side],
        "place": place(claim, bracket),
        "printed": str(bracket.printed),
        "refuted_from": str(bracket.refuted) if bracket.refuted is not None else None,
        "open": bracket.digits,
        "witness": {name: written(v) for name, v in point.values.items()} if point else None,
    }


def place(claim: Claim, bracket: Bracket) -> str:
    """The side in which the constant stands, in LaTeX."""
    return latex(claim.conclusions[bracket.site.link].parts[bracket.site.side], "i")


def print_brackets(claim: Claim, brackets: list[Bracket]) -> None:
    table = Table("constant", "in", "refuted from", "open (relative)", "witness", title=claim.id, box=None)
    for bracket in brackets:
        found = row(claim, bracket)
        end = f"{float(bracket.refuted):.12g}" if bracket.refuted is not None else "not refuted"
        inputs = found["witness"] if isinstance(found["witness"], dict) else {}
        shown = ", ".join(f"{name} = {console.plain(v)}" for name, v in inputs.items())
        left = f"{bracket.digits:.1e}" if bracket.refuted is not None else "all"
        table.add_row(str(bracket.printed), str(found["place"]), end, left, shown)
    OUT.print(table)


def register(group: click.Group) -> None:
    group.add_command(attack)
    group.add_command(tighten)
