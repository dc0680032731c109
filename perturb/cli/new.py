"""The command `perturb new`: a file to start from."""

from __future__ import annotations

from pathlib import Path

import click

from perturb.process.output import write_whole

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


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Write FILE with a statement to start from; an existing file is left alone.

    \b
    Example:
      perturb new my_claim.py && perturb check my_claim.py
    """
    if file.suffix != ".py":
        raise click.UsageError(f"FILE {str(file)!r} must end in .py")
    if file.exists():
        raise click.UsageError(f"FILE {str(file)!r} exists already")
    write_whole(file, TEMPLATE.format(name=file.name))
    click.echo(f"wrote {file}; now run: perturb check {file}")
