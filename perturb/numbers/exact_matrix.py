"""Matrices of exact real numbers, not all rational: the operations of rational ones that words use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from flint import arb_mat, fmpq, fmpq_mat

from perturb.numbers.algebraic import Algebraic

Number = fmpq | Algebraic


class ExactMatrix:
    """An m x n matrix of rational and algebraic numbers, row by row; never changed."""

    __slots__ = ("_entries", "_sides")

    def __init__(self, m: int, n: int, entries: Iterable[Any]) -> None:
        self._sides = m, n
        self._entries: list[Number] = [x if isinstance(x, Algebraic) else fmpq(x) for x in entries]
        if len(self._entries) != m * n:
            raise ValueError(f"{len(self._entries)} entries for {m} x {n}")

    @classmethod
    def of(cls, A: fmpq_mat | ExactMatrix) -> ExactMatrix:
        """A rational matrix as one of these."""
        return A if isinstance(A, ExactMatrix) else cls(A.nrows(), A.ncols(), A.entries())

    def collapsed(self) -> fmpq_mat | ExactMatrix:
        """A rational matrix where all entries are rational."""
        rational = [x for x in self._entries if isinstance(x, fmpq)]
        return fmpq_mat(*self._sides, rational) if len(rational) == len(self._entries) else self

    def nrows(self) -> int:
        return self._sides[0]

    def ncols(self) -> int:
        return self._sides[1]

    def entries(self) -> list[Number]:
        """All entries, row by row."""
        return list(self._entries)

    def tolist(self) -> list[list[Number]]:
        m, n = self._sides
        return [self._entries[i * n : i * n + n] for i in range(m)]

    def __getitem__(self, place: tuple[int, int]) -> Number:
        return self._entries[place[0] * self._sides[1] + place[1]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, fmpq_mat | ExactMatrix):
            return NotImplemented
        same = (other.nrows(), other.ncols()) == self._sides
        return same and all(x == y for x, y in zip(self._entries, other.entries(), strict=True))

    __hash__ = None  # type: ignore[assignment]

    def balls(self) -> arb_mat:
        """The entries in balls at the working precision."""
        return arb_mat(*self._sides, [x.ball() if isinstance(x, Algebraic) else x for x in self._entries])

    def transpose(self) -> ExactMatrix:
        m, n = self._sides
        return ExactMatrix(n, m, [self[i, j] for j in range(n) for i in range(m)])

    def __neg__(self) -> ExactMatrix:
        return ExactMatrix(*self._sides, [-x for x in self._entries])

    def __add__(self, other: fmpq_mat | ExactMatrix) -> ExactMatrix:
        pairs = zip(self._entries, other.entries(), strict=True)
        return ExactMatrix(*self._sides, [x + y for x, y in pairs])

    __radd__ = __add__

    def __mul__(self, other: Any) -> ExactMatrix:
        """With a matrix, or with an exact number."""
        if not isinstance(other, fmpq_mat | ExactMatrix):
            return ExactMatrix(*self._sides, [x * other for x in self._entries])
        columns = ExactMatrix.of(other).transpose().tolist()
        return ExactMatrix(
            self.nrows(), other.ncols(), [_dot(row, column) for row in self.tolist() for column in columns]
        )

    def __rmul__(self, other: fmpq_mat) -> ExactMatrix:
        return ExactMatrix.of(other) * self

    def det(self) -> Number:
        """By elimination; the caller has checked that it is square."""
        rows, sign = _eliminated(self.tolist())
        diagonal = [row[k] for k, row in enumerate(rows)]
        return reduce(_times, diagonal, fmpq(sign))

    def rank(self) -> int:
        """The number of rows that elimination leaves."""
        rows, _ = _eliminated(self.tolist())
        return sum([any(x != 0 for x in row) for row in rows])

    def inv(self) -> ExactMatrix:
        """ZeroDivisionError where it is singular."""
        n = self.nrows()
        beside = [[*row, *[fmpq(int(i == j)) for j in range(n)]] for i, row in enumerate(self.tolist())]
        rows, _ = _eliminated(beside, n)
        if any(rows[k][k] == 0 for k in range(n)):
            raise ZeroDivisionError("a singular matrix")
        for k in reversed(range(n)):
            rows[k] = [x / rows[k][k] for x in rows[k]]
            for i in range(k):
                rows[i] = _less(rows[i], rows[i][k], rows[k])
        return ExactMatrix(n, n, [x for row in rows for x in row[n:]])


def _times(x: Any, y: Any) -> Any:
    return x * y


def _dot(row: Sequence[Any], column: Sequence[Any]) -> Any:
    return reduce(lambda total, pair: total + pair[0] * pair[1], zip(row, column, strict=True), fmpq(0))


def _less(row: Sequence[Any], factor: Any, other: Sequence[Any]) -> list[Any]:
    """row - factor * other."""
    return [x - factor * y for x, y in zip(row, other, strict=True)]


def _eliminated(rows: list[list[Any]], columns: int | None = None) -> tuple[list[list[Any]], int]:
    """An echelon form by row operations on the first `columns`, and the sign of the permutation of rows."""
    rows, sign, top = [list(row) for row in rows], 1, 0
    for j in range(len(rows[0]) if columns is None else columns):
        pivot = next((i for i in range(top, len(rows)) if rows[i][j] != 0), None)
        if pivot is None:
            continue
        if pivot != top:
            rows[top], rows[pivot], sign = rows[pivot], rows[top], -sign
        for i in range(top + 1, len(rows)):
            rows[i] = _less(rows[i], rows[i][j] / rows[top][j], rows[top])
        top += 1
    return rows, sign
