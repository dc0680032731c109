"""Vectors and matrices of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.prove.checker.paths import Ratio, Rejected, number, require

Vector = list[Ratio]
LONGEST, HIGHEST = 256, 64  # entries of a matrix; exponents


class Missing(Rejected):
    """A subscript that does not exist at this size."""


class Matrix(list[Vector]):
    """Its rows."""

    def __init__(self, rows: Any) -> None:
        super().__init__([list(row) for row in rows])
        self.m, self.n = len(self), len(self[0])
        fine = {len(row) for row in self} == {self.n} and 0 < self.m * self.n <= LONGEST
        require(fine, "a matrix of this shape")

    @property
    def all(self) -> Vector:
        return [x for row in self for x in row]

    @property
    def mirrored(self) -> Matrix:
        return Matrix(zip(*self, strict=True))


def planar(A: Matrix, side: int = 2) -> Matrix:
    require((A.m, A.n) == (side, side), "unsupported: this word at this size")
    return A


def within(k: int, low: int, high: int) -> int:
    if not low <= k <= high:
        raise Missing
    return k


def each(f: Callable[..., Ratio], *xs: Any) -> Any:
    """Entry by entry, row by row; a number stands for each component."""
    long = [x for x in xs if isinstance(x, list)]
    if not long:
        return f(*xs)
    require(len({(type(x), len(x)) for x in long}) == 1, "arguments of different shapes")
    columns = [x if isinstance(x, list) else [x] * len(long[0]) for x in xs]
    return type(long[0])([each(f, *row) for row in zip(*columns, strict=True)])


def unit(n: int) -> Matrix:
    return diag([number(1)] * n)


def diag(v: Vector) -> Matrix:
    return Matrix([x if i == j else number(0) for j in range(len(v))] for i, x in enumerate(v))


def alone(A: Matrix) -> Vector:
    """The diagonal of a square matrix that has no other entries."""
    others = [x for i, row in enumerate(A) for j, x in enumerate(row) if i != j and x.n]
    require(A.m == A.n and not others, "unsupported: this word at this size")
    return [row[i] for i, row in enumerate(A)]


def pieces(A: Matrix) -> list[Matrix]:
    """The submatrices on rows and columns joined by entries that are not the polynomial 0."""
    groups: list[tuple[set[int], set[int]]] = []
    for i, row in enumerate(A):
        here = {i}, {j for j, x in enumerate(row) if x.n}
        for group in [group for group in groups if group[1] & here[1]]:
            groups.remove(group)
            here = group[0] | here[0], group[1] | here[1]
        groups += [here] if here[1] else []
    parts = sorted((sorted(rows), sorted(columns)) for rows, columns in groups)
    return [Matrix([A[i][j] for j in columns] for i in rows) for rows, columns in parts]
