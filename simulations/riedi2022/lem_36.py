"""Lemma 36, Theorem 38 and Corollary 37 at finite n, as printed: which hold, and how often."""

from __future__ import annotations

from math import sqrt

import numpy as np

from perturb.distributions import bounds_at
from perturb.statements.experiment import Bins, Experiment, Probability
from simulations.riedi2022.source import DEEP, PAPER, SIZES, TW1
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import (
    by_the_edge,
    by_the_norm,
    by_the_symmetric_part,
    centre,
    edges,
    extremes,
    flipped,
    scale,
    shifted,
    weights,
)
from theorems.riedi2022.laws_norm import threshold

LEMMA = ("lem-36.113b", "lem-36.114a", "lem-36.115", "lem-36.116a")
ROOM = 1 + 1e-12  # float64 decides nothing; no equality has a positive probability
SYMBOLS = {
    "Y": r"Y_n",
    "(113b)": r"(113),\ \mathrm{the\ inequality}",
    "(115)": r"(115)\ \mathrm{or}\ \underline{\tau}_n \leq -1",
    "(114)": r"\kappa(W_1+\mathrm{Id}) \leq (114)",
    "(116)": r"\kappa(W_1+\mathrm{Id}) \leq (116)",
    "(118)": r"\kappa(D_1W_1+\mathrm{Id}) \leq (118)",
    "Fan-Hoffman": r"\kappa(W_1+\mathrm{Id}) \leq \mathrm{Fan{-}Hoffman}",
    "(116) <= (114)": r"\mathrm{first\ of\ } (116) \leq \mathrm{first\ of\ } (114)",
    "(121)": r"\kappa(W_1+\mathrm{Id}) \leq (121)",
    "(122)": r"\kappa(W_1+\mathrm{Id}) \leq (122)",
    "(116) <= (121)": r"\mathrm{first\ of\ } (116) \leq (121)",
}


def as_printed(n, draws, rng, r):
    """One boolean column a statement; a bound whose hypothesis fails is infinite and holds."""
    W = weights(n, draws, rng, r)
    (s_1, s_n), (low, up), (top, least) = extremes(W), edges(W), extremes(shifted(W))
    M_o = flipped(W)
    limits, Y = bounds_at(r), (8 * n * r * r * s_1**2 - centre(n)) / scale(n)
    edge, norm = by_the_edge(s_1, low, up), by_the_norm(s_1, up)
    kappa = top / least
    inside = (s_n**2 + low + 1 <= least**2 * ROOM) & (top**2 <= (s_1**2 + up + 1) * ROOM)
    return {
        "Y": Y,
        "(113b)": s_1**2 <= (1 + n ** (-2 / 3) * Y / sqrt(2)) / (2 * r * r),
        "(115)": inside | (low <= -1),
        "(114)": kappa <= norm * ROOM,
        "(116)": kappa <= edge * ROOM,
        "(118)": np.divide(*extremes(shifted(M_o))) <= by_the_edge(s_1, *edges(M_o)) * ROOM,
        "Fan-Hoffman": kappa <= by_the_symmetric_part(s_1, low, up) * ROOM,
        "(116) <= (114)": edge <= norm,
        "(121)": kappa <= limits["(121)"],
        "(122)": kappa <= limits["(122)"],
        "(116) <= (121)": edge <= limits["(121)"],
    }


LEM_36 = Experiment(
    name="riedi2022/lem-36",
    paper=RIEDI,
    printed=(*LEMMA, "cor-37.118a", "thm-38.121", "thm-38.122"),
    title="Lemma 36, Corollary 37 and Theorem 38 as printed, at finite n",
    source=f"{PAPER}, equations (113) to (118), (121) and (122)",
    speaks={
        "riedi2022/lem-36.113b": ("(113b)",),
        "riedi2022/thm-22.rem-4": ("(116) <= (114)",),
    },
    statistic=as_printed,
    symbol=SYMBOLS,
    sizes=SIZES,
    draws=600,
    full=DEEP,
    bins={name: Bins(-6.0, 5.0, 55) if name == "Y" else Probability(0.95, ">=") for name in SYMBOLS},
    reference={"Y": TW1},
    marks={"Y": {"(113) fails below": lambda n, r: threshold(n)}},
    cases=({"r": 1.1}, {"r": 2.0}),
    note=(
        'The verdicts are on "with probability at least 0.95". Probabilities that a statement holds, '
        "Gaussian entries. (114) to (118) are theorems: 1. The inequality of (113) fails where $Y_n$ "
        "is below a negative number that tends to 0 like $-6.5\\, n^{-1/3}$, so its probability falls "
        "from 0.994 at n = 5 to $1 - F_1(0) = 0.168$. (116) is called slightly tighter than (114): "
        "nearly always at r = 2, ever less often at r = 1.1, where in the limit (114) is the smaller "
        "one (the two cross at $r = (1 + \\sqrt 2)/2$). (121) bounds $\\kappa$ with high probability, "
        "but the bound (116) itself lies below (121) only as often as its fluctuations allow."
    ),
    seed=36,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(LEM_36)
