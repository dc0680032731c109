"""The commands of the adversary: `perturb attack` and `perturb tighten`."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from perturb.adversary.tighten import ConstantBracket, sites
from perturb.adversary.tighten import tighten as tighten_site
from perturb.cli import console
from perturb.examine import saving
from perturb.examine.claims import attack as examine_by_attack
from perturb.examine.constants import merged, row
from perturb.examine.plain import to_plain
from perturb.examine.store import CONSTANTS, RecordError, Store
from perturb.search.attack import PROFILES, SearchResult
from perturb.statements import registry
from perturb.statements.claim import Claim

OUT, ERR = Console(soft_wrap=True), Console(stderr=True)
SECONDS = click.FloatRange(min=0.1, max=1e6)


def select(*targets: str) -> list[Claim]:
    try:
        return registry.select(targets)
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
    refuted, claims = False, select(target)
    for claim in claims:
        start = time.monotonic()
        columns = (TextColumn("{task.description}"), TextColumn("{task.fields[seen]}"), TimeElapsedColumn())
        with Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as bar:
            task = bar.add_task(claim.id, total=None, seen="")

            def show(found: SearchResult, bar: Progress = bar, task: object = task) -> None:
                bar.update(task, seen=so_far(found))  # type: ignore[arg-type]

            try:
                evidence = examine_by_attack(claim, effort, seed, show, stop_at_first=False)
            except (ValueError, TypeError) as error:
                raise click.UsageError(f"claim {claim.id}: {error}") from None
        evidence.seconds = time.monotonic() - start
        try:
            saved = saving.save(evidence)
        except OSError as error:
            raise click.UsageError(f"{error.filename}: {error.strerror or error}") from None
        console.print_evidence(OUT, evidence, saved)
        OUT.print(f"  {so_far(evidence.found)}", highlight=False)
        refuted |= not evidence.agrees
        if evidence.interrupted:
            ERR.print("interrupted: what was found stands above")
            console.print_changed(ERR, claims)
            sys.exit(130)
    console.print_changed(ERR, claims)
    sys.exit(1 if refuted else 0)


def so_far(found: SearchResult) -> str:
    """Best margin (negative: violated), where, and how many points were seen."""
    worst = min(found.violations, key=lambda pair: pair[1].margin, default=None)
    margin, point = (worst[1].margin, worst[0]) if worst else found.tightest
    sizes = ", ".join(f"{k} = {v}" for k, v in point.sizes.items()) if point else "nowhere yet"
    return f"best margin {margin:.3g} at {sizes}; {found.drawn:,} drawn, {found.points:,} certified"


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--seconds", type=SECONDS, default=20.0, show_default=True, help="Time for each constant.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--no-hints", is_flag=True, help="Do not use the equality cases that the claim declares.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a constant.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the best of each constant in DIR/records/constants.jsonl, for the report.",
)
def tighten(
    targets: tuple[str, ...], seconds: float, seed: int, no_hints: bool, as_json: bool, record: Path | None
) -> None:
    """Find how far each constant of a claim can be moved before the statement is certified false.

    A recorded constant only ever improves: a run that finds less leaves it as it is.

    \b
    Examples:
      perturb tighten classical/boettcher-wenzel
      perturb tighten my_claim.py --seconds 60 --no-hints
      perturb tighten classical riedi2022 --record reports
    """
    try:
        claims = select(*targets)
        store = Store(record) if record else None
        for claim in claims:
            before = store.of(CONSTANTS, claim) if store else None
            brackets: list[ConstantBracket] = []
            for site in sites(claim):
                brackets.append(tighten_site(claim, site, seconds, seed, not no_hints))
                if as_json:
                    click.echo(json_of(claim, brackets[-1]))
                if store:
                    store.put(CONSTANTS, merged(claim, brackets, before))
            if store and claim.equality and not brackets:
                store.put(CONSTANTS, merged(claim, [], before))
            if not as_json:
                print_brackets(claim, brackets)
        console.print_changed(ERR, claims)
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(f"{error.filename or record}: {error.strerror or error}") from None
    except (ValueError, TypeError) as error:
        raise click.UsageError(f"claim {claim.id}: {error}") from None
    except KeyboardInterrupt:
        kept = f"; finished constants are in {record}/records/constants.jsonl" if record else ""
        ERR.print(f"interrupted{kept}", soft_wrap=True)
        sys.exit(130)


def json_of(claim: Claim, bracket: ConstantBracket) -> str:
    """One line a constant; what tells equal numbers apart and earlier runs are left to the record."""
    found = to_plain(row(claim, bracket))
    shown = {key: value for key, value in found.items() if key not in ("path", "fallen", "history")}
    return json.dumps({"id": claim.id, **shown}, ensure_ascii=False)


def print_brackets(claim: Claim, brackets: list[ConstantBracket]) -> None:
    if not brackets:
        OUT.print(f"{claim.id}: no constants", highlight=False)
        return
    table = Table("constant", "in", "refuted from", "open (relative)", "witness", title=claim.id, box=None)
    for bracket in brackets:
        found = row(claim, bracket)
        end = f"{float(bracket.refuted):.12g}" if bracket.refuted is not None else "not refuted"
        shown = ", ".join(f"{name} = {console.plain(v)}" for name, v in (found.witness or {}).items())
        left = f"{bracket.digits:.1e}" if bracket.refuted is not None else "all"
        table.add_row(str(bracket.printed), found.place, end, left, shown)
    OUT.print(table)


def register(group: click.Group) -> None:
    group.add_command(attack)
    group.add_command(tighten)
