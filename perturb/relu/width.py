"""The Gaussian mean width of finite sets, linear operators and ReLU layers."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import ctx

from perturb.enclosure import Enclosure
from perturb.relu.width_input import matrix, sampling
from perturb.relu.width_integral import BITS
from perturb.relu.width_norms import enclosed
from perturb.relu.width_operator import mean_image
from perturb.relu.width_sets import perimeter_width, sampled_width


def mean_width(
    points: Any, *, draws: int = 100, alpha: float = 0.05, rng: np.random.Generator | int = 0
) -> Enclosure:
    """omega(K) = E sup <g, x - y> over x, y in K, for the points in the rows of `points`, shape (count, n).

    In balls, whatever `draws`, for at most three points and for n <= 2; else from that many directions, with
    a band that covers with probability at least 1 - alpha. No linear program: over the hull the largest inner
    product is the largest over the points. ValueError for no points, entries that are not finite real
    numbers, draws < 1 or an alpha outside (0, 1).
    """
    K = matrix("points", points)
    sampling(draws, alpha)
    exact = perimeter_width(K)
    return exact if exact is not None else sampled_width(K, draws, alpha, np.random.default_rng(rng))


def operator_width(A: Any) -> Enclosure:
    """Omega(A) = 2 E |A'g|, the width of the image of the unit ball under A, shape (m, n), in a ball.

    sqrt(2/pi) |A|_F <= Omega(A) / 2 <= (c_r / sqrt(r)) |A|_F with r = rank A, the left with equality for r <=
    1 and the right where the nonzero singular values are equal: with p_i = s_i^2 / |A|_F^2 the mean of
    sqrt(sum p_i g_i^2) is concave and symmetric in p. ValueError for a matrix without entries or with entries
    that are not finite real numbers.
    """
    with ctx.workprec(BITS):
        return enclosed(2 * mean_image(matrix("A", A)), frozenset({"trapezoidal rule"}))
