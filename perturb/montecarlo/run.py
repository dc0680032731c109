"""Runs an experiment: chunks over an executor, merged in a fixed order, so the workers change no bit."""

from __future__ import annotations

import hashlib
import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import scipy
from threadpoolctl import threadpool_limits

from perturb.montecarlo.executors import local
from perturb.montecarlo.part import Part, Tally
from perturb.montecarlo.raw import RawFolder
from perturb.montecarlo.result import Results, result
from perturb.montecarlo.store import ChunkStore
from perturb.montecarlo.work import Job, Output, perform
from perturb.statements.experiment import Draws, Experiment, Panel, label
from perturb.stats.bins import Bins, Column

Progress = Callable[[int, int, int], None]
Parts = tuple[Part, ...]


def run(
    experiment: Experiment,
    *,
    draws: Draws | None = None,
    sizes: Sequence[int] | None = None,
    seed: int | None = None,
    workers: int = 1,
    pool: str = "processes",
    executor: Executor | None = None,
    ledger: Path | None = None,
    repair: bool = False,
    raw: Path | None = None,
    progress: Progress | None = None,
) -> Results:
    """Draw the experiment; `draws` (at each size, or by size), `sizes` and `seed` replace the declared ones.

    `workers` = 1 stays in this process, more are a `pool` of processes or threads; or an `executor` is given,
    and `workers` says how many chunks it runs at a time. With a `ledger` a run that was killed goes on where
    it was, and one with more draws adds to it. `raw` is a folder for the values themselves.
    `progress(n, done, total)` is called after each chunk, done and total counting draws at all sizes. Ctrl-C
    returns what is done, marked `interrupted`. ValueError for bad numbers, StoreError for a ledger that
    cannot be used.
    """
    experiment = _replaced(experiment, draws, sizes, seed)
    tallies = {panel: Tally() for panel in experiment.panels()}
    interrupted = False
    with ExitStack() as stack:
        # This process may have more BLAS threads than a worker has; the bits must not know.
        stack.enter_context(threadpool_limits(1, user_api="blas"))
        keep = Keeper(
            None if ledger is None else stack.enter_context(ChunkStore(ledger, about(experiment), repair)),
            None if raw is None else RawFolder(raw, experiment),
        )
        try:
            # Ctrl-C goes through the pool, which then waits for none of its workers.
            with nullcontext(executor) if executor else local(workers, pool) as own:
                _collect(experiment, tallies, own, max(1, workers), keep, progress)
        except KeyboardInterrupt:
            interrupted = True
    done = tuple(result(experiment, panel, tally) for panel, tally in tallies.items() if tally.draws)
    return Results(experiment.name, experiment.stream_key, experiment.seed, done, interrupted)


def jobs(experiment: Experiment, raw: bool = False) -> Iterator[Job]:
    """Every chunk in the order of the plan."""
    columns = {name: column.sent() for name, column in experiment.columns.items()}
    for case in experiment.cases:
        key = experiment.stream_key_of(case)
        for n in experiment.sizes:
            step, draws = experiment.chunk_draws(n), experiment.plan()[n]
            for index, start in enumerate(range(0, draws, step)):
                count = min(step, draws - start)
                yield Job(
                    experiment.statistic,
                    case,
                    label(case),
                    key,
                    experiment.seed,
                    n,
                    index,
                    count,
                    columns,
                    raw,
                )


def about(experiment: Experiment) -> dict[str, str]:
    """What fixes the bits of a chunk beside its own key: a ledger holds chunks of one such description.

    The text of the statistic is part of it (not that of functions it calls: for those there is `version`).
    """
    return {
        "format": "1",
        "experiment": experiment.name,
        "version": str(experiment.version),
        "seed": str(experiment.seed),
        "bins": repr({name: _counted(column) for name, column in experiment.columns.items()}),
        "statistic": _digest(experiment.statistic),
        "libraries": f"numpy {np.__version__}, scipy {scipy.__version__}",
    }


