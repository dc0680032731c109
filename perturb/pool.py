"""The one pool of worker processes: they run what the parent has read, and none outlives the run."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, connection, get_context, parent_process
from threading import Thread
from typing import Any

from perturb import sources

# Matrices are small: more threads a worker only get in each other's way.
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """An executor of fresh processes, one BLAS thread each.

    Any error in the parent, Ctrl-C included, ends all of them at once, and so does the parent's own end,
    however it comes. ValueError for fewer than one worker.
    """
    for name in THREADS:
        os.environ[name] = "1"
    before = set(active_children())
    pool = _Shielded(workers, get_context("spawn"), _begin, (sources.read(),))
    try:
        yield pool
    except BaseException:
        for child in set(active_children()) - before:
            child.kill()
        raise
    finally:
        # Waiting also ends the pool's own thread: one that is left is in the way of the interpreter's end.
        pool.shutdown(wait=True, cancel_futures=True)


class _Shielded(ProcessPoolExecutor):
    def submit(self, *args: Any, **kwargs: Any) -> Any:
        """Processes are started by the first job; a Ctrl-C must not meet one that is still importing."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(*args, **kwargs)
        # A blocked signal stays so in what is started now, and reaches the parent when it is let through.
        old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _begin(read: sources.Snapshot) -> None:
    """In a worker: Ctrl-C is for the parent to answer, which alone reads files; and no worker outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sources.adopt(read)
    parent = parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
