"""Matrices as polynomials in letters that do not commute.

A word is a product of letters, each as it is or transposed; the empty word is the identity. A vector is a
matrix with one column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perturb.derive.checker.polynomials import ONE, ZERO, Poly, number

Letter = tuple[int, bool]  # its number, and whether it is transposed
Word = tuple[Letter, ...]


class Unspoken(Exception):
    """What derivations do not know, in words."""


class Matrix:
    """Coefficients by words, rows x cols; `vector`: it was written as one, not as a matrix of one column."""

    __slots__ = ("_hash", "cols", "rows", "terms", "vector")

    def __init__(self, rows: Poly, cols: Poly, terms: Mapping[Word, Poly], vector: bool = False) -> None:
        self.rows, self.cols, self.vector = rows, cols, vector
        self.terms = {w: c for w, c in terms.items() if c}
        self._hash = hash((rows, cols, frozenset(self.terms.items())))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return False
        return (self.rows, self.cols, self.terms) == (other.rows, other.cols, other.terms)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __repr__(self) -> str:
        return f"Matrix({self.terms})"

    def __add__(self, other: Matrix) -> Matrix:
        if (self.rows, self.cols) != (other.rows, other.cols):
            raise Unspoken("a sum of two shapes")
        terms = dict(self.terms)
        for w, c in other.terms.items():
            terms[w] = terms.get(w, ZERO) + c
        return Matrix(self.rows, self.cols, terms, self.vector and other.vector)

    def times(self, c: Poly) -> Matrix:
        return Matrix(self.rows, self.cols, {w: c * d for w, d in self.terms.items()}, self.vector)

    def __neg__(self) -> Matrix:
        return self.times(number(-1))

    def __sub__(self, other: Matrix) -> Matrix:
        return self + -other

    def as_vector(self, vector: bool = True) -> Matrix:
        return Matrix(self.rows, self.cols, self.terms, vector)

    @property
    def key(self) -> list[Any]:
        return sorted((w, c.ordered()) for w, c in self.terms.items())

    @property
    def alone(self) -> Word | None:
        """The word that it is."""
        return next(iter(self.terms)) if [*self.terms.values()] == [ONE] else None
