"""(119) and (120): the exceptional events of Section 6.2, by samples.

P[tau_n <= -1] for Gaussian entries, from the exact law of the GOE: 0.053, 0.013, 7.4e-4, 2.8e-7 at n = 5 and
r = 1.1, 1.25, 1.5, 2; below 5e-12 at r = 2 from n = 10 on.
"""

from __future__ import annotations

from math import exp, sqrt

from flint import arb

from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import less, square
from perturb.statements.chance import tail
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_edge import exact
from theorems.riedi2022.laws_layer import weights
from theorems.riedi2022.relations import johnstone, lower_edge_at_most_minus_one, norm_at_least_one


def by_concentration(n, r):
    """P[tau_n <= -1] is at most this for Gaussian entries."""
    return exp(-((r - 1) ** 2) * n)


def below(n, r):
    """The exact probability for Gaussian entries, with half of it to spare."""
    return 1.5 * float(exact(n).sf((r - 1) * sqrt(8) * n ** (2 / 3)))


@tail(
    RIEDI,
    "(119): P[tau_n <= -1], a bound at every size",
    id="eq-119.lim",
    status="proved",
    bound=by_concentration,
    cases=[(5, 1.1), (5, 2.0), (10, 1.25), (25, 1.1)],
    covers=["eq-119.lim", "eq-119.a", "num-exceptions", "thm-39.rem-prob"],
)
def lower_edge_event(n, r, draws, rng):
    """Gaussian concentration: exp(-(r-1)^2 n), so (119) for every r > 1 and with a rate."""
    return holds(lower_edge_at_most_minus_one, {"tau": Symmetric(weights(n, draws, rng, r))})


@tail(
    RIEDI,
    "(119): P[tau_n <= -1], from the exact law",
    id="eq-119.lim~exact",
    status="proved",
    bound=below,
    cases=[(5, 1.1), (5, 1.25), (10, 1.1)],
)
def lower_edge_event_exactly(n, r, draws, rng):
    """By (112) the event is {Z~_n >= (r-1) sqrt(8) n^(2/3)}, and the law of Z~_n is known at every n."""
    return holds(lower_edge_at_most_minus_one, {"tau": Symmetric(weights(n, draws, rng, r))})


@tail(
    RIEDI,
    "(119): no exception for r >= 2 and n >= 5, Uniform entries",
    id="eq-119.small~uniform",
    status="conjectured",
    bound=lambda n, r: 1e-4,
    cases=[(5, 2.0)],
    covers=["eq-119.sim", "num-500000"],
)
def lower_edge_event_uniform(n, r, draws, rng):
    """A sample of this size can certify no more; the tail is lighter than the Gaussian one."""
    return holds(lower_edge_at_most_minus_one, {"tau": Symmetric(weights(n, draws, rng, r, "uniform"))})


@tail(
    RIEDI,
    "(120): P[s_1(W_1) >= 1], a bound at every size",
    id="eq-120.lim",
    status="proved",
    bound=lambda n, r: exp(-n * (r * sqrt(8) - 2) ** 2 / 2),
    cases=[(5, 0.8), (5, 1.0), (10, 0.9)],
    covers=["eq-120.lim", "thm-39.rem-prob"],
)
def norm_event(n, r, draws, rng):
    """For every r > 1/sqrt(2), Gaussian entries (Davidson and Szarek 2001); 1e-15 at r = 2, n = 5, beyond
    the reach of samples.
    """
    return holds(norm_at_least_one, {"s": Singular(weights(n, draws, rng, r))})


@tail(
    RIEDI,
    "(120): the event behind the printed comparison",
    id="eq-120.bound~by-samples",
    status="proved",
    bound=lambda n, r: 1e-4,
    cases=[(5, 0.8), (10, 0.8)],
)
def norm_event_outside(n, r, draws, rng):
    """{s_1(W_1) >= 1} lies in {Y_n >= sqrt(2)(2r^2 - 1) n^(2/3)}: never the first without the second."""

    def first_alone(s, end):
        return norm_at_least_one(s) & less(square(s.largest), end)

    def end():
        size, square_of_r = arb(n), arb(r) ** 2
        Y = arb(2).sqrt() * (2 * square_of_r - 1) * size ** (arb(2) / 3)
        return {"end": johnstone(n, Y) / (8 * size * square_of_r)}

    return holds(first_alone, {"s": Singular(weights(n, draws, rng, r))}, end)
