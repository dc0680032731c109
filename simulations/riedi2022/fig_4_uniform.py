"""Largest eigenvalue of K + K', Uniform entries, against its Tracy-Widom limit (Theorem 33, Figure 4 b)."""

from __future__ import annotations

from perturb.statements.experiment import Bins, Experiment
from simulations.riedi2022.source import PAPER, SIZES, SQRT2_TW1, TW1
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_edge import upper


def Z(n, draws, rng):
    """Z_n of (107), entries uniform on (-sqrt 3, sqrt 3)."""
    return upper(n, draws, rng, "uniform")


FIG_4_UNIFORM = Experiment(
    name="riedi2022/fig-4-uniform",
    title="Largest eigenvalue of K + K', Uniform entries",
    source=f"{PAPER}, Theorem 33, equation (107), and Figure 4 (b)",
    paper=RIEDI,
    covers=("riedi2022/fig-4.b", "riedi2022/fig-4.collapse"),
    statistic=Z,
    symbol=r"Z_n = (\overline{t_n} - \sqrt{8n})\, n^{1/6}",
    sizes=SIZES,
    draws=8_000,
    full=500_000,
    bins=Bins(-8.0, 6.0, 70),
    reference=SQRT2_TW1,
    contrast=TW1,
    note=(
        "The source prints no number of runs. The limit is that of Gaussian entries, $\\sqrt "
        "2\\,\\mathrm{TW}_1$ (A. Soshnikov, 1999); at small n the histogram lies further left, since bounded "
        "entries have a smaller fourth moment, 9/5 in place of 3."
    ),
    seed=33,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_4_UNIFORM)
