"""How likely the order statistics of a sample are: they see what a sup distance cannot, in the tails."""

from __future__ import annotations

import numpy as np
import scipy

from perturb.types import FloatArray, IntArray

SINGLE = 8  # ranks from either end that are looked at one by one; from there on each is a tenth further
GROWTH = 1.1
SAFETY = 1 + 1e-6  # far above the error of the beta function


def ranks(draws: int) -> IntArray:
    """Ranks 1..draws that are looked at, from both ends outwards: about 20 log(draws)."""
    steps = int(np.log(max(draws, SINGLE) / SINGLE) / np.log(GROWTH)) + 2
    one = np.concatenate((np.arange(1, SINGLE + 1), np.floor(SINGLE * GROWTH ** np.arange(steps))))
    low = np.unique(one[one <= draws]).astype(np.int64)
    return np.unique(np.concatenate((low, draws + 1 - low)))


def tail_chance(at_most: FloatArray, at_least: FloatArray) -> float:
    """Bounds the probability that uniform draws have an order statistic as unlikely as the least likely here.

    The i-th smallest of m uniform draws has the distribution Beta(i, m - i + 1). `at_most` is F(x) at the
    sorted values or more, `at_least` 1 - F(x-) or more: each rank has one test on either side, all at one
    level, and they share the chance (union bound). So every rank is as sensitive as any other, after R. H.
    Berk and D. H. Jones, Z. Wahrscheinlichkeitstheorie 47, 47 (1979). Atoms make nothing more likely.
    """
    i = ranks(len(at_most))
    other = len(at_most) + 1 - i
    small = scipy.special.betainc(i, other, np.clip(at_most[i - 1], 0, 1))
    large = scipy.special.betainc(other, i, np.clip(at_least[i - 1], 0, 1))
    return float(min(1.0, SAFETY * 2 * len(i) * min(small.min(), large.min())))
