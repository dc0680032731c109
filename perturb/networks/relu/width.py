"""The Gaussian mean width of finite sets, linear operators and ReLU layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import ctx, fmpq_mat

from perturb.enclosure import Enclosure
from perturb.networks.relu.arguments import listed, matrix, precision, rational, sampling, seeded, vector
from perturb.networks.relu.directions import enclosed, mean_norm, upper, widened
from perturb.networks.relu.images import image
from perturb.networks.relu.layer_widths import ROWS_LIMIT, ball_bounds, ball_width, exact_image_width
from perturb.networks.relu.linear_operators import BITS, exact_mean_image, factors
from perturb.networks.relu.point_widths import (
    DIMENSIONS,
    POINTS_LIMIT,
    edges_width,
    perimeter_width,
    sampled_width,
)
from perturb.types import FloatArray

TRUSTS = frozenset({"trapezoidal rule"})


def mean_width(
    points: Any, *, draws: int = 100, alpha: float = 0.05, rng: np.random.Generator | int = 0
) -> Enclosure:
    """omega(K) = E sup <g, x - y> over x, y in K, for the points in the rows of `points`, shape (count, n).

    In balls, whatever `draws`, for at most four points, for n <= 2, and for n = 3 with at most 24 points (up
    to 0.2 s); else from that many directions, with a band that covers with probability at least 1 - alpha.
    No linear program: over the hull the largest inner product is the largest over the points. ValueError for
    no points, entries that are not finite real numbers, draws < 1 or an alpha outside (0, 1).
    """
    K = matrix("points", points)
    sampling(draws, alpha)
    exact = perimeter_width(K)
    exact = _by_edges(K) if exact is None else exact
    return exact if exact is not None else sampled_width(K, draws, alpha, seeded(rng))


def _by_edges(K: FloatArray) -> Enclosure | None:
    """In balls for at most three dimensions and few points, else None."""
    if len(K) > POINTS_LIMIT or min(K.shape[1], len(K) - 1) > DIMENSIONS:
        return None
    with ctx.workprec(BITS):
        found = edges_width(rational("points", K))
        return None if found is None else enclosed(found)


def operator_width(A: Any, bits: int | None = None) -> Enclosure:
    """Omega(A) = 2 E |A'g|, the width of the image of the unit ball under A, shape (m, n), in a ball.

    From float64 singular values to a relative 1e-12 or so, fast; with `bits`, or for an exact `fmpq_mat`,
    from the characteristic polynomial to that many bits (53 if none are given).

    sqrt(2/pi) |A|_F <= Omega(A) / 2 <= (c_r / sqrt(r)) |A|_F with r = rank A, for A = 0 all are 0; the left
    with equality for r <= 1 and the right where the nonzero singular values are equal: with p_i = s_i^2 /
    |A|_F^2 the mean of sqrt(sum p_i g_i^2) is concave and symmetric in p. ValueError for a matrix without
    entries or with entries that are not finite real numbers, and for bits < 2.
    """
    if bits is None and not isinstance(A, fmpq_mat):
        with ctx.workprec(BITS):
            return enclosed(2 * factors(matrix("A", A)).mean_image(), TRUSTS)
    exact = rational("A", A)
    with ctx.workprec(precision(bits)):
        return enclosed(2 * exact_mean_image(exact), TRUSTS)


def relu_width(
    A: Any,
    b: Any = None,
    *,
    points: Any = None,
    draws: int = 100,
    alpha: float = 0.05,
    rng: np.random.Generator | int = 0,
) -> Enclosure:
    """The width of the image of a set under x -> ReLU(A x + b), A of shape (m, n), b of length m (None is 0).

    The set is `points`, shape (count, n), or else the unit ball. For the ball: in balls where one row is
    awake, for n <= 2 with two rows awake, and without b for n = 1, for two rows, and for up to six rows that
    are orthogonal or of rank 1 (`perturb.networks.relu.layer_widths`); in a narrow band for other n <= 2,
    but not for n = 2 with b and more than 40 rows awake. There and for n >= 3 the largest inner product is
    bounded direction by direction (`perturb.networks.relu.images`), since to find it is hard. All is
    cut to `relu_width_bounds`. ValueError for arguments of other shapes, entries that are not finite real
    numbers, draws < 1 or an alpha outside (0, 1).

    Without b the unit sphere in place of the ball gives the same where A x <= 0 for some x != 0, else less,
    but no less than 2 (sqrt(2) - 1) times it, with equality for A = (1, -1)'. For p = ReLU(A x) and q =
    ReLU(-A x) are orthogonal, so that of the supremum h over the sphere E h+ is at least and E h- at most
    what the triangle 0, p, q has, and (|p| + |q| - |p + q|) / (|p| + |q| + |p + q|) <= (sqrt(2) - 1) /
    (sqrt(2) + 1).
    """
    A, b = _layer(A, b)
    sampling(draws, alpha)
    if points is None:
        exact = _planar(A) if A.any() and not b.any() and len(A) <= ROWS_LIMIT else None
        return exact if exact is not None else ball_width(A, b, draws, alpha, seeded(rng))
    Y, error = image(A, b, _inputs(points, A))
    return widened(mean_width(Y, draws=draws, alpha=alpha, rng=rng), 2 * upper(mean_norm(len(A))) * error)


def _planar(A: FloatArray) -> Enclosure | None:
    with ctx.workprec(BITS):
        found = exact_image_width(rational("A", A))
        return None if found is None else enclosed(found, TRUSTS)


def relu_width_bounds(A: Any, b: Any = None) -> Enclosure:
    """Bounds of the width of { ReLU(A x + b): |x| <= 1 }, in balls, for every size.

    Without b, Omega(A) / 2 <= Omega(ReLU(A.)) <= min(Omega(A), 2 p_m |A|). On the left, A x = ReLU(A x) -
    ReLU(-A x) is a difference of two images; equality for A = a v' with a >= 0. On the right, ReLU is
    1-Lipschitz (V. N. Sudakov; X. Fernique), and no smaller multiple of Omega(A) will do for all sizes: A =
    (c 1, I_m) with c = m^(-1/4) has a ratio that tends to 1. Last, <g, y> <= |ReLU(g)| |y| for y >= 0;
    equality for A = I.

    With b, rows that are dead on the ball (b_i <= -|a_i|) are left out. In a row with b_i >= 0 the difference
    ReLU(t + b_i) - ReLU(-t + b_i) has a slope of at least d_i = 1, of 2 where b_i >= |a_i|, so that
    Omega(D A_+) / 2 for these rows A_+ is a lower bound, by the same comparison; and two images at a distance
    r give sqrt(2/pi) r. On the right, c_m times the diameter and 2 p_m times the largest norm hold as well.
    ValueError as for `relu_width`.
    """
    return ball_bounds(*_layer(A, b))


def widths_through(
    layers: Sequence[tuple[Any, Any]],
    points: Any,
    *,
    draws: int = 100,
    alpha: float = 0.05,
    rng: np.random.Generator | int = 0,
) -> list[Enclosure]:
    """The width of the points and of their images after each layer (A, b), all in their bands with 1 - alpha.

    A layer multiplies a width by |A| at most, since it is |A|-Lipschitz (Sudakov-Fernique), whatever its
    bias; equality for A = I and points >= 0. There is no bound from below: all points may be sent to 0. So
    widths that grow with depth say that norms exceed 1. Each width has a share alpha / (1 + number of
    layers); points are propagated in float64, and the width is that of the images so computed.
    """
    X, chain = matrix("points", points), [_pair(i, layer) for i, layer in enumerate(listed("layers", layers))]
    sampling(draws, alpha)
    generator, share = seeded(rng), alpha / (1 + len(chain))
    found = [mean_width(X, draws=draws, alpha=share, rng=generator)]
    for A, b in chain:
        X = image(A, b, _inputs(X, A))[0]
        found.append(mean_width(X, draws=draws, alpha=share, rng=generator))
    return found


def _pair(index: int, layer: Any) -> tuple[FloatArray, FloatArray]:
    if isinstance(layer, str | np.ndarray) or not isinstance(layer, Sequence) or len(layer) != 2:
        raise ValueError(f"layers: number {index} is no pair (A, b)")
    return _layer(*layer)


def _layer(A: Any, b: Any) -> tuple[FloatArray, FloatArray]:
    A = matrix("A", A)
    return A, np.zeros(len(A)) if b is None else vector("b", b, len(A), "one entry a row of A")


def _inputs(points: Any, A: FloatArray) -> FloatArray:
    X = matrix("points", points)
    if X.shape[1] != A.shape[1]:
        raise ValueError(f"points: {A.shape[1]} columns are needed, as in A, got shape {X.shape}")
    return X
