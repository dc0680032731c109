"""Random statements over the whole vocabulary: mostly of shapes that fit, sometimes partly undefined or wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from perturb import vocab as w
from perturb.vocab.order import Link
from perturb.vocab.tree import Expr, Kind, as_expr, index, indices, variable
from tests.fuzz.identities import identities

KINDS = {
    **dict.fromkeys("ABMCSP", Kind.MATRIX),
    **dict.fromkeys("uvw", Kind.VECTOR),
    **dict.fromkeys("xy", Kind.SCALAR),
    "n": Kind.INTEGER,
}
INPUTS = {name: variable(name, kind) for name, kind in KINDS.items()}
OPERATORS = ("<=", "<", ">=", ">", "==", "!=")
EXPONENTS = (Fraction(1, 2), 2, 3, -1, 0, Fraction(3, 2), Fraction(1, 3), Fraction(-1, 2), 1, Fraction(-2))
CONSTANTS = (0, 1, 1, 2, 3, -1, -2, Fraction(1, 2), Fraction(-3, 2), Fraction(5, 4), 10)


@dataclass
class Grammar:
    """A and B are m x n, M and C square, S symmetric, P psd, v and w of length n, u of length m."""

    rng: np.random.Generator
    names: list[Expr] = field(default_factory=list)

    def one(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def input(self, letters: str) -> Any:
        return INPUTS[self.one(letters)]

    def form(self, depth: int, leaves: str, forms: Sequence[Callable[[int], Any]]) -> Any:
        """A leaf, or a word with parts of one depth less; now and then a part of any shape."""
        return self.input(leaves) if depth <= 0 or self.chance(0.2) else self.one(forms)(depth - 1)

    def subscript(self) -> Any:
        if not self.names or self.chance(0.12):
            return self.one([1, 1, 1, 2, 2, 0, 3, INPUTS["n"], w.rows(INPUTS["A"]), w.cols(INPUTS["A"])])
        i, j = self.one(self.names), self.one(self.names)
        if self.chance(0.6):
            return i
        return self.one([i + 1, i - 1, i - 2, 3 - i, 2 * i, i + j, i - j + 1, w.larger(i, j), w.sq(i), w.smaller(i, 2)])

    def block_of(self, d: int) -> Any:
        words = (w.leading, w.trailing, w.upper_right, w.lower_left, w.without_columns, w.without_rows)
        return self.one(words)(self.matrix(d), self.subscript())

    def constant(self, d: int = 0) -> Any:
        return as_expr(self.one([*CONSTANTS, w.pi, w.sqrt(2), w.exp(1), INPUTS["n"], *self.names]))

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
                lambda d: self.psd(d) + w.I,
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
                lambda d: w.kron(self.input("SP"), self.input("SP")) if self.chance(0.3) else self.input("S"),
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
                lambda d: w.block(*[self.input("MC") for _ in range(4)]) if self.chance(0.3) else self.input("M"),
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
                lambda d: w.kron(self.input("vwM"), self.input("uvM")) if self.chance(0.3) else self.input("A"),
                lambda d: w.upper(self.matrix(d)),
                lambda d: w.block(self.input("A"), self.input("B"), self.input("B"), self.input("A")),
            ],
        )

    def vector(self, depth: int) -> Any:
        """Of length n, but for slips and for vectors whose length does not matter where they stand."""
        each = [w.sq, w.sqrt, w.exp, w.log, w.absolute, lambda v: -v, lambda v: w.power(v, self.one(EXPONENTS))]
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
        words = [self.arithmetic, self.arithmetic, self.component, self.of_vector, self.of_square, self.of_matrix]
        words += [self.of_symmetric, self.of_matrix, self.component, self.count]
        return self.one(words)(depth - 1)

    def component(self, d: int) -> Any:
        if self.chance(0.3):
            return self.matrix(d)[self.subscript(), self.subscript()]
        return self.any_vector(d)[self.subscript()]

    def count(self, d: int) -> Any:
        return self.one([w.rows, w.cols, w.rank])(self.matrix(d)) if self.chance(0.7) else w.length(self.any_vector(d))

    def arithmetic(self, d: int) -> Any:
        a, b = self.number(d), self.number(d)
        return self.one(
            [
                a + b,
                a - b,
                a * b,
                a / b,
                -a,
                w.power(a, self.one(EXPONENTS)),
                w.power(w.absolute(a), b) if self.chance(0.2) else a,
                w.sqrt(a),
                w.sqrt(w.absolute(a)),
                w.sq(a),
                w.exp(a),
                w.log(a),
                w.absolute(a),
                w.larger(a, b),
                w.smaller(a, b),
                w.pi * a,
            ]
        )

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
        words += [lambda X: w.schatten(X, self.one([1, 2, 3, Fraction(3, 2), 4])), lambda X: w.ky_fan(X, self.subscript())]
        return self.one(words)(X)

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
        return self.number(0) if self.chance(0.5) else self.vector(depth - 1) if self.chance(0.95) else INPUTS["u"]

    def known_equal(self) -> tuple[Any, str, Any]:
        lhs, rhs = self.one(identities(self))
        return lhs, self.one(OPERATORS), rhs

    def statement(self) -> tuple[list[Link], list[Link]]:
        """Raises TypeError where a part is refused, like an index without a range."""
        names = int(self.rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))
        ends = self.one([(1, 2), (0, 2), (1, w.cols(INPUTS["A"])), (-1, INPUTS["n"])])
        self.names = [index(c, *ends) if self.chance(0.2) else indices(c)[0] for c in "ij"[:names]]
        hypotheses = [link for _ in range(self.one([0, 0, 0, 1, 1, 2])) for link in self.hypothesis()]
        conclusions = [link for _ in range(self.one([1, 1, 1, 2])) for link in self.relation(w.then, self.one([1, 2, 2, 3]))]
        return hypotheses, conclusions

    def hypothesis(self) -> tuple[Link, ...]:
        if self.chance(0.5):
            return w.given(self.one([self.one([w.fro, w.s1])(self.matrix(1)), w.sq(self.number(1))]), ">=", 0).links
        return self.relation(w.given, 1)
