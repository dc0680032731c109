"""The command `perturb prove`: prove statements for all matrices of size 1 and 2, check stored proofs."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

import click
from rich.markup import escape

from perturb.cli.terminal import OUT, clear_errors
from perturb.prove import store
from perturb.prove.prover import Attempt
from perturb.prove.worker import Worker
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.targets import statements

COLOURS = {"proved": "bold green", "false": "bold red", "no size": "dim"}


@click.command("prove")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option("--n", "size", type=click.IntRange(1, 2), help="The size; by default 1 and 2.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="A claim and size.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, claim and size.")
@click.option(
    "--check",
    "checking",
    is_flag=True,
    help="Check stored proofs again: FILE..., by default all in ./proofs.",
)
def command(
    targets: tuple[str, ...], size: int | None, seconds: float, as_json: bool, checking: bool
) -> None:
    """Prove claims for every matrix of their domain at n = 1 and n = 2.

    A proof is a file under ./proofs that `--check` verifies with code of its own. Exit code 0 when all are
    proved (a size that the statement has not is passed over), 1 when one is not, 2 for bad input.

    \b
    Examples:
      perturb prove classical/weyl-additive
      perturb prove my_claim.py --n 2 --seconds 60
      perturb prove --check
    """
    if checking:
        sys.exit(_check([Path(name) for name in targets], as_json))
    if not targets:
        raise click.UsageError("Missing argument 'TARGET...'.")
    if not math.isfinite(seconds):
        raise click.UsageError(f"--seconds {seconds} is not a finite number")
    with clear_errors():
        named = [s for s in statements(targets) if isinstance(s, Claim)]
    if not named:
        raise click.UsageError("TARGET names laws only: a law is no statement about every matrix")
    done = []
    for claim, found in _attempts(named, [size] if size else [1, 2], seconds):
        with clear_errors():
            path = store.save(claim, found.certificate) if found.certificate else None
        _print(claim, found, path, as_json)
        done.append(found.outcome)
    sys.exit(0 if all(outcome in ("proved", "no size") for outcome in done) else 1)


def _attempts(named: Sequence[Claim], sizes: list[int], seconds: float) -> Iterator[tuple[Claim, Attempt]]:
    with Worker() as worker:
        for claim in named:
            for n in sizes:
                yield claim, worker.prove(claim, n, seconds)


def _print(claim: Claim, found: Attempt, path: Path | None, as_json: bool) -> None:
    if as_json:
        row = {
            "id": claim.id,
            "n": found.n,
            "outcome": found.outcome,
            "seconds": found.seconds,
            "leaves": found.leaves,
            "file": str(path) if path else None,
        }
        click.echo(json.dumps(row))
        return
    colour = COLOURS.get(found.outcome, "bold yellow")
    cost = f"{found.seconds:.1f} s" + (f", {found.leaves} leaves, {path}" if path else "")
    OUT.print(
        f"[bold]{escape(claim.id)}[/]  n = {found.n}  [{colour}]{found.outcome.upper()}[/]  {cost}",
        highlight=False,
    )
    if found.note:
        OUT.print(f"  {escape(found.note[:300])}", highlight=False)


def _check(names: list[Path], as_json: bool) -> int:
    """0 when every file holds and is about the statement of the catalogue that bears its id."""
    try:
        check = import_module("perturb.prove.checker.check").check
        rejected = import_module("perturb.prove.checker.polynomials").Rejected
    except ImportError:
        raise click.UsageError("the checker of proofs is not part of this installation") from None
    paths = names or list(store.files())
    if not paths:
        raise click.UsageError(f"no proof in {store.FOLDER}: run perturb prove TARGET first")
    known, bad = catalogue(), 0
    for path in paths:
        with clear_errors():
            try:
                data = check(path)
                claim = known.get(data["id"])
                stale = claim is not None and claim.fingerprint != data["fingerprint"]
                reason = "the catalogue states something else by now" if stale else ""
            except rejected as error:
                reason = str(error)
        bad += bool(reason)
        if as_json:
            click.echo(json.dumps({"file": str(path), "holds": not reason, "reason": reason or None}))
        elif reason:
            OUT.print(f"[bold red]REJECTED[/]  {escape(str(path))}: {escape(reason)}", highlight=False)
    if not as_json:
        OUT.print(f"{len(paths) - bad} of {len(paths)} proofs hold", highlight=False)
    return 1 if bad else 0
