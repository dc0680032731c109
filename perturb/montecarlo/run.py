"""Runs an experiment: chunks over processes, merged in a fixed order, so the workers change no bit."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from perturb.montecarlo.chunk import CHUNK, Task, draw
from perturb.montecarlo.plan import Experiment
from perturb.montecarlo.result import Accumulator, Results

FloatArray = NDArray[np.float64]
Progress = Callable[[int, int, int], None]
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def run(
    experiment: Experiment,
    *,
    draws: int | None = None,
    sizes: Sequence[int] | None = None,
    seed: int | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Results:
    """Draw the experiment; `draws` at each size, `sizes` and `seed` replace the declared ones.

    `workers` = 1 stays in this process. `progress(n, done, total)` is called after each chunk, done and
    total counting draws at all sizes. Ctrl-C returns what is done, marked `interrupted`. ValueError for bad
    numbers.
    """
    if workers < 1:
        raise ValueError(f"workers must be positive, got {workers}")
    experiment = _replaced(experiment, draws, sizes, seed)
    merged = {n: Accumulator(experiment, n) for n in experiment.sizes}
    interrupted = False
    try:
        _collect(experiment, merged, workers, progress)
    except KeyboardInterrupt:
        interrupted = True
    done = tuple(a.result() for a in merged.values() if a.draws)
    return Results(experiment.name, experiment.fingerprint(), experiment.seed, done, interrupted)


def _replaced(
    experiment: Experiment, draws: int | None, sizes: Sequence[int] | None, seed: int | None
) -> Experiment:
    return replace(
        experiment,
        draws=experiment.draws if draws is None else draws,
        sizes=experiment.sizes if sizes is None else tuple(sizes),
        seed=experiment.seed if seed is None else seed,
    )


def _collect(
    experiment: Experiment, merged: dict[int, Accumulator], workers: int, progress: Progress | None
) -> None:
    total, done = experiment.draws * len(experiment.sizes), 0
    with _mapper(workers) as mapper:
        tasks = list(_tasks(experiment))
        for task, values in zip(tasks, mapper(draw, tasks), strict=True):
            merged[task.n] = merged[task.n].add(values)
            done += task.draws
            if progress is not None:
                progress(task.n, done, total)


def _tasks(experiment: Experiment) -> Iterator[Task]:
    key = experiment.fingerprint()
    for n in experiment.sizes:
        for index, start in enumerate(range(0, experiment.draws, CHUNK)):
            size = min(CHUNK, experiment.draws - start)
            yield Task(experiment.statistic, key, experiment.seed, n, index, size)


@contextmanager
def _mapper(workers: int) -> Iterator[Callable[..., Iterator[FloatArray]]]:
    if workers == 1:
        yield map
        return
    with _one_blas_thread():
        pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_ignore_interrupt)
        try:
            yield pool.map
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _one_blas_thread() -> Iterator[None]:
    """Spawned workers read these before they load numpy; processes are the parallelism."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def _ignore_interrupt() -> None:
    """Ctrl-C reaches the whole process group; the parent alone answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
