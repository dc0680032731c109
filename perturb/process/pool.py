"""Worker processes and limits: the one pool, and what a piece of work may take of time and memory.

The one pool of worker processes: they run what the parent has read, and none outlives the run.

Limits for work that may ask for more than there is.

`guarded`: work in a process of its own, with limits on time and memory. `limited`: a limit in seconds for one
computation that looks at no clock; it is interrupted where it stands.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from errno import ECHILD
from multiprocessing import connection, get_context, parent_process, resource_tracker
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import sleep
from types import FrameType
from typing import Any, Self

from perturb.process import sources
from perturb.process.signals import AGAIN, delicate, patient

# Matrices are small: more threads a worker only get in each other's way.
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
GRACE = 10  # tenths of a second in which the pool itself may notice that a worker has died
ENDINGS = (signal.SIGINT, signal.SIGTERM)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """An executor of fresh processes, one BLAS thread each.

    Any error in the parent, Ctrl-C included, ends all of them at once, and so does the parent's own end,
    however it comes. ValueError for fewer than one worker; ChildProcessError (an OSError) when one of them is
    ended from outside.
    """
    with _one_thread(), _Signals() as signals:
        pool = _Pool(workers, signals)
        try:
            yield pool
        except BrokenProcessPool:
            pool.kill()
            raise ChildProcessError(ECHILD, "a worker has died (out of memory?)", "worker") from None
        except BaseException:
            pool.kill()
            raise
        finally:
            signals.held = True
            # Waiting also ends the pool's own thread: one that is left disturbs the end of the interpreter.
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _one_thread() -> Iterator[None]:
    """In the processes that are started within; this one has its threads already."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


class _Signals:
    """Ctrl-C and its like while a pool lives: answered once, and never in the midst of starting a process.

    A second one would break off the clearing up after the first. Only the main thread gets signals, and only
    those that Python answers are touched: what ends this process at once still does.
    """

    def __init__(self) -> None:
        self.held, self.answered = False, False
        self.waiting: list[int] = []
        self.before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for number in ENDINGS if current_thread() is main_thread() else ():
            if callable(old := signal.getsignal(number)):
                self.before[number] = old
                signal.signal(number, patient(self._came))
        return self

    def __exit__(self, *_: object) -> None:
        for number, old in self.before.items():
            signal.signal(number, old)
        self.held = False
        self.let_through()

    def _came(self, number: int, frame: FrameType | None) -> None:
        if self.held:
            self.waiting.append(number)
        elif not self.answered:
            self._answer(number)

    def _answer(self, number: int) -> None:
        try:
            self.before[number](number, None)
        except BaseException:
            self.answered = True
            raise

    def let_through(self) -> None:
        if self.waiting and not self.held and not self.answered:
            self._answer(self.waiting.pop())


@contextmanager
def deaf() -> Iterator[None]:
    """What is started within inherits that Ctrl-C is blocked: none meets it while it is still importing.

    The tracker that Python starts with the first process unblocks Ctrl-C again, so it is started before.
    """
    if _POSIX:
        resource_tracker.ensure_running()
    old = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS[:1]) if _POSIX else None
    try:
        yield
    finally:
        if old is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, old)


class _Pool(ProcessPoolExecutor):
    def __init__(self, workers: int, signals: _Signals) -> None:
        super().__init__(workers, get_context("spawn"), begin, (sources.read(),))
        # All workers are started by the first job, before the thread that watches them. Python would start
        # one with each of the first jobs, and the thread does not notice when one that is new to it dies.
        self._safe_to_dynamically_spawn_children = False
        self.watched = self.closing = False
        self.signals = signals

    def submit(self, *args: Any, **kwargs: Any) -> Any:
        """Processes are started by the first job."""
        self.signals.held = True
        try:
            with deaf():
                found = super().submit(*args, **kwargs)
            if not self.watched:
                self.watched = True
                Thread(target=self._watch, args=(dict(self._processes or {}),), daemon=True).start()
            return found
        finally:
            self.signals.held = False
            self.signals.let_through()

    def kill(self) -> None:
        """Ends all workers. One may have been sending: whoever reads the rest must find an end, and no pipe
        has one while this process could write into it, too.
        """
        for child in list((self._processes or {}).values()):
            child.kill()
        queue: Any = getattr(self, "_result_queue", None)
        with suppress(OSError, AttributeError):
            queue._writer.close()

    def shutdown(self, *args: Any, **kwargs: Any) -> None:
        self.closing = True
        super().shutdown(*args, **kwargs)

    def _watch(self, children: dict[int, Any]) -> None:
        """A worker that dies while it sends holds all others up, and its own death is not looked at."""
        connection.wait([child.sentinel for child in children.values()])
        for _ in range(GRACE):
            if self.closing or self._broken:
                return
            sleep(0.1)
        self.kill()


