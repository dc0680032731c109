"""Confidence bands that hold at every sample size, and the distances that they bound.

Bands at any time hold at all times at once, so that one may look, stop and go on as one likes. A band at one
time is a little narrower: sizes that are planned before anything is seen have one of their own.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import scipy

from perturb.types import FloatArray, Function

STEPS = (1e-9, 1e-6)
GROWTH = 1.25  # of the times between which one band serves
ANY = 0.1  # of alpha, for all times that were not planned
HALF = math.log(2) / 2


def dkw_radius(draws: int, alpha: float) -> float:
    """Radius r with P(sup |F_draws - F| > r) <= alpha, for `draws` independent draws from any F.

    Dvoretzky, Kiefer and Wolfowitz (1956) with the constant of P. Massart, Ann. Probab. 18, 1269 (1990).
    ValueError unless draws >= 1 and 0 < alpha < 1.
    """
    check(draws, alpha)
    return float(min(1.0, np.sqrt(np.log(2 / alpha) / (2 * draws))))


def clopper_pearson(successes: int, trials: int, alpha: float) -> tuple[float, float]:
    """Interval (lo, hi) that covers the success probability with probability at least 1 - alpha.

    C. J. Clopper and E. S. Pearson, Biometrika 26, 404 (1934). ValueError unless 0 <= successes <= trials,
    trials >= 1 and 0 < alpha < 1.
    """
    check(trials, alpha)
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must lie in 0..{trials}, got {successes}")
    below, above = (successes, trials - successes + 1), (successes + 1, trials - successes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # for a tiny alpha the search may fail: checked here
        lo = float(scipy.special.betaincinv(*below, alpha / 2)) if successes else 0.0
        hi = float(scipy.special.betainccinv(*above, alpha / 2)) if successes < trials else 1.0
    # Quantiles in float64: step outwards by more than their error, and have no bound where that fails.
    lows = (x for x in (lo * (1 - step) for step in STEPS) if scipy.special.betainc(*below, x) <= alpha / 2)
    highs = (
        x
        for x in (hi * (1 + step) for step in STEPS)
        if x < 1 and scipy.special.betaincc(*above, x) <= alpha / 2
    )
    return (next(lows, 0.0) if successes else 0.0), (next(highs, 1.0) if successes < trials else 1.0)


def sup_distance(
    sample: FloatArray,
    cdf: Function,
    left: Function | None = None,
    value_error: float = 0.0,
) -> float:
    """sup |F_m - F| between the empirical cdf of `sample`, shape (m,), and a `cdf` (right-continuous).

    `left` gives the left limits F(x-) of a cdf with atoms. With a `value_error` d > 0 it is an upper bound
    for every sample whose values are within d of these, with d < 0 a lower bound for every one within |d|.
    NaN anywhere gives NaN; an empty sample is a ValueError.
    """
    m = len(sample)
    if m == 0:
        raise ValueError("the distance of an empty sample is not defined")
    x = np.sort(sample)
    steps = np.arange(m + 1) / m
    # Between two values F_m is constant and F increases: the extremes are at F(x) and at the next F(x-).
    above = np.max(steps[1:] - cdf(x - value_error))
    below = np.max((left or cdf)(x + value_error) - steps[:-1])
    return float(np.maximum(above, below))


def check(count: int, alpha: float) -> None:
    """ValueError unless count >= 1 and 0 < alpha < 1."""
    if count < 1:
        raise ValueError(f"at least one draw is needed, got {count}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {alpha}")


@lru_cache(maxsize=1024)
def radius_at_any_time(draws: int, alpha: float, planned: Sequence[int] = ()) -> float:
    """r(m) with P(sup |F_m - F| > r(m) for some m) <= alpha, m independent draws from any F.

    All but ANY of alpha is for the `planned` numbers of draws, if there are any, by Dvoretzky, Kiefer,
    Wolfowitz and Massart. The rest is divided over blocks of times, GROWTH^k to GROWTH^(k+1), as
    6/(pi (k+1))^2: D_m = sup |F_m - F| is a reverse submartingale (T. Manole and A. Ramdas, IEEE Trans. Inf.
    Theory 69, 4641, 2023), so by Doob's inequality, with a the start of a block, it exceeds r at any time
    from a on with probability at most E exp(s a D_a^2) / exp(s a r^2), see `exceeded`. ValueError unless
    draws >= 1 and 0 < alpha < 1.
    """
    check(draws, alpha)
    rest = alpha * ANY if planned else alpha
    block = _block(draws)
    share = rest * 6 / (math.pi * (block + 1)) ** 2
    free = min(1.0, math.sqrt(_level(share) / math.ceil(GROWTH**block)))
    return min(free, dkw_radius(draws, alpha * (1 - ANY) / len(planned))) if draws in planned else free


def _block(draws: int) -> int:
    """The last k with GROWTH^k, rounded up, at most `draws`."""
    block = int(math.log(draws) / math.log(GROWTH)) + 1
    while math.ceil(GROWTH**block) > draws:
        block -= 1
    return block


def exceeded(level: float) -> float:
    """Bounds P(a sup D_m^2 >= level for m >= a): the least of E exp(s a D_a^2) exp(-s level) over s < 2.

    P(a D_a^2 > u) <= min(1, 2 exp(-2 u)) gives E exp(s a D_a^2) <= 2^(s/2) 2 / (2 - s).
    """
    gap = level - HALF
    if gap <= 0.5:
        return 1.0
    s = 2 - 1 / gap
    return math.exp(s * HALF - s * level) * 2 * gap


def _level(share: float) -> float:
    """The level that is exceeded with probability at most `share`."""
    low, high = 1.0, 4 - 2 * math.log(share)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if exceeded(middle) > share else (low, middle)
    return high


def event_at_any_time(successes: int, trials: int, alpha: float) -> tuple[float, float]:
    """Interval (lo, hi): those after 1, 2, ... trials all cover the probability, but for alpha.

    The p at which the likelihood, averaged over Beta(1/2, 1/2), is below 1/alpha times that of p: their
    quotient is a martingale of mean 1 (H. Robbins, Ann. Math. Statist. 41, 1397, 1970; J. Ville, 1939).
    ValueError unless 0 <= successes <= trials, trials >= 1 and 0 < alpha < 1.
    """
    check(trials, alpha)
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must lie in 0..{trials}, got {successes}")
    failures, seen = trials - successes, successes / trials
    # Far above the rounding of the sums of logarithms.
    most = math.log(1 / alpha) * (1 + 1e-9) + 1e-9 * trials
    mixed = float(scipy.special.betaln(successes + 0.5, failures + 0.5) - scipy.special.betaln(0.5, 0.5))

    def excluded(p: float) -> bool:
        return float(mixed - scipy.special.xlogy(successes, p) - scipy.special.xlog1py(failures, -p)) >= most

    lo = _crossing(excluded, 0.0, seen) if successes else 0.0
    return lo, (_crossing(excluded, 1.0, seen) if failures else 1.0)


def _crossing(excluded: Callable[[float], bool], out: float, inside: float) -> float:
    """From the excluded end towards the other: the last point that is still excluded, to 60 halvings."""
    for _ in range(60):
        middle = (out + inside) / 2
        if middle in (out, inside):
            break
        out, inside = (middle, inside) if excluded(middle) else (out, middle)
    return out
