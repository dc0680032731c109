"""A spectrum tested against that of independent entries, and its tail against a power law.

The null hypothesis is a matrix of independent Gaussian entries of one variance, which is drawn exactly: a
p-value of it holds at every size, whatever the statistic. The tests of Clauset and of Vuong take values to be
independent, which eigenvalues are not (they repel each other): here they are what the literature does, beside
the exponents that matrices of independent entries have by the same fit.

A p x N matrix of standard Gaussian entries, p <= N, has the singular values of a bidiagonal one: chi_N, ...,
chi_(N-p+1) on the diagonal and chi_(p-1), ..., chi_1 above it, all independent (I. Dumitriu and A. Edelman,
J. Math. Phys. 43, 5830 (2002)). So a draw costs p^2 operations.

A power law fitted to the tail of a spectrum, and what speaks for and against it.

A. Clauset, C. R. Shalizi and M. E. J. Newman, Power-law distributions in empirical data, SIAM Review 51
(2009): the exponent is that of largest likelihood above x_min, and x_min makes the sup distance least.
Q. H. Vuong, Econometrica 57 (1989): two fits compared by the sum R of the differences of their logarithms.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from perturb.laws.distributions import marchenko_pastur
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.networks.weights.large import tridiagonal_values
from perturb.networks.weights.spectra import Bulk
from perturb.networks.weights.values import Values
from perturb.types import FloatArray

STARTS = 60  # candidates of x_min, spread over the values
LEAST = 8  # values of a tail
FAR = 300.0  # logarithms beyond which no drawn value goes


@dataclass(frozen=True)
class PowerFit:
    """The density (exponent - 1) / x_min (x / x_min)^-exponent above x_min; `count` values lie there, and
    `distance` is the sup distance of their distribution.
    """

    exponent: float
    x_min: float
    count: int
    distance: float


def power_fit(x: FloatArray) -> PowerFit | None:
    """Of positive values, in any order. None for fewer than 8 values, or where they are all equal."""
    x = np.sort(x[x > 0])
    last = len(x) - LEAST
    if last < 0:
        return None
    starts = np.unique(np.linspace(0, last, min(STARTS, last + 1)).astype(int))
    logs = np.log(x)
    fits = [fit for k in starts if (fit := _above(x, logs, int(k))) is not None]
    return min(fits, key=lambda fit: fit.distance, default=None)


def _above(x: FloatArray, logs: FloatArray, k: int) -> PowerFit | None:
    n = len(x) - k
    ratios = logs[k:] - logs[k]
    total = float(ratios.sum())
    if not total > 0:
        return None
    slope = n / total
    model = -np.expm1(-slope * ratios)
    steps = np.arange(n + 1) / n
    distance = float(max(np.max(steps[1:] - model), np.max(model - steps[:-1])))
    return PowerFit(1 + slope, float(x[k]), n, distance)


def goodness(x: FloatArray, fit: PowerFit, count: int, rng: np.random.Generator) -> float:
    """The share of `count` samples, of the fit above x_min and of the values below it, whose own fit is as
    far from them: Clauset's p-value, for independent values.
    """
    x = x[x > 0]
    below = x[x < fit.x_min]
    worse = 0
    for _ in range(count):
        tail = int(rng.binomial(len(x), fit.count / len(x)))
        logs = rng.standard_exponential(tail) / (fit.exponent - 1)
        drawn = fit.x_min * np.exp(np.minimum(logs, FAR))
        rest = rng.choice(below, len(x) - tail) if len(below) else drawn[:0]
        again = power_fit(np.concatenate([drawn, rest]))
        worse += again is None or again.distance >= fit.distance
    return (1 + worse) / (1 + count)


@dataclass(frozen=True)
class Vuong:
    """`ratio` is the normalised R, positive where the power law is the better fit; `p` is two-sided, the
    limit for independent values, when both are equally far from the truth.
    """

    ratio: float
    p: float


def against_lognormal(x: FloatArray, fit: PowerFit) -> Vuong:
    """Both cut off below x_min, the lognormal with its likeliest parameters there."""
    tail = x[x >= fit.x_min]
    power = math.log((fit.exponent - 1) / fit.x_min) - fit.exponent * np.log(tail / fit.x_min)
    return _vuong(power - _lognormal(tail, fit.x_min))


def against_exponential(x: FloatArray, fit: PowerFit) -> Vuong:
    """Both cut off below x_min, the exponential with its likeliest rate there."""
    tail = x[x >= fit.x_min]
    power = math.log((fit.exponent - 1) / fit.x_min) - fit.exponent * np.log(tail / fit.x_min)
    rate = 1 / max(float(np.mean(tail - fit.x_min)), 1e-300)
    return _vuong(power - (math.log(rate) - rate * (tail - fit.x_min)))


def _vuong(differences: FloatArray) -> Vuong:
    spread = float(differences.std())
    if not spread > 0:
        return Vuong(0.0, 1.0)
    ratio = float(differences.sum()) / (spread * math.sqrt(len(differences)))
    return Vuong(ratio, math.erfc(abs(ratio) / math.sqrt(2)))


def _lognormal(tail: FloatArray, x_min: float) -> FloatArray:
    """The logarithm of the density at each value, of the likeliest lognormal given x >= x_min."""
    from scipy.optimize import minimize  # loaded where they are used
    from scipy.special import log_ndtr

    y, start = np.log(tail), math.log(x_min)

    def logs(about: FloatArray) -> FloatArray:
        mean, spread = float(about[0]), math.exp(float(about[1]))
        z = (y - mean) / spread
        above = log_ndtr(-(start - mean) / spread)
        return np.asarray(-z * z / 2 - math.log(spread * math.sqrt(2 * math.pi)) - y - above)

    def cost(about: FloatArray) -> float:
        return -float(logs(about).mean())

    spread = max(float(y.std()), 1e-8)
    box = [(start - 60 * spread - 10, float(y.max()) + 5), (math.log(spread) - 4, math.log(spread) + 4)]
    # From its middle, and from a lognormal so wide that it is nearly the power law: its limit is one.
    near = 1 / max(float(np.mean(y - start)), 1e-300)
    wide = max(start - near * (4 * spread) ** 2, box[0][0])
    starts = [(float(y.mean()), math.log(spread)), (wide, math.log(4 * spread))]
    found = [minimize(cost, np.array(x), method="L-BFGS-B", bounds=box) for x in starts]
    return logs(min(found, key=lambda one: float(one.fun)).x)


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
