"""How often singular values increase, and the condition number decreases, steadily with rho (Figure 8)."""

from __future__ import annotations

import numpy as np

from perturb.statements.experiment import Bins, Experiment, Probability
from simulations.riedi2022.source import PAPER
from simulations.riedi2022.toy import last_slopes, realisations, spectra, spectra_of_44
from theorems.riedi2022 import RIEDI

RHO = np.linspace(0.0, 1.0, 41)
SMALL = 1e-12
SYMBOLS = {
    "s_1 up": r"s_1(\rho)\ \mathrm{increases}",
    "s_* up": r"s_*(\rho)\ \mathrm{increases}",
    "all up": r"s_1(\rho), \ldots, s_n(\rho)\ \mathrm{increase}",
    "kappa down": r"\kappa(\rho)\ \mathrm{decreases}",
    "kappa less": r"\kappa(1) < \kappa(0)",
    "one region": r"D_2\ \mathrm{does\ not\ depend\ on\ } \rho",
    "s_1 up, (44)": r"(44):\ s_1(\rho)\ \mathrm{increases}",
    "kappa down, (44)": r"(44):\ \kappa(\rho)\ \mathrm{decreases}",
    "kappa less, (44)": r"(44):\ \kappa(1) < \kappa(0)",
    "gain": r"\log_{10}(\kappa(0) / \kappa(1))",
}


def rises(values):
    """Never falls from one rho of the grid, axis 1, to the next; all of the axis 2, if there is one."""
    steady = values[:, 1:] >= values[:, :-1] * (1 - SMALL)
    return steady.reshape(len(steady), -1).all(axis=1)


def steadily(n, draws, rng):
    """On a grid of 41 rho: what falls on it does not increase; a rise on it may hide a fall between."""
    toy = realisations(n, draws, rng)
    found, plain = spectra(toy, RHO), spectra_of_44(toy, RHO)
    kappa, other = found[..., 0] / found[..., -1], plain[..., 0] / plain[..., -1]
    D_2 = last_slopes(toy, RHO)
    return {
        "s_1 up": rises(found[..., 0]),
        "s_* up": rises(found[..., -1]),
        "all up": rises(found),
        "kappa down": rises(1 / kappa),
        "kappa less": kappa[:, 0] > kappa[:, -1],
        "one region": (D_2[:, :1] == D_2).all(axis=(1, 2)),
        "s_1 up, (44)": rises(plain[..., 0]),
        "kappa down, (44)": rises(1 / other),
        "kappa less, (44)": other[:, 0] > other[:, -1],
        "gain": np.log10(kappa[:, 0] / kappa[:, -1]),
    }


FIG_8_STEADILY = Experiment(
    name="riedi2022/fig-8-steadily",
    title="Does the condition number of the toy network fall steadily with rho?",
    source=f"{PAPER}, equation (158), Figure 8 and the claims in its caption",
    paper=RIEDI,
    covers=tuple(f"riedi2022/fig-8.{part}" for part in ("inc", "dec", "narrow", "ecc")),
    speaks={
        "riedi2022/fig-8.inc": ("all up",),
        "riedi2022/fig-8.dec": ("kappa down",),
        "riedi2022/fig-8.narrow": ("s_1 up", "s_* up"),
        "riedi2022/fig-8.ecc": ("kappa less",),
    },
    statistic=steadily,
    symbol=SYMBOLS,
    sizes=(6, 12),
    draws=2_000,
    full=100_000,
    bins={name: Bins(-2.5, 3.5, 60) if name == "gain" else Probability(0.95, ">=") for name in SYMBOLS},
    marks={"gain": {"no gain": 0.0}},
    cost=lambda n: 41 * (5 + 0.2 * n**2),
    note=(
        'The verdicts are on "with probability at least 0.95". '
        'Realisations of the network of Figure 8 (n is its width, 6 in the source). "Steadily" is the rare '
        "case, for the network itself and for the form (44) alike. What is typical is the comparison of the "
        "two ends: the condition number at $\\rho = 1$ is usually below that at 0, not always."
    ),
    seed=8,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_8_STEADILY)
