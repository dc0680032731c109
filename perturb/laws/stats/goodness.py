"""Does a sample come from a distribution? Three statistics that hold at every sample size share one alpha."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

import numpy as np
import scipy

from perturb.enclosure import Enclosure
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.compare import TRUSTS, assumed
from perturb.laws.stats.means import confidence
from perturb.laws.stats.samples import left, value_error, vector, without_atoms
from perturb.types import FloatArray, IntArray

# Parts of alpha: of the sup distance, of the mean of F(x), of the order statistics.
DISTANCE, MEAN, TAILS = 1 / 2, 1 / 4, 1 / 4
LEAST = 1e-60  # up to here a distribution answers for relative errors
SINGLE = 8  # ranks from either end that are looked at one by one; from there on each is a tenth further
GROWTH = 1.1
SAFETY = 1 + 1e-6  # far above the error of the beta function


@dataclass(frozen=True)
class GoodnessOfFit:
    """What was measured: `distance` encloses the sup distance, `offset` is the mean of F(x) minus 1/2.

    If the sample comes from the distribution, |offset| <= `slack` and `tails` > TAILS alpha, but for their
    parts of alpha. All three are None with a tolerance, which is for the distance alone.
    """

    distribution: ContinuousDistribution
    draws: int
    alpha: float
    distance: Enclosure
    observed: float
    offset: float | None = None
    slack: float | None = None
    tails: float | None = None
    tolerance: float | None = None
    dependent: str = ""

    @property
    def verdict(self) -> str:
        """refuted, not refuted, or unresolved where the band allows all or the values are no independent
        draws (`dependent` says why not); with a tolerance also certified.
        """
        most = self.interval[1]
        if self.tolerance is not None:
            if self.excluding:
                return "refuted"
            return "certified" if most <= self.tolerance else "unresolved"
        if self.excluding:
            return "refuted"
        return "not refuted" if most < 1 else "unresolved"

    @property
    def refutable(self) -> float:
        """The smallest sup distance that so many draws could have refuted, had they been so far off."""
        return dkw_radius(self.draws, self.distance.alpha) + self.distribution.cdf_error

    @property
    def p(self) -> float:
        """A sample of the distribution is so far off, in any statistic, with at most this probability."""
        error = self.distribution.cdf_error
        found = 2 * exp(-2 * self.draws * max(0.0, self.observed - error) ** 2)
        if self.offset is not None and self.tails is not None:
            mean = 2 * exp(-6 * self.draws * max(0.0, abs(self.offset) - error) ** 2)
            found = min(found / DISTANCE, mean / MEAN, self.tails / TAILS)
        return min(1.0, found)

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the distance, rounded outwards; all of [0, 1] where nothing is known, as of values that
        are no independent draws.
        """
        if self.dependent:
            return 0.0, 1.0
        lo, hi = self.distance.floats
        return 0.0 if lo is None else lo, 1.0 if hi is None else hi

    @property
    def excluding(self) -> tuple[str, ...]:
        """The tests that exclude the distribution, or the tolerance, each at its part of alpha."""
        far = self.interval[0] > (self.tolerance or 0.0)
        tests = (far, "sup distance"), (self.moved, "mean of F(x)"), (self.strayed, "order statistics")
        return tuple(name for excludes, name in tests if excludes)

    @property
    def moved(self) -> bool:
        """Does the mean of F(x) exclude the distribution?"""
        return self.offset is not None and self.slack is not None and abs(self.offset) > self.slack

    @property
    def strayed(self) -> bool:
        """Does an order statistic exclude the distribution?"""
        return self.tails is not None and self.tails < TAILS * self.alpha


def goodness_of_fit(
    sample: Any,
    distribution: ContinuousDistribution,
    alpha: float,
    tolerance: float | None = None,
    value_error: float | None = None,
) -> GoodnessOfFit:
    """Hold independent draws, shape (m,), against a distribution; "refuted" is wrong with probability at most
    alpha.

    Half of alpha is spent on the sup distance (DKW-Massart). A quarter on the mean of U = (F(x-) + F(x))/2,
    which sees a shift from about half as many draws: under the distribution U is, up to `cdf_error`, the
    mean of a uniform variable given x, so E exp(t (U - 1/2)) <= sinh(t/2)/(t/2) <= exp(t^2/24), and the mean
    leaves 1/2 by r with probability at most 2 exp(-6 m r^2). A quarter on the order statistics, which see
    what strays in the tails. With a tolerance all of alpha goes to the distance. `value_error` bounds the
    error of a value, see `values.value_error`; nothing that depends on it is refuted or certified. ValueError
    for a bad sample (NaN among its values is one), alpha, tolerance or error.
    """
    values = vector(sample)
    if np.isnan(values).any():
        raise ValueError(f"sample: {np.count_nonzero(np.isnan(values))} of {len(values)} values are NaN")
    if tolerance is not None and not 0 < tolerance < 1:
        raise ValueError(f"tolerance must lie strictly between 0 and 1, got {tolerance}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {alpha}")
    share = alpha if tolerance is not None else alpha * DISTANCE
    levels = _levels(sample, distribution, value_error)
    near, far = _distances(levels)
    radius = dkw_radius(len(values), share) + distribution.cdf_error
    band = confidence(near - radius, far + radius, share, *TRUSTS, within=(0.0, 1.0))
    measured = assumed(band, distribution)
    if tolerance is not None:
        return GoodnessOfFit(distribution, len(values), alpha, measured, near, tolerance=tolerance)
    # Far above the rounding of the mean, far below the radius.
    slack = sqrt(log(2 / (MEAN * alpha)) / (6 * len(values))) + distribution.cdf_error + 1e-12
    tails = tail_chance(_most(levels.high_at, distribution), _most(levels.low_rest, distribution))
    return GoodnessOfFit(distribution, len(values), alpha, measured, near, _offset(levels), slack, tails)


