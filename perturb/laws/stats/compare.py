"""How far what is behind a sample is from a distribution: the sup distance, enclosed at every sample size."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure, Rigour
from perturb.laws.distributions.protocol import Distribution
from perturb.laws.stats.bands import dkw_radius, sup_distance
from perturb.laws.stats.bins import Bins
from perturb.laws.stats.means import confidence
from perturb.laws.stats.samples import (
    JUMP,
    ROUNDING,
    around,
    checked_error,
    left,
    value_error,
    vector,
    without_atoms,
)
from perturb.types import FloatArray, IntArray

TRUSTS = ("DKW-Massart", "independent draws")


def distance(
    sample: Any, distribution: Distribution, alpha: float, *, value_error: float | None = None
) -> Enclosure:
    """sup |F - distribution| enclosed with probability at least 1 - alpha; F is what the sample was drawn
    from.

    `sample` holds independent draws, shape (m,), in any order; ties and atoms of either side are fine.
    `value_error` bounds the absolute error of each value, and is computed where it is not given (see
    `values.value_error`). The band of Dvoretzky, Kiefer, Wolfowitz and Massart holds for the whole of F at
    once, so any number of distributions, fitted to the same sample or not, may be held against it at the same
    `alpha` for a single spending of it. A NaN in the sample gives the whole line. ValueError for an empty
    sample, one that is not a vector, or an alpha outside (0, 1); TypeError for entries that are not real.
    """
    values = vector(sample)
    radius = dkw_radius(len(values), alpha) + distribution.cdf_error
    near, far = seen(sample, distribution, value_error)
    return assumed(confidence(near - radius, far + radius, alpha, *TRUSTS, within=(0.0, 1.0)), distribution)


def assumed(measured: Enclosure, distribution: Any) -> Enclosure:
    """With what the distribution itself rests on: an assumption lowers the rung."""
    assumption = getattr(distribution, "assumes", "")
    if not assumption:
        return measured
    return replace(measured, rigour=Rigour.ASYMPTOTIC, trusts=measured.trusts | {assumption})


def seen(sample: Any, distribution: Distribution, declared: float | None = None) -> tuple[float, float]:
    """Least and largest sup distance from the distribution of a sample whose values are as far off as they
    may be.
    """
    values, error = vector(sample), value_error(sample, distribution, declared)
    signs = (-1, 1) if error else (1,)
    found = [sup_distance(values, distribution.cdf, left(distribution), sign * error) for sign in signs]
    return found[0], found[-1]


def sup_bracket(
    counts: IntArray, bins: Bins, distribution: Distribution, value_error: float | None = None
) -> tuple[float, float]:
    """(lo, hi) around sup |F_m - F| for the empirical cdf F_m behind the fine `counts` of `bins`.

    At each edge e both F_m(e-) and F(e-) are known: the largest difference is lo. Between two edges both
    functions increase, jumps of either included, so F_m - F is at most F_m(right-) - F(left), F - F_m at most
    F(right-) - F_m(left-): hi exceeds lo by at most the largest mass, of sample or distribution, in one fine
    bin or outside. A `value_error` may have moved a value across so many edges, and F_m(e-) lies between
    what is counted so far to either side; it is computed where it is not given: roundings, at an atom on an
    edge. Both ends are moved outwards by the distribution's own `cdf_error`, and lie in [0, 1].
    """
    at, before, atoms = _cdf(bins, distribution)
    error = (_rounding(bins) if atoms else 0.0) if value_error is None else checked_error(value_error)
    below = np.cumsum(counts)[:-1] / counts.sum()
    reach = int(min(error / bins.width(), len(below))) + 1 if error else 0
    low = np.concatenate((np.zeros(reach), below))[: len(below)]
    high = np.concatenate((below, np.ones(reach)))[reach:]
    known = np.max(np.maximum(low - before, before - high))
    over = np.max(np.append(high, 1.0) - np.append(0.0, at))
    under = np.max(np.append(before, 1.0) - np.append(0.0, low))
    slack = distribution.cdf_error + 4 * np.finfo(float).eps
    # NaN of a cdf is no information: Python's max and min would drop it.
    if np.isnan(known + over + under):
        return 0.0, 1.0
    return max(0.0, float(known) - slack), min(1.0, float(max(over, under, known)) + slack)


def _rounding(bins: Bins) -> float:
    return ROUNDING * max(abs(bins.lo), abs(bins.hi))


def _cdf(bins: Bins, distribution: Distribution) -> tuple[FloatArray, FloatArray, bool]:
    """F(e) and F(e-) at the fine edges, and whether an atom lies so close to one that roundings matter: the
    same for all sizes of an experiment.
    """
    try:
        key: Any = distribution
        hash(key)
    except TypeError:
        return _evaluated(bins, distribution)
    return _remembered(bins, key)


def _evaluated(bins: Bins, distribution: Distribution) -> tuple[FloatArray, FloatArray, bool]:
    edges = bins.fine_edges()
    at, before = np.asarray(distribution.cdf(edges)), np.asarray(left(distribution)(edges))
    atoms = not without_atoms(distribution)
    return at, before, bool(atoms and np.any(around(edges, distribution, _rounding(bins)) > JUMP))


_remembered = lru_cache(maxsize=64)(_evaluated)
