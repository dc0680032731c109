"""Means and probabilities, enclosed at every sample size."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.stats.bands import _check, clopper_pearson
from perturb.stats.enclose import confidence
from perturb.stats.values import vector
from perturb.types import FloatArray


def probability(events: Any, alpha: float) -> Enclosure:
    """P(event) from independent draws of it, a boolean array of shape (m,).

    C. J. Clopper and E. S. Pearson, Biometrika 26, 404 (1934). TypeError for other than booleans, ValueError
    for an empty array.
    """
    drawn = np.asarray(events)
    if drawn.dtype != np.bool_:
        raise TypeError(f"events: a boolean array is needed, got {drawn.dtype}")
    trials = vector(drawn).size
    lo, hi = clopper_pearson(int(drawn.sum()), trials, alpha)
    return confidence(lo, hi, alpha, "independent draws", within=(0.0, 1.0))


def bounded_mean(sample: Any, low: float, high: float, alpha: float) -> Enclosure:
    """E X for independent draws of an X in [low, high], by the empirical Bernstein bound on both sides.

    A. Maurer and M. Pontil, COLT 2009, Theorem 4: with the sample variance V (divisor m - 1), m >= 2, the
    mean exceeds its estimate by at most sqrt(2 V L / m) + 7 L / (3 (m - 1)), L = log(2 / delta), up to
    probability delta for X in [0, 1]; used on each side with delta = alpha / 2. ValueError for a value
    outside [low, high].
    """
    unit = _unit(sample, low, high)
    m = len(unit)
    _check(m, alpha)
    if m < 2:
        return confidence(low, high, alpha, within=(low, high))
    log = math.log(4 / alpha)
    radius = math.sqrt(2 * float(unit.var(ddof=1)) * log / m) + 7 * log / (3 * (m - 1))
    return _back(float(unit.mean()), radius, low, high, alpha, "Maurer-Pontil")


def bounded_mean_at_any_time(sample: Any, low: float, high: float, alpha: float) -> Enclosure:
    """E X as above, by a band that covers at all sample sizes at once, so the size may depend on the data.

    I. Waudby-Smith and A. Ramdas, J. R. Stat. Soc. B 86, 1 (2024), Theorem 2: the predictable plug-in
    empirical Bernstein confidence sequence, at the last of the given draws, which must be in their order.
    """
    unit = _unit(sample, low, high)
    m = len(unit)
    _check(m, alpha)
    # Each draw is bet on with what the draws before it say; the guess before the first is 1/2.
    before = np.arange(1, m + 1)
    mean = (0.5 + np.cumsum(unit)) / (before + 1)
    variance = (0.25 + np.cumsum((unit - mean) ** 2)) / (before + 1)
    mean, variance = np.r_[0.5, mean[:-1]], np.r_[0.25, variance[:-1]]
    log = math.log(2 / alpha)
    bet = np.minimum(np.sqrt(2 * log / (variance * before * np.log(1 + before))), 0.75)
    penalty = 4 * (unit - mean) ** 2 * (-np.log1p(-bet) - bet) / 4
    centre = float((bet * unit).sum() / bet.sum())
    radius = float((log + penalty.sum()) / bet.sum())
    return _back(centre, radius, low, high, alpha, "Waudby-Smith-Ramdas")


def lipschitz_mean(sample: Any, lipschitz: float, alpha: float) -> Enclosure:
    """E f(g) from independent draws of f(g), f with the Lipschitz constant, g standard Gaussian in any R^k.

    The mean of m draws is itself a Lipschitz function, with constant L / sqrt(m), so it deviates from E f by
    t with probability at most 2 exp(-m t^2 / (2 L^2)): B. S. Cirel'son, I. A. Ibragimov and V. N. Sudakov
    (1976); M. Ledoux, The Concentration of Measure Phenomenon (2001), Section 2.1. ValueError unless
    lipschitz > 0.
    """
    values = vector(sample)
    _check(len(values), alpha)
    if not 0 < lipschitz < math.inf:
        raise ValueError(f"lipschitz must be positive and finite, got {lipschitz}")
    radius = lipschitz * math.sqrt(2 * math.log(2 / alpha) / len(values))
    mean = float(values.mean())
    return confidence(mean - radius, mean + radius, alpha, "independent draws", "Gaussian concentration")


def _unit(sample: Any, low: float, high: float) -> FloatArray:
    """The values moved to [0, 1]."""
    if not -math.inf < low < high < math.inf:
        raise ValueError(f"range: low < high must be finite, got [{low}, {high}]")
    values = vector(sample)
    outside = values[(values < low) | (values > high)]
    if outside.size:
        raise ValueError(f"sample: {outside[0]} lies outside [{low}, {high}]")
    return (values - low) / (high - low)


def _back(mean: float, radius: float, low: float, high: float, alpha: float, trust: str) -> Enclosure:
    """From [0, 1] to [low, high]."""
    width = high - low
    ends = low + width * (mean - radius), low + width * (mean + radius)
    return confidence(*ends, alpha, "independent draws", trust, within=(low, high))
