"""Gaussian concentration of extreme singular values and eigenvalues, and Gordon's bounds on their means."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
from flint import arb

from perturb.ensembles import ginibre, symmetrised_largest
from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import at_most
from perturb.statements.chance import mean, tail
from theorems.limits import LIMITS

DAVIDSON_SZAREK = (
    "K. R. Davidson and S. J. Szarek, Local operator theory, random matrices and Banach spaces (2001), "
    "Theorem II.13"
)
SUDAKOV = (
    "X. Fernique, after V. N. Sudakov: comparison of u -> u'(K + K')u with 2 sqrt(2) g'u; then "
    "concentration with the Lipschitz constant 2 in the Euclidean norm of K"
)
RECTANGLES = [(4, 4, 0.5), (10, 5, 0.5), (10, 5, 1.5)]


def singular_values(m, n, draws, rng):
    """Of an m x n matrix of independent N(0, 1) entries, in decreasing order; shape (draws, min(m, n))."""
    return np.linalg.svd(rng.standard_normal((draws, m, n)), compute_uv=False)


def gaussian(m, n, draws, rng):
    """The same, to be certified."""
    return {"s": Singular(rng.standard_normal((draws, m, n)))}


@tail(
    LIMITS,
    "Davidson and Szarek 2001, Theorem II.13, s_1",
    id="davidson-szarek-s1",
    source=DAVIDSON_SZAREK,
    status="proved",
    bound=lambda m, n, t: exp(-(t**2) / 2),
    cases=RECTANGLES,
)
def davidson_szarek_s1(m, n, t, draws, rng):
    """P(s_1 >= sqrt(m) + sqrt(n) + t) <= exp(-t^2/2)."""
    end = lambda: {"end": arb(m).sqrt() + arb(n).sqrt() + arb(t)}  # noqa: E731
    return holds(lambda s, end: at_most(end, s.largest), gaussian(m, n, draws, rng), end)


@tail(
    LIMITS,
    "Davidson and Szarek 2001, Theorem II.13, s_n",
    id="davidson-szarek-sn",
    source=DAVIDSON_SZAREK,
    status="proved",
    bound=lambda m, n, t: exp(-(t**2) / 2),
    cases=[(8, 2, 0.5), (16, 4, 0.5), (16, 4, 1.5)],
)
def davidson_szarek_sn(m, n, t, draws, rng):
    """P(s_n <= sqrt(m) - sqrt(n) - t) <= exp(-t^2/2), m >= n."""
    end = lambda: {"end": arb(m).sqrt() - arb(n).sqrt() - arb(t)}  # noqa: E731
    return holds(lambda s, end: at_most(s.smallest, end), gaussian(m, n, draws, rng), end)


@tail(
    LIMITS,
    "Sudakov and Fernique; Gaussian concentration, K + K'",
    id="symmetrised-tail",
    source=SUDAKOV,
    status="proved",
    bound=lambda n, t: exp(-(t**2) / 8),
    cases=[(1, 1.0), (5, 1.0), (5, 3.0)],
)
def symmetrised_tail(n, t, draws, rng):
    """P(lam_max(K + K') >= 2 sqrt(2 n) + t) <= exp(-t^2/8), since the mean is at most 2 sqrt(2 n)."""
    end = lambda: {"end": 2 * arb(2 * n).sqrt() + arb(t)}  # noqa: E731
    return holds(lambda tau, end: at_most(end, tau.largest), {"tau": Symmetric(ginibre(n, draws, rng))}, end)


@mean(
    LIMITS,
    "Gordon 1985; Davidson and Szarek 2001, Theorem II.13, E s_1",
    id="gordon-s1",
    source=DAVIDSON_SZAREK,
    status="proved",
    bound=lambda m, n: sqrt(m) + sqrt(n),
    cases=[(1, 1), (4, 4), (10, 5)],
    lipschitz=1.0,
)
def gordon_s1(m, n, draws, rng):
    """E s_1 <= sqrt(m) + sqrt(n)."""
    return singular_values(m, n, draws, rng)[:, 0]


@mean(
    LIMITS,
    "Gordon 1985; Davidson and Szarek 2001, Theorem II.13, E s_n",
    id="gordon-sn",
    source=DAVIDSON_SZAREK,
    status="proved",
    direction=">=",
    bound=lambda m, n: sqrt(m) - sqrt(n),
    cases=[(4, 4), (8, 2), (16, 4)],
    lipschitz=1.0,
)
def gordon_sn(m, n, draws, rng):
    """E s_n >= sqrt(m) - sqrt(n), m >= n."""
    return singular_values(m, n, draws, rng)[:, -1]


@mean(
    LIMITS,
    "Sudakov and Fernique, E lam_max(K + K')",
    id="symmetrised-mean",
    source=SUDAKOV,
    status="proved",
    bound=lambda n: 2 * sqrt(2 * n),
    cases=[(1,), (5,), (20,)],
    lipschitz=2.0,
)
def symmetrised_mean(n, draws, rng):
    """E lam_max(K + K') <= 2 sqrt(2 n)."""
    return symmetrised_largest(n, draws, rng)
