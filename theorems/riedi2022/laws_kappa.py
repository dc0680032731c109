"""Theorem 38, Figure 7, Lemma 41 and Theorem 42 at finite n: condition numbers with and without link."""

from __future__ import annotations

from math import sqrt

import numpy as np

from perturb.distributions import bounds_at, edelman_kappa
from perturb.statements.declare import limit_law, tail
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import (
    by_the_edge,
    by_the_norm,
    edges,
    extremes,
    flipped,
    kappa,
    shifted,
    weights,
)


@limit_law(
    RIEDI,
    "(154): kappa of a layer without residual link, over n",
    id="num-order-n~law",
    status="conjectured",
    limit=edelman_kappa("real"),
    sizes=(5, 10, 20),
    rate=lambda n: 1.5 / n,
    covers=["num-order-n"],
)
def kappa_over_n(n, draws, rng):
    """kappa(D_1 W_1) / n against the law with the density (154), at the rate 1.5/n (ours)."""
    return kappa(flipped(weights(n, draws, rng, 2.0))) / n


@tail(
    RIEDI,
    "Lemma 41: (152) by samples",
    id="lem-41.152",
    status="conjectured",
    direction=">=",
    bound=lambda n, r: 0.98,
    cases=[(5, 1.1), (5, 2.0), (10, 1.1), (20, 2.0)],
    covers=["lem-41.152", "thm-42.prob"],
)
def without_link_is_worse(n, r, draws, rng):
    """Beyond 0.98 already at n = 5: 0.991 at r = 1.1. kappa(M_o) is of order n, the right side bounded."""
    s_1, s_n = extremes(flipped(weights(n, draws, rng, r)))
    return (s_1 < 1) & (s_1 * (1 - s_1) >= s_n * (1 + s_1))


@tail(
    RIEDI,
    "Theorem 42: (153) by samples",
    id="thm-42.prob",
    status="conjectured",
    direction=">=",
    bound=lambda n, r: 0.999,
    cases=[(5, 1.1), (5, 2.0), (10, 2.0)],
    covers=["thm-42.prob", "num-abs-smaller"],
)
def link_improves(n, r, draws, rng):
    """(153) itself, without (152): an exception at n = 5 and r = 1.1 is rarer than one in a thousand."""
    M_o = flipped(weights(n, draws, rng, r))
    return kappa(M_o) >= kappa(shifted(M_o))


@tail(
    RIEDI,
    "Figure 7: kappa(W_1 + Id) below (121)",
    id="fig-7.claim~probability",
    status="conjectured",
    direction=">=",
    bound=lambda n, r: 1 - 0.1 / n,
    cases=[(5, 2.0), (10, 2.0), (5, 3.0), (10, 3.0)],
    covers=["fig-7.a", "fig-7.b", "fig-7.claim"],
)
def below_the_deterministic_bound(n, r, draws, rng):
    """Not certain at small n: 0.5 % lie above at n = 5, r = 2, and 1.2 % at r = 3."""
    return kappa(shifted(weights(n, draws, rng, r))) <= bounds_at(r)["(121)"]


@tail(
    RIEDI,
    "Figure 7: the same law with an absolute value activation",
    id="fig-7.distr",
    status="proved",
    direction=">=",
    bound=lambda n, r: 0.98,
    cases=[(5, 2.0), (10, 3.0)],
    covers=["fig-7.distr"],
)
def below_the_deterministic_bound_flipped(n, r, draws, rng):
    """D_1 W_1 has the law of W_1, so the probability of Figure 7 is that without D_1."""
    return kappa(shifted(flipped(weights(n, draws, rng, r)))) <= bounds_at(r)["(121)"]


@tail(
    RIEDI,
    "Theorem 38: (121) as a limit in probability",
    id="thm-38.121~by-samples",
    status="conjectured",
    bound=lambda n, r: 5 * n ** (-5 / 6),
    cases=[(10, 2.0), (25, 2.0), (50, 2.0)],
    covers=["thm-38.121"],
)
def bound_by_the_edge_near_its_limit(n, r, draws, rng):
    """More than 10 % from the right side of (121) with probability at most 5 n^(-5/6) (ours)."""
    W = weights(n, draws, rng, r)
    limit = sqrt((r * r + r + 0.5) / (r * r - r))
    return ~(np.abs(by_the_edge(extremes(W)[0], *edges(W)) / limit - 1) <= 0.1)


@tail(
    RIEDI,
    "Theorem 38: (122) as a limit in probability",
    id="thm-38.122~by-samples",
    status="conjectured",
    bound=lambda n, r: 5 * n ** (-5 / 6),
    cases=[(10, 2.0), (25, 2.0), (50, 2.0)],
    covers=["thm-38.122"],
)
def bound_by_the_norm_near_its_limit(n, r, draws, rng):
    """More than 10 % from the right side of (122) with probability at most 5 n^(-5/6) (ours)."""
    W = weights(n, draws, rng, r)
    limit = sqrt(r * r + r + 0.5) / (r - sqrt(0.5))
    return ~(np.abs(by_the_norm(extremes(W)[0], edges(W)[1]) / limit - 1) <= 0.1)
