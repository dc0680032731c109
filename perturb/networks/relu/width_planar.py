"""The width of the image of the unit ball under x -> ReLU(Ax), where it is known in closed form.

It is 2 E h(g), h(g) the largest g'ReLU(Ax) over the ball.
- Rank 1, A = a v': the image has the hull of 0, |v| ReLU(a) and |v| ReLU(-a): half of the perimeter.
- Orthogonal rows: the image is { y >= 0 : sum y_i^2 / |a_i|^2 <= 1 }, so that h(g) is the length of the
  positive part of (|a_i| g_i): the mean of E|A_J'g| over all sets J of rows.
- Two rows a, b: with g = r (cos t, sin t) h is elementary in every quadrant. Both positive: the largest of
  |a| cos t, |b| sin t and |a cos t + b sin t|, since max(u, 0) is the larger of 0 and u. Both negative: 0.
  For h = max of c (a'x)_+ - s (b'x)_+, c, s >= 0: c |a| where a'b <= 0; else |ca - sb| where that has a
  product >= 0 with b, and beyond it c times the distance of a from the line of b, reached at b'x = 0. With
  c_2 = sqrt(pi/2) the width is the integral of h over the circle, over sqrt(2 pi): elliptic integrals.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from flint import acb, arb, fmpq, fmpq_mat

from perturb.networks.relu.width_exact import exact_mean_image

ROWS_LIMIT = 6  # 2^m sets of orthogonal rows


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
