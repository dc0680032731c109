"""What the figures on trained networks share: singular values, bounds over data and widths of one network."""

from __future__ import annotations

import numpy as np

from perturb.statements.experiment import Picture
from simulations.dittmer2019.source import BLUE, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER
from theorems.dittmer2019.records import lines

YELLOW = "#c79a1b"
LAYERS = (BLUE, "#4bb062", RED)
LINES = {"correct": "-", "wrong": "--"}
NAMES = {"correct": "classified correctly", "wrong": "misclassified"}
THIN = 8  # of layers wider than 100 every eighth singular value is recorded
LEAST = 1e-6  # of the largest bound: what is below is rounding


def network(name):
    """The record of one network by its name."""
    return next(record for record in lines("networks") if record["name"] == name)


def values(axes, record, title):
    """Singular values of the weights after training, dashed those before."""
    for i, colour in enumerate(LAYERS):
        for kind, line in (("after", "-"), ("before", "--")):
            drawn = record[kind][i]
            step = THIN if record["settings"]["widths"][i] > 100 else 1
            axes.plot(step * np.arange(len(drawn)), drawn, line, color=colour, lw=1.2)
    axes.set_ylim(bottom=0)
    plain(axes, title, "index $k$", r"$\sigma_k$ of the weight")
    axes.xaxis.get_major_locator().set_params(integer=True)


def bounds(axes, record, title):
    """Bounds of s_{k,X} for both sets, on a logarithmic axis."""
    seen = at_bounds(record)
    for kind, line in LINES.items():
        for i, colour in enumerate(LAYERS if seen[kind] else ()):
            height = np.array(seen[kind]["bounds"][i])
            kept = height > LEAST * height[0]
            k = np.array(record["ranks"])[: len(height)]
            axes.plot(k[kept], height[kept], line, color=colour, lw=1.2, marker=".", ms=3)
    axes.set_yscale("log")
    plain(axes, f"{title}epoch {seen['epoch']}, {seen['count']} data each", "rank $k$", "bound of $s_{k,X}$")
    axes.xaxis.get_major_locator().set_params(integer=True)


def at_bounds(record):
    """The last epoch with data enough for bounds at all ranks."""
    return next(point for point in record["course"] if point["epoch"] == record["bounds_at"])


def widths(axes, record, title):
    """Widths over the training in their bands; the inputs are yellow."""
    for kind, line in LINES.items():
        seen = [(point["epoch"], point[kind]["widths"]) for point in record["course"] if useful(point, kind)]
        for i, colour in enumerate((YELLOW, *LAYERS)):
            epochs, ends = [e for e, _ in seen], np.array([found[i] for _, found in seen]).reshape(-1, 2)
            axes.fill_between(epochs, *ends.T, color=colour, alpha=0.25, lw=0)
            axes.plot(epochs, ends.mean(axis=1), line, color=colour, lw=1.0)
    axes.set_ylim(bottom=0)
    plain(axes, title, "epoch", "Gaussian mean width")


def useful(point, kind):
    """Sets of fewer than five data are left out."""
    return point[kind] is not None and point["count"] >= 5


def legend(figure, inputs=True):
    """Below the panels: colours are layers, solid and dashed the two sets, or after and before the "
    "training."""
    from matplotlib.lines import Line2D  # drawing is an extra

    named = [
        *([("inputs", YELLOW)] if inputs else []),
        *((f"layer {i + 1}", c) for i, c in enumerate(LAYERS)),
    ]
    handles = [Line2D([], [], color=colour, label=name) for name, colour in named]
    handles += [Line2D([], [], color="k", ls=LINES[kind], label=name) for kind, name in NAMES.items()]
    figure.legend(handles=handles, frameon=False, fontsize=9, loc="outside lower center", ncols=len(handles))


def three_panels(figure, name):
    """Singular values; bounds; widths: the three plots of Figures 6 to 15."""
    record = network(name)
    left, middle, right = figure.subplots(1, 3)
    values(left, record, "weights, dashed: before training")
    bounds(middle, record, "")
    widths(right, record, "widths over the training")
    legend(figure)


STAND_IN = {
    "wine": "wine (178 examples, 13 inputs, 3 classes) in place of the Boston housing prices, which "
    "scikit-learn has dropped",
    "breast-cancer": "breast cancer (569 examples, 30 inputs, 2 classes) in place of HTRU2, which has to be "
    "downloaded",
    "fashion-mnist": "Fashion MNIST itself (70,000 images of 28 x 28, 10 classes), as Debian has it",
    "digits": "scikit-learn's digits (1797 images of 8 x 8, 10 classes) in place of MNIST, which has to be "
    "downloaded",
}


def appendix(number, data, width, draw):
    """Figure 6 to 15 of the appendix, for the data at hand."""
    return Picture(
        name=f"dittmer2019/fig-{number}-trained",
        title=f"Figure {number} for {data}, width {width}",
        source=f"{PAPER}, Figure {number}",
        paper=DITTMER,
        covers=(f"dittmer2019/fig-{number}",),
        draw=draw,
        size=(12.0, 3.6),
        note=told(f"fig-{number}-{data}-{width}", data),
    )


def told(name, data):
    """What was trained, and how it ended."""
    record = network(name)
    settings, (_, seen, test) = record["settings"], record["history"][-1]
    last, shown = record["course"][-1], at_bounds(record)
    return (
        f"Here {STAND_IN[data]}. Three hidden ReLU layers of width {settings['widths'][0]}, Glorot's "
        f"initialisation, Adam at rate {settings['rate']:g}, {settings['epochs']} epochs in batches of "
        f"{settings['batch']}, seed {settings['seed']}: accuracy {seen:.3f} on the training part, {test:.3f} "
        f"on the part for tests, {last['total'][1]} misclassified in all. The two sets are of one size, up "
        "to 40 data, drawn anew for each epoch from all examples; sets of fewer than 5 are left out. "
        "Sets shrink as fewer data come out wrong, and smaller sets have smaller widths. The "
        f"bounds are those of epoch {shown['epoch']}, the last with 12 misclassified data at least; they are "
        "certified for these sets, and 0 from as many ranks on as there are data. The widths lie in their "
        "bands, all of one epoch with probability 0.99. Nothing is smoothed."
    )
