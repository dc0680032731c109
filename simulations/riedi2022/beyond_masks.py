"""The condition number of (D_1 W_1 + Id) D beside its exact limit: ReLU and leaky ReLU, r = 2."""

from __future__ import annotations

from functools import cache

import numpy as np

from perturb.distributions import masked_limits
from perturb.statements.experiment import Bins, Experiment
from simulations.riedi2022.source import PAPER
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import extremes, shifted, weights

R = 2.0


def masked_extremes(n, draws, rng, columns, rows, slope):
    """D is `slope` at the first `columns` n indices, D_1 at every (1/rows)-th one, both 1 elsewhere."""
    m = round(columns * n)
    into, out = np.ones(n), np.ones(n)
    into[:m], out[:: round(1 / rows)] = slope, slope
    M = shifted(out[:, None] * weights(n, draws, rng, R)) * into
    top, least = extremes(M[:, :, m:] if slope == 0 else M)
    return {"kappa": top / least}


def limit(n, columns, rows, slope):
    """Of the model with these fractions; at these n the two masks meet just as often as independent ones."""
    return kappa(columns, rows, slope)


@cache
def kappa(columns, rows, slope):
    return masked_limits(R, 1 - columns, 1 - rows, slope=slope).kappa


def case(columns, rows, slope):
    return {"columns": columns, "rows": rows, "slope": slope}


BEYOND_MASKS = Experiment(
    name="riedi2022/beyond-masks",
    title="ReLU and leaky ReLU: the condition number and its limit, r = 2",
    source=f"{PAPER}, Section 6.2, beyond Theorem 39",
    paper=RIEDI,
    covers=("riedi2022/num-std",),
    statistic=masked_extremes,
    symbol={"kappa": r"\kappa((D_1W_1 + \mathrm{Id})D)"},
    sizes=(16, 32, 64),
    draws=1_000,
    full={16: 50_000, 32: 50_000, 64: 20_000, 256: 1_000, 1000: 100},
    bins={"kappa": Bins(1.0, 3.5, 100)},
    cases=(
        case(0.25, 0.25, 0.0),
        case(0.5, 0.5, 0.0),
        case(0.25, 0.5, 0.0),
        case(0.5, 0.25, 0.0),
        case(0.5, 0.5, 0.5),
        case(0.25, 0.5, 0.5),
    ),
    marks={"limit": limit},
    note=(
        "Gaussian entries with r = 2, where Theorem 39 says nothing: (128) needs r > 8 at the least "
        "and $r > 2 + 2\\nu + \\theta$. D has `slope` at a fraction `columns` of the indices, D_1 at a "
        "fraction `rows`, both 1 elsewhere. "
        "The limits are those of free probability; no bound of the source comes near them."
    ),
    seed=12,
    version=2,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(BEYOND_MASKS)
