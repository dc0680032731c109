"""The random layer's bounds as relations without quotients or roots, read on certified spans and on balls.

t, s and tau are the largest and smallest values of W + Id and of W, and of the spectrum of W + W'.
"""

from __future__ import annotations

import numpy as np
from flint import arb, fmpq

from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.truth import at_most, less, square


def layer(W):
    """The three spectra."""
    return {"s": Singular(W), "tau": Symmetric(W), "t": Singular(W, np.eye(W.shape[-1]))}


def below_the_norm(t, s, tau):
    """kappa(W + Id) is at most the first bound of (114), which is infinite unless s_1(W) < 1."""
    return at_most(1, s.largest) | at_most(
        square(t.largest * (1 - s.largest)), above(s, tau) * square(t.smallest)
    )


def below_the_edge(t, s, tau):
    """kappa(W + Id) is at most the first bound of (116), which is infinite unless tau > -1."""
    under = tau.smallest + 1
    return at_most(under, 0) | at_most(square(t.largest) * under, above(s, tau) * square(t.smallest))


def below_the_symmetric_part(t, s, tau):
    """kappa(W + Id) is at most the bound of Fan and Hoffman, which is infinite unless tau > -2."""
    under = tau.smallest + 2
    return at_most(under, 0) | at_most(square(t.largest * under), 4 * above(s, tau) * square(t.smallest))


def the_edge_below_the_norm(s, tau):
    """The first bound of (116) is at most that of (114): both have the same numerator, W + Id being not 0."""
    return at_most(1, s.largest) | at_most(square(1 - s.largest), tau.smallest + 1)


def the_edge_below(square_of_bound, s, tau):
    """The first bound of (116) is at most a number."""
    under = tau.smallest + 1
    return less(0, under) & at_most(above(s, tau), square_of_bound * under)


def kappa_at_most(square_of_bound, t):
    """The condition number is at most a number."""
    return at_most(square(t.largest), square_of_bound * square(t.smallest))


def above(s, tau):
    """The numerator s_1^2 + tau + 1 of all of them."""
    return square(s.largest) + tau.largest + 1


def limits(r):
    """(121) and (122) at r, squared."""
    r = arb(r)
    return {
        "edge_limit": (r * r + r + arb(0.5)) / (r * r - r),
        "norm_limit": (r * r + r + arb(0.5)) / (r - arb(0.5).sqrt()) ** 2,
    }


def edge_bound_apart(s, tau, edge_least, edge_most):
    """The first bound of (116), infinite unless tau > -1, is more than a tenth off its limit."""
    top, under = above(s, tau), tau.smallest + 1
    return at_most(under, 0) | less(top, edge_least * under) | less(edge_most * under, top)


def norm_bound_apart(s, tau, norm_least, norm_most):
    """The first bound of (114), infinite unless s_1(W) < 1, is more than a tenth off its limit."""
    top, under = above(s, tau), square(1 - s.largest)
    return at_most(1, s.largest) | less(top, norm_least * under) | less(norm_most * under, top)


def a_tenth_off(r, name):
    """The squares of 0.9 and 1.1 times (121), name "edge", or (122), name "norm"."""
    limit = limits(r)[f"{name}_limit"]
    return {f"{name}_least": limit * fmpq(81, 100), f"{name}_most": limit * fmpq(121, 100)}


def within_the_window(s, tau, least, most):
    """tau_up / s_1 lies in [least, most]."""
    return at_most(least * s.largest, tau.largest) & at_most(tau.largest, most * s.largest)


def window():
    """sqrt(2) times 0.6 and 1.4, of Figure 5 (b)."""
    return {"least": arb(fmpq(6, 10)) * arb(2).sqrt(), "most": arb(fmpq(14, 10)) * arb(2).sqrt()}


def centre_and_scale(n):
    """mu_n and q_n of (110)."""
    roots = (arb(n) - 1).sqrt(), arb(n).sqrt()
    mu = sum(roots) ** 2
    return mu, mu.sqrt() * (1 / roots[0] + 1 / roots[1]) ** (arb(1) / 3)


def johnstone(n, Y):
    """The square of s_1(K) at which Y_n of (110) is Y."""
    mu, q = centre_and_scale(n)
    return mu + q * Y


def shown_wrong(n):
    """(113) is false exactly where Y_n lies below this negative number."""
    mu, q = centre_and_scale(n)
    third = arb(n) ** (arb(1) / 3)
    return (1 - mu / (4 * arb(n))) * third**2 / (q / (4 * third) - 1 / arb(2).sqrt())


def edge_at(n, Z):
    """The edge of K + K' at which Z_n of (107) is Z."""
    return (8 * arb(n)).sqrt() + Z * arb(n) ** (-arb(1) / 6)


def lower_edge_at_most_minus_one(tau):
    """The exceptional event of (119)."""
    return at_most(tau.smallest, -1)


def norm_at_least_one(s):
    """The exceptional event of (120)."""
    return at_most(1, s.largest)


def far_from_singular(s):
    """(152)."""
    return less(s.largest, 1) & at_most(s.smallest * (1 + s.largest), s.largest * (1 - s.largest))


def link_gains(s, t):
    """(153)."""
    return at_most(t.largest * s.smallest, s.largest * t.smallest)
