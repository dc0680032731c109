"""A limit in seconds for one computation that looks at no clock: it is interrupted where it stands."""

from __future__ import annotations

import math
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LEAST = 0.001
AGAIN = 0.01  # seconds to the next try of an alarm that came at a bad time


class TimeIsOver(Exception):
    """The computation was interrupted; nothing is known of its result."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """TimeIsOver is raised inside after so many seconds.

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
    global _armed, _outer
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        _armed, _outer = True, sys._getframe(2)  # of whoever sets the limit
        signal.setitimer(signal.ITIMER_REAL, max(seconds, LEAST))
        yield
    finally:
        _armed, _outer = False, None  # before any call: no alarm rings in what clears up
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_armed = False
_outer: FrameType | None = None


def _ring(number: int, frame: FrameType | None) -> None:
    if _armed and _delicate(frame):
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    elif _armed:
        raise TimeIsOver


def _delicate(frame: FrameType | None) -> bool:
    """Is something under way that an exception would spoil for good?

    A module that is left half loaded (some in C cannot be loaded twice), or a finaliser, in which Python
    prints the exception and goes on.
    """
    while frame is not None and frame is not _outer:
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib") or code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False
