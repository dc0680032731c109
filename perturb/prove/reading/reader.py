"""The values of the parts of a statement on one path, and the squares of the sides of a relation.

0 <= R < L exactly when 0 <= R and R^2 < L^2, for L >= 0. The square of a root is what stands under it, so
that the root itself need not be argued about.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from flint import fmpq

from perturb.prove.reading import free_parts
from perturb.prove.reading.number_words import WORDS, Column, Tableau, integer
from perturb.prove.reading.path import LESS, SIDES, Path, PathEnds, Scalar
from perturb.prove.reading.ring import Poly, Unsupported
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.relations.order import Link

ROOTS = ("sqrt", "fro", "norm")


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
        if self.lets and free_parts.side(expr):
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


def rooted(side: Expr, but: Container[Expr] = ()) -> bool:
    """A root, or a product or quotient with one, none of these among `but`."""
    name = side.word.name
    if side in but:
        return False
    return name in ROOTS or (name in ("mul", "div") and any(rooted(arg, but) for arg in side.args))


def sides(
    path: Path, read: Any, link: Link, at: Mapping[str, int], values: list[Scalar], k: int
) -> list[Scalar]:
    """The squares of both sides where the smaller one (for ==, each) is certain not to be negative."""
    lhs, rhs = values
    least = {"<": [rhs], "<=": [rhs], ">": [lhs], ">=": [lhs]}.get(link.op, [lhs, rhs])
    if not all(clearly(path, x.num) or not path.ask(x.num, SIDES) & LESS for x in least):
        return values
    found = [square(path, read, side, at) for side in (link.lhs, link.rhs)]
    return [x[k] if isinstance(x, Column) else x for x in found]


def clearly(path: Path, p: Poly) -> bool:
    """Positive multiples of products of squares and of variables that are known not to be negative."""
    fine = [not path.sign_of(x) & LESS for x in path.ring.context.gens()]
    return all(
        c > 0 and all(fine[k] or not int(e) % 2 for k, e in enumerate(powers))
        for powers, c in p.to_dict().items()
    )


def square(path: Path, read: Any, expr: Expr, at: Mapping[str, int]) -> Any:
    """The square of a number or vector: of a root what is under it, also in the top of a quotient."""
    name, args = expr.word.name, expr.args
    if name == "sqrt" and expr not in read.lets:
        return read(args[0], at)
    if name == "div" and expr not in read.lets:
        top, below = square(path, read, args[0], at), read(args[1], at)
        return WORDS["div"](path, WORDS["div"](path, top, below), below)
    return WORDS["sq"](path, read(expr, at))
