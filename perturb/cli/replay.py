"""The command `perturb replay`: a witness file, decided again, or a proof file, checked again."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from perturb.certify import witness
from perturb.certify.point import PointVerdict
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.cli.console import witness_lines
from perturb.cli.terminal import OUT, clear_errors
from perturb.prove.checker.check import check
from perturb.prove.checker.polynomials import Rejected
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Decide a saved witness again from its FILE alone, by both kernels, or check a saved proof again.

    Exit code 0 when the violation is certified again, or the proof holds; 1 when not; 2 for a damaged file.

    \b
    Examples:
      perturb replay witnesses/mine-commutator-4f1c.json
      perturb replay proofs/classical/fan-hoffman.n2.json
    """
    if _is_proof(file):
        sys.exit(_proof(file))
    with clear_errors():
        found = witness.load(file)
        replayed = replay(found)
        known = catalogue().get(found.claim)
    _print(found, replayed)
    foreign = known is not None and not witness.speaks_of(found, known)
    if foreign:
        OUT.print(f"  [red]the catalogue's {found.claim} is another statement than the one in this file[/]")
    sys.exit(0 if replayed.refutes and not foreign else 1)


def _is_proof(file: Path) -> bool:
    """Has the file the parts of a proof? What cannot be read is left to the reader of witnesses."""
    with suppress(OSError, ValueError, RecursionError):
        data = json.loads(file.read_text(encoding="utf-8"))
        return isinstance(data, dict) and "proofs" in data
    return False


def _proof(file: Path) -> int:
    """0 when the checker accepts the file and the catalogue means the same by its id."""
    try:
        data = check(file)
    except Rejected as why:
        OUT.print(f"[bold red]REJECTED[/]  {escape(str(file))}: {escape(str(why))}", highlight=False)
        return 1
    known = catalogue().get(data["id"])
    foreign = known is not None and not _same(known, data)
    defined = "" if data["defined"] else ", wherever it has a value"
    relations = sum(len(proof["goals"]) for proof in data["proofs"])
    OUT.print(
        f"[bold]{escape(str(data['id']))}[/]  [bold green]PROVED[/] at n = {data['n']}{defined}",
        highlight=False,
    )
    OUT.print(
        f"  the checker accepts every case of {relations} relation{'s' * (relations > 1)}", highlight=False
    )
    if foreign:
        OUT.print(f"  [red]the catalogue's {data['id']} is another statement than the one in this file[/]")
    return int(foreign)


def _same(claim: Claim, data: dict[str, Any]) -> bool:
    """Is the statement of a proof the one that the claim makes now? Its text, not the fingerprint alone."""
    now = [[link.canonical() for link in part] for part in (claim.hypotheses, claim.conclusions)]
    names = [name for name, *_ in data["inputs"]]
    return now == [data["given"], data["then"]] and (claim.fingerprint, list(claim.domain.spaces)) == (
        data["fingerprint"],
        names,
    )


def _print(found: Witness, replayed: Replay) -> None:
    elsewhere = "" if replayed.as_saved else ": not the violation that the file describes"
    no = f"[bold yellow]NOT REPRODUCED[/]{elsewhere}"
    word = "[bold red]VIOLATED[/], as saved" if replayed.refutes else no
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
