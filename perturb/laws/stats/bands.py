"""Confidence bands that hold at every sample size, and the distances that they bound."""

from __future__ import annotations

import warnings

import numpy as np
import scipy

from perturb.types import FloatArray, Function

STEPS = (1e-9, 1e-6)


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
