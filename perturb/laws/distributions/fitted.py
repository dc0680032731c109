"""Parameters from independent draws, by maximum likelihood: what `fit` of a distribution finds.

The limits of spectra have hard edges, so that the likelihood keeps every draw inside the support. Eigenvalues
of one matrix are no independent draws, and their edges fluctuate: there the parameters are an estimate only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.protocol import WholeDistribution
from perturb.types import FloatArray

WORST = 1e300  # of minus the log-likelihood: no infinity, of which there are no differences
TIGHT = {"xatol": 1e-9, "fatol": 1e-9, "maxiter": 2_000}


def draws(data: ArrayLike, low: float = -np.inf) -> FloatArray:
    """`data` as float64, shape (k,). ValueError where all are equal, one is not finite or below `low`."""
    values = np.asarray(data, dtype=np.float64).ravel()
    if not np.isfinite(values).all():
        raise ValueError("data: there are entries that are not finite")
    if values.size < 2 or values.min() == values.max():
        raise ValueError("data: a fit needs two draws that differ")
    if values.min() < low:
        raise ValueError(f"data: {values.min():g} lies below {low:g}, where the distribution has nothing")
    return values


def circle(values: FloatArray) -> float:
    """The variance v of a semicircle, or a quarter circle.

    The derivative of the likelihood vanishes where the mean of 2 / (4 - x^2 / v) is 1; it falls from infinity
    at 4 v = max x^2 to 1/2, so that there is one such v.
    """
    from scipy.optimize import brentq

    squares = (values / np.abs(values).max()) ** 2  # of at most 1: v in these units is above 1/4
    # The largest of k draws gives k, and every other one 1/2 or more, where 4 - 1/v is 2/k.
    at = brentq(lambda w: float(np.mean(2 / (4 - squares * w))) - 1, 0.0, 4 - 2 / values.size, xtol=1e-14)
    return float(np.abs(values).max() ** 2 / at)


def marchenko_pastur(values: FloatArray) -> tuple[float, float]:
    """Ratio c and variance v; zeros are draws of the atom, which only c > 1 has, and without any c <= 1.

    With edges a <= min and max <= b of what is not zero, sqrt(b) +- sqrt(a) are 2 sqrt(v) and 2 sqrt(c v),
    the larger one sqrt(v) for c < 1. For c > 1 the draws that are not zero have ratio 1/c and variance c v.
    """
    rest = draws(values[values > 0])
    zeros = values.size - rest.size
    least, most = float(rest.min()), float(rest.max())

    def edges(p: FloatArray) -> tuple[float, float]:
        a, b = least * _share(p[0]), most / _share(p[1])
        return ((b**0.5 + a**0.5) / 2) ** 2, ((b**0.5 - a**0.5) / 2) ** 2  # v, c v of the rest

    def badness(p: FloatArray) -> float:
        v, cv = edges(p)
        a, b = least * _share(p[0]), most / _share(p[1])
        with np.errstate(divide="ignore", invalid="ignore"):
            value = rest.size * np.log(cv) - 0.5 * float(np.sum(np.log(b - rest) + np.log(rest - a)))
            value -= (zeros * np.log(1 - cv / v) + rest.size * np.log(cv / v)) if zeros else 0.0
        return float(value) if np.isfinite(value) else WORST

    v, cv = edges(_least(badness, np.array([2.0, 2.0])))
    return (v / cv, cv) if zeros else (cv / v, v)


def moved(one: WholeDistribution, values: FloatArray) -> tuple[float, float]:
    """Location and scale of a distribution on the whole line, started from mean and standard deviation."""
    scale, spread = values.std() / one.std(), values.std()
    middle = values.mean() - scale * one.mean()

    def at(p: FloatArray) -> tuple[float, float]:
        return float(middle + spread * p[0]), float(scale * np.exp(np.clip(p[1], -20, 20)))

    def badness(p: FloatArray) -> float:
        loc, factor = at(p)
        value = values.size * np.log(factor) - float(np.sum(one.logpdf((values - loc) / factor)))
        return float(value) if np.isfinite(value) else WORST

    return at(_least(badness, np.zeros(2)))


def _share(p: Any) -> float:
    """A number between 0 and 1 for one on the line."""
    return float(1 / (1 + np.exp(-np.clip(p, -700, 700))))


def _least(badness: Any, start: FloatArray) -> FloatArray:
    from scipy.optimize import minimize

    simplex = start + np.array([[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]])
    found = minimize(badness, start, method="Nelder-Mead", options={**TIGHT, "initial_simplex": simplex})
    best: FloatArray = found.x
    return best
