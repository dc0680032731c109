"""Hints at another variance on the diagonal of a matrix whose largest eigenvalues a sample holds.

Matrices with the other variance are drawn, tridiagonal and dense, and compared with the sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import exp, sqrt
from typing import Literal

import numpy as np
import scipy

from perturb.laws.distributions.finite_size import at_size
from perturb.laws.distributions.names import NamedDistribution
from perturb.laws.stats.bands import sup_distance
from perturb.laws.stats.fit import scaled
from perturb.laws.stats.slips import DENSE, EDGE, VARIANCES, Explanation, likelihood
from perturb.types import FloatArray

FEW = 300  # draws that rule out most variances
LARGEST_MODEL = 10_000  # beyond, drawing the tridiagonal model takes seconds
DRAWS = 8_000
BLOCK = 500  # dense matrices at a time
SEED = 2002


def diagonal(values: FloatArray, named: NamedDistribution, alpha: float, n: int | None) -> list[Explanation]:
    """Another variance on the diagonal, against draws of our own.

    Their density is that of the right model, moved to their mean and deviation.
    """
    found: list[Explanation] = []
    if n is None or n > LARGEST_MODEL or named.base not in EDGE:
        return found
    right, exact = EDGE[named.base], at_size(named, n)
    assert exact is not None
    for variance, model, draws in _models(values, named, alpha, n):
        seen, p = two_samples(values, draws)
        if p >= alpha:
            text = f"variance {variance:g} instead of {right:g} on the diagonal, {model}"
            scale = float(draws.std()) / exact.std()
            near = scaled(exact, float(draws.mean()) - scale * exact.mean(), scale)
            found.append(Explanation("diagonal", text, seen, p, likelihood(values, near, None)))
    return found


def _models(
    values: FloatArray, named: NamedDistribution, alpha: float, n: int
) -> Iterator[tuple[float, str, FloatArray]]:
    """Variance, model and draws; of dense matrices only where a few draws do not rule them out."""
    right = EDGE[named.base]
    beta = int(2 / right)
    for factor in (0.5, 2.0):
        yield right * factor, "tridiagonal model", named.factor * largest_with(beta, n, factor)
    for variance in VARIANCES if n <= DENSE else ():
        few = named.factor * dense_largest(beta, n, variance, FEW)
        if variance != right and two_samples(values, few)[1] >= alpha:
            yield variance, "dense matrix", named.factor * dense_largest(beta, n, variance, DRAWS // 2)


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