def _most(level: FloatArray, distribution: ContinuousDistribution) -> FloatArray:
    """At least the probability that was computed to be `level`, by its absolute or its relative error."""
    most, share = level + distribution.cdf_error, getattr(distribution, "tail_error", inf)
    return most if share == inf else np.asarray(np.minimum(most, level * (1 + share) + LEAST))


class _Levels(NamedTuple):
    """Of the sorted values x, each off by at most d: F(x - d), F(x - d -), F(x + d), F(x + d -), and
    1 - F(x - d -) with its digits.
    """

    low_at: FloatArray
    low_before: FloatArray
    high_at: FloatArray
    high_before: FloatArray
    low_rest: FloatArray


def _levels(sample: Any, distribution: Any, declared: float | None) -> _Levels:
    """Each value costs as few cdfs as atoms and errors allow."""
    x, d = np.sort(vector(sample)), value_error(sample, distribution, declared)
    smooth = without_atoms(distribution)

    def before(y: FloatArray, at: FloatArray) -> FloatArray:
        return at if smooth else np.asarray(left(distribution)(y), dtype=np.float64)

    low = np.asarray(distribution.cdf(x - d), dtype=np.float64)
    low_before = before(x - d, low)
    high = np.asarray(distribution.cdf(x + d), dtype=np.float64) if d else low
    high_before = before(x + d, high) if d else low_before
    survival = getattr(distribution, "sf", None)
    rest = 1 - low if survival is None else np.asarray(survival(x - d), dtype=np.float64)
    return _Levels(low, low_before, high, high_before, rest + (low - low_before))


def _distances(of: _Levels) -> tuple[float, float]:
    """Least and largest sup distance that is seen, as in `bands.sup_distance`."""
    steps = np.arange(len(of.low_at) + 1) / len(of.low_at)

    def far(above: FloatArray, below: FloatArray) -> float:
        return float(np.maximum(np.max(steps[1:] - above), np.max(below - steps[:-1])))

    return far(of.high_at, of.low_before), far(of.low_at, of.high_before)


def _offset(of: _Levels) -> float:
    """The mean of F minus 1/2, as near to 0 as the errors of the values allow."""
    low, high = (float(np.mean(a) + np.mean(b) - 1) / 2 for a, b in (of[:2], of[2:4]))
    return 0.0 if low <= 0 <= high else min((low, high), key=abs)


def ranks(draws: int) -> IntArray:
    """Ranks 1..draws that are looked at, from both ends outwards: about 20 log(draws)."""
    steps = int(np.log(max(draws, SINGLE) / SINGLE) / np.log(GROWTH)) + 2
    one = np.concatenate((np.arange(1, SINGLE + 1), np.floor(SINGLE * GROWTH ** np.arange(steps))))
    low = np.unique(one[one <= draws]).astype(np.int64)
    return np.unique(np.concatenate((low, draws + 1 - low)))


def tail_chance(at_most: FloatArray, at_least: FloatArray) -> float:
    """Bounds the probability that uniform draws have an order statistic as unlikely as the least likely here.

    The i-th smallest of m uniform draws has the distribution Beta(i, m - i + 1). `at_most` is F(x) at the
    sorted values or more, `at_least` 1 - F(x-) or more: each rank has one test on either side, all at one
    level, and they share the chance (union bound). So every rank is as sensitive as any other, after R. H.
    Berk and D. H. Jones, Z. Wahrscheinlichkeitstheorie 47, 47 (1979). Atoms make nothing more likely.
    """
    i = ranks(len(at_most))
    other = len(at_most) + 1 - i
    small = scipy.special.betainc(i, other, np.clip(at_most[i - 1], 0, 1))
    large = scipy.special.betainc(other, i, np.clip(at_least[i - 1], 0, 1))
    return float(min(1.0, SAFETY * 2 * len(i) * min(small.min(), large.min())))
