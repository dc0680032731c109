"""Figure 4: Gaussian mean widths over the training of the two networks of Figure 3, in their bands."""

from __future__ import annotations

from perturb.statements.experiment import Picture
from simulations.dittmer2019.fig_3 import NETWORKS
from simulations.dittmer2019.panels import legend, network, widths
from simulations.dittmer2019.source import PAPER
from theorems.dittmer2019 import DITTMER


def draw(figure, seed):
    """Drawn from the records of two networks; `seed` plays no part."""
    panels = figure.subplots(1, 2)
    for column, (data, name) in enumerate(NETWORKS.items()):
        record = network(name)
        widths(panels[column], record, f"({'ab'[column]}) {data}, width {record['settings']['widths'][0]}")
    legend(figure)


FIG_4 = Picture(
    name="dittmer2019/fig-4-trained",
    title="Gaussian mean widths over the training",
    source=f"{PAPER}, Figure 4",
    paper=DITTMER,
    covers=tuple(f"dittmer2019/fig-4.{part}" for part in ("a", "b", "axes", "lines", "smooth", "input")),
    draw=draw,
    size=(9.6, 3.8),
    note=(
        "The networks of Figure 3. Sets of up to 40 data, of one size for both kinds, are drawn anew for "
        "each epoch. All bands of one epoch hold at once with probability 0.99 and are about as thick as "
        "the lines: what scatters is the draw of the sets, the inputs (yellow) too. Sets shrink as fewer "
        "data come out wrong, and a smaller set has a smaller width: the two kinds can be compared within "
        "an epoch, not one epoch with another. Nothing is smoothed. Sets of fewer than 5 data are left out."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_4)
