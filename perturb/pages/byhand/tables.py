"""Matrices of a check by hand: named in the code, their exact value known to the generator.

With `Steps`, the number system of these checks: its numbers are code, its matrices such tables of fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from perturb.pages.byhand import kit
from perturb.pages.byhand.kit import Matrix
from perturb.pages.byhand.terms import NO_FACTS, BeyondError, Facts, Term, literal, merged, number, point
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, Word
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange, shape_of


@dataclass(frozen=True)
class Table:
    """A matrix of fractions called `code`, within `radius` (operator norm) of what it stands for."""

    code: str
    value: Matrix = field(hash=False)
    facts: Facts = NO_FACTS
    radius: Fraction = Fraction(0)

    def nrows(self) -> int:
        return len(self.value)

    def ncols(self) -> int:
        return len(self.value[0])

    def entry(self, i: int, j: int) -> Term:
        """Counted from 0."""
        if self.radius:
            raise BeyondError("an entry of a matrix with irrational entries")
        return point(f"{self.code}[{i}][{j}]", self.value[i][j], self.facts)


class Names:
    """Fresh names for matrices; equal definitions share one."""

    def __init__(self, taken: set[str]) -> None:
        self._known: dict[str, str] = {}
        self._fresh = self._count(taken)

    @staticmethod
    def _count(taken: set[str]) -> Iterator[str]:
        k = 0
        while True:
            k += 1
            if f"X{k}" not in taken:
                yield f"X{k}"

    def define(
        self, code: str, value: Matrix, *sources: Table, extra: Facts = (), radius: Fraction | None = None
    ) -> Table:
        """The table `X = code`, after the facts of its sources."""
        if not value or not value[0]:
            raise OutOfRange("an empty block")
        name = self._known.get(code)
        if name is None:
            name = self._known[code] = next(self._fresh)
        facts = merged(*[s.facts for s in sources], (f"{name} = {code}",), extra)
        error = sum((s.radius for s in sources), Fraction(0)) if radius is None else radius
        return Table(name, value, facts, error)


def table_code(value: Matrix) -> str:
    return "[" + ", ".join("[" + ", ".join(literal(x) for x in row) + "]" for row in value) + "]"


def as_fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def as_table(A: fmpq_mat) -> Matrix:
    return [[as_fraction(x) for x in row] for row in A.tolist()]


def as_flint(value: Matrix) -> fmpq_mat:
    entries = [fmpq(x.numerator, x.denominator) for row in value for x in row]
    return fmpq_mat(len(value), len(value[0]), entries)


def gram(names: Names, A: Table) -> Table:
    """The smaller of A'A and AA'."""
    B = kit.transpose(A.value)
    if A.nrows() >= A.ncols():
        return names.define(f"times(transpose({A.code}), {A.code})", kit.times(B, A.value), A)
    return names.define(f"times({A.code}, transpose({A.code}))", kit.times(A.value, B), A)


Vector = tuple[Term, ...]
Step = Callable[..., Any]


def as_term(x: Any) -> Term:
    return number(Fraction(x)) if isinstance(x, int) else x


class Steps:
    """A number system whose numbers are code: scalars are terms, matrices are named tables of fractions.

    `digits` is the length of the decimal bounds that irrational numbers get; `words` says what each word
    becomes; of another one that is said by what it means in other words.
    """

    def __init__(
        self, inputs: Mapping[str, Any], digits: int, taken: set[str], words: Mapping[Word, Step]
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
        if word in self.words:
            return self.words[word](self, *args)
        other = word.formula(*expr.args) if word.formula is not None else None
        if other is not None:
            return read(other, at)
        raise BeyondError(f"{word.called} is not reached by fractions")

    def _constant(self, A: fmpq_mat) -> Table:
        return self.names.define(table_code(as_table(A)), as_table(A))

    def made(self, code: str, value: Matrix, *sources: Table) -> Table:
        """A table from exact sources."""
        if any(source.radius for source in sources):
            raise BeyondError("a product with a matrix with irrational entries")
        return self.names.define(code, value, *sources)
