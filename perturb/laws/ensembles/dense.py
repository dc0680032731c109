"""Dense random matrices, shape (draws, n, n), and the largest eigenvalue of K + K'.

Streams are consumed draw by draw: the first k of `draws` draws do not depend on `draws`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from perturb.laws.ensembles.entries import Entries, complex_ginibre, entries_of, ginibre
from perturb.types import ComplexArray, FloatArray

# Entries held at a time (8 MiB): larger batches gain no speed and cost memory.
BATCH = 2**20


def goe(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """(K + K')/sqrt(2): N(0, 1) off the diagonal, N(0, 2) on it."""
    K = ginibre(n, draws, rng)
    return np.asarray((K + K.swapaxes(-1, -2)) / sqrt(2))


def gue(n: int, draws: int, rng: np.random.Generator) -> ComplexArray:
    """(K + K*)/sqrt(2), K complex: E|entry|^2 = 1 off the diagonal, N(0, 1) on it."""
    K = complex_ginibre(n, draws, rng)
    return np.asarray((K + K.swapaxes(-1, -2).conj()) / sqrt(2))


def wishart(n: int, m: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """X'X, n x n, X of shape m x n with independent N(0, 1) entries."""
    X = rng.standard_normal((draws, m, n))
    return np.asarray(X.swapaxes(-1, -2) @ X)


def haar_orthogonal(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Haar orthogonal matrices: Q of QR, the diagonal of R positive (F. Mezzadri, Notices AMS 54, 2007)."""
    Q, R = np.linalg.qr(ginibre(n, draws, rng))
    return np.asarray(Q * np.sign(np.diagonal(R, axis1=-2, axis2=-1))[:, None, :])


def masks(n: int, draws: int, m: int, eta: float, rng: np.random.Generator) -> FloatArray:
    """Diagonals of D(m, n, eta): m entries, at places drawn uniformly, are eta, the others 1; (draws, n)."""
    if not 0 <= m <= n:
        raise ValueError(f"m = {m} must be in 0..{n}")
    places = np.argsort(rng.random((draws, n)), axis=1)[:, :m]
    diagonals = np.ones((draws, n))
    np.put_along_axis(diagonals, places, eta, axis=1)
    return diagonals


def circulant(n: int, draws: int, rng: np.random.Generator, *, taps: int | None = None) -> FloatArray:
    """Circulant convolutions: row i is the filter shifted by i; `taps` (by default n) N(0, 1) weights."""
    taps = n if taps is None else taps
    if not 1 <= taps <= n:
        raise ValueError(f"taps = {taps} must be in 1..{n}")
    c = np.zeros((draws, n))
    c[:, :taps] = rng.standard_normal((draws, taps))
    return c[:, (np.arange(n)[None, :] - np.arange(n)[:, None]) % n]


def symmetrised_largest(
    n: int, draws: int, rng: np.random.Generator, entries: str | Entries = ginibre
) -> FloatArray:
    """Largest eigenvalue of K + K', shape (draws,); entries: a name of `entries_of` or a sampler.

    For `ginibre` entries K + K' is sqrt(2) times the Gaussian orthogonal ensemble of off-diagonal variance 1.
    """
    draw = entries_of(entries)
    return np.concatenate([np.empty(0), *(_largest(draw(n, size, rng)) for size in batches(n, draws))])


def _largest(K: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.eigvalsh(K + K.swapaxes(-1, -2))[:, -1], dtype=np.float64)


def batches(n: int, draws: int) -> Iterator[int]:
    """Sizes of batches of n x n matrices, `draws` in all, each within BATCH entries."""
    if n < 1 or draws < 0:
        raise ValueError(f"n = {n} must be at least 1 and draws = {draws} not negative")
    step = max(1, BATCH // (n * n))
    for start in range(0, draws, step):
        yield min(step, draws - start)
