"""A hint why a sample is not from a distribution, and how likely it makes the sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.distributions.base import ContinuousDistribution
from perturb.types import FloatArray, Function

LEAST = -50.0  # the logarithm of a density at which one draw out of place does not outvote all others


@dataclass(frozen=True)
class Explanation:
    """A hint: with the change undone the sample is not refuted.

    `distance` is the sup distance that is left, `p` bounds the probability of one as large. `likelihood` is
    the mean logarithm of the density at the draws that were held out: what hints are ranked by.
    """

    kind: str
    text: str
    distance: float
    p: float
    likelihood: float


def likelihood(values: FloatArray, distribution: ContinuousDistribution, change: Function | None) -> float:
    """Mean log-density of values whose change has the distribution; `LEAST` for one that cannot be."""
    with np.errstate(all="ignore"):
        at = values if change is None else change(values)
        log = np.asarray(distribution.logpdf(at), dtype=np.float64)
        if change is not None:
            step = 1e-6 * (np.abs(values) + 1)
            log = log + np.log(np.abs(change(values + step) - change(values - step)) / (2 * step))
    return float(np.mean(np.fmax(log, LEAST)))
