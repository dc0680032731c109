"""From values in directions to a Gaussian width: mean norms of Gaussian vectors, and a band for what is
drawn.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from math import comb

import numpy as np
from flint import arb, ctx, fmpq

from perturb.enclosure import Enclosure
from perturb.laws.stats.means import both, confidence
from perturb.networks.relu.arguments import whole
from perturb.numbers.scalar import bounds
from perturb.types import FloatArray

GUARD = 64
LONGEST_SUM = 1000
BERNSTEIN_FROM = 1000
TRUSTS = ("independent draws", "log-Sobolev inequality of the projective space")


@cache
def mean_norm(n: int) -> Enclosure:
    """c_n = E |g| = sqrt(2) Gamma((n + 1)/2) / Gamma(n/2) for a standard Gaussian g in R^n; c_0 = 0.

    By logarithms of the Gamma function, so that nothing overflows, with as many more bits as their difference
    loses: the relative width is below 2^-50 for every n that fits in memory. c_n c_{n+1} = n, and
    sqrt(n - 1/2) < c_n <= sqrt(n - 1 + 2/pi) with equality at n = 1 only (G. N. Watson, Proc. Edinburgh
    Math. Soc. 11, 7 (1959)). ValueError unless n is an integer >= 0.
    """
    n = whole("n", n, 0)
    with ctx.workprec(GUARD + 2 * n.bit_length()):
        return enclosed(norm_ball(n))


@cache
def mean_positive_norm(m: int) -> Enclosure:
    """p_m = E |ReLU(g)| for a standard Gaussian g in R^m: the sum of 2^-m C(m, k) c_k over k.

    Given which k coordinates are positive, the norm of those is the one of a Gaussian vector in R^k. From
    |ReLU(g)| + |ReLU(-g)| <= sqrt(2) |g| follows p_m < c_m / sqrt(2), and p_m / c_m tends to 1 / sqrt(2).
    Beyond m = 1000 that is the upper end, and the lower one is sqrt(m/2) (1 - 1/(2m)) - 1/sqrt(m) - 1e-50:
    for the number K of positive coordinates, c_K >= sqrt(K) - 1/(2 sqrt(K)), E sqrt(K) >= sqrt(m/2) (1 -
    1/(2m)) since sqrt(r) >= 1 + (r - 1)/2 - (r - 1)^2/2, and K >= m/4 but for a probability below exp(-m/8).
    ValueError unless m is an integer >= 0.
    """
    m = whole("m", m, 0)
    with ctx.workprec(GUARD + 2 * m.bit_length()):
        if m > LONGEST_SUM:
            least = (arb(m) / 2).sqrt() * (1 - arb(1) / (2 * m)) - arb(m).rsqrt() - arb(10) ** -50
            return enclosed(least.union(norm_ball(m) / arb(2).sqrt()))
        total = sum((comb(m, k) * norm_ball(k) for k in range(1, m + 1)), arb(0))
        return enclosed(total / arb(2) ** m)


def norm_ball(n: int) -> arb:
    """c_n at the working precision, of which it takes 2 log2(n) bits."""
    if n == 0:
        return arb(0)
    half = arb(n) / 2
    return arb(2).sqrt() * ((half + arb(1) / 2).lgamma() - half.lgamma()).exp()


def enclosed(ball: arb, trusts: frozenset[str] = frozenset()) -> Enclosure:
    """The ball as an enclosure."""
    ends = bounds(ball)
    return Enclosure(trusts=trusts) if ends is None else Enclosure(*ends, trusts=trusts)


def upper(x: Enclosure) -> float:
    """A float64 not below x, which must be bounded above by one."""
    found = x.floats[1]
    assert found is not None
    return found


def segment(length: arb | fmpq) -> arb:
    """sqrt(2/pi) times the length: the width of a segment, in every dimension."""
    return (2 / arb.pi()).sqrt() * length


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
