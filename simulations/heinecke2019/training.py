"""How many cells a network has while it is trained."""

from __future__ import annotations

from perturb.networks.counts import at_most, zaslavsky
from perturb.statements.experiment import Picture
from simulations.heinecke2019.records import WIDTHS, record
from simulations.heinecke2019.source import PAPER
from theorems.heinecke2019 import HEINECKE

BLUE, RED, GREY = "#2f6690", "#b2182b", "#777777"


def draw(figure, seed):
    """From the record; `seed` plays no part."""
    del seed
    plane, slices = figure.subplots(1, 2)
    whole(plane)
    sliced(slices)


def whole(axes):
    """The network on two features: all of its cells."""
    found = record("wine")
    _, cells, pieces = found["counts"][:, 0].T
    hidden = WIDTHS["wine"][1:-1]
    axes.plot(found["epochs"], cells, "o-", color=BLUE, markersize=3, label="cells with inner points")
    axes.plot(found["epochs"], pieces, "o-", color=RED, markersize=3, label="pieces")
    lines = zaslavsky(sum(hidden), 2)
    axes.axhline(lines, color=GREY, linestyle="--", linewidth=1, label=f"{lines} of as many lines")
    labelled(axes, found, f"wine, two features: the whole plane (at most {at_most(2, hidden)})")
    axes.legend(fontsize=8, frameon=False, loc="lower right")


def sliced(axes):
    """The network on digits: a window of each of the planes."""
    found = record("digits")
    counts = found["counts"][:, :, 1]
    axes.plot(found["epochs"], counts[:, 1:], color=GREY, linewidth=0.7)
    axes.plot(found["epochs"], counts[:, 0], "o-", color=BLUE, markersize=3, label="the plane that is drawn")
    labelled(axes, found, f"digits: windows of {counts.shape[1]} planes through three images")
    axes.legend(fontsize=8, frameon=False, loc="lower right")


def labelled(axes, found, title):
    share = found["accuracy"]
    axes.set_xscale("symlog", linthresh=found["epochs"][1])
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    axes.set_xlabel(f"epochs (accuracy from {share[0]:.2f} to {share[-1]:.2f})")
    axes.set_ylabel("cells")
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


NOTE = (
    "Two networks, each at twenty moments of one training run (Adam); every number is an exact count for the "
    "recorded weights. Left: widths 2, 8, 8, 8, 3, cells of the whole plane. The bound of Serra et al. "
    "(2018) is far away; the number stays near what as many straight lines make, as Hanin and Rolnick (2019) "
    "found. Pieces are fewer than cells where a neuron bends and all behind it are inactive. Right: widths "
    "64, 32, 32, 10; cells of the window $-1\\le s,t\\le2$ of planes through three images each. After six "
    "epochs, in which accuracy rises most, all eight counts are lower than at the start, and most rise again "
    "later; on seven planes the network that classifies every image correctly still has fewer cells than the "
    "one that it started from."
)

TRAINING = Picture(
    name="heinecke2019/training",
    title="Cells along training",
    source=f"{PAPER}, Section 3.1",
    paper=HEINECKE,
    covers=("heinecke2019/rem-configs.depends",),
    draw=draw,
    size=(11.0, 4.2),
    note=NOTE,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(TRAINING)
