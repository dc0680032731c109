"""The shift and scale that bring a distribution closest to a sample: a search, measured afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.marchenko_pastur import MarchenkoPastur
from perturb.laws.stats.bands import sup_distance
from perturb.laws.stats.samples import left, vector
from perturb.types import FloatArray

POINTS = 4_000  # order statistics that the search looks at
ENOUGH = 100_000  # and a likelihood
SIMPLE = {"1/2": 0.5, "1/sqrt(2)": sqrt(0.5), "sqrt(2)": sqrt(2), "2": 2.0}


@dataclass(frozen=True)
class Fit:
    """The sample looks like shift + scale X for X of the distribution; `distance` before any band."""

    shift: float
    scale: float
    distance: float


def fit(sample: Any, distribution: ContinuousDistribution, move: str = "both") -> Fit:
    """Least sup distance over the shift, the positive scale, or both (`move`), from matched quartiles.

    By Nelder and Mead. ValueError for a sample whose quartiles coincide. The DKW band holds for every
    distribution at once, so `distance(sample, scaled(distribution, shift, scale), alpha)` is as good for this
    fit as for a distribution named before.
    """
    if move not in ("shift", "scale", "both"):
        raise ValueError(f"move = {move!r} is not shift, scale or both")
    values = np.sort(vector(sample))
    from scipy.optimize import minimize  # loaded where it is used: a third of a second of every start

    values = values[:: max(1, len(values) // POINTS)]
    y = distribution.ppf(np.array([0.25, 0.5, 0.75]))
    with np.errstate(over="ignore"):  # values of both signs near the largest float
        x = np.quantile(values, (0.25, 0.5, 0.75))
        spread = x[2] - x[0]
    if not 0 < spread < inf:
        raise ValueError("sample: its quartiles coincide or are not finite, no scale can be fitted")

    def moved(p: FloatArray) -> tuple[float, float]:
        scale = 1.0 if move == "shift" else spread / (y[2] - y[0]) * exp(min(max(p[-1], -20.0), 20.0))
        shift = 0.0 if move == "scale" else x[1] - scale * y[1] + spread * p[0]
        return float(shift), float(scale)

    def distance_at(p: FloatArray) -> float:
        shift, scale = moved(p)
        return sup_distance((values - shift) / scale, distribution.cdf, left(distribution))

    simplex = np.array([[0.0, 0.0], [0.05, 0.0], [0.0, 0.1]]) if move == "both" else np.array([[0.0], [0.05]])
    best = minimize(distance_at, simplex[0], method="Nelder-Mead", options={"initial_simplex": simplex})
    return Fit(*moved(best.x), float(best.fun))


def refit(sample: FloatArray, distribution: ContinuousDistribution) -> list[Any]:
    """Marchenko-Pastur with the likeliest ratio and variance, as a hint, where another ratio was named."""
    if not isinstance(distribution, MarchenkoPastur):
        return []
    try:
        found = distribution.fit(thinned(sample))
    except ValueError:
        return []
    text = f"fits the ratio {found.ratio:.3g} at variance {found.variance:.3g}"
    return [("ratio and scale", text, None, found)]


def thinned(sample: FloatArray) -> FloatArray:
    """At most ENOUGH order statistics, the extremes among them: a fit to these is one to all, nearly."""
    places = np.linspace(0, len(sample) - 1, min(len(sample), ENOUGH)).round().astype(int)
    return np.asarray(np.sort(sample)[places])


def scaled(
    distribution: ContinuousDistribution, shift: float, scale: float, word: str = ""
) -> ContinuousDistribution:
    """The distribution of shift + scale X; `word` names the scale."""
    factor = word or ("" if scale == 1 else f"{scale:.4g}")
    name = " ".join(part for part in (factor, distribution.name) if part)
    start = f"{shift:.4g} + " if shift else ""
    return ScaledDistribution(
        distribution, scale, f"{start}{name}", f"{start}{factor}\\,{distribution.latex}", shift
    )


def simple(scale: float, relative: float = 0.15) -> str | None:
    """The simple constant next to a fitted scale, within `relative` in the logarithm; None for none."""
    word = min(SIMPLE, key=lambda name: abs(log(SIMPLE[name] / scale)))
    return word if abs(log(SIMPLE[word] / scale)) < relative else None
