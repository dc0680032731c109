"""Work that may ask for more than there is: done in a process of its own, with limits on time and memory."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
