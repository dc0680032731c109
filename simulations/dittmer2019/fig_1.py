"""The image of the circle under the layer of Figure 1, and how much of a sphere keeps all its outputs."""

from __future__ import annotations

from math import comb

import numpy as np

from perturb.laws.stats.bands import clopper_pearson
from perturb.statements.experiment import Picture
from simulations.dittmer2019.source import BLUE, GREEN, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER

A = np.array([[0.0, 1.0], [1.0, -1.0]])
CIRCLE = np.array([np.cos(angles := np.linspace(0, 2 * np.pi, 1441)), np.sin(angles)])
ROWS = np.arange(1, 17)
WIDER = np.block([[A, np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]])
POINTS, DRAWN, ALPHA = 4000, 1000, 1e-3


def image():
    """ReLU(Ax) along the circle, shape (2, 1441)."""
    return np.maximum(A @ CIRCLE, 0)


def sphere():
    """Points of the unit sphere in space on a spiral, shape (3, 4000)."""
    count = np.arange(POINTS) + 0.5
    height, turn = 1 - 2 * count / POINTS, np.pi * (1 + 5**0.5) * count
    ring = np.sqrt(1 - height**2)
    return np.array([ring * np.cos(turn), ring * np.sin(turn), height])


def zeros(n, rng):
    """How many of the n outputs are zero, for DRAWN independent Gaussian layers, one input each."""
    x = rng.standard_normal(n)
    return n - np.count_nonzero(
        np.maximum(rng.standard_normal((DRAWN, n, n)) @ (x / np.linalg.norm(x)), 0), axis=1
    )


# Three meanings of "sparse", of the number of zeros among n outputs.
SPARSE = {
    "some output is zero": (RED, lambda zeros, n: zeros >= 1),
    "half of them or more": (GREEN, lambda zeros, n: 2 * zeros >= n),
    "on an axis: all but one, or all": (BLUE, lambda zeros, n: zeros >= n - 1),
}


def share(sparse, n):
    """Exactly: signs are independent, so that the number of zeros is binomial."""
    return sum(comb(n, z) for z in range(n + 1) if sparse(z, n)) / 2**n


def draw(figure, seed):
    """(a) circle, its linear image and its image; (b) a sphere in space; (c) shares of sparse images."""
    circle(figure.add_subplot(1, 3, 1))
    in_space(figure.add_subplot(1, 3, 2, projection="3d"))
    shares(figure.add_subplot(1, 3, 3), np.random.default_rng(seed))


def circle(axes):
    axes.plot(*CIRCLE, color=GREY, lw=1.0, label="$S$")
    axes.plot(*(A @ CIRCLE), color=BLUE, lw=1.0, label="$AS$")
    axes.plot(*image(), color=RED, lw=2.4, label=r"$\mathrm{ReLU}(AS)$")
    axes.set_aspect("equal")
    axes.legend(frameon=False, fontsize=9, loc="lower left")
    plain(axes, "(a) the matrix of Figure 1", "first output", "second output")


def in_space(axes):
    """ReLU(diag(A, 1)S), by the number of zeros among the three outputs."""
    Y = np.maximum(WIDER @ sphere(), 0)
    count = (Y == 0).sum(axis=0)
    for number, (colour, size) in enumerate(((GREEN, 9), (BLUE, 3), (RED, 5), ("k", 30))):
        axes.scatter(*Y[:, count == number], s=size, color=colour, linewidths=0, depthshade=False)
        part = f"{number} zero{'s' * (number != 1)}: {np.mean(count == number):.3f}"
        axes.scatter([], [], [], s=16, color=colour, label=part)
    axes.view_init(elev=22, azim=35)
    axes.set_xlabel("first")
    axes.set_ylabel("second")
    axes.set_zlabel("third output")
    axes.set_title(r"(b) $\mathrm{ReLU}(\mathrm{diag}(A,1)\,S)$ in space", fontsize=10)
    axes.legend(frameon=False, fontsize=8, loc="upper left")


def shares(axes, rng):
    for row, (words, (colour, sparse)) in enumerate(SPARSE.items()):
        axes.plot(ROWS, [share(sparse, n) for n in ROWS], "-", color=colour, lw=1.2, label=words)
        for n in ROWS[row::3]:
            events = int(sparse(zeros(n, rng), n).sum())
            lo, hi = clopper_pearson(events, DRAWN, ALPHA / len(ROWS))
            axes.plot([n, n], [lo, hi], color=colour, lw=4, alpha=0.4, solid_capstyle="butt")
            axes.plot(n, events / DRAWN, "o", color=colour, ms=3.5)
    axes.plot(ROWS, 0.5 + 0.0 * ROWS, ":", color="k", lw=1.0, label="equal rows, some zero")
    axes.set_ylim(0, 1.02)
    axes.set_xticks(ROWS[::3])
    axes.legend(frameon=False, fontsize=8, loc="center right", bbox_to_anchor=(1.0, 0.34))
    plain(axes, "(c) inputs with a sparse image", "number of outputs $n$", "share")


FIG_1 = Picture(
    name="dittmer2019/fig-1",
    title="The image of the circle under a ReLU layer",
    source=f"{PAPER}, Figure 1",
    paper=DITTMER,
    covers=("dittmer2019/fig-1.setup", "dittmer2019/fig-1.tentacles"),
    draw=draw,
    size=(14.5, 4.6),
    note=(
        "(a) An eighth of the circle keeps both outputs, an eighth goes to 0, the rest to the two "
        "axes. The longest output has the length $\\sqrt 2$ at $(1,-1)/\\sqrt2$, for "
        "$\\sigma_0=1.618$ of the matrix. (b) The sphere in space under the layer with the matrix and "
        "a third output of its own, ours: a sixteenth keeps all outputs and a sixteenth goes to 0; "
        "most goes to the faces and to the axes, which are the tentacles. (c) Of random square layers "
        "whose rows are independent and symmetric each output is zero with probability $\\frac12$, "
        "independently, so that the number of zeros is binomial; lines are exact. The text does not "
        "say what is sparse. With some zero among the outputs the share is $1-2^{-n}$ and grows, as "
        "printed; of images on an axis it is $(n+1)2^{-n}$ and falls to 0; that half of the outputs "
        "are zero stays near one half at every size. For a given layer it need not grow: dotted, with "
        "equal rows. Dots: a thousand Gaussian layers each, with bands that all hold at once with "
        "$0.999$."
    ),
    seed=1,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_1)
