"""Limits for work that may ask for more than there is.

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
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from perturb.process.signals import AGAIN, delicate

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
