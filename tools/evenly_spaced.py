r"""(9) and (10) of dittmer2019 for evenly spaced points of the circle: `python tools/evenly_spaced.py 2000`.

For A with two rows and k = 1 the exact minimiser L = u v' of (9) is found, and (10) is enclosed at it. With
|v| = 1 the rows part: the best u_r is r's larger gain of c+ and c-, the inner products of ReLU(a_r x) with
the parts of v'x above and below 0. These parts have the squared length N/4, whatever v is, as the points and
their opposites are the same set. Between two neighbours of the points, N a multiple of 4, c+ and c- are
linear in v, so that the gain is a quadratic form on an arc: its maximum is at an end, which the next arc
has too, or at the top eigenvector. All numbers are balls.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product

from flint import arb, ctx

PICTURED = ((0, 1), (1, -1))  # Figure 1
BITS = 128
Plane = tuple[arb, arb]


@dataclass(frozen=True)
class Found:
    """(10) at the exact minimiser of (9), the second singular value of A, and the rows u, v of L = u v'."""

    worst: arb
    sigma: arb
    u: Plane
    v: Plane


@dataclass(frozen=True)
class Arc:
    """Directions v from one point to the next, with the signs of u; c_r = C_r . v there."""

    number: int
    signs: tuple[int, ...]
    C: tuple[Plane, ...]

    def form(self) -> tuple[arb, arb, arb]:
        """The entries of M = sum of C_r C_r', of which v'Mv is N/4 times the gain."""
        return tuple(sum((c[i] * c[j] for c in self.C), arb(0)) for i, j in ((0, 0), (0, 1), (1, 1)))

    def gain(self, v: Plane) -> arb:
        return sum((dot(c, v) ** 2 for c in self.C), arb(0))

    def most(self) -> arb:
        """The largest eigenvalue of M: no direction gains more."""
        a, b, d = self.form()
        return (a + d + ((a - d) ** 2 + 4 * b**2).sqrt()) / 2


def minimiser(count: int, rows: Sequence[Sequence[int]] = PICTURED) -> Found:
    """Of the evenly spaced points (cos, sin)(2 pi j / count). ValueError for a count that is no multiple of
    four, ArithmeticError where the balls do not tell the best arc from the others.
    """
    if count < 4 or count % 4:
        raise ValueError(f"count = {count}: a multiple of four is expected")
    with ctx.workprec(BITS):
        return _minimiser(count, rows)


def _minimiser(count: int, rows: Sequence[Sequence[int]]) -> Found:
    points = [circle(2 * arb(j) / count) for j in range(count)]
    outputs = [[positive(dot((arb(a), arb(b)), x)) for x in points] for a, b in rows]
    arcs = list(_arcs(points, outputs))
    middles = [circle((2 * arb(arc.number) + 1) / count) for arc in arcs]
    least = max((arc.gain(v).lower() for arc, v in zip(arcs, middles, strict=True)), key=float)
    best = [arc for arc in arcs if not arc.most() < least]
    inner = [(arc, v) for arc in best if (v := top(arc, points)) is not None]
    arc, v = max(inner, key=lambda one: float(one[0].gain(one[1])))
    others = [other.gain(w) for other, w in inner if other is not arc]
    others += [one.gain(points[one.number + k]) for one in best for k in (0, 1)]
    if not all(gain < arc.gain(v) for gain in others):
        raise ArithmeticError(f"{count} points: the best direction is not told from another one")
    u = tuple(4 * sign * dot(c, v) / count for sign, c in zip(arc.signs, arc.C, strict=True))
    errors = [_error(x, y, u, v) for x, *y in zip(points, *outputs, strict=True)]
    worst = reduce(lambda one, other: one.max(other), errors)
    return Found(worst, second(rows), (u[0], u[1]), v)


def _arcs(points: Sequence[Plane], outputs: Sequence[Sequence[arb]]) -> list[Arc]:
    """Half a turn of them, with each choice of signs: (u, v) and (-u, -v) are one matrix."""
    count = len(points)
    sums = [_running(points, row) for row in outputs]
    found = []
    for j in range(count // 2):
        start = (j + 1 - count // 4) % count  # the points with v'x > 0 are half the circle from here on
        above = [between(row, start, count // 2) for row in sums]
        below = [minus(between(row, (start + count // 2) % count, count // 2)) for row in sums]
        sides = [((1, a), (-1, b)) for a, b in zip(above, below, strict=True)]
        for chosen in product(*sides):
            found.append(Arc(j, tuple(sign for sign, _ in chosen), tuple(c for _, c in chosen)))
    return found


def _running(points: Sequence[Plane], row: Sequence[arb]) -> list[Plane]:
    """Sums of y_i x_i over the first points, twice around."""
    total, found = (arb(0), arb(0)), [(arb(0), arb(0))]
    for x, y in [*zip(points, row, strict=True)] * 2:
        total = (total[0] + y * x[0], total[1] + y * x[1])
        found.append(total)
    return found


def between(sums: Sequence[Plane], start: int, length: int) -> Plane:
    return sums[start + length][0] - sums[start][0], sums[start + length][1] - sums[start][1]


def top(arc: Arc, points: Sequence[Plane]) -> Plane | None:
    """The direction of the top eigenvector, where that lies strictly inside the arc.

    ArithmeticError where that is not clear.
    """
    a, b, d = arc.form()
    lam = arc.most()
    v = (b, lam - a) if b != 0 else (lam - d, b)
    length = (v[0] ** 2 + v[1] ** 2).sqrt()
    v = (v[0] / length, v[1] / length)
    low, high = points[arc.number], points[arc.number + 1]
    turns = (cross(low, v), cross(v, high))
    if all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns):
        return v if turns[0] > 0 else minus(v)
    if any(turn.contains(0) for turn in turns):
        raise ArithmeticError("an eigenvector may lie at the end of an arc")
    return None


def _error(x: Plane, y: Sequence[arb], u: Sequence[arb], v: Plane) -> arb:
    """The length of ReLU(Ax) - ReLU(Lx)."""
    z = dot(v, x)
    parts = [(one - positive(factor * z)) ** 2 for one, factor in zip(y, u, strict=True)]
    return positive(sum(parts, arb(0))).sqrt()


def second(rows: Sequence[Sequence[int]]) -> arb:
    """The second singular value of a matrix with two rows: the root of the smaller eigenvalue of AA'."""
    (a, b), (c, d) = rows
    trace, det = arb(a * a + b * b + c * c + d * d), arb(a * d - b * c)
    return ((trace - (trace**2 - 4 * det**2).sqrt()) / 2).sqrt()


def circle(turn: arb) -> Plane:
    """(cos, sin) of a half turn times this."""
    return turn.cos_pi(), turn.sin_pi()


def dot(x: Plane, y: Plane) -> arb:
    return x[0] * y[0] + x[1] * y[1]


def cross(x: Plane, y: Plane) -> arb:
    return x[0] * y[1] - x[1] * y[0]


def minus(x: Plane) -> Plane:
    return -x[0], -x[1]


def positive(x: arb) -> arb:
    """Of a ball about 0 the part that is not negative."""
    return arb(0).max(x)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("count", type=int, nargs="*", default=[2000])
    for number in parser.parse_args().count:
        one = minimiser(number)
        relation = ">" if one.worst > one.sigma else "<" if one.worst < one.sigma else "?"
        print(f"{number} points: (10) = {one.worst.str(9)} {relation} sigma_1 = {one.sigma.str(9)}")
