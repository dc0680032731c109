"""Running an experiment: where chunks run, and how they are merged.

Runs an experiment: chunks over an executor, merged in a fixed order, so the workers change no bit.

Where chunks run: in this process, in local threads or processes, or on a Dask cluster.
"""

from __future__ import annotations

import re
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, nullcontext
from errno import ECONNREFUSED
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from perturb.montecarlo.chunk import Chunk, about, chunks, replaced
from perturb.montecarlo.result import Results, result
from perturb.montecarlo.store import ChunkStore, RawFolder
from perturb.montecarlo.tally import Output, Part, Tally, perform
from perturb.process.pool import processes
from perturb.process.signals import keeping
from perturb.statements.experiment import Draws, Experiment, Panel

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
    store: Path | None = None,
    repair: bool = False,
    raw: Path | None = None,
    progress: Progress | None = None,
) -> Results:
    """Draw the experiment; `draws` (at each size, or by size), `sizes` and `seed` replace the declared ones.

    `workers` = 1 stays in this process, more are a `pool` of processes or threads; or an `executor` is given,
    and `workers` says how many chunks it runs at a time. With a `store`, the file of its chunks, a run that
    was killed goes on where it was, and one with more draws adds to it. `raw` is a folder for the values
    themselves. `progress(n, done, total)` is called after each chunk, done and total counting draws at all
    sizes. Ctrl-C returns what is done, marked `interrupted`. ValueError for bad numbers, StoreError for a
    store that cannot be used.
    """
    experiment = replaced(experiment, draws, sizes, seed)
    sums = Sums(experiment)
    with ExitStack() as stack:
        # This process may have more BLAS threads than a worker has; the bits must not know.
        stack.enter_context(threadpool_limits(1, user_api="blas"))
        keep = Keeper(
            None if store is None else stack.enter_context(ChunkStore(store, about(experiment), repair)),
            None if raw is None else RawFolder(raw, experiment),
        )
        # Ctrl-C goes through the pool, which then waits for none of its workers.
        with keeping() as kept, nullcontext(executor) if executor else local(workers, pool) as own:
            _collect(experiment, sums, own, max(1, workers), keep, progress)
    done = tuple(result(experiment, panel, tally) for panel, tally in sums.tallies.items() if tally.draws)
    return Results(experiment.name, experiment.stream_key, experiment.seed, done, kept.interrupted)


class Sums:
    """The tally of every panel, with all columns of a chunk or with none."""

    def __init__(self, experiment: Experiment) -> None:
        self.tallies = {panel: Tally() for panel in experiment.panels()}

    def add(self, chunk: Chunk, parts: Parts) -> None:
        """In one assignment: Ctrl-C comes before it or after it."""
        panels = [Panel(chunk.case, part.column, chunk.n) for part in parts]
        more = {panel: self.tallies[panel].plus(part) for panel, part in zip(panels, parts, strict=True)}
        self.tallies = self.tallies | more


class Keeper:
    """What is kept of a run: its chunks, raw files, both or nothing."""

    def __init__(self, store: ChunkStore | None, raw: RawFolder | None) -> None:
        self.store, self.raw = store, raw

    def get(self, chunk: Chunk) -> Parts | None:
        if self.store is None or (self.raw is not None and not self.raw.has(chunk)):
            return None
        return self.store.get(chunk)

    def put(self, chunk: Chunk, output: Output) -> None:
        # The file first: a chunk in the store is complete.
        if self.raw is not None and output.raw is not None:
            self.raw.put(chunk, output.raw)
        if self.store is not None:
            self.store.put(chunk, output.parts)


def _collect(
    experiment: Experiment,
    sums: Sums,
    executor: Executor,
    workers: int,
    keep: Keeper,
    progress: Progress | None,
) -> None:
    total, done = sum(experiment.plan().values()) * len(experiment.cases), 0
    plan = chunks(experiment, keep.raw is not None)
    for chunk, parts in in_order(plan, executor, 4 * workers if workers > 1 else 1, keep):
        sums.add(chunk, parts)
        done += chunk.draws
        if progress is not None:
            progress(chunk.n, done, total)


