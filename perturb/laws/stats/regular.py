"""Are values too regular to be independent draws, as the eigenvalues of one matrix are?"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.stats.compare import seen
from perturb.laws.stats.samples import ROUNDING, vector, without_atoms
from perturb.types import FloatArray

SURE = 1e-4  # how often independent draws are taken for a spectrum
BEYOND = 4.107  # standard deviations: 2e-5 of a normal variable, 4e-5 of the mean of 50 ratios
CLOSE = 0.3  # 1e-5 of Kolmogorov's distribution, 5e-5 at a dozen draws
FEWEST = 10
GRID = 100  # steps between neighbours: on wider grids few of ten draws are equal
FEW, NEAR = 25, 10  # so few draws so few steps apart often have gaps that are equal
CLEAN = 1e-9  # beside the largest value: a remainder that is none
# Of min/max of two exponential variables, and of two such ratios that share one: 2 log 2 - 1 is the mean.
MEAN, VARIANCE, SHARED = 2 * log(2) - 1, 0.07819, 0.01207


def regular(values: FloatArray, distribution: ContinuousDistribution | None = None) -> str:
    """Why the values, shape (m,), are no independent draws, as a clause; empty where nothing says so.

    Eigenvalues repel each other: their neighbouring gaps are alike. Moduli of real matrices come in pairs.
    And they keep closer to their limit than draws do, where a `distribution` without atoms is given. Of
    independent draws, of whatever distribution, no more than a share of `SURE` is taken for a spectrum.
    """
    x = np.sort(vector(values))
    size = float(np.abs(x).max())
    if len(x) < FEWEST or not 0 < size < np.inf:
        return ""
    if _paired(x / size):
        return "the values come in equal pairs, as moduli of real matrices do"
    ratio, beyond = _spacings(x / size)
    if beyond > BEYOND:
        return f"neighbouring gaps are alike, as of eigenvalues (mean ratio {ratio:.3f}, of draws {MEAN:.3f})"
    if distribution is not None and _close(x, distribution):
        return "the values keep closer to the distribution than draws do, as eigenvalues do"
    return ""


def _paired(x: FloatArray) -> bool:
    """Half of the values at least have exactly one that is equal, up to roundings, and none has more.

    Few draws on a grid do so, too; there the different values are whole steps apart.
    """
    gaps = np.diff(x)
    same = gaps <= ROUNDING * np.abs(x[1:])
    pairs = 2 * np.count_nonzero(same) >= len(x) / 2 and not np.any(same[1:] & same[:-1])
    return bool(pairs and np.median(gaps[~same]) > GRID * _step(gaps[~same]))


def _coarse(gaps: FloatArray) -> bool:
    """Are these, each above 0, few steps of a grid?"""
    return bool(len(gaps) and np.median(gaps) < NEAR * _step(gaps))


def _step(gaps: FloatArray) -> float:
    """The largest number of which all gaps are multiples, by Euclid's algorithm; about `CLEAN` if none is."""
    step = 0.0
    for gap in gaps:
        while gap > CLEAN:
            step, gap = gap, step % gap
            gap = min(gap, step - gap)
    return step


def _spacings(x: FloatArray) -> tuple[float, float]:
    """The mean of min/max of neighbouring gaps, and how many standard deviations it lies above that of draws.

    The largest of |x| is 1. Where the density hardly changes between neighbours their gaps are as exponential
    variables; where it does, they are less alike. Zeros of rank-deficient matrices are left out; gaps of 0
    count as 0. Nothing is said of few values on a grid of about their own width, whole numbers say.
    """
    x = x[np.abs(x) > ROUNDING]
    gaps = np.diff(x)
    count = len(gaps) - 1
    if count < FEWEST - 2 or (len(x) < FEW and _coarse(gaps[gaps > ROUNDING])):
        return 0.0, -np.inf
    small, large = np.minimum(gaps[1:], gaps[:-1]), np.maximum(gaps[1:], gaps[:-1])
    ratio = float(np.divide(small, large, out=np.zeros_like(large), where=large > 0).mean())
    deviation = sqrt((VARIANCE + 2 * SHARED * (1 - 1 / count)) / count)
    return ratio, (ratio - MEAN) / deviation


def _close(x: FloatArray, distribution: ContinuousDistribution) -> bool:
    """By the limit of the sup distance, at m draws after M. A. Stephens (J. R. Statist. Soc. B 32, 1970)."""
    if not without_atoms(distribution):
        return False
    root = sqrt(len(x))
    return (seen(x, distribution)[1] + distribution.cdf_error) * (root + 0.12 + 0.11 / root) < CLOSE
