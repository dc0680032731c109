"""The command `perturb mutants`: how many one-step mutants of each claim the engine refutes."""

from __future__ import annotations

import math
import sys
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from perturb.cli.terminal import ERR, OUT, WORKERS, clear_errors, unwritable
from perturb.cli.verdicts import alone, print_changed, whole_files
from perturb.process.ending import ends_saying
from perturb.process.output import json_text
from perturb.process.pool import processes
from perturb.results.claims import KernelsDisagree
from perturb.results.records import MutantsRecord
from perturb.results.store import MUTANTS, RecordError, Store, to_plain
from perturb.sharpen.kills import MutantRow, outcome, score
from perturb.sharpen.mutants import SUPPORTED, Mutant, mutants, unknown_names
from perturb.statements.catalogue import again, catalogue
from perturb.statements.claim import Claim
from perturb.statements.targets import select

Job = tuple[str, str, str]


@lru_cache(maxsize=64)
def _mutants(identifier: str, file: str) -> tuple[Claim, dict[str, Mutant]]:
    """A claim and its mutants by name, found again in a worker by its file and id."""
    found = again(file)[identifier]
    assert isinstance(found, Claim)
    return found, {m.name: m for m in mutants(found)}


def attacked(job: Job, seconds: float) -> MutantRow | str:
    """What became of one mutant, or why its claim makes no sense; runs in a worker."""
    identifier, file, name = job
    try:
        claim, known = _mutants(identifier, file)
        return outcome(known[name], claim, seconds)
    except KernelsDisagree:
        raise
    except (ValueError, TypeError) as error:
        return str(error)


def jobs(claims: Sequence[Claim]) -> list[Job]:
    """One job a mutant. A claim that calls a mutant true that it does not have is left out, and said."""
    found: list[Job] = []
    for claim in claims:
        with alone(claim):
            own = mutants(claim)
            if unknown := unknown_names(claim, own):
                raise ValueError(f"true_mutants names no mutant: {', '.join(unknown)}")
            found += [(claim.id, str(claim.file), m.name) for m in own]
    return found


def run_all(todo: Sequence[Job], seconds: float, workers: int) -> Generator[MutantRow | str]:
    """Rows in the order of the jobs."""
    with processes(workers) as pool:
        running: list[Future[MutantRow | str]] = [pool.submit(attacked, job, seconds) for job in todo]
        for row in running:
            yield row.result()


@click.command("mutants")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="Time for the attack on each mutant.",
)
@click.option("--workers", type=WORKERS, default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line and mutant.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the lines of each claim in DIR/records/mutants.jsonl, for the report.",
)
@whole_files
def command(
    targets: tuple[str, ...], seconds: float, workers: int, as_json: bool, record: Path | None
) -> None:
    """Make each claim a little too strong in every way, and see whether the engine notices.

    Exit code 0 when every mutant is refuted, proved true or about definedness only; 1 when one survives, or
    one that is said to be true is refuted; 2 for bad input.

    \b
    Examples:
      perturb mutants
      perturb mutants riedi2022/thm-22.76a --seconds 5
      perturb mutants classical --json
      perturb mutants --record reports
    """
    if not math.isfinite(seconds):
        raise click.UsageError(f"--seconds {seconds} is not a finite number")
    with clear_errors():
        claims = select(targets) if targets else list(catalogue().values())
        todo = jobs(claims)
    rows, senseless = dict[Job, MutantRow](), dict[str, str]()
    try:
        kept = ends_saying(lambda: f"{len(rows)} of {len(todo)} mutants finished")
        with kept, closing(run_all(todo, seconds, workers)) as found:
            for done, (job, row) in enumerate(zip(todo, found, strict=True), start=1):
                if isinstance(row, str):
                    senseless.setdefault(job[0], row)
                    continue
                rows[job] = row
                _show(job, row, as_json, done, len(todo))
                if record is not None and _complete(todo, done) and job[0] not in senseless:
                    own = [line for (name, *_), line in rows.items() if name == job[0]]
                    claim = next(claim for claim in claims if claim.id == job[0])
                    Store(record).put(MUTANTS, _record(claim, own, seconds))
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(error, record or "output") from None
    if not as_json:
        _summary(claims, rows)
    print_changed(ERR, claims)
    if senseless:
        raise click.UsageError("; ".join(f"claim {name}: {why}" for name, why in senseless.items()))
    sys.exit(1 if any(map(_amiss, rows.values())) else 0)


def _complete(todo: Sequence[Job], done: int) -> bool:
    """Was the last finished mutant the last one of its claim?"""
    return done == len(todo) or todo[done][0] != todo[done - 1][0]


def _record(claim: Claim, rows: Sequence[MutantRow], seconds: float) -> MutantsRecord:
    return MutantsRecord(
        claim.id, claim.fingerprint, seconds, tuple(sorted(rows, key=lambda row: row.mutant))
    )


def _amiss(row: MutantRow) -> bool:
    """A survivor nobody has explained, or a refuted mutant that was said to be true."""
    return row.survives or (row.killed and row.proved_true)


def _show(job: Job, row: MutantRow, as_json: bool, done: int, total: int) -> None:
    if as_json:
        click.echo(json_text({"id": job[0], **to_plain(row)}, ensure_ascii=False))
    elif ERR.is_terminal:
        ERR.print(f"{done} of {total}: {escape(job[0])} {escape(row.mutant)}", highlight=False)


def _none(claims: Sequence[Claim], rows: Mapping[Job, MutantRow]) -> str:
    """Why there is no mutant that counts."""
    others = [claim for claim in claims if claim.status not in SUPPORTED]
    if rows or not others:
        return "no mutant to kill: no change would make the statement stronger, as far as is known"
    told = ", ".join(f"{claim.id} ({claim.status})" for claim in others[:3])
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return f"no mutant to kill: made stronger is what is asserted to be true, which {told}{more} is not"


def _summary(claims: Sequence[Claim], rows: Mapping[Job, MutantRow]) -> None:
    alarming = [(job[0], row) for job, row in rows.items() if _amiss(row)]
    if alarming:
        OUT.print(_table(alarming))
    found = score(list(rows.values()))
    drivers = ", ".join(f"{name} {n} of {found.counted}" for name, n in found.by_driver.items())
    typical = "" if found.median_seconds is None else f"; median {found.median_seconds:.2f} s to kill"
    share = f"killed {found.killed} of {found.counted} mutants ({found.share:.1%})"
    click.echo(f"{share}{typical}" if found.counted else _none(claims, rows))
    click.echo(f"by driver: {drivers}")
    click.echo(f"not counted: {found.proved_true} proved true, {found.definedness} about definedness only")


def _table(alarming: Sequence[tuple[str, MutantRow]]) -> Table:
    table = Table(box=None)
    for column in ("id", "mutant", "outcome", "points", "seconds"):
        table.add_column(column, overflow="fold")
    for name, row in alarming:
        said = "refuted although said to be true" if row.proved_true else "survives"
        table.add_row(*map(escape, (name, row.mutant, said, f"{row.evaluations:,}", f"{row.seconds:.1f}")))
    return table
