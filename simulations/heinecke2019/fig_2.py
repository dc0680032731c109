"""Consecutive layers cut the plane into finer and finer partitions (Figure 2)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from perturb.networks import dense
from perturb.statements.experiment import Picture
from simulations.heinecke2019.source import PAPER, panel
from theorems.heinecke2019 import HEINECKE

WIDTHS = (2, 6, 6, 6)


def network(seed):
    """Multiples of 1/16 about as large as He's start, so that polygons have short corners."""
    rng = np.random.default_rng(seed)
    sizes = [(m, n) for n, m in pairwise(WIDTHS)]
    weights = [np.round(16 * rng.standard_normal(size) * (2 / size[1]) ** 0.5) / 16 for size in sizes]
    return dense(weights, [np.round(8 * rng.standard_normal(m)) / 16 for m in WIDTHS[1:]], last="relu")


def draw(figure, seed):
    """One panel a layer."""
    deep = network(seed)
    for depth, axes in enumerate(figure.subplots(1, 3), start=1):
        panel(axes, deep.head(depth), "layer 1" if depth == 1 else f"layers 1 to {depth}")


FIG_2 = Picture(
    name="heinecke2019/fig-2",
    title="Finer partitions by consecutive layers",
    source=f"{PAPER}, Figure 2",
    paper=HEINECKE,
    covers=("heinecke2019/fig-2",),
    draw=draw,
    size=(12.0, 4.2),
    note=(
        "A random network of widths 2, 6, 6, 6, cut exactly; the source's is not legible. Each partition "
        "refines the one before it: a cut of a later layer bends where it meets an earlier one, and ends "
        "where the neurons in front of it are inactive. Counts are of the square."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_2)
