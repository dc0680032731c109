"""E sqrt(sum s_i^2 g_i^2) for float64 weights s_i, by the rule of `width_rule`, fast.

Nothing but + * / and square roots is computed, each of which float64 rounds to the nearest.
"""

from __future__ import annotations

import math

import numpy as np
from flint import arb, ctx

from perturb.networks.relu.width_rule import mean_root, refinement
from perturb.types import FloatArray

ROUNDING = 2.0**-53
LEFT, RIGHT = 40, 56  # the nodes lie between 2^-40 and 2^56, for weights of Euclidean norm 1 to 4
BITS = 106
TINY = 1e-140
AIM = -42.0  # the logarithm of the error of the rule at which the step is small enough


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
    k = refinement(len(s), AIM)
    n2 = sum((arb(x) * arb(x) for x in s.tolist()), arb(0))
    return mean_root(_inner_sum(s, k), n2, len(s), k, LEFT, RIGHT)


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
