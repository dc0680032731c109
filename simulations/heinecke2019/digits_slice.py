"""A trained network on digits, cut exactly along a plane through three images."""

from __future__ import annotations

import numpy as np

from perturb.networks.cells import draw as polygons
from perturb.statements.experiment import Picture
from simulations.heinecke2019.records import network, record
from simulations.heinecke2019.small_networks import WINDOW, over
from simulations.heinecke2019.source import PAPER
from theorems.heinecke2019 import HEINECKE

MOMENTS = {0: "before training", -1: "after training"}


def draw(figure, seed):
    """The start and the end of training; `seed` plays no part."""
    del seed
    for axes, (moment, said) in zip(figure.subplots(1, 2), MOMENTS.items(), strict=True):
        panel(axes, moment, said)


def panel(axes, moment, said):
    """Cells in the colour of the class that the network gives to an inner point of theirs."""
    from matplotlib import colormaps  # drawing is an extra

    points, colours = record("digits")["planes"][0] / 16, colormaps["tab10"].colors
    found = over(network("digits", moment), points)

    def colour(cell):
        x = cell.point
        return 0.55 + 0.45 * np.array(colours[int(np.argmax(cell.A @ x + cell.b))])

    polygons(axes, found, colour, linewidths=0.3)
    axes.plot([0, 1, 0], [0, 0, 1], "o", color="black", markersize=4)
    axes.set_xlim(*WINDOW)
    axes.set_ylim(*WINDOW)
    axes.set_aspect("equal")
    axes.set_xlabel("$s$")
    axes.set_ylabel("$t$")
    axes.set_title(f"{said}: {found.full_dimensional} cells", fontsize=10)


DIGITS_SLICE = Picture(
    name="heinecke2019/digits-slice",
    title="A plane through three digits, cut by a trained network",
    source=f"{PAPER}, Proposition 3",
    paper=HEINECKE,
    covers=("heinecke2019/rem-intro.pwl", "heinecke2019/rem-intro.config"),
    draw=draw,
    size=(11.0, 5.4),
    note=(
        "Widths 64, 32, 32, 10, trained to classify all 1797 digits of 8 x 8 pixels correctly. The plane is "
        "$x=o+su+tv$; the dots are the first images of a 3, a 5 and an 8. Weights are the recorded multiples "
        "of 1/1024; every cell is exact: the areas add up to 9 as rational numbers. A colour is the class "
        "at an inner point of a cell, which may hold more than one."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(DIGITS_SLICE)
