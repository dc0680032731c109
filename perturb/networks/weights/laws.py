"""A spectrum tested against that of independent entries, and its tail against a power law.

The null hypothesis is a matrix of independent Gaussian entries of one variance, which is drawn exactly: a
p-value of it holds at every size, whatever the statistic. The tests of Clauset and of Vuong take values to be
independent, which eigenvalues are not (they repel each other): here they are what the literature does, beside
the exponents that matrices of independent entries have by the same fit.

A p x N matrix of standard Gaussian entries, p <= N, has the singular values of a bidiagonal one: chi_N, ...,
chi_(N-p+1) on the diagonal and chi_(p-1), ..., chi_1 above it, all independent (I. Dumitriu and A. Edelman,
J. Math. Phys. 43, 5830 (2002)). So a draw costs p^2 operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from perturb.laws.distributions import marchenko_pastur
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.networks.weights.eigen import tridiagonal_values
from perturb.networks.weights.powers import (
    PowerFit,
    Vuong,
    against_exponential,
    against_lognormal,
    goodness,
    power_fit,
)
from perturb.networks.weights.spectra import Bulk
from perturb.networks.weights.values import Values
from perturb.types import FloatArray

LEVEL = 0.01  # of the tests of the tail: the draws behind them allow no much smaller one
SAMPLES = 99  # behind the goodness of fit of the power law
COUNTS = ((512, 199), (1100, 99), (4200, 39))  # up to so many values, so many draws
SEED = 2022


@dataclass(frozen=True)
class PowerTail:
    """The power law fitted to the squares of singular values.

    fit          its exponent and where it begins
    usual        the exponents of 90 % of the matrices of independent entries of this shape
    heavier      p of an exponent so small, under independent entries
    goodness     p of so bad a fit, were the values independent and of a power law beyond x_min
    lognormal, exponential   Vuong's test: a positive ratio is for the power law
    """

    fit: PowerFit
    usual: tuple[float, float]
    heavier: float
    goodness: float
    lognormal: Vuong
    exponential: Vuong

    @property
    def verdict(self) -> str:
        """ "bulk", "other", "lognormal" or "power", at the level 0.01."""
        if self.heavier > LEVEL + 1e-9:
            return "bulk"
        if self.goodness <= LEVEL + 1e-9:
            return "other"
        return "lognormal" if self.lognormal.ratio < 0 and self.lognormal.p < LEVEL else "power"


@dataclass(frozen=True)
class Laws:
    """`draws` spectra of independent entries beside the one of a layer.

    p_distance   of so large a distance to the law of Marchenko and Pastur with the median fitted
    p_largest    of so large a largest value, relative to the median
    variance     of the entries: where it lies if the bulk is that of independent ones, by the draws
    outliers     how many values are above the edge for every variance that the median allows, and for some
    """

    draws: int
    p_distance: float
    p_largest: float
    variance: tuple[float, float]
    outliers: tuple[int, int]
    tail: PowerTail | None


def laws(found: Values, bulk: Bulk | None) -> Laws | None:
    """None where there is no law to fit, half of the values may be 0, or there are too many for draws."""
    p, N = sorted(found.shape)
    count = draws_for(p)
    if bulk is None or not count or not np.median(found.low) > 0:
        return None
    drawn = null_squares(p, N, count)
    law, middle = marchenko_pastur(p / N), float(marchenko_pastur(p / N).ppf(0.5))
    fitted = np.median(drawn, axis=1) / N / middle  # the variance that is 1
    squares = found.values**2
    distances = np.array([_distance(law, x / v, N) for x, v in zip(drawn, fitted, strict=True)])
    ratios = (float(fitted.min()), float(fitted.max()))
    return Laws(
        draws=count,
        p_distance=p_value(_distance(law, squares / bulk.variance, N), distances),
        p_largest=p_value(float(squares[0] / bulk.variance), drawn[:, 0] / fitted),
        variance=(bulk.variance / ratios[1], bulk.variance / ratios[0]),
        outliers=(bulk.outliers[0], int((found.high > bulk.least_edge).sum())),
        tail=_tail(squares[found.low > 0] / squares[0], drawn),
    )


def _distance(law: ContinuousDistribution, squares: FloatArray, N: int) -> float:
    """The sup distance of decreasing squares to the law of unit variance."""
    model = law.cdf(squares[::-1] / N)
    steps = np.arange(len(squares) + 1) / len(squares)
    return float(max(np.max(steps[1:] - model), np.max(model - steps[:-1])))


def _tail(squares: FloatArray, drawn: FloatArray) -> PowerTail | None:
    fit = power_fit(squares)
    if fit is None:
        return None
    others = np.array([one.exponent for x in drawn if (one := power_fit(x)) is not None])
    if not len(others):
        return None
    low, high = np.quantile(others, [0.05, 0.95])
    rng = np.random.default_rng([len(squares), fit.count])
    return PowerTail(
        fit,
        (float(low), float(high)),
        p_value(-fit.exponent, -others),
        goodness(squares, fit, SAMPLES, rng),
        against_lognormal(squares, fit),
        against_exponential(squares, fit),
    )


def draws_for(p: int) -> int:
    """How many spectra of p values are drawn; 0 where that is too dear."""
    return next((count for most, count in COUNTS if p <= most), 0)


@lru_cache(maxsize=64)
def null_squares(p: int, N: int, count: int) -> FloatArray:
    """Squared singular values of `count` draws, decreasing, shape (count, p), p <= N; the same each time."""
    rng = np.random.default_rng([SEED, p, N])
    found = np.empty((count, p))
    for k in range(count):
        q = rng.chisquare(N - np.arange(p))
        e = rng.chisquare(np.arange(p - 1, 0, -1)) if p > 1 else np.empty(0)
        diagonal = q + np.concatenate([[0.0], e])  # B'B for B with sqrt(q) on and sqrt(e) above the diagonal
        # scipy's own call keeps Python's lock: Ctrl-C would wait, and what is written then, too.
        found[k] = np.maximum(tridiagonal_values(diagonal, np.sqrt(q[:-1] * e))[::-1], 0)
    found.flags.writeable = False
    return found


def p_value(seen: float, drawn: FloatArray) -> float:
    """The chance of a statistic at least as large as `seen` under the law of the `drawn` ones, bounded.

    (1 + how many are at least as large) / (1 + how many there are): with `seen` from the same law the ranks
    are exchangeable, so that this is at most a with a probability of at most a, for every a.
    """
    return float((1 + (drawn >= seen).sum()) / (1 + len(drawn)))
