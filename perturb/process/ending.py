"""How a command ends, whatever happens: one line and an exit code, no traceback."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from perturb.process import signals
from perturb.process.beside import running
from perturb.process.signals import patient

# Hypothesis keeps what it reads of sources in the working directory, unless it cannot; workers inherit this.
NOTHING_KEPT = ("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(os.devnull, "hypothesis"))


class Ending(click.Command):
    """Ctrl-C gives 130, SIGTERM 143, what cannot be read or written 2.

    Commands that have results to keep catch these themselves.
    """

    def invoke(self, ctx: click.Context) -> Any:
        if not isinstance(self, click.Group):  # whose command is still to be loaded
            loaded()
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            interrupted()
        except BrokenPipeError:
            raise  # the reader has gone (`perturb list | head`): click ends without a word
        except OSError as error:
            raise click.UsageError(f"{error.filename or 'output'}: {error.strerror or error}") from None

    def main(self, args: Sequence[str] | None = None, *more: Any, **given: Any) -> Any:
        """As click's; a process of its own (no `args`) also ends without Python's complaints."""
        if args is not None:
            return super().main(args, *more, **given)
        global _own
        _own = True
        os.environ.setdefault(*NOTHING_KEPT)
        try:
            return super().main(None, *more, **given)
        except SystemExit as end:
            if running():
                _leave()
                os._exit(end.code if isinstance(end.code, int) else 1)
            raise
        finally:
            _leave()


def loaded() -> None:
    """The command is there: from now on Ctrl-C is an exception, and SIGTERM in a process of its own."""
    signals.done()
    if _own:
        signal.signal(signal.SIGTERM, patient(_terminate))


def interrupted(kept: str = "") -> NoReturn:
    """After Ctrl-C or SIGTERM: say what is kept, exit with 130 or 143."""
    click.echo(f"interrupted: {kept}" if kept else "interrupted", err=True)
    sys.exit(128 + _ended_by)


@contextmanager
def ends_saying(kept: str | Callable[[], str]) -> Iterator[None]:
    """Ctrl-C within ends the command with what is kept: a word, or what makes it then."""
    try:
        yield
    except KeyboardInterrupt:
        interrupted(kept if isinstance(kept, str) else kept())


_own = False  # is this process there for the command alone?
_ended_by = signal.SIGINT


def _terminate(number: int, frame: object) -> None:
    """SIGTERM is answered as Ctrl-C is: what was found is kept, and no worker is left."""
    global _ended_by
    _ended_by = signal.Signals(number)
    raise KeyboardInterrupt


def _leave() -> None:
    """All is said: neither a second Ctrl-C nor an output that cannot be written may add a traceback."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
