"""E sqrt(sum s_i^2 g_i^2) for Gaussian g_i, with a bound of the error: one integral over the line.

With Q = sum s_i^2 g_i^2 and phi(t) = E exp(-tQ) = prod (1 + 2 t s_i^2)^(-1/2),

    E sqrt(Q) = 1/(2 sqrt(pi)) * integral of (1 - phi(t)) t^(-3/2) over t > 0,

and with t = e^x an integral over the line of a function that is analytic for |Im x| < pi. The trapezoidal
rule with step log(2)/k converges there geometrically, and its nodes are powers of 2^(1/k): nothing but + * /
and square roots is computed, each of which float64 rounds to the nearest.
"""

from __future__ import annotations

import math

import numpy as np
from flint import arb, ctx

from perturb.types import FloatArray

ROUNDING = 2.0**-53
LEFT, RIGHT = 40, 56  # the nodes lie between 2^-40 and 2^56, for weights of Euclidean norm 1 to 2
BITS = 106
TINY = 1e-140
AIM = -42.0  # the logarithm of the error of the rule at which the step is small enough
STEPS = tuple(1 << i for i in range(1, 11))


def mean_length(weights: FloatArray) -> arb:
    """E sqrt(sum w_i^2 g_i^2) for standard Gaussian g_i, in a ball; weights w >= 0 finite, shape (r,), exact.

    The relative width is about r times 1e-15.
    """
    largest = float(weights.max(initial=0.0))
    if largest == 0.0:
        return arb(0)
    power = math.frexp(largest)[1] + math.frexp(float(np.linalg.norm(weights / largest)))[1] - 2
    scaled = np.ldexp(weights, -power)
    kept, dropped = scaled[scaled > TINY], TINY * len(scaled)
    with ctx.workprec(BITS):
        # What was dropped moves the mean by its norm at most.
        return (_integral(kept) + arb(0, dropped)) * arb(2) ** power


def _integral(s: FloatArray) -> arb:
    """The same for weights s > 0 of norm between 1 and 2."""
    k = next(k for k in STEPS if k == STEPS[-1] or _log_error(len(s), k) < AIM)
    n2 = sum((arb(x) * arb(x) for x in s.tolist()), arb(0))
    step = arb.log(arb(2)) / k
    total = _inner_sum(s, k) + _left_of_nodes(n2, k) + _right_of_nodes(n2, k)
    rule = arb(0, 1) * arb(_log_error(len(s), k)).exp() * n2.sqrt()
    return step * total / (2 * arb.pi().sqrt()) + rule


def _log_error(r: int, k: int) -> float:
    """A bound of the logarithm of the error of the rule with step h = log(2)/k, r weights of norm 1.

    On the line Im x = a, pi/2 < a < pi, |1 + 2 t s^2| >= sin a, hence with c = 1/sin a both |1 - phi| <= 2
    c^(r/2) and |1 - phi| <= |t| sup |phi'| <= |t| c^(r/2 + 1), so that |f| integrates to at most M = 4
    sqrt(2) c^(r/2 + 1); nearer to the real line too. The error is at most 2 M / (exp(2 pi a / h) - 1) (L. N.
    Trefethen and J. A. C. Weideman, SIAM Review 56, 385 (2014), Theorem 5.1), and 1/(2 sqrt(pi)) of it here.
    """
    h, power = math.log(2) / k, r / 2 + 1
    beyond = math.atan(power * h / (2 * math.pi))  # pi - a, where the bound is least
    exponent = 2 * math.pi * (math.pi - beyond) / h
    grown = power * math.log(1 / math.sin(beyond)) - math.log1p(-math.exp(-exponent))
    return math.log(4 * math.sqrt(2 / math.pi)) + grown - exponent + 1e-9


def _inner_sum(s: FloatArray, k: int) -> arb:
    """The sum of (1 - phi(t)) / sqrt(t) over the nodes, in float64, within its bound of rounding.

    P - 1 = prod (1 + x_i) - 1 comes from sums and products of positive numbers alone, so that each of r
    factors costs six roundings at most, and 1 - P^(-1/2) = (P - 1) / (P + sqrt P) no digits. A relative error
    of t is no more than that of 1 - phi, since t |phi'| <= 1 - phi.
    """
    t = nodes(k)
    with np.errstate(over="ignore"):
        excess = _product_minus_one(2 * (s * s)[:, None] * t)
        finite = np.minimum(excess, 1e300)  # beyond it phi is below 1e-150, which is no more than a rounding
    terms = finite / ((1 + finite) + np.sqrt(1 + finite)) / np.sqrt(t)
    roundings = (6 * len(s) + 60) * ROUNDING
    total = math.fsum(terms.tolist())
    return arb(total, total * roundings / (1 - roundings))


def nodes(k: int) -> FloatArray:
    """2^(j/k) for -LEFT k <= j <= RIGHT k, k a power of 2, with at most 2 log2(k) roundings each."""
    within, root = np.ones(1), 2.0
    while len(within) < k:
        root = math.sqrt(root)
        within = np.stack([within, within * root], axis=1).ravel()
    j = np.arange(-LEFT * k, RIGHT * k + 1)
    values: FloatArray = np.ldexp(within[j % k], j // k)
    return values


def _product_minus_one(x: FloatArray) -> FloatArray:
    """prod (1 + x_i) - 1 over the first axis, for x > 0."""
    while len(x) > 1:
        half = len(x) // 2
        a, b = x[:half], x[half : 2 * half]
        x = np.concatenate([a + b * (1 + a), x[2 * half :]])
    product: FloatArray = x[0]
    return product


def _left_of_nodes(n2: arb, k: int) -> arb:
    """The sum over j < -LEFT k, from t E Q - t^2 E Q^2 / 2 <= 1 - phi <= t E Q and E Q^2 <= 3 (E Q)^2."""
    most, least = n2 * _geometric(k, 1, LEFT), 3 * n2 * n2 / 2 * _geometric(k, 3, LEFT)
    return (most - least).union(most)


def _right_of_nodes(n2: arb, k: int) -> arb:
    """The sum over j > RIGHT k, from 0 <= phi(t) <= (1 + 2 t E Q)^(-1/2), which decreases."""
    most = _geometric(k, 1, RIGHT)
    return (most * (1 - (1 + 2 * n2 * arb(2) ** RIGHT).rsqrt())).union(most)


def _geometric(k: int, power: int, end: int) -> arb:
    """The sum of 2^(-power j / 2k) over j > end k."""
    root = (arb(2).log() * power / (2 * k)).exp()
    return arb(2) ** (-end * power // 2) / (root - 1)
