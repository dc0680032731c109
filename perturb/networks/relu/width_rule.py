"""E sqrt(Q) for Q = sum s_i^2 g_i^2, g_i standard Gaussian, as a sum over nodes with a bound of its error.

With phi(t) = E exp(-tQ) = prod (1 + 2 t s_i^2)^(-1/2),

    E sqrt(Q) = 1/(2 sqrt(pi)) * integral of (1 - phi(t)) t^(-3/2) over t > 0,

and with t = e^x an integral over the line of a function f that is analytic for |Im x| < pi. The trapezoidal
rule with step log(2)/k converges there geometrically; its nodes are the powers of 2^(1/k), of which those
from 2^-left to 2^right are summed and the others bounded.
"""

from __future__ import annotations

import math

from flint import arb

STEPS = tuple(1 << i for i in range(1, 11))


def refinement(r: int, aim: float) -> int:
    """The least k, a power of 2, with which the logarithm of the error is below `aim`, for r weights."""
    return next((k for k in STEPS if log_error(r, k) < aim), STEPS[-1])


def mean_root(inner: arb, n2: arb, r: int, k: int, left: int, right: int) -> arb:
    """E sqrt(Q) at the working precision from `inner`, the sum of (1 - phi(t)) / sqrt(t) over the nodes.

    n2 = E Q is the sum of s_i^2 over the r weights.
    """
    total = inner + _left_of_nodes(n2, k, left) + _right_of_nodes(n2, k, right)
    error = arb(0, 1) * arb(log_error(r, k)).exp() * n2.sqrt()
    return arb.log(arb(2)) / k * total / (2 * arb.pi().sqrt()) + error


def log_error(r: int, k: int) -> float:
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


def _left_of_nodes(n2: arb, k: int, left: int) -> arb:
    """The sum over j < -left k, from t E Q - t^2 E Q^2 / 2 <= 1 - phi <= t E Q and E Q^2 <= 3 (E Q)^2."""
    most, least = n2 * _geometric(k, 1, left), 3 * n2 * n2 / 2 * _geometric(k, 3, left)
    return (most - least).union(most)


def _right_of_nodes(n2: arb, k: int, right: int) -> arb:
    """The sum over j > right k, from 0 <= phi(t) <= (1 + 2 t E Q)^(-1/2), which decreases."""
    most = _geometric(k, 1, right)
    return (most * (1 - (1 + 2 * n2 * arb(2) ** right).rsqrt())).union(most)


def _geometric(k: int, power: int, end: int) -> arb:
    """The sum of 2^(-power j / 2k) over j > end k."""
    half = arb(2).log() * power / 2
    return (-half * end).exp() / ((half / k).exp() - 1)
