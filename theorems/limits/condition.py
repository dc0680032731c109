"""Condition number and smallest singular value of a square Gaussian matrix."""

from __future__ import annotations

from math import pi, sqrt

from perturb.ensembles import ginibre_extremes, kappa_ginibre
from perturb.laws.distributions.condition import edelman_kappa, smallest_singular_limit
from perturb.laws.ensembles.pivots import kappa_above
from perturb.statements.chance import limit_law, tail
from theorems.limits import LIMITS

EDELMAN = "A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988)"
CHEN = "Z. Chen and J. J. Dongarra, SIAM J. Matrix Anal. Appl. 27, 603 (2005)"
CASES = [(2, 1.0), (2, 10.0), (5, 3.0), (10, 10.0)]


def smallest(n, draws, rng):
    """s_n of a real Ginibre matrix, shape (draws,)."""
    return ginibre_extremes(n, draws, rng)[1]


@limit_law(
    LIMITS,
    "Edelman 1988, Theorem 6.1, kappa / n",
    id="edelman-kappa",
    source=EDELMAN,
    status="conjectured",
    limit=edelman_kappa("real"),
    sizes=(5, 10, 20),
    rate=lambda n: 1.5 / n,
)
def kappa_over_n(n, draws, rng):
    """kappa / n tends to the law of density (2 t + 4)/t^3 exp(-2/t - 2/t^2)."""
    return kappa_ginibre(n, draws, rng) / n


@limit_law(
    LIMITS,
    "Edelman 1988, Corollary 3.1, n s_n^2",
    id="smallest-singular-value",
    source=EDELMAN,
    status="conjectured",
    limit=smallest_singular_limit("real"),
    sizes=(5, 10, 20),
    rate=lambda n: 0.75 / n,
)
def smallest_singular_value(n, draws, rng):
    """n s_n^2 tends to the law with P(> x) = exp(-x/2 - sqrt(x))."""
    return n * smallest(n, draws, rng) ** 2


@tail(
    LIMITS,
    "Chen and Dongarra 2005, upper",
    id="chen-dongarra-upper",
    source=CHEN,
    status="proved",
    bound=lambda n, x: 6.414 / (sqrt(2 * pi) * x),
    cases=CASES,
)
def chen_dongarra_upper(n, x, draws, rng):
    """P(kappa > n x) < 6.414 / (sqrt(2 pi) x) for a square matrix, n >= 2, x >= 1."""
    return kappa_above(n, n * x, draws, rng)


@tail(
    LIMITS,
    "Chen and Dongarra 2005, lower",
    id="chen-dongarra-lower",
    source=CHEN,
    status="proved",
    direction=">=",
    bound=lambda n, x: 0.245 / (sqrt(2 * pi) * x),
    cases=CASES,
)
def chen_dongarra_lower(n, x, draws, rng):
    """P(kappa > n x) > 0.245 / (sqrt(2 pi) x) for a square matrix, n >= 2, x >= 1."""
    return kappa_above(n, n * x, draws, rng)


@limit_law(
    LIMITS,
    "wrong field: the complex law for real matrices",
    id="wrong-field",
    status="refuted",
    limit=edelman_kappa("complex"),
    sizes=(5, 10, 20),
    rate=lambda n: 1.5 / n,
)
def wrong_field(n, draws, rng):
    """kappa / n of real matrices against the limit for complex ones."""
    return kappa_ginibre(n, draws, rng) / n


@limit_law(
    LIMITS,
    "wrong scale: s_n in place of s_n^2",
    id="wrong-power",
    status="refuted",
    limit=smallest_singular_limit("real"),
    sizes=(5, 10, 20),
    rate=lambda n: 0.75 / n,
)
def wrong_power(n, draws, rng):
    """n s_n in place of n s_n^2."""
    return n * smallest(n, draws, rng)
