"""The image of the circle under the layer of Figure 1, and how much of a sphere keeps all its outputs."""

from __future__ import annotations

import numpy as np

from perturb.statements.picture import Picture
from simulations.dittmer2019.source import BLUE, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER

A = np.array([[0.0, 1.0], [1.0, -1.0]])
CIRCLE = np.array([np.cos(angles := np.linspace(0, 2 * np.pi, 1441)), np.sin(angles)])
ROWS = np.arange(1, 11)


def image():
    """ReLU(Ax) along the circle, shape (2, 1441)."""
    return np.maximum(A @ CIRCLE, 0)


def draw(figure, seed):
    """(a) circle, its linear image and its image; (b) shares of sparse images."""
    left, right = figure.subplots(1, 2)
    left.plot(*CIRCLE, color=GREY, lw=1.0, label="$S$")
    left.plot(*(A @ CIRCLE), color=BLUE, lw=1.0, label="$AS$")
    left.plot(*image(), color=RED, lw=2.4, label=r"$\mathrm{ReLU}(AS)$")
    left.set_aspect("equal")
    left.legend(frameon=False, fontsize=9, loc="lower left")
    plain(left, "(a) the matrix of Figure 1", "first output", "second output")
    right.plot(ROWS, 1 - 0.5**ROWS, "o-", color=RED, lw=1.2, label="independent symmetric rows")
    right.plot(ROWS, 0.5 + 0.0 * ROWS, "o-", color=BLUE, lw=1.2, label="equal rows")
    right.set_ylim(0, 1.02)
    right.legend(frameon=False, fontsize=9, loc="lower right")
    plain(right, "(b) inputs with a zero among the outputs", "number of outputs $m$", "share of the sphere")


FIG_1 = Picture(
    name="dittmer2019/fig-1",
    title="The image of the circle under a ReLU layer",
    source=f"{PAPER}, Figure 1",
    paper=DITTMER,
    covers=("dittmer2019/fig-1.setup", "dittmer2019/fig-1.tentacles"),
    draw=draw,
    size=(10.0, 4.4),
    note=(
        "(a) An eighth of the circle keeps both outputs, an eighth goes to 0, the rest to the two axes. The "
        "longest output has the length $\\sqrt 2$ at $(1,-1)/\\sqrt2$, for $\\sigma_0=1.618$ of the matrix. "
        "(b) The share of inputs with a sparse image is $1-2^{-m}$ for random layers; it need not grow for a "
        "given one."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_1)
