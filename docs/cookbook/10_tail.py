"""A tail.

A bound on a probability, case by case: the body draws the event, `bound` is what is claimed of its
probability. The verdict comes from Clopper and Pearson's band, and its alpha is booked.
"""

from math import exp, sqrt

import numpy as np

from perturb import paper, tail

ME = paper("cookbook")
CASES = [(4, 4, 0.5), (10, 5, 1.5)]


def largest(m, n, draws, rng):
    return np.linalg.svd(rng.standard_normal((draws, m, n)), compute_uv=False)[:, 0]


@tail(ME, "the largest singular value", bound=lambda m, n, t: exp(-t * t / 2), cases=CASES)
def davidson_szarek(m, n, t, draws, rng):
    return largest(m, n, draws, rng) >= sqrt(m) + sqrt(n) + t


@tail(ME, "the same without the root of n", bound=lambda m, n, t: exp(-t * t / 2), cases=CASES)
def without_the_root(m, n, t, draws, rng):
    return largest(m, n, draws, rng) >= sqrt(m) + t
