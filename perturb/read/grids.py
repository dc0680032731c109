"""Matrices in print: numbers, blocks with zeros and identities, direct sums."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read.errors import NotUnderstood
from perturb.read.products import node
from perturb.read.scope import Scope, Transposed, Value, is_const, scalarlike
from perturb.read.syntax import Grid, Node, Related, Summands, bare, written
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, as_expr, const
from perturb.vocab.words.lists import Identity

OTHERWISE = ("otherwise", "else")


def grid(found: Grid, scope: Scope) -> Expr:
    """The matrix or, of one column of numbers, the vector."""
    if found.kind == "cases":
        return _cases(found, scope)
    if len({len(row) for row in found.rows}) != 1:
        raise NotUnderstood("the rows of a matrix are not of one length", found.pos)
    values = [[scope.value(cell) for cell in row] for row in found.rows]
    if all(scalarlike(value) for row in values for value in row):
        return _numbers(found, values)
    places = [cell for row in found.rows for cell in row]
    shape = len(values), len(values[0])
    if shape == (2, 2):
        return node("block", *_blocks(values, places, scope))
    if shape in ((1, 2), (2, 1)):
        cells = [value for row in values for value in row]
        full = _beside(cells, places, scope, int(shape == (2, 1)))
        return node("hstack" if shape == (1, 2) else "vstack", *full)
    raise NotUnderstood("blocks are read two by two, or two beside or above each other", found.pos)


def _cases(found: Grid, scope: Scope) -> Expr:
    """t for t >= 0 and else 0 or -t. NotUnderstood for other cases."""
    rows = list(found.rows)
    if len(rows) == 2 and all(len(row) == 2 for row in rows):
        rows = rows if _sign_of(rows[0][1]) != "<" else rows[::-1]
        (first, when), (second, else_) = rows
        t = written(first)
        other = _sign_of(else_) == "<" and _letter_before(else_) == t
        if (
            t
            and _sign_of(when) == ">"
            and _letter_before(when) == t
            and (other or written(else_) in OTHERWISE)
        ):
            value, less = scope.expr(first), bare(second)
            minus = isinstance(less, Summands) and len(less.parts) == 1 and less.parts[0][0] == "-"
            if written(second) == "0":
                return node("larger", value, const(0))
            if minus and isinstance(less, Summands) and written(less.parts[0][1]) == t:
                return node("abs", value)
    raise NotUnderstood("cases are not read", found.pos, cure="write a maximum or an absolute value")


def _sign_of(condition: Node) -> str:
    """> for t > 0 and t >= 0, < for the others."""
    one = bare(condition)
    if isinstance(one, Related) and len(one.links) == 1 and written(one.links[0][1]) == "0":
        return one.links[0][0][0] if one.links[0][0] in ("<", ">", "<=", ">=") else ""
    return ""


def _letter_before(condition: Node) -> str:
    one = bare(condition)
    return written(one.first) if isinstance(one, Related) and one.first is not None else ""


def _numbers(found: Grid, values: Sequence[Sequence[Value]]) -> Expr:
    if len(values[0]) == 1 and len(values) > 1 and not all(is_const(row[0]) for row in values):
        return as_expr([row[0] for row in values])
    rows = [[_number(value) for value in row] for row in values]
    try:
        if len(rows[0]) == 1 and len(rows) > 1:
            return as_expr([row[0] for row in rows])
        return as_expr(rows)
    except TypeError:
        raise NotUnderstood("a matrix in print has numbers or matrices in its places", found.pos) from None


def _number(value: Value) -> object:
    return value.payload[0] if is_const(value) else value  # type: ignore[union-attr]


def _as_matrix(value: Value, at: Node) -> Value:
    """A vector in a block is a column, a transposed one a row."""
    if isinstance(value, Transposed):
        return node("T", node("column_matrix", value.vector))
    if isinstance(value, Expr) and value.kind is Kind.VECTOR:
        return node("column_matrix", value)
    if isinstance(value, Expr) and scalarlike(value) and not is_const(value, 0):
        return _one_by_one(value)
    return value


def _one_by_one(value: Expr) -> Expr:
    """A number as a block: x^T y is the product of a row and a column."""
    if value.word.name == "entry" and value.args[1:] == (const(1), const(1)):
        return node("leading", value.args[0], const(1))
    form = value.args[0] if value.word.name == "sum" else None
    if form is not None and form.word.name == "mul" and all(x.kind is Kind.VECTOR for x in form.args):
        row, column = (node("column_matrix", x) for x in form.args)
        return node("T", row) @ column
    return value * node("ones_matrix", const(1), const(1))


def _known(value: Value) -> bool:
    return isinstance(value, Expr) and not is_const(value)


def _blocks(values: Sequence[Sequence[Value]], places: Sequence[Node], scope: Scope) -> list[Expr]:
    flat = [
        _as_matrix(value, at) for value, at in zip((v for row in values for v in row), places, strict=True)
    ]
    done: list[Expr | None] = [
        value if isinstance(value, Expr) and not is_const(value) else None for value in flat
    ]
    for k, value in enumerate(flat):
        if isinstance(value, Identity):
            near = next((one for one in (done[k ^ 1], done[k ^ 2], *done) if one is not None), None)
            near = scope.identity(value, places[k].pos) if near is None else _letter_of(near, scope)
            done[k] = value.beside(near)
    full = [one for one in done if one is not None]
    for k in range(len(flat)):
        if done[k] is None:
            done[k] = _zero(done[k ^ 1], done[k ^ 2], full, places[k], scope)
    return [one for one in done if one is not None]


def _letter_of(near: Expr, scope: Scope) -> Expr:
    """The square matrix that a block is the transpose or the inverse of."""
    while near.word.name in ("T", "inv") and scope.same(near, 0, near, 1):
        near = near.args[0]
    return near


def _zero(beside: Expr | None, across: Expr | None, full: Sequence[Expr], at: Node, scope: Scope) -> Expr:
    """A block of zeros: 0 times the first input where all blocks have its shape."""
    if not full:
        raise NotUnderstood("the size of a block of zeros is not clear", at.pos)
    like = scope.first(lambda A: all(scope.alike(A, one) for one in full))
    if like is not None:
        return const(0) * like
    if beside is None or across is None:
        raise NotUnderstood("the size of a block of zeros is not clear", at.pos)
    return const(0) * node("ones_matrix", size(beside, 0, scope), size(across, 1, scope))


def size(A: Expr, side: int, scope: Scope) -> Expr:
    """The number of rows or columns of a block."""
    return node("cols" if side else "rows", A)


def _beside(cells: Sequence[Value], places: Sequence[Node], scope: Scope, above: int) -> list[Expr]:
    """Two blocks beside or above each other."""
    made = [_as_matrix(value, at) for value, at in zip(cells, places, strict=True)]
    known = [one for one in made if _known(one)]
    if not known:
        raise NotUnderstood("the size of these blocks is not clear", places[0].pos)
    full: list[Expr] = []
    for value in made:
        other = known[0]
        assert isinstance(other, Expr)
        if isinstance(value, Identity):
            full.append(value.beside(other))
        elif is_const(value, 0):
            like = scope.first(lambda A, other=other: scope.alike(A, other))  # type: ignore[misc]
            full.append(const(0) * (like if like is not None else other))
        else:
            assert isinstance(value, Expr)
            full.append(value)
    return full


def direct_sum(left: Expr, right: Expr, at: Node, scope: Scope) -> Expr:
    """A (+) B as blocks with zeros."""
    above = _zero(left, right, (left, right), at, scope)
    under = _zero(right, left, (left, right), at, scope)
    return node("block", left, above, under, right)
