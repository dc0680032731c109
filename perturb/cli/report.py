"""The command `perturb report`: examine everything, write the pages."""

from __future__ import annotations

import sys
from concurrent.futures import Executor, Future
from pathlib import Path

import click
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from perturb.cli.simulate import Choice, drawn
from perturb.cli.terminal import WORKERS, bar, needs_drawing, unwritable
from perturb.process.ending import ends_saying
from perturb.process.pool import processes
from perturb.process.signals import interrupt
from perturb.results.records import ClaimRecord
from perturb.results.run import run_all
from perturb.results.store import CLAIMS, CONSTANTS, LAWS, MUTANTS, SIMULATIONS, RecordError, Store
from perturb.search.method import PROFILES
from perturb.statements.catalogue import catalogue, laws
from perturb.statements.claim import Claim

COLUMNS = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()


@click.command("report")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports"), show_default=True
)
@click.option("--profile", type=click.Choice(list(PROFILES)), default="brief", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--workers", type=WORKERS, default=2, show_default=True)
@click.option("--render-only", is_flag=True, help="Render the pages from the records that are there.")
@click.option(
    "--check", is_flag=True, help="Only say what in OUT differs from the catalogue; exit 1 if anything does."
)
def command(out: Path, profile: str, seed: int, workers: int, render_only: bool, check: bool) -> None:
    """Examine the whole catalogue and write OUT/README.md, a chapter a theorem file, and the simulations.

    \b
    Examples:
      perturb report
      perturb report --profile deep --out /tmp/deep-reports
      perturb report --check
    """
    needs_drawing()
    claims = list(catalogue().values())
    if check:
        _check(claims, out)
    kept = f"finished records are in {out}/records; perturb report --render-only shows them"
    try:
        # One pool for all: starting processes takes longer than a short run.
        with ends_saying(kept), processes(workers) as pool:
            (out / "records").mkdir(parents=True, exist_ok=True)  # what cannot be written is said at once
            disagreeing = [] if render_only else _examine(out, profile, seed, pool)
            pages, runs = ([], []) if render_only else _simulate_all(out, workers, pool)
            for page in pages:  # these must be there when others link to them
                page.result()
            _render(claims, out, pool)
            for run in runs:
                run.result()
    except OSError as error:
        raise unwritable(error, out) from None
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        raise click.UsageError(f"{out}: {error}") from None
    click.echo(f"wrote {out}/README.md: {len(claims)} claims, {len(laws())} laws, tails and means")
    if disagreeing:
        click.echo("status and outcome do not fit: " + ", ".join(disagreeing))
        sys.exit(1)


def _check(claims: list[Claim], out: Path) -> None:
    from perturb.pages.stale import stale
    from perturb.statements.shelf import shelf

    try:
        found = stale(claims, out, shelf=shelf())
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        raise click.UsageError(f"{out}: {error}") from None
    for line in found:
        click.echo(line)
    many = f"{len(found)} differences between {out} and the catalogue; perturb report renews what they name"
    click.echo(many if found else f"{out} matches the catalogue")
    sys.exit(1 if found else 0)


def _examine(out: Path, profile: str, seed: int, pool: Executor) -> list[str]:
    """Each record is on disk when the next one is waited for; returns the ids that disagree."""
    store, disagreeing = Store(out), []
    remove_strangers(store)
    identifiers = [*laws(), *catalogue()]  # a law takes longest: none is left for the end
    with bar(*COLUMNS) as progress:
        task = progress.add_task("statements", total=len(identifiers))
        for found in run_all(identifiers, profile, seed, pool):
            store.put(CLAIMS, found) if isinstance(found, ClaimRecord) else store.put(LAWS, found)
            progress.update(task, advance=1, description=found.id)
            if not found.agrees:
                disagreeing.append(found.id)
    return sorted(disagreeing)


def remove_strangers(store: Store) -> None:
    """Records of statements and experiments that are no longer in the catalogue, each kind by itself.

    Runs of the full profile stay: they took hours, and `--check` names those of no experiment.
    """
    from perturb.montecarlo import experiments

    store.keep_only(CLAIMS, catalogue())
    store.keep_only(MUTANTS, catalogue())
    store.keep_only(CONSTANTS, catalogue())
    store.keep_only(LAWS, laws())
    store.keep_only(SIMULATIONS, experiments())


def _simulate_all(out: Path, workers: int, pool: Executor) -> tuple[list[Future[Path]], list[Future[Path]]]:
    """Records of all experiments; the jobs that write declared pictures, and those that draw the runs."""
    from perturb.montecarlo import experiments, pictures
    from perturb.pages.figures.picture import draw_picture, draw_run

    store, choice = Store(out), Choice(workers=workers, executor=pool)
    pages = [pool.submit(draw_picture, name, out) for name in pictures()]
    runs = []
    for name, experiment in experiments().items():
        results = drawn(experiment, choice)
        if results.interrupted:
            interrupt()
        store.put(SIMULATIONS, results)
        runs.append(pool.submit(draw_run, name, results, out))
    return pages, runs


def _render(claims: list[Claim], out: Path, pool: Executor) -> None:
    from perturb.pages.render import render
    from perturb.pages.runs import further
    from perturb.statements.shelf import shelf

    render(claims, out, further(out), shelf(), pool)
