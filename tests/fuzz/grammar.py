"""Random statements and inputs: hypotheses, conclusions, relations of every kind.

Relations whose point is their subscripts; pairs of expressions that are equal wherever both are defined,
which the engine may not separate; and exact rational inputs: small, structured, degenerate, scaled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from perturb import vocab as w
from perturb.domains.space import exact_value
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
from perturb.vocab.grammar.ranges import index, indices
from perturb.vocab.grammar.tree import Expr, variable
from perturb.vocab.relations.order import Link
from tests.fuzz.matrices import identity, multiply, plus, scale, transpose
from tests.fuzz.parts import INPUTS, KINDS, TINY, Parts

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


# Pairs of expressions that are equal wherever both are defined: the engine may not separate them.


A_IDENTITIES, M, C, S, P = (variable(name, Kind.MATRIX) for name in "AMCSP")
V_IDENTITIES, X_IDENTITIES, Y = (
    variable("v", Kind.VECTOR),
    variable("x", Kind.SCALAR),
    variable("y", Kind.SCALAR),
)


FIXED: list[tuple[Any, Any]] = [
    (w.sq(w.fro(A_IDENTITIES)), w.trace(w.T(A_IDENTITIES) @ A_IDENTITIES)),
    (w.total(w.sq(w.s(A_IDENTITIES))), w.total(w.sq(w.entries(A_IDENTITIES)))),
    (w.sq(w.s1(A_IDENTITIES)), w.lam_max(w.T(A_IDENTITIES) @ A_IDENTITIES)),
    (w.s(A_IDENTITIES), w.s(w.T(A_IDENTITIES))),
    (w.s1(A_IDENTITIES), w.op(A_IDENTITIES)),
    (w.nuclear(A_IDENTITIES), w.schatten(A_IDENTITIES, 1)),
    (w.nuclear(A_IDENTITIES), w.trace(w.mat_abs(A_IDENTITIES))),
    (w.fro(A_IDENTITIES), w.schatten(A_IDENTITIES, 2)),
    (w.ky_fan(A_IDENTITIES, 1), w.s1(A_IDENTITIES)),
    (w.det(M @ C), w.det(M) * w.det(C)),
    (w.absolute(w.det(M)), w.product(w.s(M))),
    (w.absolute(w.det(M)), w.product(w.moduli(M))),
    (w.trace(M @ C), w.trace(C @ M)),
    (w.trace(w.commutator(M, C)), 0),
    (w.trace(S), w.total(w.lam(S))),
    (w.det(S), w.product(w.lam(S))),
    (w.largest(w.absolute(w.lam(S))), w.s1(S)),
    (w.numerical_radius(S), w.op(S)),
    (w.spectral_radius(S), w.op(S)),
    (w.spectral_radius(M), w.spectral_radius(w.T(M))),
    (w.spectral_radius(M @ C), w.spectral_radius(C @ M)),
    (w.entries(w.mat_sqrt(P) @ w.mat_sqrt(P)), w.entries(P)),
    (w.lam(w.mat_sqrt(P)), w.sqrt(w.lam(P))),
    (w.det(w.mat_exp(M)), w.exp(w.trace(M))),
    (w.lam_max(w.mat_exp(S)), w.exp(w.lam_max(S))),
    (w.entries(M @ w.inv(M)), w.entries(w.eye(M))),
    (w.det(w.inv(M)), 1 / w.det(M)),
    (w.kappa(M), w.cond(M)),
    (w.rank(M), w.rank(w.T(M) @ M)),
    (w.fro(w.kron(M, C)), w.fro(M) * w.fro(C)),
    (w.s1(w.kron(A_IDENTITIES, V_IDENTITIES)), w.s1(A_IDENTITIES) * w.norm(V_IDENTITIES)),
    (w.vec_columns(A_IDENTITIES), w.vec_rows(w.T(A_IDENTITIES))),
    (w.vec_rows(A_IDENTITIES), w.entries(A_IDENTITIES)),
    (w.sq(w.norm(V_IDENTITIES)), w.total(w.sq(V_IDENTITIES))),
    (w.s1(w.column_matrix(V_IDENTITIES)), w.norm(V_IDENTITIES)),
    (w.trace(w.circulant(V_IDENTITIES)), w.length(V_IDENTITIES) * w.partial_sums(V_IDENTITIES)[1]),
    (w.permanent(w.diag(V_IDENTITIES)), w.product(V_IDENTITIES)),
    (w.largest(V_IDENTITIES), -w.smallest(-V_IDENTITIES)),
    (w.larger(X_IDENTITIES, Y) + w.smaller(X_IDENTITIES, Y), X_IDENTITIES + Y),
    (w.larger(X_IDENTITIES, Y), (X_IDENTITIES + Y + w.absolute(X_IDENTITIES - Y)) / 2),
    (w.exp(X_IDENTITIES + Y), w.exp(X_IDENTITIES) * w.exp(Y)),
    (w.log(w.exp(X_IDENTITIES)), X_IDENTITIES),
    (w.sqrt(w.sq(X_IDENTITIES)), w.absolute(X_IDENTITIES)),
    (w.power(w.sqrt(w.absolute(X_IDENTITIES)), 2), w.absolute(X_IDENTITIES)),
    (w.sqrt(2) * w.sqrt(3), w.sqrt(6)),
    (w.max_entry(A_IDENTITIES), w.largest(w.absolute(w.vec_columns(A_IDENTITIES)))),
    (w.s(w.sqrt(2) * M), w.sqrt(2) * w.s(M)),
    (w.det(M), w.det(w.leading(M, 1)) * w.det(w.schur(M, 1))),
]


def random_identity(grammar: Any) -> tuple[Any, Any]:
    """One of the fixed ones, or one between random parts."""
    if grammar.chance(0.85):
        return grammar.one(FIXED)
    a, v = grammar.number(1), grammar.vector(1)
    return grammar.one([(a - a, 0), (a, a), (v, v), (a / a, 1), (a * a, w.sq(a)), (v + v, 2 * v)])


# Random exact rational inputs: small, structured, degenerate, scaled.


SCALES = (Fraction(1, 10**20), Fraction(10**6), Fraction(1, 2), Fraction(1, 3))


def _entries(rng: np.random.Generator, m: int, n: int) -> Any:
    low, denominator = int(rng.choice([-3, -2, -1, 0])), int(rng.choice([1, 1, 1, 2]))
    return [[Fraction(int(x), denominator) for x in row] for row in rng.integers(low, 4, (m, n))]


def _matrix(rng: np.random.Generator, m: int, n: int) -> Any:
    A, form = _entries(rng, m, n), rng.random()
    if form < 0.06:
        return scale(A, Fraction(0))
    if form < 0.12:
        return [[Fraction(i == j) for j in range(n)] for i in range(m)]
    if form < 0.2:
        return [[x if j > i else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(A)]
    if form < 0.28:
        return multiply(_entries(rng, m, 1), _entries(rng, 1, n))
    if form < 0.34:
        return [[x if j == i else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(A)]
    if form < 0.38:
        return [A[0]] * m
    return scale(A, SCALES[int(rng.integers(4))]) if form < 0.46 else A


def _rotation(n: int) -> Any:
    A = identity(n)
    if n > 1:
        A[0][:2], A[1][:2] = [Fraction(3, 5), Fraction(4, 5)], [Fraction(-4, 5), Fraction(3, 5)]
    return A


def _vector(rng: np.random.Generator, n: int) -> list[Fraction]:
    v = _entries(rng, 1, n)[0]
    return [abs(x) + 1 for x in v] if rng.random() < 0.5 else v


def _number(rng: np.random.Generator) -> Fraction:
    x = Fraction(int(rng.integers(-4, 7)), int(rng.choice([1, 1, 2, 3])))
    return x * SCALES[int(rng.integers(4))] if rng.random() < 0.06 else x


def random_inputs(rng: np.random.Generator) -> dict[str, Any]:
    """A value for every input of the grammar."""
    m, n = (int(x) for x in rng.choice([1, 2, 3, 4], 2, p=[0.2, 0.48, 0.26, 0.06]))
    X, Y, M = _matrix(rng, n, n), _matrix(rng, n, n), _matrix(rng, n, n)
    values = {"A": _matrix(rng, m, n), "B": _matrix(rng, m, n), "C": _matrix(rng, n, n)}
    values |= {"M": _rotation(n) if rng.random() < 0.05 else M, "S": plus(X, transpose(X))}
    values |= {"P": multiply(Y, transpose(Y)), "u": _vector(rng, m)}
    values |= {"v": _vector(rng, n), "w": _vector(rng, n)}
    return values | {"x": _number(rng), "y": _number(rng), "n": int(rng.integers(0, 4))}


def for_engine(values: dict[str, Any]) -> dict[str, Any]:
    return {name: exact_value(value, KINDS[name]) for name, value in values.items()}


def shown(values: dict[str, Any], names: set[str]) -> dict[str, str]:
    return {name: str(exact_value(values[name], KINDS[name])) for name in sorted(names)}


# Random statements: hypotheses, conclusions, relations of every kind.


OPERATORS = ("<=", "<", ">=", ">", "==", "!=")


class Grammar(Parts):
    """A statement; a part may be undefined somewhere, or wrong."""

    def relation(self, declare: Callable[..., Any], depth: int) -> tuple[Link, ...]:
        form = self.rng.random()
        if form < 0.15:
            return declare(*self.known_equal()).links
        if form < 0.3:
            return declare(self.vector(depth), self.one(OPERATORS), self.other(depth)).links
        if form < 0.37:
            return declare(self.symmetric(depth), "loewner", self.symmetric(depth - 1)).links
        op, rhs = self.one(OPERATORS), self.number(self.one([0, 0, 1, depth]))
        return declare(self.number(depth), op, rhs).links

    def other(self, depth: int) -> Any:
        return (
            self.number(0)
            if self.chance(0.5)
            else self.vector(depth - 1)
            if self.chance(0.95)
            else INPUTS["u"]
        )

    def known_equal(self) -> tuple[Any, str, Any]:
        """Equal wherever both sides are defined, or by a hair not."""
        lhs, rhs = random_identity(self)
        return lhs, self.one(OPERATORS), rhs + self.one(TINY) if self.chance(0.3) else rhs

    def statement(self) -> tuple[list[Link], list[Link]]:
        """Raises TypeError where a part is refused, like an index without a range."""
        names = int(self.rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))
        ends = self.one([(1, 2), (0, 2), (1, w.cols(INPUTS["A"])), (-1, INPUTS["n"])])
        self.names = [index(c, *ends) if self.chance(0.2) else indices(c)[0] for c in "ij"[:names]]
        hypotheses = [link for _ in range(self.one([0, 0, 0, 1, 1, 2])) for link in self.hypothesis()]
        return hypotheses, [link for _ in range(self.one([1, 1, 1, 2])) for link in self.conclusion()]

    def conclusion(self) -> tuple[Link, ...]:
        return self.relation(w.then, self.one([1, 2, 2, 3]))

    def hypothesis(self) -> tuple[Link, ...]:
        if self.chance(0.5):
            true = self.one([w.fro(self.matrix(1)), w.s1(self.matrix(1)), w.sq(self.number(1))])
            return w.given(true, ">=", 0).links
        return self.relation(w.given, 1)
