"""Random parts of statements over the whole vocabulary, mostly of shapes that fit where they stand."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from perturb import vocab as w
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, as_expr, variable
from tests.fuzz.tower import typed

KINDS = {
    **dict.fromkeys("ABMCSP", Kind.MATRIX),
    **dict.fromkeys("uvw", Kind.VECTOR),
    **dict.fromkeys("xy", Kind.SCALAR),
    "n": Kind.INTEGER,
}
INPUTS = {name: variable(name, kind) for name, kind in KINDS.items()}
NOUGHT = w.cols(INPUTS["A"]) - w.cols(INPUTS["A"])  # a subscript 0 that is not written as one
EXPONENTS = (Fraction(1, 2), 2, 3, -1, 0, Fraction(3, 2), Fraction(1, 3), Fraction(-1, 2), 1, Fraction(-2))
TINY = (Fraction(1, 10**12), Fraction(1, 10**25), Fraction(-1, 10**40), Fraction(-1, 10**70))
CONSTANTS = (0, 1, 1, 2, 3, -1, -2, Fraction(1, 2), Fraction(-3, 2), Fraction(5, 4), 10)
DECIMALS = tuple(map(typed, ("0.1", "-0.3", "1.4142", "2.5e-7")))


@dataclass
class Parts:
    """A and B are m x n, M and C square, S symmetric, P psd, v and w of length n, u of length m."""

    rng: np.random.Generator
    names: list[Expr] = field(default_factory=list)

    def one(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def input(self, letters: str) -> Any:
        return INPUTS[self.one(letters)]

    def seldom(self, large: Any, leaves: str) -> Any:
        return large if self.chance(0.3) else self.input(leaves)

    def form(self, depth: int, leaves: str, forms: Sequence[Callable[[int], Any]]) -> Any:
        """A leaf, or a word with parts of one depth less; now and then a part of any shape."""
        return self.input(leaves) if depth <= 0 or self.chance(0.2) else self.one(forms)(depth - 1)

    def subscript(self) -> Any:
        if not self.names or self.chance(0.12):
            return self.one([1, 1, 1, 2, 2, NOUGHT, 3, INPUTS["n"], w.rows(INPUTS["A"]), w.cols(INPUTS["A"])])
        i, j = self.one(self.names), self.one(self.names)
        if self.chance(0.6):
            return i
        moved = [i + 1, i - 1, i - 2, 3 - i, 2 * i, i + j, i - j + 1]
        return self.one([*moved, w.larger(i, j), w.sq(i), w.smaller(i, 2)])

    def block_of(self, d: int) -> Any:
        words = (w.leading, w.trailing, w.upper_right, w.lower_left, w.without_columns, w.without_rows)
        return self.one(words)(self.matrix(d), self.subscript())

    def constant(self, d: int = 0) -> Any:
        if self.chance(0.05):
            return as_expr(self.one(TINY))
        return as_expr(self.one([*CONSTANTS, *DECIMALS, w.pi, w.sqrt(2), w.exp(1), INPUTS["n"], *self.names]))

    def psd(self, depth: int) -> Any:
        return self.form(
            depth,
            "P",
            [
                lambda d: self.square(d) @ w.T(self.input("MC")),
                lambda d: w.mat_abs(self.matrix(d)) if self.chance(0.3) else w.mat_abs(self.square(d)),
                lambda d: w.mat_exp(self.symmetric(d)),
                lambda d: w.diag(w.sq(self.vector(d))),
                lambda d: w.T(self.input("AB")) @ self.input("AB"),
                lambda d: w.mat_sqrt(self.psd(d)),
                lambda d: self.psd(d) + self.one([1, 1, *TINY]) * w.I,
                lambda d: w.hadamard(self.psd(d), self.input("P")),
                lambda d: w.matpow(self.symmetric(d), 2),
            ],
        )

    def symmetric(self, depth: int) -> Any:
        return self.form(
            depth,
            "SSP",
            [
                self._sum_with_transpose,
                lambda d: w.sym(self.square(d)),
                lambda d: self.psd(d),
                lambda d: self.psd(d),
                lambda d: w.diag(self.vector(d)),
                lambda d: self.constant() * self.symmetric(d),
                lambda d: self.symmetric(d) - self.symmetric(d),
                lambda d: self.symmetric(d) + self.constant() * w.I,
                lambda d: w.inv(self.symmetric(d)),
                lambda d: w.leading(self.symmetric(d), self.subscript()),
                lambda d: w.schur(self.symmetric(d), self.subscript()),
                lambda d: w.mat_sqrt(self.symmetric(d)),
                lambda d: self.seldom(w.kron(self.input("SP"), self.input("SP")), "S"),
            ],
        )

    def _sum_with_transpose(self, d: int) -> Any:
        X = self.square(d)
        return X + w.T(X)

    def square(self, depth: int) -> Any:
        return self.form(
            depth,
            "MMMCS",
            [
                lambda d: self.square(d) @ self.square(d),
                lambda d: self.square(d) + self.square(d),
                lambda d: self.square(d) - self.constant() * w.I,
                lambda d: self.constant() * self.square(d),
                lambda d: self.square(d) / self.number(d),
                lambda d: -w.T(self.square(d)),
                lambda d: w.inv(self.square(d)),
                lambda d: w.matpow(self.square(d), self.one([0, 1, 2, 3, 2, -1, *self.names])),
                lambda d: w.commutator(self.square(d), self.square(d)),
                lambda d: w.hadamard(self.square(d), self.square(d)),
                lambda d: w.mat_exp(self.square(d)),
                lambda d: self.one([w.upper, w.strict_upper])(self.square(d)),
                lambda d: w.circulant(self.vector(d)),
                lambda d: w.eye(self.square(d)),
                lambda d: self.symmetric(d),
                lambda d: w.leading(self.square(d), self.subscript()),
                lambda d: w.schur(self.square(d), self.subscript()),
                lambda d: w.mul(w.T(self.input("AB")), self.input("AB")),
                lambda d: self.seldom(w.block(*[self.input("MC") for _ in range(4)]), "M"),
            ],
        )

    def matrix(self, depth: int) -> Any:
        return self.form(
            depth,
            "AAABMS",
            [
                lambda d: self.square(d),
                lambda d: self.square(d),
                self.block_of,
                lambda d: w.T(self.matrix(d)),
                lambda d: self.input("AB") @ self.square(d),
                lambda d: self.constant() * self.matrix(d),
                lambda d: self.input("AB") - self.input("AB"),
                lambda d: w.column_matrix(self.vector(d)),
                lambda d: self.seldom(w.kron(self.input("vwM"), self.input("uvM")), "A"),
                lambda d: w.upper(self.matrix(d)),
                lambda d: w.block(self.input("A"), self.input("B"), self.input("B"), self.input("A")),
            ],
        )

    def vector(self, depth: int) -> Any:
        """Of length n, but for slips and for vectors whose length does not matter where they stand."""
        each = [w.sq, w.sqrt, w.exp, w.log, w.absolute, lambda v: -v]
        each.append(lambda v: w.power(v, self.one(EXPONENTS)))
        return self.form(
            depth,
            "vvw",
            [
                lambda d: self.one(each)(self.vector(d)),
                lambda d: self.one(each)(self.vector(d)),
                lambda d: self.vector(d) + self.vector(d),
                lambda d: self.vector(d) * self.vector(d),
                lambda d: self.number(d) - self.vector(d),
                lambda d: self.number(d) / self.vector(d),
                lambda d: self.vector(d) / self.constant(),
                lambda d: self.square(d) @ self.vector(d),
                lambda d: self.one([w.partial_sums, w.partial_products])(self.vector(d)),
                lambda d: w.slopes(self.vector(d), self.one([0, Fraction(1, 10), INPUTS["x"]])),
                lambda d: w.lam(self.symmetric(d)),
                lambda d: self.one([w.s, w.moduli, w.diagonal])(self.square(d)),
                lambda d: self.one([w.larger, w.smaller])(self.vector(d), self.one([INPUTS["w"], 0, 1])),
            ],
        )

    def any_vector(self, depth: int) -> Any:
        if self.chance(0.5):
            return self.vector(depth)
        if self.chance(0.3):
            return w.head(self.vector(depth), self.subscript())
        words = (w.entries, w.vec_columns, w.vec_rows, w.s, w.diagonal)
        return self.one(words)(self.matrix(depth))

    def number(self, depth: int) -> Any:
        if depth <= 0:
            return self.one([self.input("xxyn"), self.constant(), self.component(0)])
        words = [self.arithmetic, self.component, self.of_matrix] * 2
        words += [self.of_vector, self.of_square, self.of_symmetric, self.count]
        return self.one(words)(depth - 1)

    def component(self, d: int) -> Any:
        if self.chance(0.3):
            return self.matrix(d)[self.subscript(), self.subscript()]
        return self.any_vector(d)[self.subscript()]

    def count(self, d: int) -> Any:
        if self.chance(0.3):
            return w.length(self.any_vector(d))
        return self.one([w.rows, w.cols, w.rank])(self.matrix(d))

    def arithmetic(self, d: int) -> Any:
        a, p = self.number(d), self.one(EXPONENTS)
        one: list[Callable[[Any], Any]] = [w.sqrt, w.sq, w.exp, w.log, w.absolute, lambda a: -a]
        one += [lambda a: w.power(a, p), lambda a: w.sqrt(w.absolute(a)), lambda a: w.pi * a]
        if self.chance(0.6):
            return self.one(one)(a)
        two = [operator.add, operator.sub, operator.mul, operator.truediv, w.larger, w.smaller]
        two += [*two, lambda a, b: w.power(w.absolute(a), b)]
        return self.one(two)(a, self.number(d))

    def of_vector(self, d: int) -> Any:
        words = (w.total, w.product, w.largest, w.smallest, w.norm, w.total, w.norm)
        return self.one(words)(self.any_vector(d))

    def of_square(self, d: int) -> Any:
        words = (w.trace, w.det, w.permanent, w.spectral_radius, w.numerical_radius)
        return self.one(words)(self.square(d))

    def of_symmetric(self, d: int) -> Any:
        X = self.symmetric(d) if self.chance(0.92) else self.square(d)
        return self.one([w.lam_max, w.lam_min])(X)

    def of_matrix(self, d: int) -> Any:
        X = self.matrix(d)
        words = [w.fro, w.op, w.s1, w.s_min, w.s_star, w.kappa, w.cond, w.nuclear, w.max_entry]
        words.append(lambda X: w.schatten(X, self.one([1, 2, 3, Fraction(3, 2), 4])))
        words.append(lambda X: w.ky_fan(X, self.subscript()))
        return self.one(words)(X)
