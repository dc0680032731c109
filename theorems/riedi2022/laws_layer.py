"""The random layer of Section 6.2, W_1 = K_n / (r sqrt(8n)) of (111), and what the lemmas read off it.

Everything is batched: matrices have shape (draws, n, n), numbers (draws,). Entries have mean 0, variance 1.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from perturb.ensembles import entries_of, singular_values, symmetric_eigenvalues


def unscaled(n, draws, rng, entries="gaussian"):
    """K_n of Theorem 33; `entries` names their law (perturb.ensembles.entries)."""
    return entries_of(entries)(n, draws, rng)


def weights(n, draws, rng, r, entries="gaussian"):
    """W_1 = sigma_n K_n with sigma_n = 1/(r sqrt(8n)), (111)."""
    return unscaled(n, draws, rng, entries) / (r * sqrt(8 * n))


def edges(W):
    """The smallest and the largest eigenvalue of W' + W, Definition 15."""
    values = symmetric_eigenvalues(W + W.swapaxes(-1, -2))
    return values[:, 0], values[:, -1]


def extremes(A):
    """The largest and the smallest singular value."""
    values = singular_values(A)
    return values[:, 0], values[:, -1]


def shifted(W):
    """W + Id."""
    return W + np.eye(W.shape[-1])


def flipped(W):
    """D_1 W, D_1 = diag(-1, ..., -1, 1, ..., 1) with m = floor(n/2) entries -1: absolute value activation."""
    signs = np.ones(W.shape[-1])
    signs[: len(signs) // 2] = -1
    return signs[:, None] * W


def kappa(A):
    s_1, s_n = extremes(A)
    return s_1 / s_n


def by_the_norm(s_1, up):
    """The first bound of (114); inf where s_1 < 1 fails."""
    return _quotient(np.sqrt(s_1**2 + up + 1), 1 - s_1)


def by_the_edge(s_1, low, up):
    """The first bound of (116); inf where tau > -1 fails."""
    return np.sqrt(_quotient(s_1**2 + up + 1, low + 1))


def by_the_symmetric_part(s_1, low, up):
    """The bound that sharpens both, by Fan and Hoffman; inf where tau > -2 fails."""
    return _quotient(np.sqrt(s_1**2 + up + 1), 1 + low / 2)


def _quotient(above, below):
    return np.where(below > 0, above / np.where(below > 0, below, 1), np.inf)


def centre(n):
    """mu_n of (110)."""
    return (sqrt(n - 1) + sqrt(n)) ** 2


def scale(n):
    """q_n of (110)."""
    return sqrt(centre(n)) * (1 / sqrt(n - 1) + 1 / sqrt(n)) ** (1 / 3)
