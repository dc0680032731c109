"""The command `perturb simulate`, and the command line of the own file of a figure.

`campaign` is one run of a declared experiment: drawn, its record kept, its figure and page written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from perturb.cli.terminal import FOLDER, WORKERS, bar, needs_drawing, unwritable
from perturb.montecarlo.result import Results
from perturb.montecarlo.run import POOLS, Progress, cluster, run
from perturb.pages.places import simulation
from perturb.process.ending import Ending, interrupted
from perturb.process.pool import cores
from perturb.results.store import RUNS, Store
from perturb.statements.experiment import Draws, Experiment, Picture


def _sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    try:
        return None if value is None else tuple(int(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of sizes such as 5,10,1000") from None


FILE = click.Path(path_type=Path, dir_okay=False)
OPTIONS = (
    click.option("--draws", type=click.IntRange(1), help="Draws at each size."),
    click.option(
        "--sizes", metavar="N,N,...", callback=_sizes, help="These sizes instead of those of the profile."
    ),
    click.option("--profile", type=click.Choice(["quick", "full"]), default="quick", show_default=True),
    click.option("--seed", type=click.IntRange(0), help="Root seed."),
    click.option("--workers", type=WORKERS, help="Chunks at a time; all cores without it."),
    click.option("--pool", type=click.Choice(POOLS), default="processes", show_default=True),
    click.option("--scheduler", metavar="ADDRESS", help="Run on this Dask cluster, e.g. tcp://host:8786."),
    click.option("--chunks", type=FILE, help="Where finished chunks are kept; beside the page without it."),
    click.option("--repair", is_flag=True, help="Draw chunks that are stored damaged again."),
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

    @click.command(cls=Ending, help=f"{declared.title} ({declared.name}).")
    @options
    @click.option("--out", type=FOLDER, default=Path("."), show_default=True)
    def own(out: Path, **given: Any) -> None:
        report(declared, Choice(**given), out, pages=out)

    own()


def _main_of_picture(picture: Picture) -> None:
    @click.command(cls=Ending, help=f"{picture.title} ({picture.name}).")
    @click.option("--seed", type=click.IntRange(0), default=picture.seed, show_default=True)
    @click.option("--out", type=FOLDER, default=Path("."), show_default=True)
    def own(seed: int, out: Path) -> None:
        _draw(picture, out, seed)

    own()


def _draw(picture: Picture, folder: Path, seed: int) -> None:
    from perturb.pages.figures.picture import write

    for path in write(picture, folder, seed):
        click.echo(path)


@click.command("simulate")
@click.argument("name")
@options
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports"), show_default=True
)
def command(name: str, out: Path, **given: Any) -> None:
    """Run a declared experiment and write its page under OUT/PAPER/simulations.

    Its record is a line of OUT/records/simulations.jsonl. Runs of the full profile are kept apart from
    others, in OUT/PAPER/simulations/full and simulations-full.jsonl.

    It can be killed at any moment: the same command goes on from there, with the same result to the last bit.

    \b
    Examples:
      perturb simulate fig-4
      perturb simulate fig-4 --draws 500000 --workers 8
      perturb simulate riedi2022/fig-4 --profile full --scheduler tcp://head:8786 --out /tmp/fig-4
    """
    from perturb.montecarlo import find

    needs_drawing()
    try:
        experiment = find(name)
    except LookupError as error:
        raise click.UsageError(f"NAME: {error.args[0]}") from None
    if isinstance(experiment, Picture):
        _only_a_seed(experiment)
        _draw(experiment, out / simulation(experiment.name)[0], given["seed"])
        return
    choice = Choice(**given)
    report(experiment, choice, out, pages=out / simulation(experiment.name, choice.profile)[0])


def _only_a_seed(picture: Picture) -> None:
    """UsageError for an option that a picture would ignore."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name not in ("name", "seed", "out"):
            only = f"{picture.name} is a picture: --seed and --out are all it takes"
            raise click.UsageError(f"{option.opts[0]}: {only}")


def report(experiment: Experiment, choice: Choice, out: Path, pages: Path) -> None:
    """Run, keeping the chunks, and say what was written; errors in one line, exit code 130 after Ctrl-C."""
    with clear():
        results = campaign(experiment, choice, out, pages, resume=True)
    if results.interrupted and results.sizes:
        interrupted("the page shows what was drawn; the same command goes on from there")
    if results.interrupted:
        interrupted("before the first chunk was drawn")


@contextmanager
def clear() -> Iterator[None]:
    """What the user can put right is said in one line."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # of our own: data that cannot be had
            raise click.UsageError(str(error)) from None
        raise unwritable(error, "run") from None
    except (ValueError, ImportError) as error:
        raise click.UsageError(str(error)) from None


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
