"""Theorem 39 and Corollary 40 at finite n: one residual layer with ReLU, Gaussian W_1, fixed masks.

D deletes the first m columns, D_1 the first m~ rows of W_1: the same indices for m = m~. theta = 4.01 is
near the least that is allowed, where the printed probability 1 - 2 exp(-theta^2/2) - P[E] promises least:
6.5e-4 may fail. P[E_s1] and P[E_tau] are far below that at the r used (laws_events) and are left out, which
only makes the claim harder.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
from flint import arb

from perturb.laws.ensembles.ends import Singular
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import at_most, less
from perturb.statements.chance import tail
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import weights

THETA = 4.01
# n, m, m_tilde and by how much r exceeds the least that is allowed.
CASES = [(7, 1, 0, 0.1), (7, 3, 3, 0.1), (7, 0, 7, 0.1), (20, 10, 10, 0.1)]


def masked(W, m, m_tilde):
    """(D_1 W + Id) D without its m zero columns, the spectrum of which is to be certified."""
    kept = W.copy()
    kept[:, :m_tilde, :] = 0
    return Singular(kept[:, :, m:], np.eye(W.shape[-1])[:, m:])


def nu(n, m, m_tilde):
    """(127)."""
    return m + m_tilde - m * m_tilde / n


def first(n, m, m_tilde, more):
    """r of part (1), and what is subtracted from it."""
    need = 2 + 2 * nu(n, m, m_tilde) + THETA
    return need + more, need


def second(n, m, m_tilde, more, ratio=2.0):
    """r of part (2) with r' = ratio, and what is subtracted from it."""
    need = ratio + ratio * nu(n, m, m_tilde) + THETA
    return need + more, need


def all_regions(n, more):
    """r of Corollary 40."""
    return 2 + 2 * n + THETA + more


def ends(n, more):
    """c = (1 - (2 + 2n + theta)/r)/2 = more/(2r), and C, of (151)."""
    return lambda: {"c": arb(more) / all_regions(arb(n), more) / 2, "C": 1 + 1 / all_regions(arb(n), more)}


def allowed(*case):
    return 2 * exp(-(THETA**2) / 2)


@tail(
    RIEDI,
    "Theorem 39 (1): how often (128) fails",
    id="thm-39.128~by-samples",
    status="proved",
    bound=allowed,
    cases=CASES,
    covers=["thm-39.rem-n7", "num-n7"],
)
def by_the_first_part(n, m, m_tilde, more, draws, rng):
    """Never seen: kappa is below 1.2 where the right side of (128) is above 180."""
    r, _ = first(n, m, m_tilde, more)
    spectra = {"t": masked(weights(n, draws, rng, r), m, m_tilde)}

    def constants():
        r, need = first(arb(n), m, m_tilde, more)
        return {"most": 2 * (1 + 1 / r) / (1 - need / r)}

    return holds(lambda t, most: less(most * t.smallest, t.largest), spectra, constants)


@tail(
    RIEDI,
    "Theorem 39 (2): how often (129) fails",
    id="thm-39.129~by-samples",
    status="proved",
    bound=allowed,
    cases=CASES,
)
def by_the_second_part(n, m, m_tilde, more, draws, rng):
    """With r' = 2. As for (128), never seen: the two sides are far apart."""
    W = weights(n, draws, rng, second(n, m, m_tilde, more)[0])

    def constants():
        r, need = second(arb(n), m, m_tilde, more)
        return {"share": 1 - need / r}

    return holds(
        lambda s, t, share: less(2 * (1 + s.largest) * t.smallest, t.largest * share),
        {"s": Singular(W), "t": masked(W, m, m_tilde)},
        constants,
    )


@tail(
    RIEDI,
    "Theorem 39, (149): how often its strongest lower bound fails",
    id="thm-39.149~by-samples",
    status="proved",
    bound=allowed,
    cases=CASES,
)
def lower_bound_of_the_first_part(n, m, m_tilde, more, draws, rng):
    """s~_j >= (1 - 1/r) - sqrt((2 nu + theta)/r) for all j <= n - m."""
    r, _ = first(n, m, m_tilde, more)
    spectra = {"t": masked(weights(n, draws, rng, r), m, m_tilde)}

    def constants():
        r, spread = first(arb(n), m, m_tilde, more)[0], 2 * nu(arb(n), m, m_tilde) + THETA
        return {"least": (1 - 1 / r) - (spread / r).sqrt()}

    return holds(lambda t, least: less(t.smallest, least), spectra, constants)


@tail(
    RIEDI,
    "Corollary 40, (151), the lower bound as printed",
    id="cor-40.151a~by-samples",
    status="refuted",
    direction=">=",
    bound=lambda *case: 1 - allowed(),
    cases=[(7, 1, 0, 0.1), (7, 3, 3, 0.1)],
)
def every_singular_value_from_below(n, m, m_tilde, more, draws, rng):
    """For all i it holds with probability 0 as soon as D deletes a column: s_n = 0 < c."""
    r = all_regions(n, more)
    W = weights(n, draws, rng, r)
    W[:, :, :m] = 0
    link = np.diag(np.arange(n) >= m).astype(float)
    return holds(lambda t, c, C: at_most(c, t.smallest), {"t": Singular(W, link)}, ends(n, more))


@tail(
    RIEDI,
    "Corollary 40, (151), how often the other bounds fail",
    id="cor-40.151b~by-samples",
    status="proved",
    bound=allowed,
    cases=CASES,
    covers=["cor-40.151b"],
)
def bounds_for_all_regions(n, m, m_tilde, more, draws, rng):
    """c <= s_i for i <= n - m, and s_1 <= C."""
    r = all_regions(n, more)
    return holds(
        lambda t, c, C: less(t.smallest, c) | less(C, t.largest),
        {"t": masked(weights(n, draws, rng, r), m, m_tilde)},
        ends(n, more),
    )


@tail(
    RIEDI,
    "Theorem 39 at moderate r: kappa <= (1 + s_1)/(1 - s_1)",
    id="thm-39.128~sharpened-by-samples",
    status="proved",
    direction=">=",
    bound=lambda n, m, m_tilde, r: 1 - exp(-n * (r * sqrt(8) - 2) ** 2 / 2) - 1e-3,
    cases=[(7, 3, 3, 1.0), (20, 10, 10, 1.0)],
    covers=["num-std"],
)
def at_moderate_scale(n, m, m_tilde, r, draws, rng):
    """At r = 1, a tenth of what (128) needs, s_1(W_1) < 1 is almost certain and gives a bound for all masks.

    1e-3 is left to the sample.
    """
    W = weights(n, draws, rng, r)

    def bounded(s, t):
        return less(s.largest, 1) & at_most(t.largest * (1 - s.largest), t.smallest * (1 + s.largest))

    return holds(bounded, {"s": Singular(W), "t": masked(W, m, m_tilde)})
