"""Ctrl-C in the first second, while modules are loaded: a word and exit code 130, no traceback of an import.

An exception in the midst of an import may also be swallowed, or told as a fault of the module. SIGTERM is
answered alike, with 143.
"""

# `signal` without its enums, whose import takes a hundredth of a second in which Python itself would answer.
import _signal as signal  # type: ignore[import-not-found]
import os

from perturb.process.delicate import patient

INTERRUPT, TERMINATE = signal.SIGINT, signal.SIGTERM


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
