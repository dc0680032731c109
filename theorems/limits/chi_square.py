"""Tails of the chi-square law."""

from __future__ import annotations

from math import exp

from flint import arb

from perturb.laws.ensembles.truth import Span, at_most, constant
from perturb.statements.chance import tail
from theorems.limits import LIMITS

SOURCE = "B. Laurent and P. Massart, Ann. Statist. 28, 1302 (2000), Lemma 1"
CASES = [(1, 1.0), (1, 4.0), (1, 7.0), (5, 2.0), (20, 1.0), (20, 4.0)]


def at_least(values, end):
    """A column: the numbers that the floats are, beside a ball."""
    return at_most(constant(end), Span(values, values)).column()


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
    return at_least(rng.chisquare(n, draws), n + 2 * (n * arb(x)).sqrt() + 2 * arb(x))


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
    return at_least(-rng.chisquare(n, draws), 2 * (n * arb(x)).sqrt() - n)
