"""Where the figures come from, the sizes of the histograms, and curves that several figures draw."""

from __future__ import annotations

from math import sqrt

from perturb.distributions import tracy_widom
from perturb.ensembles import goe_largest
from theorems.limits.edge import SQRT2_TW1 as SQRT2_TW1

PAPER = (
    "R. H. Riedi, R. Balestriero, R. G. Baraniuk, *Singular Value Perturbation and Deep Network Optimization*"
)
SIZES = (5, 10, 25, 50, 100)
# The full profile of theorems at finite n: the sizes of the figures, and 1000 for where they lead, with draws
# enough to confirm a probability of 0.95.
DEEP = {5: 50_000, 10: 50_000, 25: 50_000, 50: 20_000, 100: 10_000, 1000: 450}
TW1 = tracy_widom(1)
# For the notes of experiments that count events.
CERTIFIED = (
    " Every event is certified: float64 decides a draw where proved bounds of its errors leave no doubt, "
    "ball arithmetic the others; a draw that stays open would count in both directions."
)


def Z(n, draws, rng):
    """Z_n of (107) for Gaussian entries: K + K' is sqrt(2) times the Gaussian orthogonal ensemble."""
    return sqrt(2) * (goe_largest(n, draws, rng) - 2 * sqrt(n)) * n ** (1 / 6)
