"""Theorem 38, Figure 7, Lemma 41 and Theorem 42 at finite n: condition numbers with and without link."""

from __future__ import annotations

from functools import partial

import numpy as np

from perturb.distributions import edelman_kappa
from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.events import holds
from perturb.statements.chance import limit_law, tail
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import flipped, kappa, weights
from theorems.riedi2022.relations import (
    a_tenth_off,
    edge_bound_apart,
    far_from_singular,
    kappa_at_most,
    limits,
    link_gains,
    norm_bound_apart,
)


def below_121(W, r):
    """kappa(W + Id) is at most (121)."""
    spectra = {"t": Singular(W, np.eye(W.shape[-1]))}
    return holds(lambda t, edge_limit, norm_limit: kappa_at_most(edge_limit, t), spectra, partial(limits, r))


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
    return holds(far_from_singular, {"s": Singular(flipped(weights(n, draws, rng, r)))})


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
    return holds(link_gains, {"s": Singular(M_o), "t": Singular(M_o, np.eye(n))})


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
    return below_121(weights(n, draws, rng, r), r)


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
    return below_121(flipped(weights(n, draws, rng, r)), r)


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
    return holds(edge_bound_apart, {"s": Singular(W), "tau": Symmetric(W)}, partial(a_tenth_off, r, "edge"))


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
    return holds(norm_bound_apart, {"s": Singular(W), "tau": Symmetric(W)}, partial(a_tenth_off, r, "norm"))
