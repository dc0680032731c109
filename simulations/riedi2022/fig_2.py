"""Singular values of M_o + rho Id along rho (Figure 2): neither monotone nor convex nor smooth."""

from __future__ import annotations

import numpy as np

from perturb.statements.experiment import Picture
from simulations.riedi2022.source import PAPER
from theorems.riedi2022 import RIEDI

RHO = np.linspace(0.0, 1.0, 401)
BLUE, RED = "#2f6690", "#b2182b"


def along(M_o):
    """All singular values of M_o + rho Id, shape (401, n)."""
    return np.linalg.svd(M_o + RHO[:, None, None] * np.eye(len(M_o)), compute_uv=False)


def random_matrix(seed):
    """15 x 15, entries N(0, 0.3^2)."""
    return 0.3 * np.random.default_rng(seed).standard_normal((15, 15))


def turns(values):
    """Interior extrema of each column, on the grid."""
    steps = np.sign(np.diff(values, axis=0))
    return np.sum(steps[1:] != steps[:-1], axis=0)


def draw(figure, seed):
    """(a) diagonal, (b) Gaussian; in (b) the singular values with two or more extrema are red."""
    left, right = figure.subplots(1, 2)
    for k, values in enumerate(along(np.diag([-0.4, -0.2, -0.1])).T):
        left.plot(RHO, values, color=(RED, BLUE, "#444444")[k], lw=1.6, label=f"$s_{k + 1}$")
    left.set_title(r"(a) $M_o = \mathrm{diag}(-0.4,\ -0.2,\ -0.1)$", fontsize=10)
    left.legend(frameon=False, fontsize=9)
    values = along(random_matrix(seed))
    count = turns(values)
    for column, number in zip(values.T, count, strict=True):
        right.plot(RHO, column, color=RED if number >= 2 else BLUE, lw=1.2)
    title = r"(b) $15 \times 15$, entries $N(0, 0.3^2)$; red: several extrema"
    right.set_title(f"{title} ({np.sum(count >= 2)} of 15)", fontsize=10)
    for axes in (left, right):
        axes.set_xlabel(r"$\rho$")
        axes.set_ylabel(r"singular values of $M_o + \rho\,\mathrm{Id}$")
        axes.set_xlim(0, 1)
        axes.set_ylim(bottom=0)
        axes.spines[["top", "right"]].set_visible(False)


FIG_2 = Picture(
    name="riedi2022/fig-2",
    title="Singular values along rho",
    source=f"{PAPER}, Figure 2",
    paper=RIEDI,
    covers=("riedi2022/fig-2.a", "riedi2022/fig-2.b"),
    draw=draw,
    size=(11.0, 4.4),
    note=(
        "(a) is the printed matrix: $s_1$ falls until $\\rho = 0.25$, where the branches $|\\rho - 0.4|$ and "
        "$|\\rho - 0.1|$ cross, and has a kink there; each branch has one at its zero, too. (b) is "
        "one draw of the printed ensemble; the source's own matrix is not printed."
    ),
    seed=2,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_2)
