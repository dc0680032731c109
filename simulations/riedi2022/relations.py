"""The random layer's bounds as relations without quotients or roots, read on certified spans and on balls.

t, s and tau are the largest and smallest values of W + Id and of W, and of the spectrum of W + W'.
"""

from __future__ import annotations

import numpy as np
from flint import arb

from perturb.ensembles.ends import Singular, Symmetric
from perturb.ensembles.truth import at_most, less, square


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
