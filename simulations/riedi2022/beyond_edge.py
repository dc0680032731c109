"""Theorem 33 far beyond its simulations: the edge of K + K' at n = 10^4, 10^6 and 10^8."""

from __future__ import annotations

from perturb.statements.experiment import Bins, Experiment
from simulations.riedi2022.source import PAPER, SQRT2_TW1, TW1, Z
from theorems.riedi2022 import RIEDI


def rate(n):
    """The distance is 0.165 n^(-1/3) at n = 400, from the exact law; 0.012 is for the band of 10^5 draws."""
    return 0.3 * n ** (-1 / 3) + 0.012


BEYOND_EDGE = Experiment(
    name="riedi2022/beyond-edge",
    title="Largest eigenvalue of K + K', Gaussian entries, up to n = 10^8",
    source=f"{PAPER}, Theorem 33, beyond its figures",
    paper=RIEDI,
    covers=("riedi2022/thm-33.conv",),
    statistic=Z,
    symbol=r"Z_n = (\overline{t_n} - \sqrt{8n})\, n^{1/6}",
    sizes=(10**4, 10**6, 10**8),
    draws={10**4: 100_000, 10**6: 100_000, 10**8: 20_000},
    full={10**4: 1_000_000, 10**6: 1_000_000, 10**8: 100_000},
    bins=Bins(-8.0, 6.0, 70),
    reference=SQRT2_TW1,
    contrast=TW1,
    rate=rate,
    rate_source="ours: 0.3 n^(-1/3), and 0.012 for the band of 100,000 draws",
    cost=lambda n: 2 + 0.5 * n ** (1 / 3),
    note=(
        "No matrix is built: the tridiagonal model of the Gaussian ensemble is drawn, its top 12 "
        "n^(1/3) rows only. At these sizes the law of $Z_n$ cannot be told from its limit by eye."
    ),
    seed=10,
    version=3,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(BEYOND_EDGE)
