"""A law.

A limit says nothing at a finite n. State how far the distribution at n may be from it, `rate(n)`, and
samples decide with a band that holds at every sample size: the smallest singular value of a square Gaussian
matrix, and the same with the scale of another convention.
"""

from perturb import limit_law, paper
from perturb.distributions import smallest_singular_limit
from perturb.ensembles import ginibre_extremes

ME = paper("cookbook")
LIMIT = smallest_singular_limit("real")


@limit_law(ME, "n s_n^2 at finite n", limit=LIMIT, sizes=(5, 20), rate=lambda n: 0.75 / n)
def right_scale(n, draws, rng):
    return n * ginibre_extremes(n, draws, rng)[1] ** 2


@limit_law(ME, "n s_n, not squared", limit=LIMIT, sizes=(5, 20), rate=lambda n: 0.75 / n)
def forgotten_square(n, draws, rng):
    return n * ginibre_extremes(n, draws, rng)[1]
