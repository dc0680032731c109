"""The sup distance of a sample from a law, bracketed by its fine histogram alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from perturb.distributions.base import Distribution
from perturb.stats.bins import Bins
from perturb.stats.compare import left
from perturb.types import FloatArray, IntArray


def sup_bracket(counts: IntArray, bins: Bins, law: Distribution) -> tuple[float, float]:
    """(lo, hi) around sup |F_m - F| for the empirical cdf F_m behind the fine `counts` of `bins`.

    At each edge e both F_m(e-) and F(e-) are known: the largest difference is lo. Between two edges both
    functions increase, so F_m - F is at most F_m(right-) - F(left), F - F_m at most F(right-) - F_m(left-):
    hi exceeds lo by at most the largest mass, of sample or law, in one fine bin or outside. Both ends are
    moved outwards by the law's own `cdf_error`, and lie in [0, 1].
    """
    at, before = _cdf(bins, law)
    steps = np.cumsum(counts) / counts.sum()
    known = np.max(np.abs(steps[:-1] - before))
    start, end = np.concatenate(([0.0], steps[:-1])), steps
    above = np.max(end - np.concatenate(([0.0], at)))
    below = np.max(np.concatenate((before, [1.0])) - start)
    slack = law.cdf_error + 4 * np.finfo(float).eps
    # NaN of a law is no information: Python's max and min would drop it.
    if np.isnan(known + above + below):
        return 0.0, 1.0
    return max(0.0, float(known) - slack), min(1.0, float(max(above, below, known)) + slack)


def _cdf(bins: Bins, law: Distribution) -> tuple[FloatArray, FloatArray]:
    """F(e) and F(e-) at the fine edges: the same for all sizes of an experiment."""
    try:
        key: Any = law
        hash(key)
    except TypeError:
        return _evaluated(bins, law)
    return _remembered(bins, key)


def _evaluated(bins: Bins, law: Distribution) -> tuple[FloatArray, FloatArray]:
    edges = bins.fine_edges()
    return np.asarray(law.cdf(edges)), np.asarray(left(law)(edges))


_remembered = lru_cache(maxsize=64)(_evaluated)
