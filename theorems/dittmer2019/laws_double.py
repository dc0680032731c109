"""Definition 15 by samples: the singular values of WM against the law of Marchenko and Pastur.

m = n, and the variance of an entry of WM is 1/n, so that the mean of the squares is 1; of a matrix with
independent entries a share of 0.2005 of the squares is below 0.1 in the limit.
"""

from __future__ import annotations

import numpy as np
from flint import arb, fmpq

from perturb.distributions import marchenko_pastur, marchenko_pastur_product
from perturb.laws.ensembles.pivots import squares_at_most
from perturb.statements.chance import limit_law, tail
from theorems.dittmer2019 import DITTMER

BELOW = 0.1


def more_than_marchenko_pastur(n, k, p):
    """By 0.08 more of the squares below BELOW."""
    return float(marchenko_pastur(1).cdf(BELOW)) + 0.08


def factor(shape, p, rng):
    """Entries that are products of p independent N(0, 1) variables."""
    return np.prod(rng.standard_normal((p, *shape)), axis=0)


def chosen_square_is_small(n, k, p, draws, rng):
    """Of a singular value of WM, chosen at random: its square, of mean 1, is at most BELOW; certified."""
    W, M = factor((draws, n, k), p, rng), factor((draws, k, n), p, rng)
    values = np.linalg.svd(W @ M, compute_uv=False)
    which = rng.integers(0, n, draws)
    found = values[np.arange(draws), which] ** 2
    return squares_at_most(W, M, which, found, arb(fmpq(k * n) / 10))


@tail(
    DITTMER,
    "Definition 15: small singular values of WM are more frequent",
    id="def-15.mp",
    status="conjectured",
    direction=">=",
    bound=more_than_marchenko_pastur,
    cases=[(10, 10, 1), (10, 10, 2), (10, 5, 1)],
)
def small_values_are_more_frequent(n, k, p, draws, rng):
    """Also at full rank, k = n. For k < n it is certain for the share 1 - k/n of zeros alone."""
    return chosen_square_is_small(n, k, p, draws, rng)


@tail(
    DITTMER,
    "Definition 15: not so for k far above n",
    id="def-15.mp~wide",
    status="conjectured",
    bound=more_than_marchenko_pastur,
    cases=[(4, 100, 1)],
)
def wide_factors_come_back(n, k, p, draws, rng):
    """The entries of WM are dependent for every k: dependence is not what makes the difference."""
    return chosen_square_is_small(n, k, p, draws, rng)


SOURCE = (
    "R. R. Mueller, IEEE Trans. Inf. Theory 48, 2086 (2002), by D. Voiculescu's S-transform; for entries of "
    "any law N. Alexeev, F. Goetze and A. Tikhomirov, arXiv:1012.2586 (2010)"
)


def chosen_of_half(n, p, draws, rng):
    """The square of one of the k = n/2 singular values of WM that are not 0, chosen at random; mean 1."""
    k = n // 2
    product = factor((draws, n, k), p, rng) @ factor((draws, k, n), p, rng) / n
    values = np.linalg.svd(product, compute_uv=False)[:, :k]
    return values[np.arange(draws), rng.integers(0, k, draws)] ** 2


@limit_law(
    DITTMER,
    "Definition 15: which law the singular values of WM follow",
    id="def-15.mp~limit",
    source=SOURCE,
    status="conjectured",
    limit=marchenko_pastur_product(0.5, 0.5),
    sizes=(6, 12, 24),
    rate=lambda n: 1.6 / n,
)
def half_the_rank(n, draws, rng):
    """The squares of the k singular values that are not 0, of mean 1: in the limit the free product of two
    laws of Marchenko and Pastur, with the ratios k/n and k/m, here both 1/2. The other min(m, n) - k are an
    atom at 0. W'W and MM' are free in the limit, and each has the S-transform 1/(1 + cz), c its ratio.
    """
    return chosen_of_half(n, 1, draws, rng)


@limit_law(
    DITTMER,
    "Definition 15: the same law for products of two normal variables",
    id="def-15.mp~limit-2",
    source=SOURCE,
    status="conjectured",
    limit=marchenko_pastur_product(0.5, 0.5),
    sizes=(6, 12, 24),
    rate=lambda n: 4 / n,
)
def half_the_rank_of_products(n, draws, rng):
    """The limit does not depend on p, but it is approached more slowly: the kurtosis of an entry of WM is
    3 + (9^p - 3)/k.
    """
    return chosen_of_half(n, 2, draws, rng)


@limit_law(
    DITTMER,
    "Definition 15: the same for a layer with twice as many outputs as inputs",
    id="def-15.mp~limit-tall",
    source=SOURCE,
    status="conjectured",
    limit=marchenko_pastur_product(0.5, 0.25),
    sizes=(6, 12, 20),
    rate=lambda n: 1.6 / n,
)
def half_the_rank_of_tall_layers(n, draws, rng):
    """n inputs, 2n outputs, k = n/2: the ratios are k/n = 1/2 and k/m = 1/4. Squares of the k singular values
    that are not 0, of mean 1: W'W = LL' and MM' = RR' leave those of L'R.
    """
    k = n // 2
    W, M = factor((draws, 2 * n, k), 1, rng), factor((draws, k, n), 1, rng)
    L, R = np.linalg.cholesky(W.swapaxes(1, 2) @ W), np.linalg.cholesky(M @ M.swapaxes(1, 2))
    values = np.linalg.svd(L.swapaxes(1, 2) @ R, compute_uv=False) / (2**0.5 * n)
    return values[np.arange(draws), rng.integers(0, k, draws)] ** 2
