"""A hint why a sample is not from a distribution, and how likely it makes the sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.types import FloatArray, Function

# Logarithms of densities at which one draw, out of place or on a pole, does not outvote all others: the most
# beside the median of the draws.
LEAST, MOST = -50.0, 10.0


@dataclass(frozen=True)
class Explanation:
    """A hint: with the change undone the sample is not refuted.

    `distance` is the sup distance that is left, `p` bounds the probability of one as large. `likelihood` is
    the mean logarithm of the density at the draws: what hints are ranked by.
    """

    kind: str
    text: str
    distance: float
    p: float
    likelihood: float


def likelihood(
    values: FloatArray, distribution: ContinuousDistribution, change: Function | None, fitted: int = 0
) -> float:
    """Mean log-density of values whose change has the distribution, finite; `LEAST` for one that cannot be.

    At an atom its mass counts. A density has no bound at a pole, such as that of Marchenko and Pastur at 0: a
    value there, mostly one that was rounded to it, counts for no more than `MOST` above the median. Each
    parameter that was `fitted` to the m values costs log(m) / (2 m) (G. Schwarz, Ann. Statist. 6, 1978).
    """
    with np.errstate(all="ignore"):
        at = values if change is None else change(values)
        log = np.asarray(distribution.logpdf(at), dtype=np.float64)
        for point, mass in getattr(distribution, "atoms", ()):
            log = np.where(at == point, np.log(mass), log)
        if change is not None:
            step = 1e-6 * (np.abs(values) + 1)
            log = log + np.log(np.abs(change(values + step) - change(values - step)) / (2 * step))
    log = np.fmax(log, LEAST)
    usual = log[(log > LEAST) & (log < np.inf)]
    most = (np.median(usual) if len(usual) else 0.0) + MOST
    return float(np.mean(np.minimum(log, most)) - fitted * np.log(len(log)) / (2 * len(log)))
