"""How much of the bounds (115) and (116) is used, r = 2, Uniform entries (Figure 6)."""

from __future__ import annotations

from dataclasses import replace

from simulations.riedi2022.fig_6 import FIG_6

FIG_6_UNIFORM = replace(
    FIG_6,
    name="riedi2022/fig-6-uniform",
    title="Efficiency of the bounds (115) and (116), r = 2, Uniform entries",
    cases=({"entries": "uniform"},),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_6_UNIFORM)
