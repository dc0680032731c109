"""Random relations whose point is their subscripts: nested, shifted, scaled, dependent, declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from perturb.vocab import (
    T,
    absolute,
    cols,
    diagonal,
    entries,
    head,
    ky_fan,
    larger,
    leading,
    length,
    lower_left,
    norm,
    partial_sums,
    rows,
    s,
    schur,
    smaller,
    sq,
    total,
    trace,
    trailing,
    upper_right,
    vec_columns,
    without_columns,
    without_rows,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, index, indices, variable

A, B = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX)
V, W = variable("v", Kind.VECTOR), variable("w", Kind.VECTOR)
X, N = variable("x", Kind.SCALAR), variable("n", Kind.INTEGER)
BLOCKS = (leading, trailing, upper_right, lower_left, without_columns, without_rows, schur)


CLOSED = [1, 1, 2, 3, N, N - 1, rows(A), cols(A), length(V), rows(B) - 1, length(W) - 1]


@cache
def _simple(i: Expr, c: int) -> list[Any]:
    return [i, i, i, i, i + c, i - c, c - i, length(V) - i, rows(A) - i + 1]


@cache
def _odd(i: Expr, j: Expr, c: int) -> list[Any]:
    products = [2 * i, i * j, sq(i), absolute(i - j) + 1, larger(i, j), smaller(i, j), i + j, i - j]
    places = [(i - 1) * cols(A) + j, (i - 1) * cols(B) + j, i - j + 1, i + N, N - i, -i, 2 * i - 1]
    signs = [absolute(i), absolute(i) - c, larger(i, 1 - i), i * i - j, 3 - 2 * i]
    return [*products, *places, *signs, smaller(i, N), i * N, sq(i - j) + 1]


@dataclass
class Subscripts:
    """One statement: which indices it has, and the random choices of its parts."""

    rng: np.random.Generator
    names: dict[str, Expr] = field(default_factory=dict)

    def one(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def index(self) -> Expr:
        return self.one(list(self.names.values()))

    def closed(self) -> Any:
        """An integer without an index."""
        return self.one(CLOSED)

    def subscript(self, depth: int) -> Any:
        i, j, c = self.index(), self.index(), self.one([1, 1, 2, 3])
        simple = [*_simple(i, c), self.closed()]
        if self.chance(0.55):
            return self.one(simple)
        odd = _odd(i, j, c)
        if depth > 0:
            v, M = self.vector(depth - 1), self.matrix(depth - 1)
            odd = [*odd, length(v), i + rows(M), cols(self.matrix(0)) - i]
        return self.one(odd)

    def matrix(self, depth: int) -> Any:
        if depth <= 0 or self.chance(0.4):
            return self.one([A, A, B, T(A), T(B)])
        if self.chance(0.85):
            return self.one(BLOCKS)(self.matrix(depth - 1), self.subscript(depth - 1))
        return T(self.matrix(depth - 1)) @ self.matrix(0) if self.chance(0.1) else T(self.matrix(depth - 1))

    def vector(self, depth: int) -> Any:
        if depth <= 0 or self.chance(0.35):
            return self.one([V, W, V, entries(A), s(B), diagonal(A)])
        if self.chance(0.3):
            return head(self.vector(depth - 1), self.subscript(depth - 1))
        return self.one([entries, s, diagonal, vec_columns])(self.matrix(depth))

    def term(self, depth: int) -> Any:
        form = self.rng.random()
        if form < 0.5:
            return self.vector(depth)[self.subscript(depth - 1)]
        if form < 0.75:
            return self.matrix(depth)[self.subscript(depth - 1), self.subscript(depth - 1)]
        if form < 0.83:
            return total(partial_sums(head(self.vector(depth - 1), self.subscript(depth - 1))))
        if form < 0.91:
            return ky_fan(self.matrix(depth - 1), self.subscript(depth - 1))
        return norm(entries(self.matrix(depth))) if self.chance(0.5) else trace(leading(A, self.subscript(0)))

    def declare(self, count: int) -> None:
        for name in ("i", "j", "k")[:count]:
            plain = self.chance(0.75)
            low, high = self.one([1, 1, 0, -2, N - 2, 2]), self.one([3, N, cols(A), rows(A), length(V) + 1])
            self.names[name] = indices(name)[0] if plain else index(name, low, high)

    def sides(self) -> tuple[Any, Any]:
        lhs, rhs = self.term(2), self.one([0, X, N, self.index() * X])
        for _ in range(int(self.rng.integers(0, 3))):
            if self.chance(0.5):
                lhs = lhs + self.term(2)
            else:
                rhs = rhs + self.term(1)
        return lhs, rhs


def random_sides(rng: np.random.Generator) -> tuple[Any, Any]:
    made = Subscripts(rng)
    made.declare(int(rng.choice([1, 2, 3], p=[0.35, 0.45, 0.2])))
    return made.sides()


def random_sizes(rng: np.random.Generator) -> dict[str, Any]:
    """Sizes from 1 to 4, an integer input from -1 to 5."""
    m, n, p, q, k, w = (int(x) for x in rng.integers(1, 5, 6))
    return {"A": (m, n), "B": (p, q), "v": (k,), "w": (w,), "x": (), "n": int(rng.integers(-1, 6))}
