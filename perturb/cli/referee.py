"""The command `perturb referee`: all that can be said of a statement, on one page to paste."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from rich.progress import TextColumn, TimeElapsedColumn

from perturb.api.referee import report
from perturb.cli import verdicts
from perturb.cli.read import as_file
from perturb.cli.terminal import ERR, bar, clear_errors, kept
from perturb.cli.verdicts import whole_files
from perturb.pages.referee import Report, pages
from perturb.process.ending import interrupted
from perturb.process.output import write_whole
from perturb.results.claims import save
from perturb.results.refereed import SECONDS, Refereed
from perturb.statements.catalogue import Statement
from perturb.statements.targets import statements

FORMS = {".tex": "tex", ".md": "md", ".txt": "text"}


@click.command("referee")
@click.argument("target", metavar="FILE|TARGET")
@click.option("--tex", "form", flag_value="tex", help="As a file of LaTeX that compiles by itself.")
@click.option("--md", "form", flag_value="md", help="As Markdown.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write it to a FILE.tex, FILE.md or FILE.txt; its ending says the form.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=1, max=1e6),
    default=SECONDS,
    show_default=True,
    help="Time for each statement, all stages together.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Root seed of the draws."
)
@whole_files
def command(target: str, form: str | None, output: Path | None, seconds: float, seed: int) -> None:
    """Write the report of a referee on a statement: one page to paste.

    Statement, verdict with its rung, counterexample with both sides in closed form, best constants from both
    sides, hypotheses that are not needed, equality, derivation or proof, what was searched and how to do it
    again. Exit code 0 when the page is written, 2 for bad input; after Ctrl-C it has what was found.

    \b
    Examples:
      perturb referee my_claim.py
      perturb referee statement.tex --tex
      perturb referee my_claim.py::commutator -o report.tex --seconds 120
      perturb referee refuted/mirsky-99 --tex
    """
    form = _form(form, output)
    if math.isnan(seconds):
        raise click.BadParameter("nan is no number", param_hint="'--seconds'")
    if output is not None and not os.access(output if output.exists() else output.parent, os.W_OK):
        raise click.UsageError(f"-o {output}: no file can be written there")  # before the work, not after it
    with clear_errors():
        target = as_file(target)
        named = statements([target])
    done, complaints, stopped = list[Report](), list[str](), False
    for one in named:
        with verdicts.alone(one):
            found, complaint = _reported(one, _called(one, target, len(named) == 1), seconds, seed)
            done.append(found)
            complaints += [complaint] if complaint else []
            stopped = found.interrupted
            if output is None:
                click.echo(pages([found], form), nl=False)
        if stopped:
            break
    if output is not None and done:
        _, complaint = kept(partial(write_whole, output, pages(done, form)))
        complaints += [complaint] if complaint else []
    verdicts.print_changed(ERR, named)
    if complaints:
        raise click.UsageError("; ".join(complaints))
    if stopped:
        interrupted(f"what was found of {len(done)} of {len(named)} statements is {_place(output)}")


def _called(one: Statement, target: str, alone: bool) -> str:
    """What names this one statement on the command line: in a file of one's own the file comes first."""
    file, colons, _ = target.partition("::")
    if alone or colons or not file.endswith(".py"):
        return target if alone else one.id
    return f"{file}::{one.id.partition('/')[2]}"


def _place(output: Path | None) -> str:
    return f"in {output}" if output is not None else "printed above"


def _form(form: str | None, output: Path | None) -> str:
    """UsageError for a file whose ending says no form, or another one."""
    if output is None:
        return form or "text"
    told = FORMS.get(output.suffix)
    if form is None and told is None:
        raise click.UsageError(f"-o {output}: end it in .tex, .md or .txt, or say --tex or --md")
    if form is not None and told not in (None, form):
        raise click.UsageError(f"-o {output} is not for --{form}: end it in .{form}, or leave --{form} out")
    return form or str(told)


def _reported(one: Statement, target: str, seconds: float, seed: int) -> tuple[Report, str]:
    """With a live line on stderr; the witness is saved as `check` does, and why it could not be."""
    columns = (TextColumn("{task.description}"), TextColumn("{task.fields[stage]}"), TimeElapsedColumn())
    with bar(*columns) as progress:
        task = progress.add_task(one.id, total=None, stage="")
        found = report(one, seconds, seed, target, lambda stage: progress.update(task, stage=stage))
    if not isinstance(found.found, Refereed):
        return found, ""
    evidence = found.found.evidence
    saved, complaint = kept(partial(save, evidence))
    return replace(found, saved=saved), complaint
