"""The command `perturb read`: a printed statement in, a claim out."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from perturb.cli.terminal import clear_errors
from perturb.process.output import write_whole
from perturb.read.errors import NotUnderstood
from perturb.read.reader import ReadStatement, read
from perturb.read.report import lines


@click.command("read")
@click.argument("text", metavar="TEXT")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.py",
    help="Write the claim there.",
)
@click.option(
    "--canonical", is_flag=True, help="Print the relations as the machine reads them, and nothing else."
)
@click.option(
    "--reading",
    "chosen",
    multiple=True,
    metavar="'SIGN = MEANING'",
    help="The meaning of a sign that has several.",
)
@click.option(
    "--number", type=click.IntRange(min=1), help="Which statement of the file, where it has several."
)
def command(
    text: str, output: Path | None, canonical: bool, chosen: tuple[str, ...], number: int | None
) -> None:
    r"""Read a statement in LaTeX and English: TEXT is the statement, a file ending in .tex, or - for stdin.

    What each symbol was understood as is printed, with the readings chosen and how to choose others. What
    is not understood is named with its place, and nothing is written: exit code 2.

    \b
    Examples:
      perturb read 'For $A \in \mathbb{R}^{n\times n}$: $\|A\| \le \|A\|_F$' -o mine.py
      perturb read statement.tex --canonical
      perturb read statement.tex --reading '\|A\| = frobenius'
    """
    given, name = _given(text)
    found = understood(given, name, readings(chosen), number)
    if canonical:
        click.echo("\n".join(found.claim.canonical))
        return
    click.echo("\n".join(lines(found)))
    if output is not None:
        write(found, output)
        click.echo(f"\nwrote {output}; now run: perturb check {output}")


def understood(text: str, name: str, chosen: Mapping[str, str], number: int | None = None) -> ReadStatement:
    """The statement; UsageError with the place of what is not understood."""
    try:
        return read(text, chosen, number)
    except NotUnderstood as error:
        raise click.UsageError(error.placed(text, name)) from None


def readings(chosen: Sequence[str]) -> dict[str, str]:
    """'SIGN = MEANING' as a table. UsageError for anything else."""
    table = {}
    for one in chosen:
        sign, equal, meaning = one.rpartition("=")
        if not equal or not sign.strip() or not meaning.strip():
            raise click.UsageError(rf"--reading {one!r} is not of the form '\|A\| = frobenius'")
        table[sign.strip()] = meaning.strip()
    return table


def _given(text: str) -> tuple[str, str]:
    """The text itself, and the name of its file."""
    if text == "-":
        return sys.stdin.read(), "stdin"
    if not text.endswith(".tex"):
        return text, ""
    return file_text(Path(text)), text


def file_text(path: Path) -> str:
    """UsageError for a file that cannot be read."""
    with clear_errors():
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise click.UsageError(f"{path}: is no text in UTF-8") from None


def write(found: ReadStatement, output: Path) -> None:
    """The file of the claim; one that says something else is left alone."""
    if output.suffix != ".py":
        raise click.UsageError(f"FILE {str(output)!r} must end in .py")
    with clear_errors():
        if output.exists() and output.read_text(encoding="utf-8") != found.source:
            raise click.UsageError(f"FILE {str(output)!r} exists already")
        write_whole(output, found.source)


def as_file(target: str) -> str:
    """Of a target that ends in .tex the file of its claim, written beside it; any other as it is.

    How it was understood goes to stderr: stdout has the answer alone, which may be JSON or a page.
    """
    if not target.endswith(".tex"):
        return target
    path = Path(target)
    found = understood(file_text(path), target, {})
    output = path.with_suffix(".py")
    write(found, output)
    click.echo("\n".join([*lines(found), f"\nwrote {output}", ""]), err=True)
    return str(output)
