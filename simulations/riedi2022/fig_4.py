"""Largest eigenvalue of K + K', Gaussian entries, against its Tracy-Widom limit (Theorem 33, Figure 4)."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from perturb.ensembles import symmetrised_largest
from perturb.laws import Scaled, tracy_widom
from perturb.montecarlo.command import main
from perturb.montecarlo.plan import Bins, Experiment


def Z(n: int, draws: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Z_n = (t_n - sqrt(8 n)) n^(1/6), equation (107)."""
    return (symmetrised_largest(n, draws, rng) - sqrt(8 * n)) * n ** (1 / 6)


FIG_4 = Experiment(
    name="riedi2022/fig-4",
    title="Largest eigenvalue of K + K', Gaussian entries",
    source=(
        "R. H. Riedi, R. Balestriero, R. G. Baraniuk, *Singular Value Perturbation and Deep Network "
        "Optimization*, Theorem 33, equation (107), and Figure 4"
    ),
    statistic=Z,
    symbol=r"Z_n = (\overline{t_n} - \sqrt{8n})\, n^{1/6}",
    sizes=(5, 10, 25, 50, 100),
    draws=20_000,
    bins=Bins(-8.0, 6.0, 70),
    reference=Scaled(tracy_widom(1), sqrt(2), "sqrt(2) TW_1", r"\sqrt{2}\,\mathrm{TW}_1"),
    contrast=tracy_widom(1),
    note=(
        "$K_n + K_n^T$ has off-diagonal variance 2, so it is $\\sqrt 2$ times the Gaussian orthogonal "
        "ensemble and $Z_n$ converges to $\\sqrt 2\\,\\mathrm{TW}_1$. The source says \"a Tracy-Widom law\" "
        "and names no scale; the unscaled $\\mathrm{TW}_1$ is drawn dashed."
    ),
    seed=33,
)

if __name__ == "__main__":
    main(FIG_4)
