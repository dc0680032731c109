"""Means and probabilities, enclosed at every sample size; confidence bounds as enclosures.

Means and probabilities, enclosed at every sample size.

Confidence bounds as enclosures: ends rounded outwards, the alpha and what is trusted kept beside them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure, Rigour
from perturb.laws.stats.bands import check, clopper_pearson
from perturb.laws.stats.bins import is_event
from perturb.laws.stats.samples import rounding, vector
from perturb.types import FloatArray

MOST = 0.75  # of the capital: the largest stake


def probability(events: Any, alpha: float) -> Enclosure:
    """P(event) from independent draws of it, a boolean array of shape (m,); or 8-bit integers, 1 for yes and

    OPEN for what may be either. C. J. Clopper and E. S. Pearson, Biometrika 26, 404 (1934). TypeError for
    other values, ValueError for an empty array.
    """
    drawn = np.asarray(events)
    if not is_event(drawn):
        raise TypeError(f"events: a boolean array is needed, got {drawn.dtype}")
    trials = vector(drawn).size
    least, most = int((drawn == 1).sum()), int((drawn != 0).sum())
    lo, hi = clopper_pearson(least, trials, alpha)[0], clopper_pearson(most, trials, alpha)[1]
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
    check(m, alpha)
    if m < 2:
        return confidence(low, high, alpha, within=(low, high))
    log = math.log(4 / alpha)
    radius = math.sqrt(2 * float(unit.var(ddof=1)) * log / m) + 7 * log / (3 * (m - 1))
    return _back(float(unit.mean()), radius, low, high, alpha, "Maurer-Pontil")


def bounded_mean_at_any_time(sample: Any, low: float, high: float, alpha: float) -> Enclosure:
    """E X as above, by a band that covers at all sample sizes at once, so the size may depend on the data.

    I. Waudby-Smith and A. Ramdas, J. R. Stat. Soc. B 86, 1 (2024), section 4: who bets on X being larger than
    m, with what the draws before say, has a capital that is a martingale if m is the mean, and reaches
    2 / alpha with probability at most alpha / 2 (Ville); as much for smaller. It falls as m grows, so the m
    that are left are an interval. The draws must be in their order.
    """
    unit = _unit(sample, low, high)
    check(len(unit), alpha)
    if np.isnan(unit).any():
        return confidence(math.nan, math.nan, alpha)
    bets, goal = _bets(unit, alpha), math.log(2 / alpha) * (1 + 1e-9)
    least, most = _left(unit, bets, goal), 1 - _left(1 - unit, bets, goal)
    width = high - low
    # Where both bets have won, one of them is wrong, and nothing is left but what lies between.
    ends = low + width * min(least, most), low + width * max(least, most)
    return confidence(*ends, alpha, "independent draws", "betting", within=(low, high))


def _bets(unit: FloatArray, alpha: float) -> FloatArray:
    """The stake on each draw, from the mean and variance of those before it; the first guess is 1/2."""
    before = np.arange(1, len(unit) + 1)
    mean = (0.5 + np.cumsum(unit)) / (before + 1)
    variance = (0.25 + np.cumsum((unit - mean) ** 2)) / (before + 1)
    earlier = np.r_[0.25, variance[:-1]]
    return np.asarray(np.sqrt(2 * math.log(2 / alpha) / (earlier * before * np.log(1 + before))))


def _left(unit: FloatArray, bets: FloatArray, goal: float) -> float:
    """The largest m found, to 2^-30, at which the capital of a bet on more than m has reached its goal."""

    def reached(m: float) -> bool:
        stake = np.minimum(bets, MOST / m)
        return bool(np.max(np.cumsum(np.log1p(stake * (unit - m)))) >= goal)

    out, inside = 0.0, 1.0
    for _ in range(30):
        middle = (out + inside) / 2
        out, inside = (middle, inside) if reached(middle) else (out, middle)
    return out


def lipschitz_mean(sample: Any, lipschitz: float, alpha: float) -> Enclosure:
    """E f(g) from independent draws of f(g), f with the Lipschitz constant, g standard Gaussian in any R^k.

    The mean of m draws is itself a Lipschitz function, with constant L / sqrt(m), so it deviates from E f by
    t with probability at most 2 exp(-m t^2 / (2 L^2)): B. S. Cirel'son, I. A. Ibragimov and V. N. Sudakov
    (1976); M. Ledoux, The Concentration of Measure Phenomenon (2001), Section 2.1. ValueError unless
    lipschitz > 0.
    """
    values = vector(sample)
    check(len(values), alpha)
    if not 0 < lipschitz < math.inf:
        raise ValueError(f"lipschitz must be positive and finite, got {lipschitz}")
    radius = lipschitz * math.sqrt(2 * math.log(2 / alpha) / len(values))
    mean = float(values.mean())
    return confidence(mean - radius, mean + radius, alpha, "independent draws", "Gaussian concentration")


def _unit(sample: Any, low: float, high: float) -> FloatArray:
    """The values moved to [0, 1]; what lies outside by a rounding is put on the end."""
    if not -math.inf < low < high < math.inf:
        raise ValueError(f"range: low < high must be finite, got [{low}, {high}]")
    values = vector(sample)
    near = rounding(np.asarray(sample).dtype) * max(abs(low), abs(high), high - low)
    outside = values[(values < low - near) | (values > high + near)]
    if outside.size:
        raise ValueError(f"sample: {outside[0]} lies outside [{low}, {high}]")
    return np.clip((values - low) / (high - low), 0.0, 1.0)


def _back(mean: float, radius: float, low: float, high: float, alpha: float, trust: str) -> Enclosure:
    """From [0, 1] to [low, high]."""
    width = high - low
    ends = low + width * (mean - radius), low + width * (mean + radius)
    return confidence(*ends, alpha, "independent draws", trust, within=(low, high))


# Far above the rounding of the few float64 operations behind a bound, far below any width of a sample's.
RELATIVE = 1e-12
ABSOLUTE = 1e-15
WHOLE = Enclosure(rigour=Rigour.CONFIDENCE)


def confidence(
    lo: float,
    hi: float,
    alpha: float,
    *trusts: str,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> Enclosure:
    """[lo, hi] moved outwards by the rounding of its ends, cut to the range `within` of what is bounded.

    A NaN end is no information: the whole line. Infinite ends are open.
    """
    known = frozenset(trusts)
    if math.isnan(lo) or math.isnan(hi):
        return Enclosure(alpha=alpha, rigour=Rigour.CONFIDENCE, trusts=known)
    low = max(lo - _slack(lo), within[0])
    high = min(hi + _slack(hi), within[1])
    return Enclosure(exact(low), exact(high), alpha, Rigour.CONFIDENCE, known)


def exact(x: float) -> fmpq | None:
    """The rational that a float64 is; None for an infinity."""
    return None if math.isinf(x) else fmpq(*x.as_integer_ratio())


def threshold(value: float, relative: float = RELATIVE) -> Enclosure:
    """A bound computed in float64, good to `relative`: what a measured quantity is compared with.

    ValueError for NaN.
    """
    if math.isnan(value):
        raise ValueError("a bound must be a number, got nan")
    width = abs(value) * relative if math.isfinite(value) else 0.0
    return Enclosure(exact(value - width), exact(value + width), rigour=Rigour.BALL)


def both(a: Enclosure, b: Enclosure) -> Enclosure:
    """What two enclosures of one number say together: their intersection, alphas added.

    Where they contradict each other one of them is wrong (probability at most the added alphas): the second,
    which rests on more draws, is kept with its own ends.
    """
    alpha = min(1.0, a.alpha + b.alpha)
    lo = b.lo if a.lo is None else a.lo if b.lo is None else max(a.lo, b.lo)
    hi = b.hi if a.hi is None else a.hi if b.hi is None else min(a.hi, b.hi)
    if lo is not None and hi is not None and lo > hi:
        lo, hi = b.lo, b.hi
    return Enclosure(lo, hi, alpha, min(a.rigour, b.rigour), a.trusts | b.trusts)


def _slack(end: float) -> float:
    return abs(end) * RELATIVE + ABSOLUTE if math.isfinite(end) else 0.0
