"""A true law, a false one, a tail and a mean: small enough to be examined in a test."""

from __future__ import annotations

import numpy as np

from perturb import paper
from perturb.laws.distributions import semicircle
from perturb.statements.chance import limit_law, mean, tail

SMALL = paper("small", "Four statements", "A. Author", "Journal of Samples")
ALPHA = 1e-8
LIMIT = semicircle(1.0)


def semicircular(n, draws, rng):
    """Exact draws: the first coordinate of a uniform point on the sphere in four dimensions, doubled."""
    x = rng.standard_normal((draws, 4))
    return 2 * x[:, 0] / np.linalg.norm(x, axis=1)


TRUE, WIDE = {"id": "true", "status": "proved"}, {"id": "wide~law", "status": "refuted"}


@limit_law(SMALL, "a * true law", limit=LIMIT, sizes=(2, 8), rate=lambda n: 0.9 / n, **TRUE)
def true(n, draws, rng):
    """X + 1/n for a semicircular X."""
    return semicircular(n, draws, rng) + 0.6 / n


@limit_law(SMALL, "twice too wide", limit=LIMIT, sizes=(3, 6), rate=lambda n: 0.05, **WIDE)
def wide(n, draws, rng):
    return 2 * semicircular(n, draws, rng)


@tail(SMALL, "a tail", id="tail", bound=lambda t: 0.6, cases=[(0.0,), (1.0,)], covers=["item-1"])
def over(t, draws, rng):
    """P(X > t) <= 0.6."""
    return rng.standard_normal(draws) > t


@mean(SMALL, "a mean, too small", id="mean", bound=lambda: -0.5, cases=[()], lipschitz=1.0)
def average(draws, rng):
    return rng.standard_normal(draws)


ALL = (true, wide, over, average)
