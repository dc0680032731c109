"""What large matrices ask of the machine: memory that the system has back at once, one thread of BLAS."""

from __future__ import annotations

import math
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import numpy as np
from threadpoolctl import threadpool_limits

from perturb.types import FloatArray

LARGE = 2**20  # bytes


def room(shape: tuple[int, ...], order: Literal["C", "F"] = "C") -> FloatArray:
    """Zeros of float64 of this shape, in a mapping of their own where they are many.

    What an allocator keeps between two matrices counts as much as a matrix: of 1024 x 1024 it kept one.
    """
    size = 8 * math.prod(shape)
    if size < LARGE:
        return np.zeros(shape, order=order)
    return np.frombuffer(mmap.mmap(-1, size), dtype=np.float64).reshape(shape, order=order)


def copied(A: FloatArray) -> FloatArray:
    found = room(A.shape)
    found[...] = A
    return found


@contextmanager
def one_thread() -> Iterator[None]:
    """While it is open, or while a function runs that it decorates.

    BLAS starts a thread a core, and each spins while it waits for the others. On cores that others use
    too, they spin for whole slices of time: a layer of 1024 x 1024 then takes many times as long. With one
    thread it takes about a second, and sums have one order whatever the machine has.
    """
    with threadpool_limits(1, user_api="blas"):
        yield
