"""Ctrl-C and SIGTERM: answered from the first line on, never at a bad time, and what is done then is kept.

Three parts. Before a command is loaded both end the process at once, with a word and 130 or 143: an exception
in the midst of an import may be swallowed, or told as a fault of the module. Afterwards both are an
exception, which waits for the end of moments that it would spoil for good. Where that exception is caught,
and what is done so far kept, `keeping` stands, and `ending.ends_saying` in commands: nothing else of the
program speaks of the exception. Next to nothing is imported: the first second needs this.
"""

from __future__ import annotations

# `signal` without its enums, whose import takes a hundredth of a second in which Python itself would answer.
import _signal as signal  # type: ignore[import-not-found]
import _thread
import os
import time

from perturb.version import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType
    from typing import Any, NoReturn, Self

    Handler = Callable[[int, FrameType | None], Any]

INTERRUPT, TERMINATE = signal.SIGINT, signal.SIGTERM
AGAIN = 0.01  # seconds to the next try of a signal that came at a bad time
# Finalisers, Hypothesis's callback of the collector, callbacks of weak references.
BACK, WEAK = ("__del__", "gc_callback"), ("/weakref.py", "/_weakrefset.py")
# Where a lock is taken in Python: an exception just after it leaves it locked for good.
LOCKS, TAKEN = ("/threading.py", "/concurrent/futures/_base.py"), ("__enter__", "__exit__", "cancel")
PATIENCE = 1.0  # seconds after which it comes through: a user's module may load for ever


def answer() -> None:
    """From now on Ctrl-C and SIGTERM end the process at once; where they are ignored, it stays so."""
    if signal.getsignal(INTERRUPT) is signal.default_int_handler:
        signal.signal(INTERRUPT, _end)
    if signal.getsignal(TERMINATE) == signal.SIG_DFL:
        signal.signal(TERMINATE, _end)


def done() -> None:
    """All that the command needs is loaded: Ctrl-C is an exception again, so that what is found is kept."""
    if signal.getsignal(INTERRUPT) is _end:
        signal.signal(INTERRUPT, patient(signal.default_int_handler))


def _end(number: int, frame: object) -> None:
    os.write(2, b"interrupted\n")
    os._exit(128 + number)


def delicate(frame: FrameType | None, above: FrameType | None = None) -> bool:
    """Is an import, a finaliser, a callback or the taking of a lock going on, in `frame`, below `above`?

    A module that is left half loaded cannot be used again (some in C not even loaded again), what comes next
    fails with a traceback; in a finaliser or a callback of the garbage collector Python prints the exception,
    and the signal is lost.
    """
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


class keeping:  # noqa: N801 (it is used as a word)
    """What was done within stays: Ctrl-C ends the block, is true of it then, and the caller goes on."""

    def __init__(self) -> None:
        self.interrupted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> bool:
        self.interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
        return self.interrupted


def interrupt() -> NoReturn:
    """Ctrl-C once more, for the callers of one who has kept something and says so as part of it."""
    raise KeyboardInterrupt
