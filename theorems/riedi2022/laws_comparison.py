"""The upper bound of (151), (119), (120) and the tail of Z_n: the bounds of Slepian's comparison, by samples.

Proofs stand in the chapter on the comparison. J(r) = r sqrt(r^2 - 1) - log(r + sqrt(r^2 - 1)).
"""

from __future__ import annotations

from math import acosh, exp, log, sqrt

import numpy as np
from flint import arb

from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import at_most, less
from perturb.statements.chance import tail
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import unscaled, weights
from theorems.riedi2022.laws_relu import masked
from theorems.riedi2022.relations import edge_at, lower_edge_at_most_minus_one, norm_at_least_one

MORE = 2**-10  # r exceeds the least that is allowed by this


def rate(r):
    return r * sqrt(r * r - 1) - acosh(r)


def above_one(t, C):
    """s_1 is more than C = 1 + 1/r."""
    return less(C, t.largest)


def beyond(r):
    return lambda: {"C": 1 + 1 / arb(r)}


@tail(
    RIEDI,
    "Corollary 40, (151), how often the upper bound fails, as printed",
    id="cor-40.151b",
    status="gap",
    bound=lambda n, m, m_tilde, theta: 2 * exp(-(theta**2) / 2),
    cases=[(5, 1, 0, 4.2), (5, 0, 1, 4.2), (7, 3, 3, 4.01)],
)
def upper_bound_as_printed(n, m, m_tilde, theta, draws, rng):
    """True as printed, for every n, theta <= 2 sqrt(n), and pair of masks: by Slepian's comparison the chance
    is below 1.12 exp(-2.147 n), and 2 exp(-theta^2/2) >= 2 exp(-2n). P[E], which the printed bound may add,
    is left out. The printed proof counts {s_1(W_1) >= 1} where it needs s_1(W_1) <= 1/r.

    Masks: s_1((D_1 W_1 + Id)D) <= s_1(D_1 W_1 + Id), and D_1 W_1 is the mean of W_1 over the deleted rows, so
    that exponential moments of s_1(D_1 W_1 + Id) are at most those of s_1(W_1 + Id) (Jensen).
    """
    r = 2 + 2 * n + theta + MORE
    return holds(above_one, {"t": masked(weights(n, draws, rng, r), m, m_tilde)}, beyond(r))


@tail(
    RIEDI,
    "Corollary 40, (151), how often the upper bound fails without masks, any n",
    id="cor-40.151b~sharpened",
    status="sharpened",
    bound=lambda n: (1 - sqrt(3) / (8 * n + 24)) ** (-n / 2) * exp(-n * (2 * sqrt(3) - log(2 + sqrt(3)))),
    cases=[(1,), (2,), (3,)],
)
def upper_bound_without_masks(n, draws, rng):
    """At the least r that is asked, 2n + 6. Numerically the bound can be lowered to 0.41 exp(-2.147 n)."""
    r = 2 * n + 6
    return holds(above_one, {"t": Singular(weights(n, draws, rng, r), np.eye(n))}, beyond(r))


@tail(
    RIEDI,
    "(119): P[tau_n <= -1], the best exponent at every size",
    id="eq-119.lim~sharpened",
    status="sharpened",
    bound=lambda n, r: exp(-n * rate(r)),
    cases=[(1, 1.5), (5, 1.25), (5, 1.5), (25, 1.1)],
    covers=["eq-119.lim", "eq-119.small"],
)
def lower_edge_event_by_its_rate(n, r, draws, rng):
    """exp(-n J(r)); at r = 2 it is exp(-2.147 n), and 2.2e-5 at n = 5."""
    return holds(lower_edge_at_most_minus_one, {"tau": Symmetric(weights(n, draws, rng, r))})


@tail(
    RIEDI,
    "(120): P[s_1(W_1) >= 1], the best exponent at every size",
    id="eq-120.lim~sharpened",
    status="sharpened",
    bound=lambda n, r: exp(-2 * n * rate(sqrt(2) * r)),
    cases=[(1, 1.0), (5, 0.8), (5, 1.0)],
    covers=["eq-120.lim", "eq-120.small"],
)
def norm_event_by_its_rate(n, r, draws, rng):
    """exp(-2n J(sqrt(2) r)), for every r >= 1/sqrt(2)."""
    return holds(norm_at_least_one, {"s": Singular(weights(n, draws, rng, r))})


@tail(
    RIEDI,
    "Theorem 33: the right tail with the exponent of the limit, proved",
    id="thm-33.rem-tail~sharpened",
    status="sharpened",
    bound=lambda n, t: exp(-2 / 3 * (t / sqrt(2)) ** 1.5),
    cases=[(1, 2.0), (5, 1.0), (5, 4.0), (25, 2.0)],
    covers=["thm-33.rem-tail", "eq-119.c"],
)
def right_tail_by_its_rate(n, t, draws, rng):
    """P[Z_n >= t] <= exp(-(2/3)(t/sqrt(2))^(3/2)) for every n and t >= 0: so P[Z_n >= 8] < 1.3e-4."""
    spectra = {"tau": Symmetric(unscaled(n, draws, rng))}
    return holds(lambda tau, edge: at_most(edge, tau.largest), spectra, lambda: {"edge": edge_at(n, t)})
