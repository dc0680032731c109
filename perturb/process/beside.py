"""Work in a thread beside the main one, which is free to answer Ctrl-C: a call in C would keep it waiting."""

from __future__ import annotations

# `_thread` itself: `Thread.start` waits, in Python, for the thread to begin, and Ctrl-C in that wait may be
# an error of a lock instead of an interrupt.
import _thread
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

Item = TypeVar("Item")
_END = object()
GLANCE = 0.2  # seconds after which a signal is seen that came just before the wait, and did not end it
_computed: set[object] = set()  # what is being computed in a thread


def running() -> bool:
    """Is something that was given up still computed?"""
    return bool(_computed)


def beside(items: Iterable[Item]) -> Iterator[Item]:
    """The items, each made in a thread when it is asked for; what is raised there is raised here.

    An item that is given up, by Ctrl-C, is computed until the process ends, which does not wait for it; while
    one is computed it has to end by `os._exit`: libraries that clear up at exit pull memory from under it.
    """
    there, context = iter(items), copy_context()
    while (found := _made(there, context)) is not _END:
        yield found


def _made(there: Iterator[Any], context: Any) -> Any:
    answer: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def work() -> None:
        found: tuple[Any, BaseException | None]
        try:
            found = context.run(next, there, _END), None
        except BaseException as error:
            found = None, error
        _computed.discard(answer)
        answer.put(found)

    _computed.add(answer)
    _thread.start_new_thread(work, ())
    found, error = _waited(answer)
    if error is not None:
        raise error
    return found


def _waited(answer: SimpleQueue[Item]) -> Item:
    while True:
        try:
            return answer.get(timeout=GLANCE)
        except Empty:
            continue
