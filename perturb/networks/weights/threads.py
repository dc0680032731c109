"""One thread of BLAS for what is audited, whatever the machine has.

BLAS starts a thread a core, and each spins while it waits for the others. On cores that others use
too, they spin for whole slices of time: a layer of 1024 x 1024 then takes many times as long. With one
thread it takes about a second, and sums have one order whatever the machine has.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits


@contextmanager
def one_thread() -> Iterator[None]:
    """While it is open, or while a function runs that it decorates."""
    with threadpool_limits(1, user_api="blas"):
        yield
