"""Constants of matrix kind: multiples of the identity, matrices of exact numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq_mat

from perturb.numbers.decimals import literal
from perturb.vocab.intervals import exactly
from perturb.vocab.matrix import eye
from perturb.vocab.tree import Expr, as_expr, const
from perturb.vocab.word import WORDS, M, Word

ONE = const(1)


def _shown(x: str) -> str:
    """0.1 as it is typed, 1/2 on one line."""
    return literal(Fraction(x)) or x


def constant_matrix(A: fmpq_mat) -> Expr:
    """A matrix of exact constants inside a statement."""
    rows = [[str(x) for x in row] for row in A.tolist()]
    name = "matrix[" + ";".join(",".join(row) for row in rows) + "]"
    if name not in WORDS:
        body = r" \\ ".join(" & ".join(_shown(x) for x in row) for row in rows)
        tex = rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"
        screen = np.array([[float(Fraction(x)) for x in row] for row in rows])[None]
        sides = exactly(A.nrows()), exactly(A.ncols())
        shown = tex.replace("{", "{{").replace("}", "}}")
        Word(name, M, shown, lambda: screen, lambda field: A, shape=lambda: sides, constant=A)
    return WORDS[name].node()


class Identity:
    """the identity; c * I beside a square matrix takes its size from it"""

    as_multiple_of_identity = True

    def __init__(self, factor: Expr) -> None:
        self.factor = factor

    def beside(self, A: Expr) -> Expr:
        if A.kind is not M:
            raise TypeError(f"I can be added to a matrix, not to a {A.kind.value}")
        return eye.node(A) if self.factor is ONE else self.factor * eye.node(A)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Identity):
            return Identity(self.factor + other.factor)
        A = as_expr(other)
        return self.beside(A) + A

    def __radd__(self, other: Any) -> Any:
        A = as_expr(other)
        return A + self.beside(A)

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Identity):
            return self + -other
        A = as_expr(other)
        return self.beside(A) - A

    def __rsub__(self, other: Any) -> Any:
        A = as_expr(other)
        return A - self.beside(A)

    def __mul__(self, factor: Any) -> Identity:
        return Identity(as_expr(factor) if self.factor is ONE else self.factor * as_expr(factor))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Identity:
        return Identity(self.factor / as_expr(divisor))

    def __repr__(self) -> str:
        return "I" if self.factor is ONE else f"{self.factor!r} * I"

    def __neg__(self) -> Identity:
        return Identity(-self.factor)


I = Identity(as_expr(1))  # noqa: E741 (the identity is called I in every text)
