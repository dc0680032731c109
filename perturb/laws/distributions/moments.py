"""Moments and other means by quadrature of the density; a distribution with formulas overrides them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from perturb.laws.distributions.evaluate import check_order
from perturb.laws.distributions.protocol import WholeDistribution
from perturb.types import FloatArray

LEVELS = (1e-12, 1e-6, 1e-3, 0.1, 0.5)
STEP = 1 / 32
HALF, LEAST = 1e-8, 1e-6  # relative, and a mass to whose share of it no part needs to be known
NARROW = 1e-9  # a part that is not halved any more, beside where it lies


def raw(distribution: WholeDistribution, order: int) -> float:
    """E X^order by quadrature, atoms included; ValueError unless order is a non-negative integer."""
    check_order(order)
    return _integral(distribution, 0.0, int(order))


def central(distribution: WholeDistribution, order: int) -> float:
    """E (X - E X)^order by quadrature, atoms included; NaN where the mean is not finite."""
    mean = distribution.mean()
    return _integral(distribution, mean, order) if np.isfinite(mean) else np.nan


def expected(one: WholeDistribution, f: Callable[[Any], Any], low: float, high: float) -> float:
    """E f(X) on [low, high], atoms left out."""
    if low == -np.inf and high == np.inf:
        return float(sum(np.sum(mass * f(x)) for x, mass in _masses(one)))
    from scipy.integrate import quad

    low, high = max(low, one.support[0]), min(high, one.support[1])
    cuts = sorted({low, high, *(k for k in one.kinks if low < k < high)})
    pairs = pairwise(cuts) if low < high else ()
    return float(sum(quad(lambda x: float(f(x)) * float(one.pdf(x)), a, b, limit=200)[0] for a, b in pairs))


def _integral(distribution: WholeDistribution, centre: float, order: int) -> float:
    parts = [mass * (point - centre) ** order for point, mass in distribution.atoms]
    for x, mass in _masses(distribution):
        parts.append(float(np.sum(mass * (x - centre) ** order)))
    return float(np.sum(parts))


@lru_cache(maxsize=8)
def _masses(distribution: WholeDistribution) -> list[tuple[FloatArray, FloatArray]]:
    """Nodes and what lies at each, kept because a density may be dear and every moment asks for it.

    Split at quantiles of both tails and at kinks, so that no part of the density is overlooked.
    """
    low, high = distribution.support
    least = sum(mass for point, mass in distribution.atoms if point == low)
    levels = (1 - least) * np.array(LEVELS)
    left, right = distribution.ppf(least + levels), distribution.isf(levels[::-1])
    cuts = np.unique(np.concatenate(([low], left, right, distribution.kinks, [high])))
    found, parts = [], [(float(a), float(b)) for a, b in pairwise(cuts)][::-1]
    while parts:
        a, b = parts.pop()
        x, weight = _nodes(a, b)
        # Nodes may round to an end, where a density may be infinite and the weight is nothing.
        mass = weight * np.where((low < x) & (x < high), distribution.pdf(x), 0.0)
        middle = a / 2 + b / 2
        if _settled(mass) or not b - a > NARROW * abs(middle) or np.isinf(middle):
            there = mass > 0  # far out a power may overflow where no mass is left
            found.append((x[there], mass[there]))
        else:
            parts += [(middle, b), (a, middle)]
    return found


def _settled(mass: FloatArray) -> bool:
    """Do the nodes say what every second of them says? Halving the step squares the relative error of double
    exponential quadrature, so half of the digits suffice. A peak that is narrow beside a part is seen here.
    """
    whole, half = float(mass.sum()), 2 * float(mass[::2].sum())
    return abs(whole - half) <= HALF * (whole + LEAST)


def _nodes(a: float, b: float) -> tuple[FloatArray, FloatArray]:
    """Double exponential nodes and weights on (a, b), one end of which may be infinite.

    H. Takahasi and M. Mori, Publ. RIMS 9, 721 (1974): integrable singularities at the ends cost nothing.
    """
    t = np.arange(-6.5, 6.5, STEP)
    if np.isfinite(a) and np.isfinite(b):
        s = np.pi * np.sinh(t)
        s = s[np.abs(s) < 700]
        near = 1 / (1 + np.exp(np.abs(s)))
        x = np.where(s < 0, a + (b - a) * near, b - (b - a) * near)
        slope = np.pi * np.hypot(1, s / np.pi) * near * (1 - near) * (b - a)
    else:
        s = np.exp(np.pi / 2 * np.sinh(t[np.abs(t) < 4.5]))
        x = a + s if np.isfinite(a) else b - s
        slope = np.pi / 2 * np.cosh(t[np.abs(t) < 4.5]) * s
    return x, slope * STEP
