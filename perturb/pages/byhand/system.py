"""The number system of checks by hand: its numbers are code, its matrices named tables of fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq_mat

from perturb.pages.byhand.kit import Matrix
from perturb.pages.byhand.tables import Names, Table, as_table, table_code
from perturb.pages.byhand.terms import BeyondError, Term, number
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.systems.evaluate import Evaluation, shape_of

Vector = tuple[Term, ...]
Step = Callable[..., Any]


def as_term(x: Any) -> Term:
    return number(Fraction(x)) if isinstance(x, int) else x


class Steps:
    """A number system whose numbers are code: scalars are terms, matrices are named tables of fractions.

    `digits` is the length of the decimal bounds that irrational numbers get; `words` says what each word
    becomes.
    """

    def __init__(
        self, inputs: Mapping[str, Any], digits: int, taken: set[str], words: Mapping[str, Step]
    ) -> None:
        self.inputs, self.digits, self.words, self.names = inputs, digits, words, Names(taken)

    def constant(self, value: Fraction) -> Term:
        return number(value)

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int:
        return shape_of(self.inputs[name], kind)

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        word = expr.word
        if word.constant is not None:
            return self._constant(word.constant)
        if word.name not in self.words:
            raise BeyondError(f"{word.name} is not reached by fractions")
        return self.words[word.name](self, *args)

    def _constant(self, A: fmpq_mat) -> Table:
        return self.names.define(table_code(as_table(A)), as_table(A))

    def made(self, code: str, value: Matrix, *sources: Table) -> Table:
        """A table from exact sources."""
        if any(source.radius for source in sources):
            raise BeyondError("a product with a matrix with irrational entries")
        return self.names.define(code, value, *sources)