def in_order(
    plan: Iterator[Chunk], executor: Executor, window: int, keep: Keeper
) -> Iterator[tuple[Chunk, Parts]]:
    """The chunks in the order of the plan, each stored as soon as it is done.

    At most `window` chunks are under way or wait for one before them: memory does not grow with the plan.
    """
    queue: deque[tuple[Chunk, Parts | Future[Output]]] = deque()
    try:
        while True:
            for chunk in islice(plan, window - len(queue)):
                queue.append((chunk, keep.get(chunk) or executor.submit(perform, chunk)))
            if not queue:
                return
            _settle(queue, keep)
            while queue and isinstance(parts := queue[0][1], tuple):
                yield queue.popleft()[0], parts
    finally:
        for _, pending in queue:
            if isinstance(pending, Future):
                pending.cancel()


def _settle(queue: deque[tuple[Chunk, Parts | Future[Output]]], keep: Keeper) -> None:
    """Wait for at least one chunk, unless the first is there, and store all that are done."""
    pending = [entry for _, entry in queue if isinstance(entry, Future)]
    if pending and isinstance(queue[0][1], Future):
        wait(pending, return_when=FIRST_COMPLETED)
    for place, (chunk, entry) in enumerate(queue):
        if isinstance(entry, Future) and entry.done():
            output = entry.result()
            keep.put(chunk, output)
            queue[place] = chunk, output.parts


POOLS = ("processes", "threads")
PATIENCE = 3.0  # seconds for a scheduler to answer, so that a stranger is told of within five


class Inline(Executor):
    """Runs what is submitted at once, in this process; an exception, Ctrl-C included, comes out of submit."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def local(workers: int, pool: str = "processes") -> Iterator[Executor]:
    """An executor of `workers` processes or threads; one worker is this process itself.

    ValueError for fewer than one worker or an unknown pool.
    """
    if workers < 1:
        raise ValueError(f"workers must be positive, got {workers}")
    if pool not in POOLS:
        raise ValueError(f"pool must be one of {', '.join(POOLS)}, got {pool!r}")
    if workers == 1:
        yield Inline()
    elif pool == "processes":
        with processes(workers) as executor:
            yield executor
    else:
        threads = ThreadPoolExecutor(workers)
        try:
            yield threads
        finally:
            threads.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of the Dask scheduler at `address`, and how many chunks it can run at a time.

    Its workers need perturb and the module of the statistic. ImportError without the extra `cluster`,
    ValueError for an address of another form, OSError when no scheduler answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ImportError("a cluster needs the extra: pip install 'perturb[cluster]'") from None
    _answers(address)
    connect: Any = Client
    with connect(address, set_as_default=False) as client:
        # Chunks are pure, but their results are not worth the scheduler's memory once they are here.
        yield client.get_executor(pure=False, retries=2), max(1, sum(client.nthreads().values()))


def _answers(address: str) -> None:
    """A client that finds nobody waits for a minute and complains when it is thrown away: ask first."""
    if address.startswith(("inproc://", "ucx://")):
        return  # there is no port to knock at
    found = re.fullmatch(r"(?:(?:tcp|tls|wss?)://)?([^/]+):(\d+)(?:/.*)?", address)
    if found is None:
        raise ValueError(f"scheduler: {address!r} is no address such as tcp://host:8786")
    host, port = found[1].strip("[]"), int(found[2])
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(ECONNREFUSED, f"no scheduler answers ({error})", address) from None
    if not address.startswith(("tls://", "wss://")):  # those need certificates, which only the client has
        _speaks_dask(address)


def _speaks_dask(address: str) -> None:
    """Whoever listens there may be something else, which a client would talk to for a minute."""
    import asyncio  # slow to load, and only a cluster needs it

    talk: Any = import_module("distributed.core").rpc

    async def identity() -> None:
        async with talk(address) as scheduler:
            await scheduler.identity()

    try:
        asyncio.run(asyncio.wait_for(identity(), PATIENCE))
    except Exception as error:  # what a stranger sends may fail anywhere
        what = f"what answers is no Dask scheduler ({type(error).__name__})"
        raise ConnectionError(ECONNREFUSED, what, address) from None
