"""Ctrl-C in the first second, while modules are loaded: a word and exit code 130, no traceback of an import.

An exception in the midst of an import may also be swallowed, or told as a fault of the module.
"""

import os
import signal


def answer() -> None:
    """From now on Ctrl-C ends the process at once; where it is ignored, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def done() -> None:
    """All that the command needs is loaded: Ctrl-C is an exception again, so that what is found is kept."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, frame: object) -> None:
    os.write(2, b"interrupted\n")
    os._exit(128 + number)
