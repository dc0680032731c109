"""A toy network of four layers: singular values of Q along rho, eight realisations (Figure 8)."""

from __future__ import annotations

import numpy as np

from perturb.statements.experiment import Picture
from simulations.riedi2022.source import PAPER
from simulations.riedi2022.toy import realisations, spectra
from theorems.riedi2022 import RIEDI

RHO = np.linspace(0.0, 1.0, 401)
FOUR = (0.0, 1 / 3, 2 / 3, 1.0)
RUNS, MANY, WIDTH = 8, 2_000, 6


def draw(figure, seed):
    """(a) largest, (b) smallest singular value, (c) their quotient, (d) s_1/s_i, averaged."""
    rng = np.random.default_rng(seed)
    runs = spectra(realisations(WIDTH, RUNS, rng), RHO)
    (a, b), (c, d) = figure.subplots(2, 2)
    for run in runs:
        a.semilogy(RHO, run[:, 0], lw=1.2)
        b.semilogy(RHO, run[:, -1], lw=1.2)
        c.semilogy(RHO, run[:, 0] / run[:, -1], lw=1.2)
    names = (r"$s_1(\rho)$", r"$s_*(\rho)$", r"$\kappa = s_1(\rho) / s_*(\rho)$")
    for axes, letter, name in zip((a, b, c), "abc", names, strict=True):
        axes.set_title(f"({letter}) {name}, {RUNS} runs", fontsize=10)
        axes.set_xlabel(r"$\rho$")
        axes.set_xlim(0, 1)
        axes.set_ylabel(name)
    _averages(d, spectra(realisations(WIDTH, MANY, rng), np.array(FOUR)))


def _averages(axes, found):
    """Mean and standard deviation of log_10 s_1/s_i: the quotient itself has no finite mean."""
    i = np.arange(1, WIDTH + 1)
    for k, rho in enumerate(FOUR):
        quotient = np.log10(found[:, k, :1] / found[:, k, :])
        middle, spread = quotient.mean(axis=0), quotient.std(axis=0)
        bars = 10**middle * (1 - 10**-spread), 10**middle * (10**spread - 1)
        label, beside = rf"$\rho = {rho:.2f}$", i + 0.08 * (k - 1.5)
        axes.errorbar(beside, 10**middle, yerr=bars, fmt="o-", ms=3, lw=1, capsize=2, label=label)
    axes.set_yscale("log")
    axes.set_title(f"(d) $s_1(\\rho)/s_i(\\rho)$, geometric mean and spread, {MANY:,} runs", fontsize=10)
    axes.set_xlabel("$i$")
    axes.set_ylabel(r"$s_1(\rho) / s_i(\rho)$")
    axes.legend(frameon=False, fontsize=8, loc="upper left")


FIG_8 = Picture(
    name="riedi2022/fig-8",
    title="A toy network of four layers, its trained layer and rho",
    source=f"{PAPER}, equation (158) and Figure 8",
    paper=RIEDI,
    printed=("fig-8.setup", *(f"fig-8.{part}" for part in "abcd")),
    covers=tuple(f"riedi2022/fig-8.{part}" for part in "abcd"),
    draw=draw,
    size=(11.0, 8.0),
    note=(
        "The network of (158), leaky ReLU with slope 0.1, width 6, all entries N(0, 1); $W_{-1}$ is 6 "
        "x 2 (the text prints $W_2$). Drawn are the singular values of $Q$ in (50) for the layer "
        "$f_0$: $\\|z\\|$ times those of $D_2 W_2 (D_1 W_1 + \\rho\\,\\mathrm{Id}) D_0$. This is not of "
        "the form (44), $M_o + \\rho\\,\\mathrm{Id}$, and $D_2$ depends on $\\rho$: curves jump where a "
        "coordinate before the last activation changes its sign. The four values of $\\rho$ in (d) are "
        "not printed. For $i = 6$ the quotient has no finite mean, so (d) averages its logarithm."
    ),
    seed=8,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_8)
