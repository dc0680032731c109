"""A power law fitted to the tail of a spectrum, and what speaks for and against it.

A. Clauset, C. R. Shalizi and M. E. J. Newman, Power-law distributions in empirical data, SIAM Review 51
(2009): the exponent is that of largest likelihood above x_min, and x_min makes the sup distance least.
Q. H. Vuong, Econometrica 57 (1989): two fits compared by the sum R of the differences of their logarithms.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

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
