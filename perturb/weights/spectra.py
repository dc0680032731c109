"""A spectrum beside the law of a random matrix of its shape: how near, and which values stand out.

For a matrix of independent centred entries of one variance v, p = min(m, n) and N = max(m, n), the p numbers
s_i^2 / N follow the law of Marchenko and Pastur with ratio p/N and variance v in the limit, and the largest
of N v times them is (sqrt(N - 1) + sqrt p)^2 plus a Tracy-Widom variable times (sqrt(N - 1) + sqrt p)
(1 / sqrt(N - 1) + 1 / sqrt p)^(1/3) (Johnstone, Annals of Statistics 29, 2001, Theorem 1.1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from perturb.distributions import marchenko_pastur, tracy_widom
from perturb.weights.values import Values

ALPHA = 1e-6
LEAST = 16  # values, below which a limit says little


@dataclass(frozen=True)
class Bulk:
    """What a spectrum has in common with that of independent entries.

    variance   that of the entries, so that half of the values lie on either side of the law's median: a few
               outliers do not move it
    distance   sup distance of the distribution of the values and the law, with the error bars of both:
               [low, high]; it is that of this matrix, and says nothing of chance
    edge       where the largest of independent entries passes with chance `alpha`, in the limit
    outliers   values above the edge: certainly, and at most
    score      the largest value in units of the Tracy-Widom law, and `tail`, the chance to be beyond it
    """

    ratio: float
    variance: float
    distance: tuple[float, float]
    edge: float
    outliers: tuple[int, int]
    score: float
    tail: float
    alpha: float


def bulk(found: Values, alpha: float = ALPHA) -> Bulk | None:
    """None for fewer than 16 values, and where half of them are 0. ValueError for alpha outside (0, 1)."""
    if not 0 < alpha < 1:
        raise ValueError(f"alpha = {alpha!r} is not in (0, 1)")
    p, N = sorted(found.shape)
    squares = found.values**2 / N
    middle = float(np.median(squares))
    if p < LEAST or not middle > 0:
        return None
    ratio = p / N
    variance = middle / float(marchenko_pastur(ratio).ppf(0.5))
    centre, scale = _largest(p, N)
    edge = math.sqrt(variance * (centre + scale * float(tracy_widom(1).isf(alpha))))
    score = float(found.values[0] ** 2 / variance - centre) / scale
    return Bulk(
        ratio=ratio,
        variance=variance,
        distance=_distance(found, ratio, variance, N),
        edge=edge,
        outliers=(int((found.low > edge).sum()), int((found.high > edge).sum())),
        score=score,
        tail=float(tracy_widom(1).sf(score)),
        alpha=alpha,
    )


def _largest(p: int, N: int) -> tuple[float, float]:
    """Johnstone's centre and scale of the largest eigenvalue of XX' for p x N standard entries."""
    a, b = math.sqrt(N - 1), math.sqrt(p)
    return (a + b) ** 2, (a + b) * (1 / a + 1 / b) ** (1 / 3) if a else 1.0


def _distance(found: Values, ratio: float, variance: float, N: int) -> tuple[float, float]:
    """Of the step function with its steps anywhere in the error bars, from both sides."""
    law = marchenko_pastur(ratio, variance)
    near, far = (law.cdf(x**2 / N) for x in (found.low[::-1], found.high[::-1]))
    after = np.arange(1, len(near) + 1) / len(near)
    before = after - 1 / len(near)
    most = max(float(np.max(after - near)), float(np.max(far - before)))
    least = max(float(np.max(after - far)), float(np.max(near - before)), 0.0)
    return max(least - law.cdf_error, 0.0), min(most + law.cdf_error, 1.0)
