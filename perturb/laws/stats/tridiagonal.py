"""Largest eigenvalues with another variance on the diagonal, a slip: of tridiagonal and dense models."""

from __future__ import annotations

from functools import cache
from math import exp, sqrt
from typing import Literal

import numpy as np
import scipy

from perturb.laws.stats.bands import sup_distance
from perturb.types import FloatArray

DRAWS = 8_000
BLOCK = 500  # dense matrices at a time
SEED = 2002


@cache
def largest_with(beta: int, n: int, factor: float) -> FloatArray:
    """n^(1/6) (largest - 2 sqrt(n)) of DRAWS tridiagonal matrices, sorted, `factor` times the right diagonal.

    I. Dumitriu and A. Edelman, J. Math. Phys. 43, 5830 (2002): diagonal N(0, 2/beta), beside it
    chi(beta k) / sqrt(beta), k = n - 1, ..., 1. Only the top 12 n^(1/3) + 12 rows matter at the edge. Unlike
    in a dense matrix, another variance on the diagonal (`factor` times 2/beta) changes the limit distribution
    itself: the noise of the stochastic Airy operator has variance 2/beta from the diagonal, as much from
    beside it.
    """
    rng = np.random.default_rng([SEED, beta, n])
    rows = min(n, int(12 * n ** (1 / 3)) + 12)
    diagonal = rng.normal(0.0, sqrt(2 * factor / beta), (DRAWS, rows))
    beside = np.sqrt(rng.chisquare(beta * (n - np.arange(1, rows)), (DRAWS, rows - 1)) / beta)
    top = [_top(d, e) for d, e in zip(diagonal, beside, strict=True)]
    return np.sort(n ** (1 / 6) * (np.array(top) - 2 * sqrt(n)))


@cache
def dense_largest(beta: int, n: int, variance: float, draws: int) -> FloatArray:
    """n^(1/6) (largest - 2 sqrt(n)) of dense matrices, sorted: off-diagonal entries have E |x|^2 = 1."""
    rng, index = np.random.default_rng([SEED, beta, n, 1]), np.arange(n)
    top = np.empty(draws)
    for start in range(0, draws, BLOCK):
        part = top[start : start + BLOCK]
        X = rng.standard_normal((len(part), n, n))
        if beta == 2:
            X = (X + 1j * rng.standard_normal(X.shape)) / sqrt(2)
        X = (X + X.conj().swapaxes(1, 2)) / sqrt(2)
        X[:, index, index] = sqrt(variance) * rng.standard_normal((len(part), n))
        part[:] = np.linalg.eigvalsh(X)[:, -1]
    return np.sort(n ** (1 / 6) * (top - 2 * sqrt(n)))


def _top(diagonal: FloatArray, beside: FloatArray) -> float:
    last = len(diagonal) - 1
    if last == 0:
        return float(diagonal[0])
    return float(
        scipy.linalg.eigvalsh_tridiagonal(diagonal, beside, select="i", select_range=(last, last))[0]
    )


def two_samples(sample: FloatArray, other: FloatArray) -> tuple[float, float]:
    """The sup distance d between two samples (`other` sorted), and a bound of the chance of one as large.

    By two bands of Dvoretzky, Kiefer, Wolfowitz and Massart that share the chance and meet at d.
    """

    def share(x: FloatArray, side: Literal["left", "right"]) -> FloatArray:
        return np.searchsorted(other, x, side=side) / len(other)

    seen = sup_distance(sample, lambda x: share(x, "right"), lambda x: share(x, "left"))
    unit = seen / (len(sample) ** -0.5 + len(other) ** -0.5)
    return seen, min(1.0, 4 * exp(-2 * unit * unit))
