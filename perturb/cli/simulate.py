"""The command `perturb simulate`, and the command line of the own file of a figure."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from perturb.files import write_whole
from perturb.montecarlo.executors import POOLS, cluster
from perturb.montecarlo.result import Results
from perturb.montecarlo.run import Progress, run
from perturb.pool import cores
from perturb.report.places import simulation
from perturb.statements.experiment import Draws, Experiment
from perturb.statements.picture import Picture

ERR = Console(stderr=True)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """How an experiment is to be run; None is what the experiment declares, or all cores."""

    draws: int | None = None
    sizes: tuple[int, ...] | None = None
    profile: str = "quick"
    seed: int | None = None
    workers: int | None = None
    pool: str = "processes"
    scheduler: str | None = None
    ledger: Path | None = None
    repair: bool = False
    raw: Path | None = None

    def plan_of(self, experiment: Experiment) -> Draws:
        """Draws at each size, or by size where the experiment declares them so."""
        if self.draws is not None:
            return self.draws
        return experiment.draws if self.profile == "quick" else experiment.full or experiment.plan("full")


def _sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    try:
        return None if value is None else tuple(int(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of sizes such as 5,10,1000") from None


FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
OPTIONS = (
    click.option("--draws", type=click.IntRange(1), help="Draws at each size."),
    click.option(
        "--sizes", metavar="N,N,...", callback=_sizes, help="These sizes instead of those of the profile."
    ),
    click.option("--profile", type=click.Choice(["quick", "full"]), default="quick", show_default=True),
    click.option("--seed", type=click.IntRange(0), help="Root seed."),
    click.option("--workers", type=click.IntRange(1), help="Chunks at a time; all cores without it."),
    click.option("--pool", type=click.Choice(POOLS), default="processes", show_default=True),
    click.option("--scheduler", metavar="ADDRESS", help="Run on this Dask cluster, e.g. tcp://host:8786."),
    click.option("--ledger", type=FILE, help="Where finished chunks are kept; beside the page without it."),
    click.option("--repair", is_flag=True, help="Draw damaged chunks of the ledger again."),
    click.option("--raw", type=FOLDER, help="Folder for the values themselves, as Parquet."),
)


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a run, as a decorator; they arrive as keyword arguments that `Choice` takes."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def main(declared: Experiment | Picture) -> None:
    """Parse the command line of the own file of a figure, run it, write its figure and page."""
    if isinstance(declared, Picture):
        _main_of_picture(declared)
        return

    @click.command(help=f"{declared.title} ({declared.name}).")
    @options
    @click.option("--out", type=FOLDER, default=Path("."), show_default=True)
    def command(out: Path, **given: Any) -> None:
        report(declared, Choice(**given), out)

    command()


def _main_of_picture(picture: Picture) -> None:
    @click.command(help=f"{picture.title} ({picture.name}).")
    @click.option("--seed", type=click.IntRange(0), default=picture.seed, show_default=True)
    @click.option("--out", type=FOLDER, default=Path("."), show_default=True)
    def command(seed: int, out: Path) -> None:
        _draw(picture, out, seed)

    command()


def _draw(picture: Picture, folder: Path, seed: int) -> None:
    from perturb.report.figures.picture import write

    for path in write(picture, folder, seed):
        click.echo(path)


@click.command()
@click.argument("name")
@options
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports"), show_default=True
)
def simulate(name: str, out: Path, **given: Any) -> None:
    """Run a declared experiment and write its page under OUT/PAPER/simulations.

    It can be killed at any moment: the same command goes on from there, with the same result to the last bit.

    \b
    Examples:
      perturb simulate fig-4
      perturb simulate fig-4 --draws 500000 --workers 8
      perturb simulate riedi2022/fig-4 --profile full --scheduler tcp://head:8786 --out /tmp/fig-4
    """
    from perturb.montecarlo import find

    try:
        experiment = find(name)
    except LookupError as error:
        raise click.UsageError(f"NAME: {error.args[0]}") from None
    if isinstance(experiment, Picture):
        _only_a_seed(experiment)
        _draw(experiment, out / simulation(experiment.name)[0], given["seed"])
        return
    report(experiment, Choice(**given), out / simulation(experiment.name, given["profile"])[0])


def _only_a_seed(picture: Picture) -> None:
    """UsageError for an option that a picture would ignore."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name not in ("name", "seed", "out", "workers", "pool"):
            raise click.UsageError(f"{option.opts[0]}: {picture.name} is a picture: --seed is all it takes")


def report(experiment: Experiment, choice: Choice, folder: Path) -> None:
    """Run with a ledger and say what was written; errors in one line, exit code 130 after Ctrl-C."""
    with clear():
        finished = campaign(experiment, choice, folder, resume=True)
    if not finished:
        ERR.print("interrupted: the page shows what was drawn; the same command goes on from there")
        sys.exit(130)


def campaign(experiment: Experiment, choice: Choice, folder: Path, resume: bool) -> bool:
    """Run, keep the record, write figure and page; False when it was interrupted.

    With `resume` there is a ledger, beside the page unless one is named.
    """
    _, stem = simulation(experiment.name)
    seed = experiment.seed if choice.seed is None else choice.seed
    beside = folder / f"{stem}-seed-{seed}.ledger" if resume else None
    with _bar(experiment.name) as progress:
        results = _run(experiment, choice, choice.ledger or beside, progress)
    if not results.sizes:
        return False
    # matplotlib is slow to load and not needed to draw numbers.
    from perturb.report.figures.histogram import write

    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{stem}.json", json.dumps(results.record(), indent=1, allow_nan=False) + "\n")
    for path in write(experiment, results, folder):
        click.echo(path)
    return not results.interrupted


def _run(experiment: Experiment, choice: Choice, ledger: Path | None, progress: Progress) -> Results:
    with ExitStack() as stack:
        executor, workers = None, choice.workers or cores()
        if choice.scheduler is not None:
            executor, slots = stack.enter_context(cluster(choice.scheduler))
            workers = choice.workers or slots
        return run(
            experiment,
            draws=choice.plan_of(experiment),
            sizes=choice.sizes,
            seed=choice.seed,
            workers=workers,
            pool=choice.pool,
            executor=executor,
            ledger=ledger,
            repair=choice.repair,
            raw=choice.raw,
            progress=progress,
        )


@contextmanager
def _bar(name: str) -> Iterator[Progress]:
    times = TimeElapsedColumn(), TimeRemainingColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), *times)
    with Bar(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as bar:
        task = bar.add_task(name, total=None)

        def advance(n: int, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=f"{name} n = {n}")

        yield advance


@contextmanager
def clear() -> Iterator[None]:
    """What the user can put right is said in one line."""
    try:
        yield
    except OSError as error:
        raise click.UsageError(f"{error.filename or 'run'}: {error.strerror or error}") from None
    except (ValueError, ImportError, BrokenExecutor) as error:
        raise click.UsageError(str(error)) from None


def register(group: click.Group) -> None:
    group.add_command(simulate)
