"""The bulk: one eigenvalue or singular value, chosen at random from each matrix.

The chosen values are independent draws from the mean spectral measure at n, so their band is an honest one;
all eigenvalues of one matrix together would not be independent.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from perturb.ensembles import ginibre
from perturb.laws.distributions.bulk import circular_law_radius, quarter_circle, semicircle
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.statements.chance import limit_law
from theorems.limits import LIMITS


def chosen(spectra, rng):
    """One of each row, uniformly; shape (draws,)."""
    draws, n = spectra.shape
    return spectra[np.arange(draws), rng.integers(0, n, draws)]


def goe_spectra(n, draws, rng):
    """Eigenvalues of the GOE over sqrt(n), shape (draws, n)."""
    K = ginibre(n, draws, rng)
    return np.linalg.eigvalsh((K + K.swapaxes(-1, -2)) / sqrt(2 * n))


@limit_law(
    LIMITS,
    "Wigner 1955, semicircle",
    id="semicircle",
    source="E. P. Wigner, Ann. of Math. 62, 548 (1955)",
    status="conjectured",
    limit=semicircle(1.0),
    sizes=(5, 10, 20),
    rate=lambda n: 1 / n,
)
def semicircle_of_the_goe(n, draws, rng):
    """A random eigenvalue of the GOE over sqrt(n): semicircle on [-2, 2], distance of order 1/n."""
    return chosen(goe_spectra(n, draws, rng), rng)


@limit_law(
    LIMITS,
    "Marchenko and Pastur 1967, square: quarter circle",
    id="quarter-circle",
    source="V. A. Marchenko and L. A. Pastur, Math. USSR Sb. 1, 457 (1967)",
    status="conjectured",
    limit=quarter_circle(1.0),
    sizes=(5, 10, 20),
    rate=lambda n: 1 / n,
)
def quarter_circle_of_ginibre(n, draws, rng):
    """A random singular value of a Ginibre matrix over sqrt(n): quarter circle on [0, 2]."""
    return chosen(np.linalg.svd(ginibre(n, draws, rng), compute_uv=False), rng) / sqrt(n)


@limit_law(
    LIMITS,
    "Marchenko and Pastur 1967, twice as many samples as variables",
    id="marchenko-pastur",
    source="V. A. Marchenko and L. A. Pastur, Math. USSR Sb. 1, 457 (1967)",
    status="conjectured",
    limit=marchenko_pastur(0.5),
    sizes=(5, 10, 20),
    rate=lambda n: 1 / n,
)
def marchenko_pastur_half(n, draws, rng):
    """A random eigenvalue of the sample covariance of 2 n Gaussian samples in n variables."""
    X = rng.standard_normal((draws, 2 * n, n))
    return chosen(np.linalg.svd(X, compute_uv=False), rng) ** 2 / (2 * n)


@limit_law(
    LIMITS,
    "Ginibre 1965, Girko 1984: circular law",
    id="circular-law-radius",
    source="J. Ginibre, J. Math. Phys. 6, 440 (1965); V. L. Girko, Theory Probab. Appl. 29, 694 (1984)",
    status="conjectured",
    limit=circular_law_radius(),
    sizes=(5, 10, 20),
    rate=lambda n: 0.6 / sqrt(n),
)
def circular_law(n, draws, rng):
    """The modulus of a random eigenvalue of a real Ginibre matrix over sqrt(n): P(<= r) tends to r^2."""
    return chosen(np.abs(np.linalg.eigvals(ginibre(n, draws, rng))), rng) / sqrt(n)


@limit_law(
    LIMITS,
    "wrong ratio: Marchenko and Pastur of 1 for 1/2",
    id="wrong-ratio",
    status="refuted",
    limit=marchenko_pastur(1.0),
    sizes=(10, 20),
    rate=lambda n: 1 / n,
)
def wrong_ratio(n, draws, rng):
    """Twice as many samples as variables, against the law of as many."""
    X = rng.standard_normal((draws, 2 * n, n))
    return chosen(np.linalg.svd(X, compute_uv=False), rng) ** 2 / (2 * n)
