"""The command line. Exit codes: 0 all agree, 1 something does not, 2 bad input, 130 interrupted."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from perturb import (
    __version__,
    cli_attack,
    cli_mutants,
    cli_report,
    cli_words,
    console,
    console_laws,
    registry,
    saving,
    witness,
)
from perturb.claim import Claim
from perturb.drivers import laws
from perturb.drivers.attack import PROFILES, Effort, Found
from perturb.drivers.examine import Evidence, KernelsDisagree, examine
from perturb.law import Bound, Law
from perturb.montecarlo.discover import experiments
from perturb.stats.ledger import Ledger

OUT = Console(soft_wrap=True)
ERR = Console(stderr=True)
UNLIMITED = 10**9
TEMPLATE = '''"""My statement. Run: perturb check {name}"""

from perturb import claim, given, paper, then
from perturb.domains import square
from perturb.vocab import op

MINE = paper("mine")


@claim(MINE, "eq. (1) of my draft", domain=square(count=2, n=(1, 4)))
def submultiplicative(A, B):
    """The operator norm is submultiplicative; replace this by your own statement."""
    yield given(op(A), ">", 0)
    yield then(op(A @ B), "<=", op(A) * op(B))
'''


class Interruptible(click.Group):
    """Ctrl-C anywhere ends with exit code 130; commands that have results to keep catch it themselves."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ERR.print("interrupted")
            sys.exit(130)
        except OSError as error:
            raise click.UsageError(f"{error.filename or 'output'}: {error.strerror or error}") from None


@click.group(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="perturb")
def main() -> None:
    """Attack statements about matrices and return certified verdicts.

    \b
    Examples:
      perturb new my_claim.py            a file with a statement to start from
      perturb check my_claim.py          is it true? if not: the simplest witness
      perturb check 'riedi2022/thm-*'    the same for claims of the catalogue
      perturb replay witnesses/x.json    decide a saved witness again
      perturb report                     examine everything, write reports/README.md
    """


@contextmanager
def clear_errors() -> Iterator[None]:
    """Bad input ends in one line that names it and exit code 2."""
    try:
        yield
    except (registry.BadTarget, witness.CorruptWitness) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(f"{error.filename or 'output'}: {error.strerror or error}") from None


@main.command("list")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--json", "as_json", is_flag=True, help="One array of objects instead of a table.")
def list_claims(targets: tuple[str, ...], as_json: bool) -> None:
    """List the claims and laws of the catalogue (or those that TARGETs name).

    \b
    Examples:
      perturb list
      perturb list riedi2022
      perturb list --json
    """
    with clear_errors():
        named = registry.statements(targets) if targets else list(registry.everything().values())
    claims = [s for s in named if isinstance(s, Claim)]
    others = [s for s in named if not isinstance(s, Claim)]
    others += [] if targets else experiments().values()
    if as_json:
        rows = [*map(console.listed, claims), *map(console.listed_law, others)]
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    table = Table(box=None)
    table.add_column("id", min_width=max(len(s.id) for s in named))
    table.add_column("status", min_width=10)
    table.add_column("label")
    for c in claims:
        table.add_row(escape(c.id), c.status.value if c.status else "", escape(c.label))
    for law in others:
        table.add_row(escape(law.id), law.status.value if law.status else law.kind, escape(law.title))
    OUT.print(table)


@main.command()
@click.argument("target", metavar="ID")
def show(target: str) -> None:
    """Show one claim or law: statement, source, status, variants.

    \b
    Example:
      perturb show riedi2022/thm-22.76a
    """
    with clear_errors():
        found = registry.statements([target])
    for c in found:
        if not isinstance(c, Claim):
            console_laws.print_statement(OUT, c)
            continue
        OUT.print(f"[bold]{escape(c.id)}[/]  {c.status.value if c.status else 'no status'}", highlight=False)
        click.echo(f"{c.label}\n{c.paper.authors} {c.paper.title} {c.paper.reference}".strip())
        click.echo(f"\n{c.doc}\n\nfor all  {c.domain.describe()}")
        for title, links in (("given", c.hypotheses), ("then", c.conclusions)):
            for link in links:
                click.echo(f"{title:6}   {link.latex()}")
        for title, value in (
            ("corrects", c.corrects),
            ("sharpens", c.sharpens),
            ("covers", ", ".join(c.covers)),
        ):
            if value:
                click.echo(f"{title}: {value}")
        click.echo(f"file: {c.file}\n")


def effort_of(profile: str, seconds: float | None) -> Effort:
    """A profile's fixed amount of work, or as many rounds as fit into the given seconds."""
    if seconds is None:
        return PROFILES[profile]
    if not math.isfinite(seconds):
        raise click.UsageError(f"--seconds {seconds} is not a finite number")
    return replace(PROFILES[profile], rounds=UNLIMITED, climb_every=1, seconds=seconds)


