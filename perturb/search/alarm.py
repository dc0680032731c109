"""A limit in seconds for one computation that looks at no clock: it is interrupted where it stands.

A ring may be told of late: after its timer was stopped, by another thread, while the machine is busy. So the
handler raises only inside a block and when it is due, and it is given back only when no ring can still be on
its way.
"""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from perturb.process.signals import AGAIN, delicate

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
