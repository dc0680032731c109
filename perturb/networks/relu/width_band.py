"""A band for a width from its values in random directions, or from bounds of them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.laws.stats.enclose import both, confidence
from perturb.networks.relu.width_norms import mean_norm, upper
from perturb.types import FloatArray

BERNSTEIN_FROM = 1000
TRUSTS = ("independent draws", "log-Sobolev inequality of the projective space")


def band(low: FloatArray, high: FloatArray, d: int, diameter: float, alpha: float) -> Enclosure:
    """The width of a set in R^d, d >= 2, of at most this diameter.

    c_d times its width in direction u_i, u_i independent and uniform on the sphere, lies between low[i] and
    high[i].

    The width in direction u is even in u and D-Lipschitz, D the diameter. For even functions on the sphere
    the logarithmic Sobolev constant is at least d + 3 - 1/(d - 1), d >= 2 (S. Ji, arXiv:2408.13954; it is d -
    1 for all functions), and that of a product is the least of its factors', so that the mean of m draws
    deviates by t with probability at most 2 exp(-m (d + 3 - 1/(d - 1)) t^2 / (2 c_d^2 D^2)) (M. Ledoux, The
    Concentration of Measure Phenomenon (2001), Sections 5.1 and 5.2). From 1000 draws on half of alpha goes
    to the empirical Bernstein bound, which knows the variance of the draws.
    """
    draws, most = len(low), upper(mean_norm(d)) * diameter
    many = draws >= BERNSTEIN_FROM and diameter > 0
    spent = alpha / 2 if many else alpha
    radius = most * math.sqrt(2 * math.log(2 / spent) / (draws * (d + 3 - 1 / (d - 1))))
    ends = float(low.mean()) - radius, float(high.mean()) + radius
    found = confidence(*ends, spent, *TRUSTS, within=(0.0, most))
    return both(found, _bernstein(low, high, most, spent)) if many else found


def _bernstein(low: FloatArray, high: FloatArray, most: float, alpha: float) -> Enclosure:
    """One side each from two intervals, of which either side fails with probability alpha / 2."""
    from perturb.laws.stats.means import (
        bounded_mean,
    )  # scipy.special, which not every statement on layers needs

    below, above = (bounded_mean(np.clip(x, 0.0, most), 0.0, most, alpha) for x in (low, high))
    return replace(below, hi=above.hi)


def cut(floor: float, x: Enclosure, cap: float) -> Enclosure:
    """A bounded x with bounds that are known for certain."""
    assert x.lo is not None
    assert x.hi is not None
    lo, hi = (fmpq(*end.as_integer_ratio()) for end in (floor, cap))
    return replace(x, lo=min(max(x.lo, lo), hi), hi=max(min(x.hi, hi), lo))


def scaled(x: Enclosure, power: int) -> Enclosure:
    """2^power x for a bounded x."""
    if not power:
        return x
    assert x.lo is not None
    assert x.hi is not None
    factor = fmpq(2) ** power
    return replace(x, lo=x.lo * factor, hi=x.hi * factor)


def widened(x: Enclosure, radius: float) -> Enclosure:
    """x for a set each point of which is moved so far that its width changes by at most the radius."""
    assert x.lo is not None
    assert x.hi is not None
    by = fmpq(*radius.as_integer_ratio())
    return replace(x, lo=max(x.lo - by, fmpq(0)), hi=x.hi + by)