class Keeper:
    """What is stored of a run: a ledger, raw files, both or nothing."""

    def __init__(self, ledger: ChunkStore | None, raw: RawFolder | None) -> None:
        self.ledger, self.raw = ledger, raw

    def get(self, job: Job) -> Parts | None:
        if self.ledger is None or (self.raw is not None and not self.raw.has(job)):
            return None
        return self.ledger.get(job)

    def put(self, job: Job, output: Output) -> None:
        # The file first: a chunk in the ledger is complete.
        if self.raw is not None and output.raw is not None:
            self.raw.put(job, output.raw)
        if self.ledger is not None:
            self.ledger.put(job, output.parts)


def _replaced(
    experiment: Experiment, draws: Draws | None, sizes: Sequence[int] | None, seed: int | None
) -> Experiment:
    """The experiment that draws just this; ValueError for a size that has no number of draws."""
    draws = experiment.draws if draws is None else draws
    if isinstance(draws, Mapping):
        chosen = tuple(draws) if sizes is None else tuple(sizes)
        if missing := set(chosen) - set(draws):
            raise ValueError(f"draws must be given for n = {min(missing)}, a size beside the declared ones")
        draws = {n: draws[n] for n in chosen}
    else:
        chosen = experiment.sizes if sizes is None else tuple(sizes)
    return replace(
        experiment,
        draws=draws,
        full=experiment.plan("full"),
        sizes=chosen,
        seed=experiment.seed if seed is None else seed,
    )


def _collect(
    experiment: Experiment,
    tallies: dict[Panel, Tally],
    executor: Executor,
    workers: int,
    keep: Keeper,
    progress: Progress | None,
) -> None:
    total, done = sum(experiment.plan().values()) * len(experiment.cases), 0
    plan = jobs(experiment, keep.raw is not None)
    for job, parts in in_order(plan, executor, 4 * workers if workers > 1 else 1, keep):
        for part in parts:
            tallies[Panel(job.case, part.column, job.n)].add(part)
        done += job.draws
        if progress is not None:
            progress(job.n, done, total)


def in_order(
    plan: Iterator[Job], executor: Executor, window: int, keep: Keeper
) -> Iterator[tuple[Job, Parts]]:
    """The chunks in the order of the plan, each stored as soon as it is done.

    At most `window` chunks are under way or wait for one before them: memory does not grow with the plan.
    """
    queue: deque[tuple[Job, Parts | Future[Output]]] = deque()
    try:
        while True:
            for job in islice(plan, window - len(queue)):
                queue.append((job, keep.get(job) or executor.submit(perform, job)))
            if not queue:
                return
            _settle(queue, keep)
            while queue and isinstance(parts := queue[0][1], tuple):
                yield queue.popleft()[0], parts
    finally:
        for _, pending in queue:
            if isinstance(pending, Future):
                pending.cancel()


def _settle(queue: deque[tuple[Job, Parts | Future[Output]]], keep: Keeper) -> None:
    """Wait for at least one chunk, unless the first is there, and store all that are done."""
    pending = [entry for _, entry in queue if isinstance(entry, Future)]
    if pending and isinstance(queue[0][1], Future):
        wait(pending, return_when=FIRST_COMPLETED)
    for place, (job, entry) in enumerate(queue):
        if isinstance(entry, Future) and entry.done():
            output = entry.result()
            keep.put(job, output)
            queue[place] = job, output.parts


def _counted(column: Column) -> object:
    """Bins as they are; of a probability its bound does not matter to what is counted."""
    return column if isinstance(column, Bins) else "event"


def _digest(statistic: Callable[..., object]) -> str:
    try:
        text = inspect.getsource(statistic)
    except (OSError, TypeError):
        # Built in, or an object with a call: only its name is known.
        text = getattr(statistic, "__qualname__", type(statistic).__qualname__)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
