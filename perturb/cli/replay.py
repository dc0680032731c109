"""The command `perturb replay`: a witness file, decided again."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.markup import escape

from perturb.certify import witness
from perturb.certify.point import PointVerdict
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.cli.terminal import OUT, clear_errors
from perturb.examine.told import witness_lines
from perturb.statements.catalogue import catalogue


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Decide a saved witness again from its FILE alone, by both kernels.

    Exit code 0 when the violation is certified again, 1 when it is not, 2 for a damaged file.

    \b
    Example:
      perturb replay witnesses/mine-commutator-4f1c.json
    """
    with clear_errors():
        found = witness.load(file)
        replayed = replay(found)
        known = catalogue().get(found.claim)
    _print(found, replayed)
    foreign = known is not None and not witness.speaks_of(found, known)
    if foreign:
        OUT.print(f"  [red]the catalogue's {found.claim} is another statement than the one in this file[/]")
    sys.exit(0 if replayed.refutes and not foreign else 1)


def _print(found: Witness, replayed: Replay) -> None:
    elsewhere = "" if replayed.as_saved else ": not the violation that the file describes"
    no = f"[bold yellow]NOT REPRODUCED[/]{elsewhere}"
    word = "[bold red]REFUTED[/], as saved" if replayed.refutes else no
    OUT.print(f"[bold]{escape(found.claim)}[/]  {word}")
    domain = f"in the domain: {'yes, certified' if replayed.member else 'NO'}"
    for line in (*witness_lines("witness", found), domain, *map(_decided, replayed.verdicts)):
        OUT.print(f"  {escape(line)}", highlight=False)


def _decided(verdict: PointVerdict) -> str:
    """kernel residual at 53 bits: violated; trusts Weyl."""
    detail = f" ({verdict.reason})" if verdict.reason else ""
    bits = f" at {verdict.bits} bits" if verdict.kernel != "exact" else ""
    trusts = f"; trusts {', '.join(sorted(verdict.trusts))}" if verdict.trusts else ""
    return f"kernel {verdict.kernel}{bits}: {verdict.verdict.value}{detail}{trusts}"
