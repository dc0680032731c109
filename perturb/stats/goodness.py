"""Does a sample come from a distribution? Two statistics that hold at every sample size share one alpha."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np

from perturb.distributions.base import ContinuousDistribution
from perturb.enclosure import Enclosure
from perturb.stats.bands import dkw_radius, sup_distance
from perturb.stats.compare import TRUSTS, vector
from perturb.stats.enclose import confidence
from perturb.types import FloatArray

NEAR = 1e-9  # of the scale of a distribution: closer than this to an atom is the atom


@dataclass(frozen=True)
class GoodnessOfFit:
    """What was measured: `distance` encloses the sup distance, `offset` is the mean of F(x) minus 1/2.

    If the sample comes from the distribution, |offset| <= `slack` but for a probability of half of alpha.
    Both are None where they are not used: for a distribution with atoms, or a tolerance.
    """

    distribution: ContinuousDistribution
    draws: int
    alpha: float
    distance: Enclosure
    observed: float
    offset: float | None = None
    slack: float | None = None
    tolerance: float | None = None

    @property
    def verdict(self) -> str:
        """consistent or refuted, open where the draws are too few; with a tolerance certified too."""
        least, most = self.interval
        if self.tolerance is not None:
            if least > self.tolerance:
                return "refuted"
            return "certified" if most <= self.tolerance else "open"
        if least > 0 or self.moved:
            return "refuted"
        return "consistent" if self.able else "open"

    @property
    def able(self) -> bool:
        """Could any sample of this size have been refuted?"""
        least = dkw_radius(self.draws, self.distance.alpha) + self.distribution.cdf_error
        return least < 1 or (self.slack is not None and self.slack < 0.5)

    @property
    def p(self) -> float:
        """A sample of the distribution is so far off, in either statistic, with at most this probability."""
        found = 2 * exp(-2 * self.draws * max(0.0, self.observed - self.distribution.cdf_error) ** 2)
        if self.offset is not None:
            mean = 2 * exp(-6 * self.draws * max(0.0, abs(self.offset) - self.distribution.cdf_error) ** 2)
            found = 2 * min(found, mean)
        return min(1.0, found)

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the distance, rounded outwards; all of [0, 1] where nothing is known."""
        lo, hi = self.distance.floats
        return 0.0 if lo is None else lo, 1.0 if hi is None else hi

    @property
    def moved(self) -> bool:
        """Does the mean of F(x) exclude the distribution?"""
        return self.offset is not None and self.slack is not None and abs(self.offset) > self.slack


def goodness_of_fit(
    sample: Any, distribution: ContinuousDistribution, alpha: float, tolerance: float | None = None
) -> GoodnessOfFit:
    """Hold independent draws, shape (m,), against a distribution; "refuted" is wrong with probability at most
    alpha.

    Half of alpha is spent on the sup distance (DKW-Massart), half on the mean of U = F(x), which sees a shift
    from about half as many draws: under the distribution U is uniform up to `cdf_error`, E exp(t (U - 1/2)) =
    sinh(t/2)/(t/2) <= exp(t^2/24), so the mean leaves 1/2 by r with probability at most 2 exp(-6 m r^2).
    With a tolerance all of alpha goes to the distance. ValueError for a bad sample (NaN among its values is
    one), alpha or tolerance.
    """
    values = vector(sample)
    if np.isnan(values).any():
        raise ValueError(f"sample: {np.count_nonzero(np.isnan(values))} of {len(values)} values are NaN")
    if tolerance is not None and not 0 < tolerance < 1:
        raise ValueError(f"tolerance must lie strictly between 0 and 1, got {tolerance}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {alpha}")
    single = tolerance is not None or bool(distribution.atoms)
    share = alpha if single else alpha / 2
    values, lost = _snapped(values, distribution)
    at, observed = _held(values, distribution)
    radius = dkw_radius(len(values), share) + distribution.cdf_error + lost
    measured = confidence(observed - radius, observed + radius, share, *TRUSTS, within=(0.0, 1.0))
    if single:
        return GoodnessOfFit(distribution, len(values), alpha, measured, observed, tolerance=tolerance)
    # Far above the rounding of the mean, far below the radius.
    slack = sqrt(log(4 / alpha) / (6 * len(values))) + distribution.cdf_error + 1e-12
    return GoodnessOfFit(
        distribution, len(values), alpha, measured, observed, float(np.mean(at)) - 0.5, slack
    )


def _snapped(values: FloatArray, distribution: ContinuousDistribution) -> tuple[FloatArray, float]:
    """Values next to an atom count as the atom; the probability that the distribution has there beside it.

    An eigenvalue that is 0 comes out of a computation as 1e-16.
    """
    lost = 0.0
    for point, mass in distribution.atoms:
        near = NEAR * (abs(point) + abs(float(distribution.isf(0.01))))
        values = np.where(np.abs(values - point) <= near, point, values)
        lost += max(
            0.0, float(distribution.cdf(point + near)) - float(distribution.cdf_left(point - near)) - mass
        )
    return values, lost


def _held(values: FloatArray, distribution: ContinuousDistribution) -> tuple[FloatArray, float]:
    """The cdf at the sorted values, and the sup distance that is seen; each value costs one cdf."""
    x = np.sort(values)
    at = np.asarray(distribution.cdf(x), dtype=np.float64)
    before = np.asarray(distribution.cdf_left(x), dtype=np.float64) if distribution.atoms else at
    return at, sup_distance(x, lambda _: at, lambda _: before)
