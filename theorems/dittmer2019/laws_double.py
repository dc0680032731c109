"""Definition 15 by samples: the singular values of WM against the law of Marchenko and Pastur.

m = n, and the variance of an entry of WM is 1/n, so that the mean of the squares is 1; of a matrix with
independent entries a share of 0.2005 of the squares is below 0.1 in the limit.
"""

from __future__ import annotations

import numpy as np

from perturb.distributions import marchenko_pastur
from perturb.statements.declare import tail
from theorems.dittmer2019 import DITTMER

BELOW = 0.1
SHARE = float(marchenko_pastur(1).cdf(BELOW))


def factor(shape, p, rng):
    """Entries that are products of p independent N(0, 1) variables."""
    return np.prod(rng.standard_normal((p, *shape)), axis=0)


def chosen_square(n, k, p, draws, rng):
    """The square of a singular value of WM, chosen at random; its mean is 1."""
    product = factor((draws, n, k), p, rng) @ factor((draws, k, n), p, rng) / np.sqrt(k * n)
    values = np.linalg.svd(product, compute_uv=False)
    return values[np.arange(draws), rng.integers(0, n, draws)] ** 2


@tail(
    DITTMER,
    "Definition 15: small singular values of WM are more frequent",
    id="def-15.mp",
    status="conjectured",
    direction=">=",
    bound=lambda n, k, p: SHARE + 0.08,
    cases=[(10, 10, 1), (10, 10, 2), (10, 5, 1)],
)
def small_values_are_more_frequent(n, k, p, draws, rng):
    """Also at full rank, k = n. For k < n it is certain for the share 1 - k/n of zeros alone."""
    return chosen_square(n, k, p, draws, rng) <= BELOW


@tail(
    DITTMER,
    "Definition 15: not so for k far above n",
    id="def-15.mp~wide",
    status="conjectured",
    bound=lambda n, k, p: SHARE + 0.08,
    cases=[(4, 100, 1)],
)
def wide_factors_come_back(n, k, p, draws, rng):
    """The entries of WM are dependent for every k: dependence is not what makes the difference."""
    return chosen_square(n, k, p, draws, rng) <= BELOW
