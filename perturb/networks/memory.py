"""Memory for large matrices that the system has back as soon as they are gone."""

from __future__ import annotations

import math
import mmap
from typing import Literal

import numpy as np

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
