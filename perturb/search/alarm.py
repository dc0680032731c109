"""A limit in seconds for one computation that looks at no clock: it is interrupted where it stands."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LEAST = 0.001


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
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, LEAST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: FrameType | None) -> None:
    raise TimeIsOver
