"""Matrices as lists of rows: what needs no question."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import product
from typing import Any

from perturb.prove.checker.numbers import NOTHING, UNIT, Ratio, Rejected, number, require, together

Vector = list[Ratio]
Matrix = list[Vector]
HALF = number("1/2")
LONGEST = 256  # entries of a matrix
HIGHEST = 64  # exponents
plus, times = Ratio.__add__, Ratio.__mul__


class Missing(Rejected):
    """A subscript that does not exist at this size."""


def within(k: int, low: int, high: int) -> int:
    if not low <= k <= high:
        raise Missing
    return k


def flat(A: Matrix) -> Vector:
    return [x for row in A for x in row]


def depth(x: Any) -> int:
    """0 for a number, 1 for a vector, 2 for a matrix."""
    return 1 + (depth(x[0]) if x else 0) if isinstance(x, list) else 0


def rectangle(rows: Matrix) -> Matrix:
    require(len({len(row) for row in rows}) == 1, "rows of different lengths")
    return rows


def turned(A: Matrix) -> Matrix:
    return [list(column) for column in zip(*A, strict=True)]


def diag(v: Vector) -> Matrix:
    require(len(v) ** 2 <= LONGEST, "a matrix of this size")
    return [[x if i == j else NOTHING for j in range(len(v))] for i, x in enumerate(v)]


def ones(k: int) -> Vector:
    require(1 <= k <= LONGEST, "a vector of this length")
    return [UNIT] * k


def reshaped(x: Any, m: int, n: int) -> Matrix:
    """The entries row by row; other sides than those that fit are refused."""
    v = flat(x) if depth(x) == 2 else x
    require(m > 0 and n > 0 and m * n == len(v), "a matrix of these sides")
    return [v[i * n : (i + 1) * n] for i in range(m)]


def banded(A: Matrix, k: int) -> Matrix:
    return [[x if abs(i - j) <= k else NOTHING for j, x in enumerate(row)] for i, row in enumerate(A)]


def each(f: Callable[..., Ratio], *xs: Any) -> Any:
    """Entry by entry, row by row; a number stands for each component."""
    long = [x for x in xs if isinstance(x, list)]
    if not long:
        return f(*xs)
    require(len({(len(x), isinstance(x[0], list)) for x in long if x}) < 2, "arguments of different shapes")
    columns = [x if isinstance(x, list) else [x] * len(long[0]) for x in xs]
    return [each(f, *row) for row in zip(*columns, strict=True)]


def matmul(A: Matrix, B: Any) -> Any:
    columns = turned(B) if isinstance(B[0], list) else [B]
    require(len(A[0]) == len(columns[0]), "a product of these shapes")
    rows = [[reduce(plus, map(times, row, column)) for column in columns] for row in A]
    return rows if isinstance(B[0], list) else flat(rows)


def matpow(A: Matrix, k: int) -> Matrix:
    """Another exponent is no subscript that does not exist: it is refused."""
    require(0 <= k <= HIGHEST, "unsupported: this power of a matrix")
    return reduce(matmul, [A] * k, diag([UNIT] * len(A)))


def block(*bands: tuple[Matrix, Matrix]) -> Matrix:
    require(len({len(P[0]) for P, _ in bands}) == 1, "blocks that do not fit")
    return rectangle([r + s for P, Q in bands for r, s in zip(P, Q, strict=True)])


def kron(*xs: Any) -> Matrix:
    A, B = ([y if isinstance(y, list) else [y] for y in x] for x in xs)
    require(len(flat(A)) * len(flat(B)) <= LONGEST, "a matrix of this size")
    return [[a * b for a, b in product(r, s)] for r, s in product(A, B)]


def cut(A: Matrix, k: int, rows: str, columns: str) -> Matrix:
    """Of rows and of columns the first k, those after them, all but the last k, or all; some must be left."""
    kept = []
    for how, count in ((rows, len(A)), (columns, len(A[0]))):
        ways = {"first": (0, k), "after": (k, count), "but last": (0, count - k), "all": (0, count)}
        first, end = ways[how]
        kept.append(slice(within(first, 0, end - 1), within(end, 1, count)))
    return [row[kept[1]] for row in A[kept[0]]]


def scattered(A: Matrix) -> Vector | None:
    """The entries that are not 0 of a matrix that has at most one in each row and in each column."""
    places = [(i, j) for i, row in enumerate(A) for j, x in enumerate(row) if x.n]
    rows, columns = {i for i, _ in places}, {j for _, j in places}
    alone = len(rows) == len(columns) == len(places)
    return [A[i][j] for i, j in places] if alone else None


def gram(A: Matrix) -> Matrix:
    """A A' of two rows, A'A of two columns; others are refused."""
    require(2 in (len(A), len(A[0])), "unsupported: this word at this size")
    return matmul(A, turned(A)) if len(A) == 2 else matmul(turned(A), A)  # type: ignore[no-any-return]


def plane(A: Matrix) -> tuple[Vector, Vector]:
    """u and v of z -> u z + v conj(z), over one denominator."""
    tops, over = together(*flat(small(A)))
    a, b, c, d = [Ratio(p, over) * HALF for p in tops]
    return [a + d, c - b], [a - d, b + c]


def det(A: Matrix, join: Callable[[Ratio, Ratio], Ratio] = Ratio.__sub__) -> Ratio:
    """The determinant; joined by a sum the permanent."""
    if len(A) == 1:
        return A[0][0]
    (a, b), (c, d) = small(A)
    return join(a * d, b * c)


def adjugate(A: Matrix) -> Matrix:
    if len(A) == 1:
        return [[UNIT]]
    (a, b), (c, d) = small(A)
    return [[d, -b], [-c, a]]


def small(A: Matrix) -> Matrix:
    require(len(A) == len(A[0]) == 2, "unsupported: this word at this size")
    return A
