"""Spectra of independent Gaussian entries of a given shape, drawn exactly, for tests that hold at every size.

A p x N matrix of standard entries, p <= N, has the singular values of a bidiagonal one: chi_N, ...,
chi_(N-p+1) on the diagonal and chi_(p-1), ..., chi_1 above it, all independent (I. Dumitriu and A. Edelman,
J. Math. Phys. 43, 5830 (2002)). So a draw costs p^2 operations.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from perturb.networks.weights.eigen import tridiagonal_values
from perturb.types import FloatArray

COUNTS = ((512, 199), (1100, 99), (4200, 39))  # up to so many values, so many draws
SEED = 2022


def draws_for(p: int) -> int:
    """How many spectra of p values are drawn; 0 where that is too dear."""
    return next((count for most, count in COUNTS if p <= most), 0)


@lru_cache(maxsize=64)
def null_squares(p: int, N: int, count: int) -> FloatArray:
    """Squared singular values of `count` draws, decreasing, shape (count, p), p <= N; the same each time."""
    rng = np.random.default_rng([SEED, p, N])
    found = np.empty((count, p))
    for k in range(count):
        q = rng.chisquare(N - np.arange(p))
        e = rng.chisquare(np.arange(p - 1, 0, -1)) if p > 1 else np.empty(0)
        diagonal = q + np.concatenate([[0.0], e])  # B'B for B with sqrt(q) on and sqrt(e) above the diagonal
        # scipy's own call keeps Python's lock: Ctrl-C would wait, and what is written then, too.
        found[k] = np.maximum(tridiagonal_values(diagonal, np.sqrt(q[:-1] * e))[::-1], 0)
    found.flags.writeable = False
    return found


def p_value(seen: float, drawn: FloatArray) -> float:
    """The chance of a statistic at least as large as `seen` under the law of the `drawn` ones, bounded.

    (1 + how many are at least as large) / (1 + how many there are): with `seen` from the same law the ranks
    are exchangeable, so that this is at most a with a probability of at most a, for every a.
    """
    return float((1 + (drawn >= seen).sum()) / (1 + len(drawn)))
