"""Tails of the chi-square law."""

from __future__ import annotations

from math import exp, sqrt

from perturb.statements.declare import tail
from theorems.limits import LIMITS

SOURCE = "B. Laurent and P. Massart, Ann. Statist. 28, 1302 (2000), Lemma 1"
CASES = [(1, 1.0), (1, 4.0), (1, 7.0), (5, 2.0), (20, 1.0), (20, 4.0)]


@tail(
    LIMITS,
    "Laurent and Massart 2000, Lemma 1, upper",
    id="laurent-massart-upper",
    source=SOURCE,
    status="proved",
    bound=lambda n, x: exp(-x),
    cases=CASES,
)
def laurent_massart_upper(n, x, draws, rng):
    """P(chi2_n - n >= 2 sqrt(n x) + 2 x) <= exp(-x)."""
    return rng.chisquare(n, draws) - n >= 2 * sqrt(n * x) + 2 * x


@tail(
    LIMITS,
    "Laurent and Massart 2000, Lemma 1, lower",
    id="laurent-massart-lower",
    source=SOURCE,
    status="proved",
    bound=lambda n, x: exp(-x),
    cases=CASES,
)
def laurent_massart_lower(n, x, draws, rng):
    """P(n - chi2_n >= 2 sqrt(n x)) <= exp(-x)."""
    return n - rng.chisquare(n, draws) >= 2 * sqrt(n * x)
