"""Figure 2 with certified bands: linear and ReLU singular values of four random layers."""

from __future__ import annotations

import numpy as np

from perturb.statements.experiment import Picture
from simulations.dittmer2019.bands import LAWS, POINTS, RESTARTS, SIZE, kept, matrix
from simulations.dittmer2019.source import BLUE, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER

K = np.arange(SIZE)


def panel(axes, law, found):
    """Singular values, the band of Lemma 5 from both sides, the certified interval of each s_k, and (10)."""
    values = np.linalg.svd(matrix(law), compute_uv=False)
    lower, upper = np.array(found["lower"]), np.array(found["upper"])
    axes.fill_between(K, values / 2**0.5, values, color=GREY, alpha=0.18, lw=0, label="any matrix")
    axes.plot(K, values, "o-", color=BLUE, lw=1.0, ms=3.5, label=r"$\sigma_k$")
    axes.vlines(K, lower, upper, color=RED, lw=6.0, label="$s_k$ lies here")
    axes.plot(K, (lower + upper) / 2, "_", color=RED, ms=14, mew=2.0)
    axes.plot(K, found["method"], "x", color="k", ms=6, label="(10)")
    axes.set_xticks(K)
    axes.set_ylim(bottom=0)
    plain(axes, law, "$k$", "")


def draw(figure, seed):
    """One panel a law."""
    found = kept()
    panels = figure.subplots(1, len(LAWS))
    for axes, law in zip(panels, LAWS, strict=True):
        panel(axes, law, found[law])
    panels[0].set_ylabel(r"$s_k$, $\sigma_k$")
    panels[0].legend(frameon=False, fontsize=8)


FIG_2 = Picture(
    name="dittmer2019/fig-2",
    title="ReLU singular values of random layers, enclosed",
    source=f"{PAPER}, Figure 2",
    paper=DITTMER,
    covers=("dittmer2019/fig-2.setup", "dittmer2019/fig-2.claim"),
    draw=draw,
    size=(13.0, 3.8),
    note=(
        "Matrices are ours, 4 x 4, one of each law: those of the paper are not printed. Red: an interval "
        "certain to hold $s_k$; $s_0$ is known to eleven digits. Grey: $\\sigma_k/\\sqrt2$ to $\\sigma_k$, "
        "where $s_k$ lies for every matrix. Crosses: what (10) reports, with "
        f"{POINTS} inputs and the best of {RESTARTS} starts; a cross below a red interval is no upper bound "
        'of $s_k$. "Much lower" is a factor between $1/\\sqrt2$ and 1, whatever the index.'
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_2)
