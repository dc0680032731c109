"""Dense square matrices with independent entries of mean 0 and variance 1, and what is read off them.

Streams are consumed draw by draw: the first k of `draws` draws do not depend on `draws`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Entries = Callable[[int, int, np.random.Generator], FloatArray]

# Entries held at a time (8 MiB): larger batches gain no speed and cost memory.
BATCH = 2**20


def ginibre(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Real Ginibre matrices, shape (draws, n, n): independent N(0, 1) entries."""
    return rng.standard_normal((draws, n, n))


def uniform_entries(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Independent entries uniform on (-sqrt 3, sqrt 3), hence of variance 1; shape (draws, n, n)."""
    return rng.uniform(-np.sqrt(3), np.sqrt(3), (draws, n, n))


def symmetrised_largest(
    n: int, draws: int, rng: np.random.Generator, entries: Entries = ginibre
) -> FloatArray:
    """Largest eigenvalue of K + K', shape (draws,).

    For `ginibre` entries K + K' is sqrt(2) times the Gaussian orthogonal ensemble of off-diagonal variance 1.
    """
    return np.concatenate([_largest(entries(n, size, rng)) for size in _batches(n, draws)])


def _largest(K: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.eigvalsh(K + K.swapaxes(-1, -2))[:, -1], dtype=np.float64)


def _batches(n: int, draws: int) -> Iterator[int]:
    step = max(1, BATCH // (n * n))
    for start in range(0, draws, step):
        yield min(step, draws - start)
