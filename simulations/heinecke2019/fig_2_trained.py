"""Figures 1 and 2 for a network that was trained on two features: its partition, layer by layer."""

from __future__ import annotations

from perturb.networks import area, box, cells, dense
from perturb.networks.cells import draw as polygons
from perturb.networks.cells import hues
from perturb.statements.experiment import Picture
from simulations.heinecke2019.records import network, record
from simulations.heinecke2019.source import PAPER
from theorems.heinecke2019 import HEINECKE

LOW, HIGH = (-3, -3), (3, 4)  # alcohol - 13, flavanoids - 2
COLOURS, SIGNS = ("#2f6690", "#b2182b", "#3a7d44"), "os^"


def hidden(moment=-1):
    """The three layers with a rectifier, without the linear one behind them."""
    whole = network("wine", moment).nodes[:-1]
    return dense([node.matrices[0] for node in whole], [node.bias for node in whole], last="relu")


def draw(figure, seed):
    """One panel a layer, with the wines on top; `seed` plays no part."""
    del seed
    deep = hidden()
    for depth, axes in enumerate(figure.subplots(1, 3), start=1):
        panel(axes, deep.head(depth), "layer 1" if depth == 1 else f"layers 1 to {depth}")


def panel(axes, deep, said):
    found = cells(deep, within=box(LOW, HIGH))
    assert sum(area(cell) for cell in found.cells) == (HIGH[0] - LOW[0]) * (HIGH[1] - LOW[1])
    shades = iter(0.5 + 0.5 * hues(len(found.cells)))
    polygons(axes, found, lambda cell: next(shades))
    wines = record("wine")
    for kind, (colour, sign) in enumerate(zip(COLOURS, SIGNS, strict=True)):
        x, y = wines["examples"][wines["labels"] == kind].T / 100
        axes.plot(x, y, sign, color=colour, markersize=3.5, markeredgewidth=0)
    axes.set_xlim(LOW[0], HIGH[0])
    axes.set_ylim(LOW[1], HIGH[1])
    axes.set_xlabel("alcohol $-$ 13")
    axes.set_ylabel("flavanoids $-$ 2")
    axes.set_title(f"{said}: {found.full_dimensional} regions", fontsize=10)


FIG_2_TRAINED = Picture(
    name="heinecke2019/fig-2-trained",
    title="The partition of a trained network, layer by layer",
    source=f"{PAPER}, Figures 1 and 2",
    paper=HEINECKE,
    covers=("heinecke2019/fig-1", "heinecke2019/fig-2"),
    draw=draw,
    size=(12.0, 4.4),
    note=(
        "Widths 2, 8, 8, 8, 3, trained on two features of 178 wines of three kinds (the signs), of which it "
        "classifies 97 in a hundred correctly. Weights are the recorded multiples of 1/1024; polygons are "
        "exact, and their areas add up to that of the window, of which counts are. Cuts of the first layer "
        "run through; those of later ones bend where they meet an earlier cut."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_2_TRAINED)
