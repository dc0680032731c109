"""Figure 3: bounds over data, and singular values of the weights, for one small and one wider network."""

from __future__ import annotations

from perturb.statements.experiment import Picture
from simulations.dittmer2019.panels import bounds, legend, network, told, values
from simulations.dittmer2019.source import PAPER
from theorems.dittmer2019 import DITTMER

NETWORKS = {"breast-cancer": "fig-3-breast-cancer-20", "digits": "fig-3-digits-100"}


def draw(figure, seed):
    """Drawn from the records of two networks; `seed` plays no part."""
    panels = figure.subplots(2, 2)
    for column, (data, name) in enumerate(NETWORKS.items()):
        record = network(name)
        width = record["settings"]["widths"][0]
        bounds(panels[0, column], record, f"({'ab'[column]}) {data}, width {width}, ")
        values(panels[1, column], record, f"({'cd'[column]}) its weights, dashed: before training")
    legend(figure, inputs=False)


FIG_3 = Picture(
    name="dittmer2019/fig-3-trained",
    title="ReLU singular values over data, and singular values of the weights",
    source=f"{PAPER}, Figure 3",
    paper=DITTMER,
    covers=tuple(f"dittmer2019/fig-3.{part}" for part in ("net", "sets", "a", "b", "c", "d")),
    draw=draw,
    size=(9.6, 6.4),
    note="\n\n".join(
        f"({panels}) {told(name, data)}"
        for panels, (data, name) in zip(("a, c", "b, d"), NETWORKS.items(), strict=True)
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_3)