@main.command()
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Time for each claim's search.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Root seed of the draws."
)
@click.option(
    "--profile", type=click.Choice(list(PROFILES)), default="quick", show_default=True, help="Amount of work."
)
@click.option(
    "--search", "anew", is_flag=True, help="Search refuted claims anew instead of replaying their witness."
)
@click.option("--store", is_flag=True, help="Keep witnesses beside the file that declares the claim.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line and claim.")
def check(
    targets: tuple[str, ...],
    seconds: float | None,
    seed: int,
    profile: str,
    anew: bool,
    store: bool,
    as_json: bool,
) -> None:
    """Decide claims and laws: TARGET is an id, a glob, a paper's key or a .py file.

    Witnesses are saved under ./witnesses. Laws are drawn until decided; the alpha of the run, the probability
    that one of its verdicts on laws is wrong by chance, is printed last. Exit code 0 when every status and
    outcome fit, 1 when one does not (a claim without a status: refuted gives 1), 2 for bad input.

    \b
    Examples:
      perturb check my_claim.py
      perturb check refuted --search --seconds 20
      perturb check riedi2022/thm-22.76a --seed 7 --json
    """
    with clear_errors():
        named = registry.statements(targets)
    ledger = Ledger()
    part = laws.share(sum(not isinstance(s, Claim) for s in named), ledger.total)
    agree, done = True, 0
    try:
        for s in named:
            if isinstance(s, Claim):
                interrupted, fits = _check_claim(s, effort_of(profile, seconds), seed, anew, store, as_json)
            else:
                interrupted, fits = _check_law(s, ledger, part, profile, seed, seconds, as_json)
            agree, done = agree and fits, done + 1
            if interrupted:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        ERR.print(f"interrupted: {done} of {len(named)} claims finished; their verdicts stand above")
        sys.exit(130)
    if not as_json and len(named) > 1:
        OUT.print(f"{len(named)} claims, {'all agree' if agree else 'not all agree'}")
    if not as_json and ledger.entries:
        console_laws.print_ledger(OUT, ledger)
    sys.exit(0 if agree else 1)


def _check_claim(
    c: Claim, effort: Effort, seed: int, anew: bool, store: bool, as_json: bool
) -> tuple[bool, bool]:
    """Examine, save and print one claim: was it interrupted, do status and outcome fit?"""
    evidence = _examined(c, effort, seed, anew)
    if evidence.interrupted and evidence.outcome != "refuted":
        raise KeyboardInterrupt
    with clear_errors():
        saved = saving.save(evidence, store)
    if as_json:
        click.echo(console.as_json(evidence, saved))
    else:
        console.print_evidence(OUT, evidence, saved)
    return evidence.interrupted, evidence.agrees


def _check_law(
    law: Law | Bound,
    ledger: Ledger,
    alpha: float,
    profile: str,
    seed: int,
    seconds: float | None,
    as_json: bool,
) -> tuple[bool, bool]:
    """The same for a law, tail or mean."""
    looks = laws.PROFILES[profile] if seconds is None else replace(laws.PROFILES[profile], limit=2**24)
    limit = effort_of(profile, seconds).seconds
    try:
        evidence = laws.examine_law(law, ledger, looks, seed, alpha, limit)
    except (ValueError, TypeError) as error:
        raise click.UsageError(f"{law.kind} {law.id}: {error}") from None
    if evidence.interrupted and evidence.outcome != "refuted":
        raise KeyboardInterrupt
    if as_json:
        click.echo(console_laws.as_json(evidence))
    else:
        console_laws.print_law(OUT, evidence)
    return evidence.interrupted, evidence.agrees


def _examined(c: Claim, effort: Effort, seed: int, anew: bool) -> Evidence:
    """Examine with a live line on stderr; a statement that makes no sense is the user's error."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[seen]}"))
    with clear_errors(), Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as bar:
        task = bar.add_task(c.id, total=None, seen="")

        def show_progress(found: Found) -> None:
            bar.update(task, seen=f"{found.drawn:,} drawn, {found.points:,} certified")

        try:
            return examine(c, effort, seed, anew, show_progress)
        except KernelsDisagree:
            raise
        except (ValueError, TypeError) as error:
            raise click.UsageError(f"claim {c.id}: {error}") from None


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def replay(file: Path) -> None:
    """Decide a saved witness again from its FILE alone, by both kernels.

    Exit code 0 when the violation is certified again, 1 when it is not, 2 for a damaged file.

    \b
    Example:
      perturb replay witnesses/mine-commutator-4f1c.json
    """
    with clear_errors():
        found = witness.load(file)
        replayed = witness.replay(found)
        known = registry.catalogue().get(found.claim)
    console.print_replay(OUT, found, replayed)
    foreign = known is not None and not witness.speaks_of(found, known)
    if foreign:
        OUT.print(f"  [red]the catalogue's {found.claim} is another statement than the one in this file[/]")
    sys.exit(0 if replayed.refutes and not foreign else 1)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write FILE with a statement to start from; an existing file is left alone.

    \b
    Example:
      perturb new my_claim.py && perturb check my_claim.py
    """
    if file.suffix != ".py":
        raise click.UsageError(f"FILE {str(file)!r} must end in .py")
    if file.exists():
        raise click.UsageError(f"FILE {str(file)!r} exists already")
    with clear_errors():
        witness.write_whole(file, TEMPLATE.format(name=file.name))
    click.echo(f"wrote {file}; now run: perturb check {file}")


for part in (cli_attack, cli_mutants, cli_report, cli_words):
    part.register(main)
