"""How far what is behind a sample is from a distribution: the sup distance, enclosed at every sample size."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from perturb.distributions.base import Distribution
from perturb.enclosure import Enclosure
from perturb.stats.bands import dkw_radius, sup_distance
from perturb.stats.bins import Bins
from perturb.stats.enclose import confidence
from perturb.types import FloatArray, IntArray

TRUSTS = ("DKW-Massart", "independent draws")


def distance(sample: Any, distribution: Distribution, alpha: float, *, value_error: float = 0.0) -> Enclosure:
    """sup |F - distribution| enclosed with probability at least 1 - alpha; F is what the sample was drawn
    from.

    `sample` holds independent draws, shape (m,), in any order; ties and atoms of either side are fine.
    `value_error` bounds the absolute error of each value. The band of Dvoretzky, Kiefer, Wolfowitz and
    Massart holds for the whole of F at once, so any number of distributions, fitted to the same sample or
    not, may be held against it at the same `alpha` for a single spending of it. A NaN in the sample gives the
    whole line. ValueError for an empty sample, one that is not a vector, or an alpha outside (0, 1);
    TypeError for entries that are not real.
    """
    values = vector(sample)
    radius = dkw_radius(len(values), alpha) + distribution.cdf_error
    near, far = (
        sup_distance(values, distribution.cdf, left(distribution), sign * value_error) for sign in (-1, 1)
    )
    return confidence(near - radius, far + radius, alpha, *TRUSTS, within=(0.0, 1.0))


def vector(sample: Any) -> FloatArray:
    """A sample as float64, shape (m,); ValueError or TypeError where it is none."""
    values = np.asarray(sample)
    if values.dtype.kind not in "fiub":
        raise TypeError(f"sample: entries must be real numbers, got {values.dtype}")
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"sample: a vector with at least one value is needed, got shape {values.shape}")
    return values.astype(np.float64)


def left(distribution: Any) -> Any:
    """The left limits of a distribution's cdf, which differ from the cdf where it has atoms only."""
    return getattr(distribution, "cdf_left", distribution.cdf)


def sup_bracket(counts: IntArray, bins: Bins, distribution: Distribution) -> tuple[float, float]:
    """(lo, hi) around sup |F_m - F| for the empirical cdf F_m behind the fine `counts` of `bins`.

    At each edge e both F_m(e-) and F(e-) are known: the largest difference is lo. Between two edges both
    functions increase, so F_m - F is at most F_m(right-) - F(left), F - F_m at most F(right-) - F_m(left-):
    hi exceeds lo by at most the largest mass, of sample or distribution, in one fine bin or outside. Both
    ends are moved outwards by the distribution's own `cdf_error`, and lie in [0, 1].
    """
    at, before = _cdf(bins, distribution)
    steps = np.cumsum(counts) / counts.sum()
    known = np.max(np.abs(steps[:-1] - before))
    start, end = np.concatenate(([0.0], steps[:-1])), steps
    above = np.max(end - np.concatenate(([0.0], at)))
    below = np.max(np.concatenate((before, [1.0])) - start)
    slack = distribution.cdf_error + 4 * np.finfo(float).eps
    # NaN of a cdf is no information: Python's max and min would drop it.
    if np.isnan(known + above + below):
        return 0.0, 1.0
    return max(0.0, float(known) - slack), min(1.0, float(max(above, below, known)) + slack)


def _cdf(bins: Bins, distribution: Distribution) -> tuple[FloatArray, FloatArray]:
    """F(e) and F(e-) at the fine edges: the same for all sizes of an experiment."""
    try:
        key: Any = distribution
        hash(key)
    except TypeError:
        return _evaluated(bins, distribution)
    return _remembered(bins, key)


def _evaluated(bins: Bins, distribution: Distribution) -> tuple[FloatArray, FloatArray]:
    edges = bins.fine_edges()
    return np.asarray(distribution.cdf(edges)), np.asarray(left(distribution)(edges))


_remembered = lru_cache(maxsize=64)(_evaluated)
