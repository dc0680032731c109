"""Negative controls: near misses of the laws and bounds beside them. Each must be refuted."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
from flint import arb

from perturb.distributions import tracy_widom
from perturb.ensembles import ginibre, symmetrised_largest
from perturb.laws.ensembles.ends import Symmetric
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import at_most
from perturb.statements.chance import limit_law, mean, tail
from theorems.limits import LIMITS
from theorems.limits.chi_square import at_least
from theorems.limits.concentration import singular_values
from theorems.limits.edge import at_the_edge


@limit_law(
    LIMITS,
    "wrong scale: TW_1 for K + K'",
    id="wrong-scale",
    status="refuted",
    limit=tracy_widom(1),
    sizes=(5, 10, 20),
    rate=lambda n: 0.3 * n ** (-1 / 3),
)
def wrong_scale(n, draws, rng):
    """n^(1/6) (lam_max(K + K') - sqrt(8 n)) against TW_1 without the factor sqrt(2) of K + K'."""
    return n ** (1 / 6) * (symmetrised_largest(n, draws, rng) - sqrt(8 * n))


@limit_law(
    LIMITS,
    "wrong diagonal: variance 1 for 2",
    id="wrong-diagonal",
    status="refuted",
    limit=tracy_widom(1),
    sizes=(10, 20),
    rate=lambda n: 0.3 * n ** (-2 / 3),
)
def wrong_diagonal(n, draws, rng):
    """A symmetric matrix of variance 1 on the diagonal too is no GOE: its edge is lower by about 1/sqrt(n).

    The row variances sum to n in place of n + 1. TW_1 is still the limit, so only a rate can tell the two.
    """
    K = ginibre(n, draws, rng)
    S = (K + K.swapaxes(-1, -2)) / sqrt(2)
    i = np.arange(n)
    S[:, i, i] /= sqrt(2)
    return at_the_edge(np.linalg.eigvalsh(S)[:, -1], n - 0.5)


@tail(
    LIMITS,
    "too small: Laurent and Massart without 2 x",
    id="chi-square-too-thin",
    status="refuted",
    bound=lambda n, x: exp(-x),
    cases=[(1, 3.0), (1, 5.0), (5, 5.0)],
)
def chi_square_too_thin(n, x, draws, rng):
    """P(chi2_n - n >= sqrt(2 n x)) <= exp(-x), what the standard deviation sqrt(2 n) alone suggests."""
    return at_least(rng.chisquare(n, draws), n + (2 * n * arb(x)).sqrt())


@tail(
    LIMITS,
    "too small: half the Lipschitz constant",
    id="symmetrised-tail-too-thin",
    status="refuted",
    bound=lambda n, t: exp(-(t**2) / 2),
    cases=[(1, 6.0)],
)
def symmetrised_tail_too_thin(n, t, draws, rng):
    """P(lam_max(K + K') >= t) <= exp(-t^2/2): K -> lam_max(K + K') has Lipschitz constant 2, not 1."""
    end = lambda: {"end": arb(t)}  # noqa: E731
    return holds(lambda tau, end: at_most(end, tau.largest), {"tau": Symmetric(ginibre(n, draws, rng))}, end)


@mean(
    LIMITS,
    "too small: E s_1 at most sqrt(m + n)",
    id="s1-mean-too-small",
    status="refuted",
    bound=lambda m, n: sqrt(m + n),
    cases=[(4, 4), (10, 5)],
    lipschitz=1.0,
)
def s1_mean_too_small(m, n, draws, rng):
    """E s_1 <= sqrt(m + n) for E s_1 <= sqrt(m) + sqrt(n)."""
    return singular_values(m, n, draws, rng)[:, 0]
