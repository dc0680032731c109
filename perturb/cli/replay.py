"""The command `perturb replay`: a witness file, decided again, or a proof file, checked again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import click
from rich.markup import escape

from perturb import say
from perturb.certify import witness
from perturb.certify.point import PointVerdict
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.cli.replay_proof import check_again, is_proof, tried
from perturb.cli.terminal import OUT, clear_errors
from perturb.examine.told import witness_lines
from perturb.guard import MEMORY, SECONDS, Exhausted, guarded
from perturb.statements.catalogue import catalogue

MORE = "is a file of your own that needs more? perturb replay --no-limits"

Found = TypeVar("Found")


class Decided(NamedTuple):
    """What is printed of a file, and does it refute the statement in it."""

    lines: tuple[str, ...]
    refutes: bool


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--no-limits", is_flag=True, help="Take as much time and memory as it needs.")
def command(file: Path, no_limits: bool) -> None:
    """Decide a saved witness again from its FILE alone, by both kernels, or check a saved proof again.

    Exit code 0 when the violation is certified again, or the proof holds; 1 when not; 2 for a damaged
    file, and for one that asks for more than a second or half a gigabyte.

    \b
    Examples:
      perturb replay witnesses/mine-commutator-4f1c.json
      perturb replay proofs/classical/fan-hoffman.n2.json
    """
    if file.is_dir():
        raise click.UsageError(say.visible(f"{file} is a folder: name one file, such as {_example(file)}"))
    if is_proof(file):
        sys.exit(check_again(file, tried(file, no_limits)))
    with clear_errors():
        found = _limited(lambda: decided(file), file, no_limits)
        for line in found.lines:
            OUT.print(line, highlight=False)
        found_in = witness.load(file)
        foreign, beyond = _foreign(found_in), _beyond(found_in)
    if beyond:
        OUT.print(f"  {beyond}", highlight=False)
    if foreign:
        OUT.print(f"  [red]{foreign}[/]")
    sys.exit(0 if found.refutes and not foreign else 1)


def _example(folder: Path) -> str:
    """The first file in a folder that may be a witness or a proof."""
    return str(next(iter(sorted(folder.glob("*.json"))), folder / "NAME.json"))


def _limited(work: Callable[[], Found], file: Path, no_limits: bool) -> Found:
    """What the work finds. UsageError where it takes more than a file may ask for."""
    try:
        return work() if no_limits else cast(Found, guarded(work, SECONDS, MEMORY))
    except Exhausted as error:
        raise click.UsageError(say.visible(f"{file}: {error}; {MORE}")) from None


def decided(file: Path) -> Decided:
    """Read and decide a file. CorruptWitness for one that is no witness, OSError."""
    found = witness.load(file)
    replayed = replay(found)
    return Decided(tuple(_lines(found, replayed)), replayed.refutes)


def _foreign(found: Witness) -> str:
    """Does the catalogue know another statement by this name?"""
    known = catalogue().get(found.claim)
    if known is None or witness.speaks_of(found, known):
        return ""
    return f"the catalogue's {escape(found.claim)} is another statement than the one in this file"


def _beyond(found: Witness) -> str:
    """Are its sizes larger than those at which the catalogue's claim is searched?"""
    known = catalogue().get(found.claim)
    return known.domain.beyond(known.domain.point(found.values)) if known and not _foreign(found) else ""


def _lines(found: Witness, replayed: Replay) -> list[str]:
    elsewhere = "" if replayed.as_saved else ": not the violation that the file describes"
    no = f"[bold yellow]NOT REPRODUCED[/]{elsewhere}"
    word = "[bold red]REFUTED[/], as saved" if replayed.refutes else no
    domain = f"in the domain: {'yes, certified' if replayed.member else 'NO'}"
    rest = (*witness_lines("witness", found), domain, *map(_verdict, replayed.verdicts))
    return [f"[bold]{escape(say.visible(found.claim))}[/]  {word}", *(f"  {escape(line)}" for line in rest)]


def _verdict(verdict: PointVerdict) -> str:
    """kernel residual at 53 bits: violated; trusts Weyl."""
    detail = f" ({verdict.reason})" if verdict.reason else ""
    bits = f" at {verdict.bits} bits" if verdict.kernel != "exact" else ""
    trusts = f"; trusts {', '.join(sorted(verdict.trusts))}" if verdict.trusts else ""
    return f"kernel {verdict.kernel}{bits}: {verdict.verdict.value}{detail}{trusts}"
