"""The values of the parts of a statement on one path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from perturb.prove import general
from perturb.prove.path import Path
from perturb.prove.ring import Unsupported
from perturb.prove.signs import PathEnds
from perturb.prove.words import WORDS, Tableau, integer
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr


class Reader:
    """Values of parts of a statement, each computed once on a path."""

    def __init__(
        self, path: Path, given: Mapping[str, Any], lets: Mapping[Expr, str], shapes: Mapping[str, Any]
    ) -> None:
        self.path, self.given, self.lets, self.shapes = path, given, lets, shapes
        self.values: dict[tuple[Expr, tuple[int, ...]], Any] = path.values

    def __call__(self, expr: Expr, at: Mapping[str, int]) -> Any:
        key = (expr, tuple([at[name] for name in expr.indices]))
        if key not in self.values:
            try:
                self.values[key] = self._read(expr, at)
            except PathEnds as ended:
                ended.part = expr if ended.part is None else ended.part
                raise
        return self.values[key]

    def _read(self, expr: Expr, at: Mapping[str, int]) -> Any:
        if expr in self.lets:
            return self.given[self.lets[expr]]
        if self.lets and general.side(expr):
            sides = self.shapes[expr.args[0].payload[0]]
            return self.path.number(sides[0 if expr.word.name == "rows" else 1])
        if expr.word is CONST:
            return self.path.number(_rational(expr.payload[0]))
        if expr.word is INPUT:
            return self.given[expr.payload[0]]
        if expr.word is INDEX:
            for end in expr.args:  # the checker looks at them
                self(end, at)
            return self.path.number(at[expr.payload[0]])
        name = expr.word.name
        first = name == "component" and expr.args[0].word.name == "s" and expr.args[0] not in self.lets
        if first and integer(self(expr.args[1], at)) == 1:
            return WORDS["s1"](self.path, self(expr.args[0].args[0], at))
        if expr.word.constant is not None:
            return self._constant(expr.word.constant)
        if name not in WORDS:
            raise Unsupported(f"the word {name}")
        return WORDS[name](self.path, *[self(arg, at) for arg in expr.args])

    def _constant(self, A: Any) -> Any:
        return Tableau([tuple(self.path.number(x) for x in row) for row in A.tolist()])


def _rational(value: Any) -> Any:
    return fmpq(value.numerator, value.denominator)
