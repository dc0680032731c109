"""Where the figures come from, and how a partition of the plane is drawn."""

from __future__ import annotations

from perturb.networks import area, box, cells
from perturb.networks.cells import draw

PAPER = "A. Heinecke, W.-L. Hwang, *Deep Representation with ReLU Neural Networks*"
HALF = 3


def partition(network):
    """The cells in the square [-3, 3]^2; their areas add up to its own exactly, which is checked."""
    found = cells(network, within=box([-HALF, -HALF], [HALF, HALF]))
    assert sum(area(cell) for cell in found.cells) == 4 * HALF**2
    return found


def panel(axes, network, title):
    found = partition(network)
    draw(axes, found)
    axes.set_xlim(-HALF, HALF)
    axes.set_ylim(-HALF, HALF)
    axes.set_aspect("equal")
    axes.set_xlabel("$x_1$")
    axes.set_ylabel("$x_2$")
    axes.set_title(f"{title}: {found.full_dimensional} regions", fontsize=10)
