"""What every command uses of the terminal: where it prints, its bar, bad input in one line."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, ProgressColumn

from perturb.certify.witness import CorruptWitness
from perturb.numbers.numerals import DecimalWarning
from perturb.results.say import visible
from perturb.statements.catalogue import BadTarget

Written = TypeVar("Written")
FOLDER = click.Path(path_type=Path, file_okay=False)
WORKERS = click.IntRange(min=1, max=256)  # more processes than that is a slip
OUT = Console(soft_wrap=True)
ERR = Console(stderr=True, soft_wrap=True)


def wide() -> Console:
    """For tables: as wide as the terminal, or 160 columns in a pipe or file."""
    return OUT if OUT.is_terminal else Console(width=160)


def bar(*columns: ProgressColumn, shown: bool = True) -> Progress:
    """A line on stderr that is gone when the work is done; none where stderr is no terminal."""
    return Progress(*columns, console=ERR, transient=True, disable=not (shown and ERR.is_terminal))


@contextmanager
def clear_errors() -> Iterator[None]:
    """Bad input ends in one line that names it and exit code 2; what is doubtful is told in one line."""
    try:
        with decimals_told():
            yield
    except (BadTarget, CorruptWitness) as error:
        raise click.UsageError(visible(str(error))) from None
    except OSError as error:
        raise unwritable(error, "output") from None


@contextmanager
def decimals_told() -> Iterator[None]:
    """Within it, a float that is likely meant as another number is told in one line, each place once."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not issubclass(category, DecimalWarning):
            return other(message, category, filename, lineno, file, line)
        path = Path(filename)
        here = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        text = visible(f"{here}:{lineno}: warning: {message}")
        ERR.print(escape(text), highlight=False)

    with warnings.catch_warnings():
        warnings.simplefilter("default", DecimalWarning)
        other, warnings.showwarning = warnings.showwarning, show
        yield


def kept(write: Callable[[], Written | None]) -> tuple[Written | None, str]:
    """What was written, and why it could not be: what was found is printed first, the complaint last."""
    try:
        return write(), ""
    except BrokenPipeError:
        raise
    except OSError as error:
        return None, f"{error.filename or 'output'}: {error.strerror or error}"


def made(folder: Path) -> Path:
    """The folder, made where it is missing. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def needs_drawing() -> None:
    """UsageError where the extra that pages and figures need is missing: said before any work, not after."""
    missing = [name for name in ("matplotlib", "networkx") if find_spec(name) is None]
    if missing:
        raise click.UsageError(f"pages and figures need {missing[0]}: pip install 'perturb[report]'")


def needs_site() -> None:
    """UsageError where the extra that the site is built with is missing."""
    needs_drawing()
    needed = (
        "mkdocs",
        "material",
        "mkdocstrings",
        "latex2mathml",
        "ziamath",
        "jupytext",
        "nbclient",
        "nbconvert",
    )
    if missing := [name for name in needed if find_spec(name) is None]:
        raise click.UsageError(f"the site needs {missing[0]}: pip install 'perturb[site]'")


def unwritable(error: OSError, place: object) -> Exception:
    """One line on a file or folder that cannot be read or written; `place` where the error names none.

    A reader that has gone (`perturb list | head`) stays what it is: nobody is there to be told.
    """
    if isinstance(error, BrokenPipeError):
        return error
    return click.UsageError(f"{error.filename or place}: {error.strerror or error}")
