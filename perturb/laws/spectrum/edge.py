"""Values just beyond the support of a limit, where the largest eigenvalue of one matrix may lie."""

from __future__ import annotations

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.spectrum.named import NoEnsemble, asked
from perturb.types import FloatArray

REACH = 4.5  # standard deviations of the normal variable at the level of the extreme value


def beyond_the_edge(values: FloatArray, distribution: ContinuousDistribution) -> str:
    """Why values, shape (m,), may be the eigenvalues of one matrix although no draw of the limit lies where
    some of them do, as a clause; empty where none is outside the support or one is too far.

    At the soft edge of a spectrum of n values the largest one goes beyond the support as often as not, by
    n^(-2/3) in the units of Tracy and Widom; there is no such ensemble for most distributions.
    """
    try:
        found = asked(distribution, len(values))
    except NoEnsemble:
        return ""
    x = found.units(values)[found.zeros :]
    low, high = found.ensemble.limit.support
    scores = found.ensemble.edges(x[None])
    out = [scores.get(name) for name, far in (("smallest", x[0] < low), ("largest", x[-1] > high)) if far]
    if not out or any(score is None or not abs(float(score[0])) <= REACH for score in out):
        return ""
    beyond = np.count_nonzero((x < low) | (x > high))
    count = "1 value lies" if beyond == 1 else f"{beyond} values lie"
    return f"{count} beyond the support, no further than eigenvalues of a matrix of this size do"
