"""The width of a finite set: exactly in the plane and in space, else a maximum and a minimum a direction.

In the plane it is a perimeter. Points that span at most three dimensions have it from the edges of their
hull, without an integral: omega(K) = sqrt(2/pi) V_1(K), and the first intrinsic volume V_1 is the sum
over the edges of their length times their exterior angle: the share of the directions perpendicular to
the edge in which no point lies further out than the edge (P. McMullen, Math. Proc. Camb. Phil. Soc. 78,
247 (1975)). Which pairs of points are edges is found in exact arithmetic; in three dimensions the share
is 1/2 - theta / (2 pi), theta the angle between the two faces.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.enclosure import Enclosure
from perturb.networks.relu.arguments import matrix, sampling, seeded
from perturb.networks.relu.directions import band, cut, enclosed, mean_norm, scaled, upper
from perturb.types import FloatArray

BITS = 106
BLOCK = 1 << 22  # inner products that are held at a time
Point = tuple[fmpq, ...]
POINTS_LIMIT, DIMENSIONS = 24, 3
Vector = tuple[fmpq, ...]
HALF = fmpq(1, 2)


def perimeter_width(K: FloatArray) -> Enclosure | None:
    """The width of at most three points, or of a set in the plane: perimeter / sqrt(2 pi); else None.

    A segment counts twice, as a polygon with two sides. The hull is found in exact arithmetic.
    """
    if len(K) > 3 and K.shape[1] > 2:
        return None
    points = [tuple(fmpq(*x.as_integer_ratio()) for x in row) for row in K.tolist()]
    around = points if len(points) <= 3 else _hull([(*p, fmpq(0))[:2] for p in points])
    squares = [sum(((x - y) ** 2 for x, y in zip(p, q, strict=True)), fmpq(0)) for p, q in _sides(around)]
    with ctx.workprec(BITS):
        perimeter = sum((arb(square).sqrt() for square in squares), arb(0))
        return enclosed(perimeter / (2 * arb.pi()).sqrt())


def _sides(around: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(around, around[1:] + around[:1], strict=True))


def _hull(points: list[Point]) -> list[Point]:
    """The corners of the convex hull of points in the plane, in their order (A. M. Andrew, 1979)."""
    ordered = sorted(set(points))
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1] if len(ordered) > 1 else ordered


def _chain(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for c in ordered:
        while len(chain) > 1 and not _turns_left(chain[-2], chain[-1], c):
            chain.pop()
        chain.append(c)
    return chain


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    return bool((b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]))


def sampled_width(K: FloatArray, draws: int, alpha: float, rng: np.random.Generator) -> Enclosure:
    """The band of `draw_widths`; cut to what is certain.

    At least the width of a segment from the mean to a farthest point; at most 2 sqrt(log count) diameters,
    for by the comparison of Sudakov and Fernique with as many independent Gaussians of variance D^2 / 2 it is
    no more than sqrt(2) D E max g_i (equality for a regular simplex), and E max g_i <= sqrt(2 log count).
    """
    K, power = _coordinates(K)
    diameter, widths = diameter_bound(K), _draw(K, draws, rng)
    found = band(widths, widths, K.shape[1], diameter, alpha)
    floor, cap = (
        0.999 * math.sqrt(2 / math.pi) * diameter / 2,
        1.001 * 2 * math.sqrt(math.log(len(K))) * diameter,
    )
    return scaled(cut(floor, found, cap), power)


def draw_widths(points: Any, draws: int = 100, rng: np.random.Generator | int = 0) -> FloatArray:
    """c_d (max <u, x> - min <u, x>) over the points x for random directions u, shape (draws,): mean omega.

    `points` has shape (count, n). Directions are uniform on the sphere of R^d, d = min(n, count - 1), the
    dimension in which the points lie up to a translation, so that the fluctuation of a Gaussian norm is gone
    and two points give their width at every draw. ValueError for input that is no set of points.
    """
    sampling(draws, 0.5)
    K, power = _coordinates(matrix("points", points))
    widths: FloatArray = np.ldexp(_draw(K, draws, seeded(rng)), power)
    return widths


def _draw(K: FloatArray, draws: int, rng: np.random.Generator) -> FloatArray:
    block = max(1, BLOCK // len(K))
    sizes = [min(block, draws - start) for start in range(0, draws, block)]
    return np.concatenate([_block(K, size, rng) for size in sizes])


def _block(K: FloatArray, draws: int, rng: np.random.Generator) -> FloatArray:
    g = rng.standard_normal((draws, K.shape[1]))
    products = g @ K.T
    scale = upper(mean_norm(K.shape[1])) / np.linalg.norm(g, axis=1)
    widths: FloatArray = scale * (products.max(axis=1) - products.min(axis=1))
    return widths


def _coordinates(K: FloatArray) -> tuple[FloatArray, int]:
    """The points about their mean, (count, d), in as few dimensions as they span, and their power of 2."""
    largest = max(float(K.max()), -float(K.min()))
    power = 0 if 2.0**-300 < largest < 2.0**300 else math.frexp(largest)[1]
    K = np.ldexp(K, -power) if power else K
    count, n = K.shape
    if 1 < count <= n:
        moved = np.asarray(np.linalg.qr((K[1:] - K[0]).T, mode="r")).T
        K = np.concatenate([np.zeros((1, count - 1)), moved])
    return K - K.mean(axis=0), power


def diameter_bound(K: FloatArray) -> float:
    """The sum of the two largest norms: at least the diameter; at most twice it about the mean."""
    squares = np.einsum("ij,ij->i", K, K)  # ten times as fast as a norm along an axis
    return float(np.sqrt(np.partition(squares, -2)[-2:]).sum()) if len(K) > 1 else 0.0


def edges_width(K: fmpq_mat) -> arb | None:
    """omega of the rows of K in a ball at the working precision.

    None for more than 24 different rows, or rows that span more than three dimensions.
    """
    volume = first_volume(K)
    return None if volume is None else (2 / arb.pi()).sqrt() * volume


def sphere_width(K: fmpq_mat) -> arb | None:
    """The same with directions that are uniform on the unit sphere in place of Gaussian ones.

    The mean over the sphere of R^n of the width of a segment of length 1, E|u_1|, is 1 for n = 1, 2/pi for
    n = 2, and n / (n + 1) times as much for n + 2; by edges as above, without the Gamma function.
    """
    volume, n = first_volume(K), K.ncols()
    share = arb(1) if n % 2 else 2 / arb.pi()
    for k in range(2 - n % 2, n, 2):
        share = share * k / (k + 1)
    return None if volume is None else share * volume


def first_volume(K: fmpq_mat) -> arb | None:
    """V_1 of the hull of the rows of K, by edges; None as for `edges_width`."""
    points = sorted({tuple(K[i, j] for j in range(K.ncols())) for i in range(K.nrows())})
    if len(points) > POINTS_LIMIT or _dimension(points) > DIMENSIONS:
        return None
    pairs = [(p, q) for i, q in enumerate(points) for p in points[:i]]
    return sum((_length(p, q) * _share(p, q, points) for p, q in pairs), arb(0))


def _dimension(points: list[Vector]) -> int:
    n = len(points[0])
    if len(points) == 1 or min(n, len(points) - 1) <= DIMENSIONS:
        return min(n, len(points) - 1)
    return int(fmpq_mat([[x - y for x, y in zip(p, points[0], strict=True)] for p in points[1:]]).rank())


def _length(p: Vector, q: Vector) -> arb:
    difference = [x - y for x, y in zip(p, q, strict=True)]
    return arb(_dot(difference, difference)).sqrt()


def _dot(v: Vector | list[fmpq], w: Vector | list[fmpq]) -> fmpq:
    return sum((x * y for x, y in zip(v, w, strict=True)), fmpq(0))


def _share(p: Vector, q: Vector, points: list[Vector]) -> arb:
    """The exterior angle of the segment from p to q, 0 where it is no edge: no point lies beyond an edge."""
    along = [y - x for x, y in zip(p, q, strict=True)]
    square, across = _dot(along, along), []
    for point in points:
        from_p = [y - x for x, y in zip(p, point, strict=True)]
        t = _dot(from_p, along) / square
        off = [x - t * y for x, y in zip(from_p, along, strict=True)]
        if any(off):
            across.append(off)
        elif not 0 <= t <= 1:
            return arb(0)
    return _polar(across)


def _polar(across: list[list[fmpq]]) -> arb:
    """The share of a plane (or line) whose inner products with all these vectors of it are not positive."""
    if not across:
        return arb(1)
    p = across[0]
    q = next((w for w in across if _dot(w, w) * _dot(p, p) != _dot(w, p) ** 2), None)
    if q is None:
        return arb(HALF if all(_dot(w, p) > 0 for w in across) else 0)
    turned = [(_dot(w, p), _dot(w, q)) for w in across]
    first = last = 0
    for i, w in enumerate(turned):
        first = i if _turn(turned[first], w) < 0 else first
        last = i if _turn(w, turned[last]) < 0 else last
    within = all(
        _between(across[first], across[last], w, turned[first], turned[last], t)
        for w, t in zip(across, turned, strict=True)
    )
    if not within or _turn(turned[first], turned[last]) <= 0:
        return arb(0)
    return HALF - _angle(across[first], across[last]) / (2 * arb.pi())


def _turn(v: tuple[fmpq, fmpq], w: tuple[fmpq, fmpq]) -> fmpq:
    """Positive where w lies to the left of v, up to the orientation of the plane."""
    return v[0] * w[1] - v[1] * w[0]


def _between(
    first: list[fmpq],
    last: list[fmpq],
    w: list[fmpq],
    f: tuple[fmpq, fmpq],
    g: tuple[fmpq, fmpq],
    t: tuple[fmpq, fmpq],
) -> bool:
    """Does w lie in the cone from the first to the last, which is less than a half-plane?"""
    left, right = _turn(f, t), _turn(t, g)
    return (left > 0 or (left == 0 and _dot(first, w) > 0)) and (
        right > 0 or (right == 0 and _dot(last, w) > 0)
    )


def _angle(v: list[fmpq], w: list[fmpq]) -> arb:
    inner = _dot(v, w)
    return arb.atan2(arb(_dot(v, v) * _dot(w, w) - inner * inner).sqrt(), arb(inner))
