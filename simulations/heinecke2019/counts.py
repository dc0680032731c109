"""How many configurations networks have, beside what is known of their number."""

from __future__ import annotations

from functools import cache

import numpy as np

from perturb.networks import cells
from perturb.networks.counts import at_most, at_most_coarse, attained, zaslavsky
from perturb.statements.experiment import Picture
from simulations.heinecke2019.source import PAPER
from theorems.heinecke2019 import HEINECKE
from theorems.heinecke2019.laws_counts import gaussian

WIDTHS = ((1, 8), (1, 4, 4), (2, 8), (2, 4, 4), (2, 3, 3, 3), (2, 5, 5, 5), (3, 6), (3, 4, 4))
DRAWN = 5
GREY = "#999999"


@cache
def counted(widths, seed):
    """Cells with inner points of a few Gaussian networks."""
    rng = np.random.default_rng([seed, *widths])
    return tuple(cells(gaussian(widths, rng)).full_dimensional for _ in range(DRAWN))


def draw(figure, seed):
    """Counts and bounds, network by network."""
    axes = figure.subplots()
    for k, widths in enumerate(WIDTHS):
        n, hidden = widths[0], widths[1:]
        axes.plot([k, k], [attained(n, hidden), at_most(n, hidden)], color=GREY, linewidth=1, zorder=0)
        marks = {
            "at most (Montufar 2017)": (at_most_coarse(n, hidden), "_", "#777777"),
            "at most (Serra et al. 2018)": (at_most(n, hidden), "v", "#b2182b"),
            "one layer of all neurons": (zaslavsky(sum(hidden), n), "D", "#3a7d44"),
            "attained (Montufar et al. 2014)": (attained(n, hidden), "^", "#9a6fb0"),
        }
        for label, (count, sign, colour) in marks.items():
            axes.plot(k, count, sign, color=colour, markersize=6, label=label if not k else None)
        found = counted(widths, seed)
        axes.plot([k] * DRAWN, found, "o", color="#2f6690", markersize=3, label="drawn" if not k else None)
    axes.set_yscale("log")
    axes.set_xticks(range(len(WIDTHS)), ["-".join(map(str, widths)) for widths in WIDTHS])
    axes.set_xlabel("widths, inputs first")
    axes.set_ylabel("cells with inner points")
    axes.legend(fontsize=8, frameon=False, loc="upper left")
    axes.spines[["top", "right"]].set_visible(False)


COUNTS = Picture(
    name="heinecke2019/counts",
    title="How many configurations there are, and how many there can be",
    source=f"{PAPER}, Section 3.1",
    paper=HEINECKE,
    covers=("heinecke2019/rem-configs.lower", "heinecke2019/rem-configs.notall"),
    draw=draw,
    size=(9.6, 4.6),
    note=(
        "Exact counts for five Gaussian networks of each shape. One layer always has the number of Schlaefli "
        "and Zaslavsky, where all bounds agree. Of deeper networks the counts vary, far below the upper "
        "bounds and mostly below one layer of as many neurons; the lower bound of Montufar et al. is for "
        "weights that fold, and says nothing of these. On the line a zigzag of $p$ neurons with $k$ neurons "
        "behind it has $p(k+1)+1$ cells, one more than that bound."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(COUNTS)
