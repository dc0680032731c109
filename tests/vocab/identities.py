"""Trees made otherwise by what print leaves out: 1x for x, x + (y + z) for (x + y) + z, f(v)_k for f(v_k)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from perturb.vocab import column_matrix, entries, s, s1
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, WORDS, Expr, const
from perturb.vocab.printing.plain import COMPONENTWISE
from perturb.vocab.relations.order import Link
from tests.vocab.statements_at_random import INPUTS

Move = Callable[[Expr], Iterator[Expr]]
NUMBERS = (Kind.SCALAR, Kind.INTEGER)
SIDES = ("rows", "cols", "eye", "eye_rows")


def node(name: str, *args: Expr) -> Expr:
    return WORDS[name].node(*args)


def with_numbers(x: Expr) -> Iterator[Expr]:
    """1x, 0u + x, -(-1)x, x - 2y as x + (-2)y."""
    name = x.word.name
    yield const(1) * x
    for u in INPUTS:
        yield const(0) * u + x
        yield const(0) * node("sqrt", u) + x
    if name == "neg":
        yield const(-1) * x.args[0]
    if name == "sub" and x.args[1].word.name == "mul" and x.args[1].args[0].word is CONST:
        number, y = x.args[1].args
        yield x.args[0] + const(-number.payload[0]) * y
    if name == "mul" and x.args[0] is const(0):
        yield from (const(0) * u for u in INPUTS if u.kind is x.args[1].kind)
        yield const(0) * node("sqrt", x.args[1])


def regrouped(x: Expr) -> Iterator[Expr]:
    """(a b) c as a (b c), of sums, products and maxima."""
    if x.word.name in ("add", "sub", "mul", "matmul", "larger", "smaller") and len(x.args[0].args) == 2:
        (a, b), c = x.args[0].args, x.args[1]
        yield Expr(x.args[0].word, (a, Expr(x.word, (b, c))))
        if x.word.name in ("larger", "smaller"):
            yield node(x.word.name, a, node(x.word.name, b, c))


def defined(x: Expr) -> Iterator[Expr]:
    """What a word is: a square, s_1, a quotient of numbers, the entries of a column."""
    name = x.word.name
    if name == "sq":
        yield node("pow", x.args[0], const(2))
    if name == "s1":
        yield s(x.args[0])[1]
    if name == "component" and x.args[0].word is s and x.args[1] is const(1):
        yield s1(x.args[0].args[0])
    if x.word is CONST and isinstance(x.payload[0], Fraction) and x.payload[0].denominator > 1:
        yield const(x.payload[0].numerator) / const(x.payload[0].denominator)
    if x.kind is Kind.VECTOR:
        yield entries(column_matrix(x))


def sized(x: Expr) -> Iterator[Expr]:
    """The same side of another matrix."""
    if x.word.name in SIDES:
        for name in SIDES[:2] if x.kind is Kind.INTEGER else SIDES[2:]:
            for A in INPUTS:
                if A.kind is Kind.MATRIX:
                    yield node(name, A)
                    yield from (node(name, node(f, A)) for f in ("T", "inv", "mat_sqrt", "mat_exp"))
    if x.word.name == "block":
        zeros = [const(0) * A for A in (*INPUTS, *x.args, node("inv", INPUTS[2])) if A.kind is Kind.MATRIX]
        yield from (Expr(x.word, (*x.args[:k], zero, *x.args[k + 1 :])) for k in range(4) for zero in zeros)


def by_component(x: Expr) -> Iterator[Expr]:
    """f(v)_k as f(v_k), A[k, l] as a component of a row, of a column, of the diagonal."""
    if x.word.name == "component":
        vector, k = x.args
        if vector.word.name in COMPONENTWISE:
            yield Expr(vector.word, tuple([a[k] if a.kind is Kind.VECTOR else a for a in vector.args]))
        if vector.word.name in ("row", "column"):
            ends = (vector.args[1], k) if vector.word.name == "row" else (k, vector.args[1])
            yield node("entry", vector.args[0], *ends)
        if vector.word.name == "diagonal":
            yield node("entry", vector.args[0], k, k)
    if x.word.name in COMPONENTWISE and x.args[0].word.name == "component":
        v, k = x.args[0].args
        others = [a.args[0] if a.word.name == "component" and a.args[1] is k else a for a in x.args[1:]]
        yield node(x.word.name, v, *others)[k]


MOVES: tuple[Move, ...] = (with_numbers, regrouped, defined, sized, by_component)


def _otherwise(x: Expr) -> Iterator[Expr]:
    """The tree with one of its nodes made otherwise."""
    for move in MOVES:
        made = iter(move(x))
        while True:
            with suppress(TypeError, ValueError):
                if (one := next(made, None)) is None:
                    break
                if (one.kind in NUMBERS) == (x.kind in NUMBERS) and one is not x:
                    yield one
                continue
            break
    for k, arg in enumerate(x.args if x.word.name != "index" else ()):
        for one in _otherwise(arg):
            with suppress(TypeError, ValueError):
                yield x.word.node(*x.args[:k], one, *x.args[k + 1 :])


def made_otherwise(link: Link) -> Iterator[Link]:
    for lhs in _otherwise(link.lhs):
        yield Link(lhs, link.op, link.rhs)
    for rhs in _otherwise(link.rhs):
        yield Link(link.lhs, link.op, rhs)
