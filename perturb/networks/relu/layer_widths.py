"""The width of the image of the unit ball under a ReLU layer: bounds by its linear part, bands within,
and the layers x -> ReLU(Ax) where it is known in closed form.

- Rank 1, A = a v': the image has the hull of 0, |v| ReLU(a) and |v| ReLU(-a): half of the perimeter.
- Orthogonal rows: the image is { y >= 0 : sum y_i^2 / |a_i|^2 <= 1 }, so that h(g), the largest g'ReLU(Ax)
  over the ball, is the length of the positive part of (|a_i| g_i): the mean of E|A_J'g| over all sets J of
  rows.
- Two rows a, b: with g = r (cos t, sin t) h is elementary in every quadrant. Both positive: the largest of
  |a| cos t, |b| sin t and |a cos t + b sin t|, since max(u, 0) is the larger of 0 and u. Both negative: 0.
  For h = max of c (a'x)_+ - s (b'x)_+, c, s >= 0: c |a| where a'b <= 0; else |ca - sb| where that has a
  product >= 0 with b, and beyond it c times the distance of a from the line of b, reached at b'x = 0. With
  c_2 = sqrt(pi/2) the width is the integral of h over the circle, over sqrt(2 pi): elliptic integrals.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
from flint import acb, arb, ctx, fmpq, fmpq_mat

from perturb.enclosure import Enclosure
from perturb.laws.stats.means import both
from perturb.networks.relu.directions import (
    band,
    enclosed,
    mean_norm,
    mean_positive_norm,
    scaled,
    segment,
    upper,
    widened,
)
from perturb.networks.relu.images import between, directions_between, image
from perturb.networks.relu.linear_operators import BITS, exact_mean_image, factors
from perturb.networks.relu.point_widths import perimeter_width
from perturb.types import FloatArray

ROWS_LIMIT = 6  # 2^m sets of orthogonal rows
MARGIN = 1 + 1e-12  # far above the rounding of a norm of fewer than 10^4 entries
MOST_LINES = 40
SETTLED = 10**9  # bounds this near to each other leave nothing to draw for
NOTHING = Enclosure(fmpq(0), fmpq(0))
TRUSTS = frozenset({"Sudakov-Fernique", "trapezoidal rule"})


def exact_image_width(A: fmpq_mat) -> arb | None:
    """The width in a ball at the working precision; None for other matrices than those of the three kinds."""
    rows = [row for row in A.tolist() if any(row)]
    if not rows:
        return arb(0)
    if len(rows) == 1 or fmpq_mat(rows).rank() == 1:
        return _of_a_line(rows)
    if len(rows) <= ROWS_LIMIT and all(_dot(v, w) == 0 for v, w in combinations(rows, 2)):
        return _of_orthogonal(rows)
    return _of_two(*rows) if len(rows) == 2 else None


def _dot(v: list[fmpq], w: list[fmpq]) -> fmpq:
    return sum((x * y for x, y in zip(v, w, strict=True)), fmpq(0))


def _of_a_line(rows: list[list[fmpq]]) -> arb:
    """All rows are multiples of the first."""
    square = _dot(rows[0], rows[0])
    parts = [_dot(row, rows[0]) / square for row in rows]
    ahead, back = (sum((x * x for x in parts if x * sign > 0), fmpq(0)) for sign in (1, -1))
    perimeter = arb(ahead * square).sqrt() + arb(back * square).sqrt() + arb((ahead + back) * square).sqrt()
    return perimeter / (2 * arb.pi()).sqrt()


def _of_orthogonal(rows: list[list[fmpq]]) -> arb:
    chosen = [J for size in range(1, len(rows) + 1) for J in combinations(rows, size)]
    total: arb = sum((exact_mean_image(fmpq_mat(list(J))) for J in chosen), arb(0))
    mean: arb = total / 2 ** len(rows)
    return 2 * mean


def _of_two(a: list[fmpq], b: list[fmpq]) -> arb:
    aa, bb, ab = _dot(a, a), _dot(b, b), _dot(a, b)
    around = _both_ahead(aa, bb, ab) + _one_ahead(aa, bb, ab) + _one_ahead(bb, aa, ab)
    return around / (2 * arb.pi()).sqrt()


def _both_ahead(aa: fmpq, bb: fmpq, ab: fmpq) -> arb:
    """The integral of h over the quadrant of two positive components of g."""
    if ab >= 0:
        return _arc(aa, bb, ab, arb(0), arb.pi() / 2)
    if 4 * ab * ab < aa * bb:
        low, high = (arb(x).atan() for x in (-2 * ab / bb, aa / (-2 * ab)))
        middle = _arc(aa, bb, ab, low, high)
    else:
        low = high = (arb(aa) / bb).sqrt().atan()
        middle = arb(0)
    return arb(aa).sqrt() * low.sin() + middle + arb(bb).sqrt() * high.cos()


def _one_ahead(aa: fmpq, bb: fmpq, ab: fmpq) -> arb:
    """The same where the component of a is positive and that of b negative."""
    if ab <= 0:
        return arb(aa).sqrt()
    turn = arb(ab / bb).atan()
    return _arc(aa, bb, -ab, arb(0), turn) + arb(aa - ab * ab / bb).sqrt() * (1 - turn.sin())


def _arc(aa: fmpq, bb: fmpq, ab: fmpq, low: arb, high: arb) -> arb:
    """The integral of |a cos t + b sin t| from low to high, for rows that are independent.

    The square is M + R cos 2(t - d), so that this is sqrt(M + R) times a difference of elliptic integrals.
    """
    mean, half = arb(aa + bb) / 2, arb(aa - bb) / 2
    R = arb(half * half + arb(ab) * ab).sqrt()
    turn, share = arb.atan2(arb(ab), half) / 2, acb(2 * R / (mean + R))
    ends = [acb.elliptic_e_inc(acb(t - turn), share).real for t in (low, high)]
    found: arb = (mean + R).sqrt() * (ends[1] - ends[0])
    return found if found.is_finite() else _by_quadrature(aa, bb, ab, low, high)


def _by_quadrature(aa: fmpq, bb: fmpq, ab: fmpq, low: arb, high: arb) -> arb:
    def length(t: Any, analytic: bool) -> Any:
        square = aa * t.cos() ** 2 + 2 * ab * t.cos() * t.sin() + bb * t.sin() ** 2
        return square.sqrt(analytic=analytic)

    found: arb = acb.integral(length, low, high).real
    return found


def _prepared(A: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray, int]:
    """The rows that are positive somewhere on the unit ball: the others are 0 there and add no width.

    They are divided by a power of 2 that leaves the largest entry between 1/2 and 1; its exponent comes last.
    """
    power = math.frexp(max(float(np.abs(A).max()), float(np.abs(b).max())))[1]
    A, b = np.ldexp(A, -power), np.ldexp(b, -power)
    kept = (_lengths(A) * MARGIN > -b) & A.any(axis=1)
    return A[kept], b[kept], power


def ball_bounds(A: FloatArray, b: FloatArray) -> Enclosure:
    """Bounds of the width of { ReLU(A x + b): |x| <= 1 }; see `relu_width_bounds`."""
    A, b, power = _prepared(A, b)
    return scaled(_bounds(A, b), power) if len(A) else NOTHING


def _bounds(A: FloatArray, b: FloatArray) -> Enclosure:
    """Two-sided bounds of the width, all rows awake, m >= 1; see `relu_width_bounds`."""
    live = b >= _lengths(A) * MARGIN
    shifted = (A * np.where(live, 2.0, 1.0)[:, None])[b >= 0]
    with ctx.workprec(BITS):
        low = factors(shifted).mean_image() if len(shifted) else arb(0)
        low = low.max(segment(arb(_spread(A, b))))
        by_diameter = arb(upper(mean_norm(len(A)))) * diameter_bound(A, b)
        by_radius = 2 * arb(upper(mean_positive_norm(len(A)))) * _radius(A, b)
        high = (2 * factors(A).mean_image()).min(by_diameter).min(by_radius)
        return Enclosure(enclosed(low.min(high)).lo, enclosed(high).hi, trusts=TRUSTS)


def _lengths(A: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.norm(A, axis=1))


def _top(A: FloatArray) -> float:
    """A bound of the operator norm."""
    with ctx.workprec(BITS):
        return upper(enclosed(factors(A).norm()))


def _radius(A: FloatArray, b: FloatArray) -> float:
    """A bound of |ReLU(Ax + b)|: row by row, and by the operator norm."""
    by_rows = float(np.linalg.norm((_lengths(A) * MARGIN + b).clip(0.0)))
    return min(by_rows, _top(A) + float(np.linalg.norm(b.clip(0.0)))) * MARGIN


def diameter_bound(A: FloatArray, b: FloatArray) -> float:
    """A bound of |ReLU(Ax + b) - ReLU(Ay + b)|: vectors >= 0 are at most sqrt(2) radii apart."""
    lengths = _lengths(A)
    # ReLU(b + l) - ReLU(b - l) is l + min(b, l) for b >= -l; a large b must not swallow l.
    by_rows = float(np.linalg.norm((lengths * MARGIN + np.minimum(b, lengths)).clip(0.0)))
    return min(by_rows, 2 * _top(A), math.sqrt(2) * _radius(A, b)) * MARGIN


def _spread(A: FloatArray, b: FloatArray) -> float:
    """The distance of the images of +-x, x along a row or a right singular vector, less its rounding."""
    x = np.concatenate([A, np.linalg.svd(A, full_matrices=False)[2]])
    x = x / (_lengths(x)[:, None] * MARGIN)
    (there, error), (back, _) = image(A, b, x), image(A, b, -x)
    return max(0.0, float(_lengths(there - back).max()) / MARGIN - 2 * error)


def ball_width(A: FloatArray, b: FloatArray, draws: int, alpha: float, rng: np.random.Generator) -> Enclosure:
    """The width of { ReLU(A x + b): |x| <= 1 }; see `relu_width`."""
    A, b, power = _prepared(A, b)
    if not len(A):
        return NOTHING
    if len(A) == 1:
        return scaled(_interval(A[0], b[0]), power)
    bounds = _bounds(A, b)
    if bounds.lo is not None and bounds.hi is not None and bounds.hi - bounds.lo <= bounds.hi / SETTLED:
        return scaled(bounds, power)
    flat = A.shape[1] <= 2 and (A.shape[1] == 1 or not b.any() or len(A) <= MOST_LINES)
    found = _by_sets(A, b, draws, alpha, rng) if flat else _by_directions(A, b, draws, alpha, rng)
    return scaled(both(found, bounds), power)


def _interval(a: FloatArray, b: float) -> Enclosure:
    """One row: the image is an interval."""
    with ctx.workprec(BITS):
        length = sum((arb(x) * arb(x) for x in a.tolist()), arb(0)).sqrt()
        return enclosed(segment((b + length).max(arb(0)) - (b - length).max(arb(0))))


def _by_sets(A: FloatArray, b: FloatArray, draws: int, alpha: float, rng: np.random.Generator) -> Enclosure:
    """From finite sets inside and outside; in balls where they lie in a plane."""
    inside, outside, error = between(A, b)
    slack = 2 * upper(mean_norm(len(A))) * error
    below, above = perimeter_width(inside), perimeter_width(outside)
    if below is not None and above is not None:
        return widened(Enclosure(below.lo, above.hi), slack)
    u = _directions(len(A), draws, rng)
    low, high = (_widths(u, K) for K in (inside, outside))
    return widened(band(low, high, len(A), diameter_bound(A, b), alpha), slack)


def _by_directions(
    A: FloatArray, b: FloatArray, draws: int, alpha: float, rng: np.random.Generator
) -> Enclosure:
    """From bounds of the largest inner product in each direction and its opposite."""
    u = _directions(len(A), draws, rng)
    low, high = (ends[:draws] + ends[draws:] for ends in directions_between(A, b, np.concatenate([u, -u])))
    return band(low, high, len(A), diameter_bound(A, b), alpha)


def _directions(m: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Uniform on the sphere of R^m, times c_m, shape (draws, m)."""
    g = rng.standard_normal((draws, m))
    return np.asarray(upper(mean_norm(m)) * g / np.linalg.norm(g, axis=1, keepdims=True))


def _widths(u: FloatArray, K: FloatArray) -> FloatArray:
    products = u @ K.T
    return np.asarray(products.max(axis=1) - products.min(axis=1))
