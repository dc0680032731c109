"""A saved proof, checked again by the checker that imports nothing of the prover, within limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import click
from rich.markup import escape

from perturb import say
from perturb.cli.terminal import OUT
from perturb.domains.sized import reaches
from perturb.guard import MEMORY, PROOF_SECONDS, Exhausted, guarded
from perturb.prove.checker.check import LARGEST, MALFORMED, check_data, parsed
from perturb.prove.checker.numbers import Rejected
from perturb.prove.true_mutants import named
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim

# What happens to a proof file: it is accepted, does not prove what it says, or is not judged at all.
HOLDS, REJECTED, REFUSED = "holds", "rejected", "refused"
CODES = {HOLDS: 0, REJECTED: 1, REFUSED: 2}
SAYS = (
    "id",
    "n",
    "defined",
    "fingerprint",
    "domain",
    "ranges",
    "inputs",
    "given",
    "then",
)  # without the trees, which may be deep


class Unreadable(Exception):
    """No proof file, with the reason."""


class Checked(NamedTuple):
    """What the checker makes of a file, why it is not accepted, and what an accepted one says."""

    outcome: str
    reason: str = ""
    data: Mapping[str, Any] = {}


def is_proof(file: Path) -> bool:
    """Has the file the parts of a proof? What cannot be read is left to the reader of witnesses."""
    with suppress(OSError, ValueError, RecursionError):
        if not file.is_file() or file.stat().st_size > LARGEST:
            return False
        data = json.loads(file.read_text(encoding="utf-8"))
        return isinstance(data, dict) and "proofs" in data
    return False


def tried(file: Path, no_limits: bool = False) -> Checked:
    """Check a file, refusing one that takes more time or memory than a file may ask for."""
    try:
        return (
            checked(file)
            if no_limits
            else cast(Checked, guarded(lambda: checked(file), PROOF_SECONDS, MEMORY))
        )
    except Exhausted as error:
        return Checked(REFUSED, f"{error}; is a file of your own that needs more? --no-limits")


def checked(file: Path) -> Checked:
    """Check a file; whatever stands in it, this is an answer."""
    try:
        data = _content(file)
        check_data(data)
    except Rejected as why:
        return Checked(REJECTED, str(why) or "rejected")
    except Unreadable as why:
        return Checked(REFUSED, str(why))
    except OSError as error:
        return Checked(REFUSED, error.strerror or str(error))
    except MALFORMED as error:
        return Checked(REFUSED, f"malformed: {type(error).__name__}: {str(error)[:80]}")
    relations = sum(len(proof["goals"]) for proof in data["proofs"])
    return Checked(HOLDS, "", {**{key: data[key] for key in SAYS}, "relations": relations})


def _content(file: Path) -> dict[str, Any]:
    """Unreadable for what is no proof file, OSError."""
    if file.stat().st_size > LARGEST:
        raise Unreadable(f"longer than {LARGEST:,} bytes")
    if not file.is_file():
        raise Unreadable("not a file")
    try:
        data = parsed(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON ({str(error)[:80]})") from None
    if not isinstance(data, dict) or data.get("format") != 1 or "proofs" not in data:
        raise Unreadable("not the format of a proof")
    return data


def check_again(file: Path, found: Checked) -> int:
    """Say what the checker found. 0 when it accepts and the catalogue means the same by the id, else 1.

    UsageError for a file that is refused.
    """
    if found.outcome == REFUSED:
        raise click.UsageError(say.visible(f"{file}: {found.reason}"))
    if found.outcome == REJECTED:
        print_not_accepted(file, found)
        return CODES[found.outcome]
    data = found.data
    known = named(data["id"], catalogue())
    foreign = known is not None and not _same(known, data)
    defined = "" if data["defined"] else ", wherever it has a value"
    relations = data["relations"]
    OUT.print(
        f"[bold]{escape(say.visible(str(data['id'])))}[/]  [bold green]PROVED[/] at n = {data['n']}{defined}",
        highlight=False,
    )
    OUT.print(
        f"  the checker accepts every case of {relations} relation{'s' * (relations > 1)}", highlight=False
    )
    if known is None:
        print_statement(data)
    elif foreign:
        OUT.print(
            f"  [red]the catalogue's {escape(known.id)} is another statement than the one in this file[/]"
        )
    return int(foreign)


def print_statement(data: Mapping[str, Any]) -> None:
    """What a file proves whose id says nothing: anybody may write any id."""
    lines = [
        data["domain"],
        f"sizes {data['ranges']}",
        *[f"given {line}" for line in data["given"]],
        *data["then"],
    ]
    OUT.print(
        "  [bold]no statement of the catalogue has this id; what the file proves is[/]", highlight=False
    )
    for line in lines:
        OUT.print(f"    {escape(say.visible(line))}", highlight=False)


def print_not_accepted(file: Path, found: Checked) -> None:
    """One line: the word, the file, why; nothing in it steers the terminal."""
    said = f"{escape(say.visible(str(file)))}: {escape(say.visible(found.reason))}"
    OUT.print(f"[bold red]{say.headline(found.outcome)}[/]  {said}", highlight=False)


def _same(claim: Claim, data: Mapping[str, Any]) -> bool:
    """Is the statement of a proof the one that the claim makes now? Its text, not the fingerprint alone."""
    now = [[link.canonical() for link in part] for part in (claim.hypotheses, claim.conclusions)]
    names = [name for name, *_ in data["inputs"]]
    said = now == [data["given"], data["then"]] and reaches(claim.domain.ranges, data["n"])
    return said and (claim.fingerprint, list(claim.domain.spaces)) == (
        data["fingerprint"],
        names,
    )