_POSIX = hasattr(signal, "pthread_sigmask")


def begin(read: sources.Snapshot) -> None:
    """In a worker: Ctrl-C is for the parent to answer, which alone reads files; and no worker outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sources.adopt(read)
    parent = parent_process()
    if parent is not None:
        _ends_with(parent.sentinel)
        Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _ends_with(sentinel: int) -> None:
    """The kernel ends this process with the other end of a pipe; a thread would wait for long calls in C."""
    try:
        import fcntl
    except ImportError:
        return
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(sentinel, fcntl.F_SETFL, fcntl.fcntl(sentinel, fcntl.F_GETFL) | os.O_ASYNC)


def _follow(sentinel: int) -> None:
    """The same where the parent is gone already, or the system has no such signal."""
    connection.wait([sentinel])
    os._exit(1)


# What a file of another may ask for: ten times what a stored witness takes, four times a stored proof.
SECONDS, PROOF_SECONDS, MEMORY = 1, 2, 2**29


class Exhausted(RuntimeError):
    """The work took more processor time or memory than it was given."""


def guarded(work: Callable[[], Any], seconds: int, memory: int) -> Any:
    """What `work` returns, or raises, which must be picklable; `memory` is in bytes beyond what is held.

    Exhausted where it takes more. Systems without fork have no limits.
    """
    if not hasattr(os, "fork"):
        return work()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _in_child(work, seconds, memory, writing)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as stream:
            data = stream.read()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.waitpid(child, 0)
    if not data:
        raise Exhausted(f"more than {seconds} s of processor time or {memory >> 20} MB of memory")
    done, found = pickle.loads(data)
    if not done:
        raise found
    return found


def _in_child(work: Callable[[], Any], seconds: int, memory: int, writing: int) -> None:
    """Never returns; a child that is ended writes nothing."""
    import resource

    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if held := _held():
            resource.setrlimit(resource.RLIMIT_AS, (held + memory, held + memory))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # a library that runs out of memory says so there
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        with os.fdopen(writing, "wb") as stream:
            stream.write(pickle.dumps(_done(work)))
    finally:
        os._exit(0)


def _done(work: Callable[[], Any]) -> tuple[bool, Any]:
    try:
        return True, work()
    except MemoryError:
        os._exit(1)
    except Exception as error:
        return False, error


def _held() -> int:
    """Bytes of address space; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


# A ring may be told of late: after its timer was stopped, by another thread, while the machine is busy. So
# the handler raises only inside a block and when it is due, and it is given back only when no ring can still
# be on its way.
LEAST = 0.001


class TimeIsOver(Exception):
    """The computation was interrupted; nothing is known of its result."""


class _Bell:
    """When a ring is wanted, whether it was heard, and the handler that stood before ours."""

    due = math.inf
    heard = True
    outer: Any = None
    ours = False
    limits: FrameType | None = None  # whoever set the limit


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """TimeIsOver is raised inside after so many seconds, never outside.

    Without a limit, outside the main thread, where another alarm is set, and where the system has no alarms,
    nothing is interrupted.
    """
    possible = seconds < math.inf and hasattr(signal, "setitimer")
    if not possible or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    try:
        try:
            _Bell.limits = sys._getframe(2)
            _listen(max(seconds, LEAST))
            yield
        finally:
            _Bell.due, _Bell.limits = math.inf, None
    finally:  # from here on nothing is raised: a ring that was raised has taken back the bell's due time
        _silence()


def _listen(seconds: float) -> None:
    if not _Bell.ours:
        _Bell.outer = signal.signal(signal.SIGALRM, _ring)
        _Bell.ours = True
    _Bell.heard, _Bell.due = False, time.perf_counter() + seconds
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _silence() -> None:
    """Stop the timer; where it has rung unheard, our handler stays, and keeps silent."""
    left = signal.setitimer(signal.ITIMER_REAL, 0)[0]
    if left > 0 or _Bell.heard:
        signal.signal(signal.SIGALRM, _Bell.outer)
        _Bell.ours = False


def _ring(number: int, frame: FrameType | None) -> None:
    """A ring of an earlier block comes before the due time of this one."""
    if time.perf_counter() < _Bell.due - LEAST:
        return
    if delicate(frame, _Bell.limits):
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    else:
        _Bell.heard, _Bell.due = True, math.inf
        raise TimeIsOver
