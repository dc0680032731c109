"""Saved proofs, checked again by the checker that imports nothing of the prover, and what it proves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from perturb.cli.terminal import OUT
from perturb.prove.accepted import judged
from perturb.prove.checker.check import LARGEST
from perturb.prove.content import HOLDS, REFUSED, REJECTED, Checked
from perturb.prove.stated import NotRead, is_about, stated
from perturb.prove.store import KeptProof
from perturb.prove.true_mutants import named
from perturb.results import say
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import statement

CODES = {HOLDS: 0, REJECTED: 1, REFUSED: 2}
SHOWN = 6  # assignments of sizes, of those that the proof is for


def is_proof(file: Path) -> bool:
    """Has the file the parts of a proof? What cannot be read is left to the reader of witnesses."""
    with suppress(OSError, ValueError, RecursionError):
        if not file.is_file() or file.stat().st_size > LARGEST:
            return False
        data = json.loads(file.read_text(encoding="utf-8"))
        return isinstance(data, dict) and "proofs" in data
    return False


def check_all(proofs: Iterable[KeptProof], no_limits: bool) -> int:
    """Say of each what the checker finds, one after another. The highest code, 2 where one is refused."""
    codes = []
    for kept in proofs:
        found = judged(kept, True, no_limits)
        if found.outcome == REFUSED:
            print_not_accepted(kept, found)
            codes.append(CODES[REFUSED])
        else:
            codes.append(check_again(kept, found))
    return max(codes)


def check_again(kept: KeptProof, found: Checked) -> int:
    """Say what the checker found, and of which statement. 0 when it accepts and the catalogue means no other
    statement by the id, else 1.

    UsageError for one that is refused.
    """
    if found.outcome == REFUSED:
        raise click.UsageError(say.visible(f"{kept}: {found.reason}"))
    if found.outcome == REJECTED:
        print_not_accepted(kept, found)
        return CODES[found.outcome]
    data = found.data
    try:
        lines = list(_lines(data))
    except NotRead as why:
        print_not_accepted(kept, Checked(REJECTED, str(why)))
        return CODES[REJECTED]
    known = named(data["id"], catalogue())
    foreign = known is not None and not is_about(data, known)
    defined = "" if data["defined"] else ", wherever it has a value"
    proved = f"[bold green]PROVED[/] at n = {data['n']}{defined}"
    OUT.print(headline(kept, data["id"], proved, known is not None, foreign), highlight=False)
    for line in lines:
        OUT.print(f"  {escape(say.visible(line))}", highlight=False)
    return int(foreign)


def headline(file: Path | KeptProof, identifier: str, found: str, known: bool, foreign: bool) -> str:
    """What was found, said of an id only where the catalogue means this very statement by it."""
    called = escape(say.visible(identifier))
    if known and not foreign:
        return f"[bold]{called}[/]  {found}"
    place = f"[bold]{escape(say.visible(str(file)))}[/]  {found}"
    if foreign:
        return f"{place}, [red]but the catalogue's {called} is another statement than the one in this file[/]"
    return f"{place}: called {escape(ascii(identifier))}, which the catalogue has not"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The statement, read from the file, the sizes, and how much was checked."""
    yield from statement(stated(data))
    every = [", ".join(f"{name} = {k}" for name, k in one["sizes"].items()) for one in data["proofs"]]
    more = [f"and {len(every) - SHOWN} more"] if len(every) > SHOWN else []
    if any(every):
        yield f"proved   {'; '.join([*every[:SHOWN], *more])}"
    relations = sum(len(proof["goals"]) for proof in data["proofs"])
    yield f"the checker accepts every case of {relations} relation{'s' * (relations > 1)}"


def print_not_accepted(kept: KeptProof, found: Checked) -> None:
    """One line: the word, where it is kept, why; nothing in it steers the terminal."""
    said = f"{escape(say.visible(str(kept)))}: {escape(say.visible(found.reason))}"
    OUT.print(f"[bold red]{say.headline(found.outcome)}[/]  {said}", highlight=False)
