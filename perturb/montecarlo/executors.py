"""Where chunks run: in this process, in local threads or processes, or on a Dask cluster."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from errno import ECONNREFUSED
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Any

POOLS = ("processes", "threads")
PATIENCE = 10.0  # seconds for a scheduler to answer


class Inline(Executor):
    """Runs what is submitted at once, in this process; an exception, Ctrl-C included, comes out of submit."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local(workers: int, pool: str = "processes") -> Iterator[Executor]:
    """An executor of `workers` processes or threads; one worker is this process itself.

    ValueError for fewer than one worker or an unknown pool.
    """
    if workers < 1:
        raise ValueError(f"workers must be positive, got {workers}")
    if pool not in POOLS:
        raise ValueError(f"pool must be one of {', '.join(POOLS)}, got {pool!r}")
    executor = _executor(workers, pool)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _executor(workers: int, pool: str) -> Executor:
    if workers == 1:
        return Inline()
    if pool == "threads":
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_start)


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


def _start() -> None:
    """Ctrl-C reaches the whole process group, the parent alone answers it; and no worker outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
