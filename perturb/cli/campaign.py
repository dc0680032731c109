"""One run of a declared experiment: drawn, its record kept, its figure and page written."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import click
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from perturb.cli.terminal import bar
from perturb.montecarlo.executors import cluster
from perturb.montecarlo.result import Results
from perturb.montecarlo.run import Progress, run
from perturb.pages.places import simulation
from perturb.process.pool import cores
from perturb.results.store import RUNS, Store
from perturb.statements.experiment import Draws, Experiment


@dataclass(frozen=True, kw_only=True)
class Choice:
    """How an experiment is to be run; None is what the experiment declares, or all cores.

    An `executor` that is there already is used instead of a pool of its own.
    """

    draws: int | None = None
    sizes: tuple[int, ...] | None = None
    profile: str = "quick"
    seed: int | None = None
    workers: int | None = None
    pool: str = "processes"
    scheduler: str | None = None
    chunks: Path | None = None
    repair: bool = False
    raw: Path | None = None
    executor: Executor | None = None

    def plan_of(self, experiment: Experiment) -> Draws:
        """Draws at each size, or by size where the experiment declares them so."""
        if self.draws is not None:
            return self.draws
        return experiment.draws if self.profile == "quick" else experiment.full or experiment.plan("full")


def drawn(experiment: Experiment, choice: Choice, store: Path | None = None) -> Results:
    """Run it as chosen, showing progress; the results may be interrupted."""
    with _shown(experiment.name) as progress:
        return _run(experiment, choice, store, progress)


def campaign(experiment: Experiment, choice: Choice, out: Path, pages: Path, resume: bool) -> Results:
    """Run, keep the record under `out`, write figure and page into `pages`; the run may be interrupted.

    With `resume` the chunks are kept, beside the page unless a file is named, and an interrupted run shows
    what was drawn; without one it leaves the page of an earlier run as it was.
    """
    _, stem = simulation(experiment.name)
    seed = experiment.seed if choice.seed is None else choice.seed
    beside = pages / f"{stem}-seed-{seed}.chunks" if resume else None
    results = drawn(experiment, choice, choice.chunks or beside)
    if not results.sizes or (results.interrupted and not resume):
        return results
    from perturb.pages.report.simulation import write

    pages.mkdir(parents=True, exist_ok=True)
    Store(out).put(RUNS[choice.profile], results)
    for path in write(experiment, results, pages):
        click.echo(path)
    return results


def _run(experiment: Experiment, choice: Choice, store: Path | None, progress: Progress) -> Results:
    with ExitStack() as stack:
        executor, workers = choice.executor, choice.workers or cores()
        if choice.scheduler is not None:
            executor, slots = stack.enter_context(cluster(choice.scheduler))
            workers = choice.workers or slots
        if store is not None:
            # What is drawn will be shown: matplotlib takes a second to load, too long after Ctrl-C.
            import_module("perturb.pages.figures.histogram")
        return run(
            experiment,
            draws=choice.plan_of(experiment),
            sizes=choice.sizes,
            seed=choice.seed,
            workers=workers,
            pool=choice.pool,
            executor=executor,
            store=store,
            repair=choice.repair,
            raw=choice.raw,
            progress=progress,
        )


@contextmanager
def _shown(name: str) -> Iterator[Progress]:
    times = TimeElapsedColumn(), TimeRemainingColumn()
    with bar(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), *times) as progress:
        task = progress.add_task(name, total=None)

        def advance(n: int, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=f"{name} n = {n}")

        yield advance
