"""The largest singular value (a), and the ratio of the edge to it (b): Theorem 35, Figure 5."""

from __future__ import annotations

from math import sqrt

from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.events import settled
from perturb.statements.experiment import Bins, Experiment, Probability
from simulations.riedi2022.source import CERTIFIED, PAPER, SIZES, TW1
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import centre, scale, unscaled
from theorems.riedi2022.relations import window, within_the_window


def norm_and_ratio(n, draws, rng):
    """Y_n of (110); tau_up / (sqrt(2) s_1), in which r cancels; whether it lies in [0.6, 1.4]."""
    K = unscaled(n, draws, rng)
    spectra = {"s": Singular(K), "tau": Symmetric(K)}
    s_1, up = (one.values.largest for one in spectra.values())
    values = {"Y": (s_1**2 - centre(n)) / scale(n), "ratio": up / (sqrt(2) * s_1)}
    return values | settled(inside, spectra, window)


def inside(s, tau, least, most):
    """The ratio lies in the picture; certified."""
    return {"in": within_the_window(s, tau, least, most)}


FIG_5 = Experiment(
    name="riedi2022/fig-5",
    title="Largest singular value and upper edge, Gaussian entries",
    source=f"{PAPER}, Theorem 35, equation (110), and Figure 5",
    paper=RIEDI,
    covers=("riedi2022/fig-5.a", "riedi2022/fig-5.b", "riedi2022/thm-35.rem", "riedi2022/thm-38.sqrt2"),
    speaks={
        "riedi2022/fig-5.a": ("Y",),
        "riedi2022/fig-5.b": ("in",),
        "riedi2022/thm-35.rem": ("ratio",),
        "riedi2022/thm-38.sqrt2": ("ratio",),
    },
    statistic=norm_and_ratio,
    symbol={
        "Y": r"Y_n = (s_1(K_n)^2 - \mu_n) / q_n",
        "ratio": r"\overline{\tau}_n / (\sqrt{2}\, s_1)",
        "in": r"0.6 \leq \overline{\tau}_n / (\sqrt{2}\, s_1) \leq 1.4",
    },
    sizes=SIZES,
    draws=2_000,
    full=200_000,
    bins={"Y": Bins(-6.0, 5.0, 55), "ratio": Bins(0.0, 1.5, 75), "in": Probability(0.95, ">=")},
    reference={"Y": TW1},
    marks={"ratio": {"0.6": 0.6, "limit 1": 1.0, "1.4": 1.4}, "Y": {}},
    note=(
        "The sizes are those of Figure 4; the source prints none for Figure 5. Here $\\mathrm{TW}_1$ "
        "needs no factor. The ratio is at most $\\sqrt 2$ for every matrix, so only the lower end 0.6 "
        "can be missed: with probability about 0.12 at n = 5 and 0.008 at n = 10." + CERTIFIED
    ),
    seed=35,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_5)
