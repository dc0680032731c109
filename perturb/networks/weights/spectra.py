"""A spectrum beside the law of a random matrix of its shape: how near, and which values stand out.

For a matrix of independent centred entries of one variance v, p = min(m, n) and N = max(m, n), the p numbers
s_i^2 / N follow the law of Marchenko and Pastur with ratio p/N and variance v in the limit, and the largest
of N v times them is (sqrt(N - 1) + sqrt p)^2 plus a Tracy-Widom variable times (sqrt(N - 1) + sqrt p)
(1 / sqrt(N - 1) + 1 / sqrt p)^(1/3) (Johnstone, Annals of Statistics 29, 2001, Theorem 1.1).

The variance is fitted, and what it errs by moves the edge: of 16 x 16 independent entries one matrix of 500
has a value beyond the edge that alpha = 1e-6 gives for the fitted variance. With M the median of the law of
unit variance and f its density there, the median of p values has a logarithm that is normal in the limit,
with a deviation of sqrt(log p) / (pi p f M) (Gustavsson, Annales de l'I.H.P. 41, 2005, for p/2 among
Gaussian Hermitian matrices; O'Rourke, J. Stat. Phys. 138, 2010, for real ones). `SPREAD` and `SHIFT` are
beyond what is seen for p >= 16. One half of alpha is for the largest value, the other for the variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from perturb.laws.distributions import marchenko_pastur, tracy_widom
from perturb.networks.weights.values import Values

ALPHA = 1e-6
LEAST = 16  # values, below which a limit says little
SPREAD, SHIFT = 2.0, 0.15  # beside log p in the variance of the median, and of its mean


@dataclass(frozen=True)
class Bulk:
    """What a spectrum has in common with that of independent entries.

    variance   that of the entries, so that half of the values lie on either side of the law's median: a few
               outliers do not move it
    distance   sup distance of the distribution of the values and the law, with the error bars of both:
               [low, high]; it is that of this matrix, and says nothing of chance
    edge       where the largest of independent entries passes with chance `alpha`, in the limit, for every
               variance that the median allows; `least_edge` for the least such variance
    outliers   values above the edge: certainly, and at most
    score      the largest value in units of the Tracy-Widom law, and `tail`, the chance to be beyond it, had
               the entries the fitted variance
    """

    ratio: float
    variance: float
    distance: tuple[float, float]
    edge: float
    least_edge: float
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
    fitted = math.sqrt(variance * (centre + scale * float(tracy_widom(1).isf(alpha / 2))))
    room = math.exp(_room(p, ratio, alpha) / 2)
    edge = fitted * room
    score = float(found.values[0] ** 2 / variance - centre) / scale
    return Bulk(
        ratio=ratio,
        variance=variance,
        distance=_distance(found, ratio, variance, N),
        edge=edge,
        least_edge=fitted / room,
        outliers=(int((found.low > edge).sum()), int((found.high > edge).sum())),
        score=score,
        tail=float(tracy_widom(1).sf(score)),
        alpha=alpha,
    )


def _largest(p: int, N: int) -> tuple[float, float]:
    """Johnstone's centre and scale of the largest eigenvalue of XX' for p x N standard entries."""
    a, b = math.sqrt(N - 1), math.sqrt(p)
    return (a + b) ** 2, (a + b) * (1 / a + 1 / b) ** (1 / 3) if a else 1.0


def _room(p: int, ratio: float, alpha: float) -> float:
    """Of the logarithm of the fitted variance: further from the true one with a chance of alpha / 2."""
    law = marchenko_pastur(ratio)
    middle = float(law.ppf(0.5))
    far = NormalDist().inv_cdf(1 - alpha / 2) * math.sqrt(math.log(p) + SPREAD) / math.pi
    return (SHIFT + far) / (p * float(law.pdf(middle)) * middle)


def _distance(found: Values, ratio: float, variance: float, N: int) -> tuple[float, float]:
    """Of the step function with its steps anywhere in the error bars, from both sides."""
    law = marchenko_pastur(ratio, variance)
    near, far = (law.cdf(x**2 / N) for x in (found.low[::-1], found.high[::-1]))
    after = np.arange(1, len(near) + 1) / len(near)
    before = after - 1 / len(near)
    most = max(float(np.max(after - near)), float(np.max(far - before)))
    least = max(float(np.max(after - far)), float(np.max(near - before)), 0.0)
    return max(least - law.cdf_error, 0.0), min(most + law.cdf_error, 1.0)
