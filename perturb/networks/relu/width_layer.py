"""The width of the image of the unit ball under a ReLU layer: bounds by its linear part, bands within."""

from __future__ import annotations

import math

import numpy as np
from flint import arb, ctx, fmpq

from perturb.enclosure import Enclosure
from perturb.laws.stats.enclose import both
from perturb.networks.relu.width_band import band, scaled, widened
from perturb.networks.relu.width_images import between, image
from perturb.networks.relu.width_integral import BITS
from perturb.networks.relu.width_norms import enclosed, mean_norm, mean_positive_norm, segment, upper
from perturb.networks.relu.width_operator import factors
from perturb.networks.relu.width_relaxed import directions_between
from perturb.networks.relu.width_sets import perimeter_width
from perturb.types import FloatArray

MARGIN = 1 + 1e-12  # far above the rounding of a norm of fewer than 10^4 entries
MOST_LINES = 40
SETTLED = 10**9  # bounds this near to each other leave nothing to draw for
NOTHING = Enclosure(fmpq(0), fmpq(0))
TRUSTS = frozenset({"Sudakov-Fernique", "trapezoidal rule"})


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
