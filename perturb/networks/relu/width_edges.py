"""The width of points that span at most three dimensions, from the edges of their hull, without an integral.

omega(K) = sqrt(2/pi) V_1(K), and the first intrinsic volume V_1 is the sum over the edges of their length
times their exterior angle: the share of the directions perpendicular to the edge in which no point lies
further out than the edge (P. McMullen, Math. Proc. Camb. Phil. Soc. 78, 247 (1975)). Which pairs of points
are edges is found in exact arithmetic; in three dimensions the share is 1/2 - theta / (2 pi), theta the angle
between the two faces.
"""

from __future__ import annotations

from flint import arb, fmpq, fmpq_mat

POINTS_LIMIT, DIMENSIONS = 24, 3
Vector = tuple[fmpq, ...]
HALF = fmpq(1, 2)


def edges_width(K: fmpq_mat) -> arb | None:
    """omega of the rows of K in a ball at the working precision.

    None for more than 24 different rows, or rows that span more than three dimensions.
    """
    points = sorted({tuple(K[i, j] for j in range(K.ncols())) for i in range(K.nrows())})
    if len(points) > POINTS_LIMIT or _dimension(points) > DIMENSIONS:
        return None
    pairs = [(p, q) for i, q in enumerate(points) for p in points[:i]]
    volume = sum((_length(p, q) * _share(p, q, points) for p, q in pairs), arb(0))
    return (2 / arb.pi()).sqrt() * volume


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
