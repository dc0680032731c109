"""Work in a thread of its own, so that Ctrl-C is answered while LAPACK computes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
END = object()


def aside(work: Iterator[T]) -> Iterator[T]:
    """The items of `work`, which another thread computes; what ends it there is raised here.

    A signal ends the waiting at once, and the thread goes on: the process should then be left by `away`.
    """
    done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def go() -> None:
        try:
            for one in work:
                done.put((one, None))
            done.put((END, None))
        except BaseException as error:  # raised again where the items are asked for
            done.put((END, error))

    Thread(target=go, daemon=True, name=NAME).start()
    while True:
        one, error = done.get()
        if error is not None:
            raise error
        if one is END:
            return
        yield one


NAME = "perturb-aside"


def away(code: int) -> NoReturn:
    """Leaves the process although a thread is in LAPACK, whose memory an ordinary end would take from it."""
    sys.stdout.flush()
    sys.stderr.flush()
    if busy():
        os._exit(code)
    sys.exit(code)


def busy() -> bool:
    from threading import enumerate as threads

    return any(one.name == NAME for one in threads())
