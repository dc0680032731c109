"""Words that are read by the checker's own formulas, on the numbers of the prover: they have no rules here.

What the prover makes of them is therefore what the checker makes. Nothing of the prover is trusted, so
nothing is lost by it; whether the formulas are right is seen beside the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flint import fmpq

from perturb.prove.checker import doubles  # noqa: F401 (fills FORMULAS)
from perturb.prove.checker.formulas import FORMULAS
from perturb.prove.checker.numbers import Rejected
from perturb.prove.reading.number_words import Column, Tableau, integer, word
from perturb.prove.reading.path import LESS, SIDES, SIGNS, Path, PathEnds, Scalar
from perturb.prove.reading.ring import Unsupported
from perturb.vocab import words  # noqa: F401 (fills the vocabulary)
from perturb.vocab.grammar.tree import WORDS as VOCABULARY


class Operand:
    """A scalar of a path, with its arithmetic."""

    def __init__(self, path: Path, scalar: Scalar) -> None:
        self.path, self.scalar = path, scalar

    def __add__(self, other: Operand) -> Operand:
        return Operand(self.path, self.path.add(self.scalar, other.scalar))

    def __sub__(self, other: Operand) -> Operand:
        return Operand(self.path, self.path.sub(self.scalar, other.scalar))

    def __mul__(self, other: Operand) -> Operand:
        return Operand(self.path, self.path.mul(self.scalar, other.scalar))

    def __neg__(self) -> Operand:
        return Operand(self.path, Scalar(-self.scalar.num, self.scalar.den))


class Answers:
    """A path of the prover, asked as formulas ask one of the checker."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.nothing, self.unit, self.half = (Operand(path, path.number(x)) for x in (0, 1, fmpq(1, 2)))

    def vanishes(self, x: Operand) -> bool:
        return bool(x.scalar.num.is_zero())

    def sign(self, x: Operand) -> int:
        return self.path.ask(x.scalar.num, SIGNS)

    def negative(self, x: Operand) -> bool:
        return bool(self.path.ask(x.scalar.num, SIDES) & LESS)

    def undefined(self) -> Any:
        raise PathEnds("undefined")

    def div(self, x: Operand, y: Operand) -> Operand:
        return Operand(self.path, self.path.div(x.scalar, y.scalar))

    def root(self, x: Operand, strict: bool = False) -> Operand:
        return Operand(self.path, self.path.rooted(x.scalar, strict))

    def norm(self, xs: list[Operand]) -> Operand:
        return Operand(self.path, self.path.norm([x.scalar for x in xs]))

    def smaller(self, x: Operand, y: Operand) -> Operand:
        return Operand(self.path, self.path.smaller(x.scalar, y.scalar))


def of(formula: Callable[..., Any], path: Path, A: Tableau, *subscripts: Scalar) -> Any:
    rows = [[Operand(path, x) for x in row] for row in A]
    try:
        found = formula(Answers(path), rows, *map(integer, subscripts))
    except Rejected as reason:
        raise Unsupported(str(reason).removeprefix("unsupported: ")) from None
    if isinstance(found, Operand):
        return found.scalar
    if isinstance(found[0], Operand):
        return Column([x.scalar for x in found])
    return Tableau([tuple(x.scalar for x in row) for row in found])


for name, formula in FORMULAS.items():
    word(VOCABULARY[name])(partial(of, formula))
