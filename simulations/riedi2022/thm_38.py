"""The bounds of Theorem 38 at finite n beside the limits (121) and (122) that they converge to."""

from __future__ import annotations

from perturb.distributions import bounds_at
from perturb.statements.experiment import Bins, Experiment
from simulations.riedi2022.source import DEEP, PAPER, SIZES
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import (
    by_the_edge,
    by_the_norm,
    by_the_symmetric_part,
    edges,
    extremes,
    weights,
)

SLACK = 10.0  # stands for a bound that is infinite or larger
LIMITS = bounds_at(2.0)


def bounds(n, draws, rng):
    """The first bounds of (116) and (114), and the sharpened one, r = 2."""
    W = weights(n, draws, rng, 2.0)
    s_1, (low, up) = extremes(W)[0], edges(W)
    return {
        "edge": by_the_edge(s_1, low, up).clip(max=SLACK),
        "norm": by_the_norm(s_1, up).clip(max=SLACK),
        "symmetric": by_the_symmetric_part(s_1, low, up).clip(max=SLACK),
    }


THM_38 = Experiment(
    name="riedi2022/thm-38",
    title="The bounds of Theorem 38 and their limits, r = 2",
    source=f"{PAPER}, Theorem 38, equations (121) and (122)",
    paper=RIEDI,
    covers=("riedi2022/thm-38.121", "riedi2022/thm-38.122"),
    speaks={"riedi2022/thm-38.121": ("edge",), "riedi2022/thm-38.122": ("norm",)},
    statistic=bounds,
    symbol={
        "edge": r"\mathrm{first\ bound\ of\ } (116)",
        "norm": r"\mathrm{first\ bound\ of\ } (114)",
        "symmetric": r"\mathrm{by\ Fan\ and\ Hoffman}",
    },
    sizes=SIZES,
    draws=1_200,
    full=DEEP,
    bins=dict.fromkeys(("edge", "norm", "symmetric"), Bins(1.2, 2.6, 70)),
    marks={
        "edge": {"(121)": LIMITS["(121)"], "limit of kappa": LIMITS["kappa"]},
        "norm": {"(122)": LIMITS["(122)"], "limit of kappa": LIMITS["kappa"]},
        "symmetric": {"limit": 6.5**0.5 / 1.5, "limit of kappa": LIMITS["kappa"]},
    },
    note=(
        'Gaussian entries. "Constant limits, in distribution": the histograms contract to the dashed line; '
        "they approach it from below, with a width of order $n^{-2/3}$. The third bound, "
        "$\\sqrt{s_1^2 + \\overline{\\tau} + 1}/(1 + \\underline{\\tau}/2)$, is below both for every matrix; "
        "its limit at r = 2 is 1.6997, the limit of the condition number itself 1.6580."
    ),
    seed=121,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(THM_38)
