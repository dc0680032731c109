"""Both tails of a distribution in powers of ten, down to 1e-290 where floats lie so close to an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.laws.distributions import ContinuousDistribution
from perturb.types import FloatArray

TAIL = 160  # points of a tail
DEEPEST = -290.0


@dataclass(frozen=True)
class Branch:
    """One tail: log10 of its probability at `u`, and how u is to be drawn."""

    u: FloatArray
    log: FloatArray
    label: str
    scale: str
    turned: bool = False


def left(distribution: ContinuousDistribution) -> Branch | None:
    """None where an atom stands at the lower end."""
    low, middle = distribution.support[0], float(distribution.median())
    if any(point == low for point, _ in distribution.atoms):
        return None
    if np.isfinite(low):
        least = float(distribution.ppf(10.0**DEEPEST)) - low
        u = np.geomspace(max(_nearest(low, middle - low), least), middle - low, TAIL)
        label = "$x$" if low == 0 else f"$x {'+' if low < 0 else '-'} {abs(low):.4g}$"
        return _seen(u, distribution.logcdf(low + u), label, "log" if u[0] < 0.1 * u[-1] else "linear")
    x = distribution.ppf(10.0 ** np.linspace(DEEPEST, -0.31, TAIL))
    return _seen(x, distribution.logcdf(x), "$x$", "linear")


def right(distribution: ContinuousDistribution) -> Branch:
    """In the distance to the upper end where there is one, else in x."""
    high, middle = distribution.support[1], float(distribution.median())
    if np.isfinite(high):
        u = np.geomspace(_nearest(high, high - middle), high - middle, TAIL)
        return _seen(u, distribution.logsf(high - u), f"${high:.4g} - x$", "log", turned=True)
    x = distribution.isf(10.0 ** np.linspace(-0.31, DEEPEST, TAIL))
    heavy = x[-1] > 1e6 * max(abs(middle), 1.0)
    return _seen(x, distribution.logsf(x), "$x$", "log" if heavy else "linear")


def _nearest(end: float, width: float) -> float:
    """How close to an end of the support floats can tell distances apart."""
    return 1e-300 if end == 0 else 1e-13 * max(abs(end), width)


def _seen(u: FloatArray, logarithm: Any, label: str, scale: str, turned: bool = False) -> Branch:
    log10 = np.asarray(logarithm) / np.log(10)
    kept = np.isfinite(u) & np.isfinite(log10) & (log10 >= DEEPEST - 1e-6)
    return Branch(u[kept], log10[kept], label, scale, turned)
