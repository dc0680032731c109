"""A toy network cuts the plane into regions, layer by layer (Figure 3)."""

from __future__ import annotations

import numpy as np

from perturb.networks import dense, leaky
from perturb.statements.experiment import Picture
from simulations.riedi2022.source import PAPER
from theorems.riedi2022 import RIEDI

WINDOW = 1.5
GRID = 401
# Leaky ReLU keeps every layer injective on its region, so later cuts bend and do not vanish.
WEIGHTS = (
    [[1.0, 0.15], [-1.0, 0.35], [0.1, 1.0]],
    [[1.0, -0.8, 0.5], [-0.6, 1.0, 0.9], [0.9, 0.7, -1.0]],
    [[1.0, 0.6, -0.9], [-0.8, 1.0, 0.5]],
)
OFFSETS = ([0.4513, 0.5037, 0.3519], [-0.2017, -0.7541, -0.1013], [-0.3011, 0.1523])
NETWORK = dense(WEIGHTS, OFFSETS, leaky(0.1), last=leaky(0.1))


def points(half, number=GRID):
    """A square grid on [-half, half]^2, shape (number^2, 2)."""
    axis = np.linspace(-half, half, number)
    return np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)


def codes(depth, half=WINDOW, number=GRID):
    """The region of each grid point under the first `depth` layers, shape (number, number).

    As perturb.networks.region_codes; the signs are packed in one integer, which sorts much faster.
    """
    signs = np.concatenate(NETWORK.head(depth).pattern(points(half, number)), axis=1)
    packed = (signs + 1) @ 3 ** np.arange(signs.shape[1])
    return np.unique(packed, return_inverse=True)[1].reshape(number, number)


def palette(number):
    """Light colours, neighbours in number far apart in hue."""
    k = np.arange(number)
    hue, shade = (k * 0.618034) % 1, 0.22 + 0.16 * (k % 3)
    from matplotlib.colors import ListedColormap, hsv_to_rgb  # drawing is an extra

    return ListedColormap(hsv_to_rgb(np.stack([hue, shade, np.full(number, 0.96)], axis=-1)))


def draw(figure, seed):
    """One panel a layer; the lines are where a pre-activation of that layer or an earlier one vanishes."""
    del seed
    axis = np.linspace(-WINDOW, WINDOW, GRID)
    for depth, axes in enumerate(figure.subplots(1, 3), start=1):
        found = codes(depth)
        number = int(found.max()) + 1
        axes.pcolormesh(axis, axis, found, cmap=palette(number), rasterized=True)
        for k, (before, _) in enumerate(NETWORK.head(depth).run(points(WINDOW)), start=1):
            for t in before.T:
                shape = t.reshape(GRID, GRID)
                width = 1.6 if k == depth else 0.7
                axes.contour(axis, axis, shape, [0.0], colors="#222222", linewidths=width)
        layers = "layer 1" if depth == 1 else f"layers 1 to {depth}"
        axes.set_title(f"{layers}: {number} regions", fontsize=10)
        axes.set_aspect("equal")
        axes.set_xlabel("$x[1]$")
        axes.set_ylabel("$x[2]$")


FIG_3 = Picture(
    name="riedi2022/fig-3",
    title="The regions of a toy network, layer by layer",
    source=f"{PAPER}, Figure 3",
    paper=RIEDI,
    covers=("riedi2022/fig-3",),
    draw=draw,
    size=(12.0, 4.4),
    note=(
        "The source prints neither weights nor the sizes of the later layers; these are ours: $\\mathbb R^2 "
        "\\to \\mathbb R^3 \\to \\mathbb R^3 \\to \\mathbb R^2$ with slope 0.1. The first layer makes three "
        "cuts and seven regions, of which six are in the window, as in the source. Regions are counted on a "
        "grid of 401 x 401 points, so that small ones may be missing. Cuts of the layer that is "
        "added are thick; they bend where they meet an earlier cut and nowhere else."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_3)
