"""Moments at which an exception out of a signal would spoil something for good: it waits for their end.

A module that is left half loaded cannot be used again (some in C not even loaded again), what comes next
fails with a traceback; in a finaliser or a callback of the garbage collector Python prints the exception, and
the signal is lost. Nothing is imported that Python has not loaded already: the first second needs this.
"""

from __future__ import annotations

# `signal` without its enums, as in `perturb.process.start`.
import _signal as signal  # type: ignore[import-not-found]
import _thread
import time

from perturb.version import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    Handler = Callable[[int, FrameType | None], Any]

AGAIN = 0.01  # seconds to the next try of a signal that came at a bad time
# Finalisers, Hypothesis's callback of the collector, callbacks of weak references.
BACK, WEAK = ("__del__", "gc_callback"), ("/weakref.py", "/_weakrefset.py")
# Where a lock is taken in Python: an exception just after it leaves it locked for good.
LOCKS, TAKEN = ("/threading.py", "/concurrent/futures/_base.py"), ("__enter__", "__exit__", "cancel")
PATIENCE = 1.0  # seconds after which it comes through: a user's module may load for ever


def delicate(frame: FrameType | None, above: FrameType | None = None) -> bool:
    """Is an import, a finaliser, a callback or the taking of a lock going on, in `frame`, below `above`?"""
    while frame is not None and frame is not above:
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib") or code.co_name in BACK:
            return True
        if code.co_filename.endswith(WEAK) or (code.co_filename.endswith(LOCKS) and code.co_name in TAKEN):
            return True
        frame = frame.f_back
    return False


def patient(answer: Handler) -> Handler:
    """A handler that answers as `answer` does, at a bad time a moment later, a second later at the most."""
    since: list[float] = []

    def handler(number: int, frame: FrameType | None) -> None:
        if delicate(frame):
            since.append(time.monotonic())
            if since[-1] - since[0] < PATIENCE:
                _thread.start_new_thread(_again, (number, _thread.get_ident()))
                return
        since.clear()
        answer(number, frame)

    return handler


def _again(number: int, main: int) -> None:
    """To the main thread itself, which may have begun to wait."""
    time.sleep(AGAIN)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, number)
    else:
        signal.raise_signal(number)
