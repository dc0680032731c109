"""The command `perturb attack`: all the time for the search."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from functools import partial

import click
from rich.progress import TextColumn, TimeElapsedColumn

from perturb.cli import verdicts
from perturb.cli.terminal import ERR, OUT, bar, clear_errors, kept
from perturb.cli.verdicts import alone, whole_files
from perturb.process.ending import interrupted
from perturb.results.claim_evidence import Evidence, so_far
from perturb.results.claims import attack as examine_by_attack
from perturb.results.claims import save
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.statements.claim import Claim
from perturb.statements.targets import select


@click.command("attack")
@click.argument("target")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1, max=1e6),
    default=30.0,
    show_default=True,
    help="Time for each claim.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@whole_files
def command(target: str, seconds: float, seed: int) -> None:
    """Give all the time to the search for a violation, then for a worse one; shows the best margin so far.

    \b
    Examples:
      perturb attack my_claim.py --seconds 120
      perturb attack riedi2022/thm-22.76a --seed 5
    """
    effort = replace(PROFILES["deep"], rounds=10**9, seconds=seconds)
    with clear_errors():
        claims = select([target])
    fits, complaints = [], []
    for claim in claims:
        evidence = None
        with alone(claim):
            evidence = _attacked(claim, effort, seed)
        if evidence is None:
            continue
        saved, complaint = kept(partial(save, evidence))
        complaints += [complaint] if complaint else []
        verdicts.print_evidence(OUT, evidence, saved)
        OUT.print(f"  {so_far(evidence.found)}", highlight=False)
        fits.append(evidence.agrees)
        if evidence.interrupted:
            verdicts.print_changed(ERR, claims)
            interrupted("what was found stands above")
    verdicts.print_changed(ERR, claims)
    if complaints:
        raise click.UsageError("; ".join(complaints))
    sys.exit(0 if all(fits) else 1)


def _attacked(claim: Claim, effort: Effort, seed: int) -> Evidence:
    start = time.monotonic()
    columns = (TextColumn("{task.description}"), TextColumn("{task.fields[seen]}"), TimeElapsedColumn())
    with bar(*columns) as progress:
        task = progress.add_task(claim.id, total=None, seen="")

        def show(found: SearchResult) -> None:
            progress.update(task, seen=so_far(found))

        evidence = examine_by_attack(claim, effort, seed, show, stop_at_first=False)
    evidence.seconds = time.monotonic() - start
    return evidence
