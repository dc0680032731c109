"""The command line. Exit codes: 0 all agree, 1 something does not, 2 bad input, 130 interrupted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from perturb import __version__
from perturb.certify import witness
from perturb.cli import attack as cli_attack
from perturb.cli import check as cli_check
from perturb.cli import console
from perturb.cli import console_chance as console_laws
from perturb.cli import law as cli_law
from perturb.cli import mutants as cli_mutants
from perturb.cli import report as cli_report
from perturb.cli import simulate as cli_simulate
from perturb.cli import words as cli_words
from perturb.cli.check import clear_errors
from perturb.files import write_whole
from perturb.statements.catalogue import catalogue, everything, experiments
from perturb.statements.claim import Claim
from perturb.statements.targets import statements

OUT = Console(soft_wrap=True)
ERR = Console(stderr=True)
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
        named = statements(targets) if targets else list(everything().values())
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
        found = statements([target])
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
        known = catalogue().get(found.claim)
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
        write_whole(file, TEMPLATE.format(name=file.name))
    click.echo(f"wrote {file}; now run: perturb check {file}")


for part in (cli_check, cli_attack, cli_law, cli_mutants, cli_report, cli_simulate, cli_words):
    part.register(main)
