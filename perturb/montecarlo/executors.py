"""Where chunks run: in this process, in local threads or processes, or on a Dask cluster."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from errno import ECONNREFUSED
from importlib import import_module
from typing import Any

from perturb.process.pool import processes

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
