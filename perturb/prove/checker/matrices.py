"""Vectors and matrices of scalars, and the checks of what a word takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.prove.checker.paths import Ratio, number
from perturb.prove.checker.polynomials import Rejected

Vector = list[Ratio]
LONGEST, HIGHEST = 256, 64  # entries of a matrix; exponents


class Missing(Exception):
    """A subscript that does not exist at this size."""


class Matrix(list[list[Ratio]]):
    """Its rows."""

    def __init__(self, rows: Any) -> None:
        super().__init__([list(row) for row in rows])
        if (
            not self
            or not self[0]
            or len({len(row) for row in self}) != 1
            or len(self) * len(self[0]) > LONGEST
        ):
            raise Rejected("a matrix of this shape")

    @property
    def m(self) -> int:
        return len(self)

    @property
    def n(self) -> int:
        return len(self[0])

    @property
    def all(self) -> Vector:
        return [x for row in self for x in row]

    @property
    def mirrored(self) -> Matrix:
        return Matrix(zip(*self, strict=True))


def square(A: Any) -> Matrix:
    if not isinstance(A, Matrix) or A.m != A.n:
        raise Rejected("a square matrix is needed")
    return A


def planar(A: Any) -> Matrix:
    if not isinstance(A, Matrix) or (A.m, A.n) != (2, 2):
        raise Rejected("unsupported: this word at this size")
    return A


def within(k: Any, low: int, high: int) -> int:
    if type(k) is not int:
        raise Rejected("a subscript is an integer")
    if not low <= k <= high:
        raise Missing
    return k


def as_scalar(x: Any) -> Ratio:
    if type(x) is int:
        return number(x)
    if not isinstance(x, Ratio):
        raise Rejected("a number is needed")
    return x


def each(f: Callable[..., Ratio], *xs: Any) -> Any:
    """Component by component where one of them is a vector, entry by entry for matrices of one shape."""
    if any(isinstance(x, Matrix) for x in xs):
        if any(not isinstance(x, Matrix) or (x.m, x.n) != (xs[0].m, xs[0].n) for x in xs):
            raise Rejected("matrices of one shape are needed")
        return Matrix([f(*row) for row in zip(*rows, strict=True)] for rows in zip(*xs, strict=True))
    lengths = {len(x) for x in xs if type(x) is list}
    if len(lengths) > 1:
        raise Rejected("vectors of different lengths")
    columns = [x if type(x) is list else [as_scalar(x)] * max(lengths, default=1) for x in xs]
    values = [f(*row) for row in zip(*columns, strict=True)]
    return values if lengths else values[0]
