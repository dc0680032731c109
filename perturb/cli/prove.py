"""The command `perturb prove`: prove statements for all matrices of size 1, 2 or 3, check stored proofs."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import click
from rich.markup import escape

from perturb.cli.replay import CODES, print_not_accepted
from perturb.cli.terminal import OUT, clear_errors, kept
from perturb.cli.verdicts import whole_files
from perturb.process.ending import interrupted
from perturb.process.output import json_text
from perturb.process.signals import keeping
from perturb.prove import store
from perturb.prove.judging import confirmed
from perturb.prove.proved import judged, save, true_ones
from perturb.prove.proved import named as of_id
from perturb.prove.prover import Attempt, Worker
from perturb.prove.store import HOLDS, REJECTED, Checked, KeptProof, is_about
from perturb.results import say
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.targets import statements
from perturb.vocab.printing.readable import readable

COLOURS = {"proved": "bold green", "refuted": "bold red", "no size": "dim"}


@click.command("prove")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option("--n", "size", type=click.IntRange(1, 3), help="The size; by default 1 and 2.")
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
    help="Check stored proofs again: FILE[#ID]..., by default all in ./proofs.",
)
@click.option("--mutants", is_flag=True, help="In place of claims their mutants that are said to be true.")
@click.option("--no-limits", is_flag=True, help="With --check: as much time and memory as a proof needs.")
@whole_files
def command(
    targets: tuple[str, ...],
    size: int | None,
    seconds: float,
    as_json: bool,
    checking: bool,
    mutants: bool,
    no_limits: bool,
) -> None:
    """Prove claims for every matrix of their domain at n = 1 and n = 2, and with --n 3 at n = 3.

    At n = 3 entries, vectors, spectra of direct sums and diagonal matrices are understood, and matrices of
    which nothing but singular values is asked, of symmetric ones eigenvalues: few statements about several.
    A proof is a line of a file under ./proofs that `--check` verifies with code of its own. Exit code 0 when
    all are proved (a size that the statement has not is passed over), 1 when one is not, 2 for bad input.
    With --check, 1 when a proof does not hold, 2 when a line cannot be read as one or asks for more than a
    second or half a gigabyte; the others are checked all the same.

    \b
    Examples:
      perturb prove classical/weyl-additive
      perturb prove my_claim.py --n 2 --seconds 60
      perturb prove classical --mutants
      perturb prove --check
    """
    if checking:
        sys.exit(_check(targets or [str(store.FOLDER)], as_json, no_limits))
    if not targets:
        raise click.UsageError("Missing argument 'TARGET...'.")
    if not math.isfinite(seconds):
        raise click.UsageError(f"--seconds {seconds} is not a finite number")
    with clear_errors():
        named = [s for s in statements(targets) if isinstance(s, Claim)]
    if not named:
        raise click.UsageError("TARGET names laws only: a law is no statement about every matrix")
    done, complaints = list[str](), list[str]()
    aims = [(of, one) for of in named for one in (true_ones(of) if mutants else [of])]
    with keeping() as ended:
        for of, claim, found in _attempts(aims, [size] if size else [1, 2], seconds):
            where, complaint = kept(partial(_saved, of, claim, found))
            _print(claim, found, where, as_json)
            done.append(found.outcome)
            complaints += [complaint] if complaint else []
    if ended.interrupted:
        interrupted(f"{len(done)} attempts finished; their proofs are in {store.FOLDER}" if done else "")
    if complaints:
        raise click.UsageError("; ".join(complaints))
    sys.exit(0 if all(outcome in ("proved", "no size") for outcome in done) else 1)


def _saved(of: Claim, claim: Claim, found: Attempt) -> KeptProof | None:
    if found.certificate is None:
        return None
    return store.save(claim, found.certificate) if claim is of else save(of, claim, found.certificate)


def _attempts(
    aims: Sequence[tuple[Claim, Claim]], sizes: list[int], seconds: float
) -> Iterator[tuple[Claim, Claim, Attempt]]:
    with Worker() as worker:
        for of, claim in aims:
            for n in sizes:
                yield of, claim, confirmed(claim, _attempt(worker, claim, n, seconds))


def _attempt(worker: Worker, claim: Claim, n: int, seconds: float) -> Attempt:
    """UsageError for a claim whose file states something else in the process that proves."""
    try:
        return worker.prove(claim, n, seconds)
    except ValueError as error:
        raise click.UsageError(say.visible(str(error))) from None


def _print(claim: Claim, found: Attempt, where: KeptProof | None, as_json: bool) -> None:
    outcome, note = say.attempted(found.outcome, found.note)
    if as_json:
        row = {
            "id": claim.id,
            "n": found.n,
            "outcome": outcome,
            "seconds": found.seconds,
            "leaves": found.leaves,
            "file": str(where) if where else None,
            "note": note or None,
            "case": found.case or None,
        }
        click.echo(json_text(row))
        return
    colour = COLOURS.get(outcome, "bold yellow")
    cost = f"{found.seconds:.1f} s{say.leaves(found.leaves)}"
    cost += f", {escape(say.visible(where.quoted))}" if where else ""
    OUT.print(
        f"[bold]{escape(claim.id)}[/]  n = {found.n}  [{colour}]{say.headline(outcome)}[/]  {cost}",
        highlight=False,
    )
    if note:
        OUT.print(f"  {escape(say.visible(note[:300]))}", highlight=False)
    if found.case:
        OUT.print(f"  not decided: {escape(readable(found.case))}", highlight=False)


def _check(named: Sequence[str], as_json: bool, no_limits: bool) -> int:
    """0 when every proof holds and is about what the catalogue means by its id; else 1 or 2, as above."""
    files = [file for name in named for file in _files(name)]
    known, outcomes = catalogue(), []
    for proof in chain.from_iterable(map(store.named, files)):
        found = _of_today(judged(proof, True, no_limits), known)
        outcomes.append(found.outcome)
        holds = found.outcome == HOLDS
        if as_json:
            row = {"file": str(proof), "holds": holds, "outcome": found.outcome}
            click.echo(json_text({**row, "reason": found.reason or None}))
        elif not holds:
            print_not_accepted(proof, found)
    if not as_json:
        OUT.print(f"{outcomes.count(HOLDS):,} of {len(outcomes):,} proofs hold", highlight=False)
    return max(CODES[outcome] for outcome in outcomes)


def _files(name: str) -> list[str]:
    """A file, or those of a folder such as ./proofs. UsageError where it has none."""
    folder = Path(name)
    if not folder.is_dir() and folder != store.FOLDER:
        return [name]
    found = [*store.files(folder), *sorted(folder.glob("*.json")), *sorted(folder.glob(f"*{store.LINES}"))]
    if not found:
        raise click.UsageError(f"no proof in {name}: run perturb prove TARGET first")
    return [str(file) for file in found]


def _of_today(found: Checked, known: Mapping[str, Claim]) -> Checked:
    """Rejected, too, where the catalogue means another statement by its id."""
    claim = of_id(found.data["id"], known) if found.outcome == HOLDS else None
    if claim is None or is_about(found.data, claim):
        return found
    return Checked(REJECTED, "the catalogue states something else by now")
