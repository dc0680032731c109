"""What print leaves out of a tree, since every reader reads it so: 1x is x, a maximum of maxima is one."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, Expr, const
from perturb.vocab.printing.glossary import Glossary
from perturb.vocab.systems.facts import partial_parts

ZERO = const(0)


def without_numbers(expr: Expr) -> Expr:
    """1x is x, 0x is 0, 0 + x is x, and x + (-2)y is x - 2y: what sums and differences leave behind."""
    if expr.word.name not in ("mul", "add"):
        return expr
    first, second = expr.args
    if expr.word.name == "mul" and first.word is CONST and first.payload[0] in (1, -1):
        return second if first.payload[0] == 1 else -second
    if expr.word.name == "mul" and first is ZERO and _vanishes(second):
        return first
    if expr.word.name == "add" and without_numbers(first) is ZERO:
        return second
    negative = expr.word.name == "add" and second.word.name == "mul" and second.args[0].word is CONST
    if negative and second.args[0].payload[0] < 0:
        return first - const(-second.args[0].payload[0]) * second.args[1]
    return expr


def _vanishes(x: Expr) -> bool:
    """Is 0x certain to be 0: has x always a value, and no size that would be lost?"""
    return x.kind is not Kind.MATRIX and exists(x)


def exists(x: Expr) -> bool:
    """Has it a value whatever the inputs are?"""
    return not partial_parts(x) and not any(one.word.subscripts for one in x.walk())


def operands(expr: Expr, top: Expr, names: Glossary | None) -> Iterator[Expr]:
    """Those of a maximum of maxima, as far as these have no names."""
    named = names is not None and expr is not top and names.notions.get(expr)
    if expr.word is top.word and not named:
        for arg in expr.args:
            yield from operands(arg, top, names)
    else:
        yield expr


def is_column(A: Expr, names: Glossary | None) -> bool:
    """Is it certain to have one column? That is printed alike as a matrix and as a vector."""
    constant = A.word.constant
    return constant.ncols() == 1 if constant is not None else names is not None and names.size(A, 1) == "1"
