"""From a summand to the vector or matrix that it is a component of: sq(s(A)[i]) to sq(s(A)), over i."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read.errors import NotUnderstood
from perturb.read.products import node
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import indices
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.printing.plain import COMPONENTWISE
from perturb.vocab.relations.free import exchanged

ENTRYWISE = {"abs": "entrywise_abs", "neg": "neg", "add": "add", "sub": "sub"}


def over(expr: Expr, i: Expr) -> Expr | None:
    """The vector whose i-th component this is, or a number without i; None where there is none."""
    if i.payload[0] not in expr.free:
        return expr
    name, args = expr.word.name, expr.args
    if name == "component":
        return _component(args[0], args[1], i)
    if name == "entry":
        return _entry(args[0], args[1], args[2], i)
    if name == "norm" and args[0].word.name in ("row", "column") and args[0].args[1] is i:
        A, sums = args[0].args[0], {"row": "row_sums", "column": "column_sums"}[args[0].word.name]
        return node("sqrt", node(sums, node("hadamard", A, A)))
    if name in COMPONENTWISE:
        below = [over(arg, i) for arg in args]
        if any(one is None for one in below):
            return None
        return node(name, *[one for one in below if one is not None])
    return None


def _component(vector: Expr, at: Expr, i: Expr) -> Expr | None:
    if vector.free and i.payload[0] in vector.free:
        return None
    if at is i:
        return vector
    turned = at.word.name == "sub" and at.args[1] is i and at.args[0].word.name == "add"
    if turned and at.args[0].args[1] is const(1) and vector.word.descending:
        return node("ascending", vector)
    return None


def _entry(A: Expr, k: Expr, m: Expr, i: Expr) -> Expr | None:
    if i.payload[0] in A.free:
        return None
    if k is i and m is i:
        return node("diagonal", A)
    if m is i and i.payload[0] not in k.free:
        return node("row", A, k)
    if k is i and i.payload[0] not in m.free:
        return node("column", A, m)
    return None


def matrix(expr: Expr, i: Expr, j: Expr, turned: bool = True) -> Expr | None:
    """The matrix with this entry at i, j; None where there is none. `turned`: may parts be transposed?"""
    name, args = expr.word.name, expr.args
    if name == "entry" and not {i.payload[0], j.payload[0]} & args[0].free:
        if args[1:] == (i, j):
            return args[0]
        return args[0].T if turned and args[1:] == (j, i) else None
    if name in ENTRYWISE:
        below = [matrix(arg, i, j, turned) for arg in args]
        return None if None in below else node(ENTRYWISE[name], *below)  # type: ignore[arg-type]
    if name == "sq":
        one = matrix(args[0], i, j, turned)
        return None if one is None else node("hadamard", one, one)
    if name == "pow" and not args[1].free:
        one = matrix(args[0], i, j, turned)
        return None if one is None else node("entrywise_power", one, args[1])
    if name in ("mul", "div"):
        return _product(name, args, i, j, turned)
    return None


def _product(name: str, args: tuple[Expr, ...], i: Expr, j: Expr, turned: bool) -> Expr | None:
    depends = [bool({i.payload[0], j.payload[0]} & arg.free) for arg in args]
    below = [matrix(arg, i, j, turned) if on else arg for arg, on in zip(args, depends, strict=True)]
    if None in below or (name == "div" and depends[1]):
        return None
    if all(depends):
        return node("hadamard", *below)  # type: ignore[arg-type]
    return node(name, *below)  # type: ignore[arg-type]


def entries_over(expr: Expr, i: Expr, j: Expr) -> Expr | None:
    """The vector of all values over both indices, row by row; None where there is none."""
    names = {i.payload[0], j.payload[0]}
    if not names & expr.free:
        return expr
    name, args = expr.word.name, expr.args
    if name == "entry" and not names & args[0].free:
        if args[1:] == (i, j):
            return node("entries", args[0])
        return node("entries", args[0].T) if args[1:] == (j, i) else None
    if name in COMPONENTWISE:
        below = [entries_over(arg, i, j) for arg in args]
        return None if None in below else node(name, *below)  # type: ignore[arg-type]
    return None


def product_over(expr: Expr, j: Expr) -> Expr | None:
    """a_ij x_j over j is a component of Ax; None for anything else."""
    if expr.word.name != "mul":
        return None
    first, second = expr.args
    if second.word.name == "component" and second.args[1] is j and first.word.name == "entry":
        A, k, m = first.args
        if m is j and j.payload[0] not in k.free and not second.args[0].free:
            return node("component", A @ second.args[0], k)
    return None


def run_of(values: Sequence[Expr], pos: int) -> tuple[Expr, Expr]:
    """The vector whose components 1, 2, ..., k these are, and the k. NotUnderstood where they are none."""
    (i,) = indices("i")
    found = [_at(value) for value in values]
    if any(one is None for one in found):
        raise NotUnderstood("what the dots stand for is not clear", pos)
    known = [one for one in found if one is not None]
    shapes = {exchanged_at(vector, at, i) for vector, at in zip(values, [k for _, k in known], strict=True)}
    counts = [k for _, k in known[:-1]]
    if len(shapes) != 1 or counts != [const(m + 1) for m in range(len(counts))]:
        raise NotUnderstood("what the dots stand for is not clear", pos)
    vector = over(shapes.pop(), i)
    if vector is None or vector.kind is not Kind.VECTOR:
        raise NotUnderstood("what the dots stand for is not clear", pos)
    return vector, known[-1][1]


def _at(value: Expr) -> tuple[Expr, Expr] | None:
    """Some component in it, and which."""
    for one in value.walk():
        if one.word.name == "component":
            return one, one.args[1]
        if one.word.name == "entry" and one.args[1] is one.args[2]:
            return one, one.args[1]
        if one.word.name == "s1":
            return one, const(1)
    return None


def exchanged_at(value: Expr, at: Expr, i: Expr) -> Expr:
    """The value with i for its subscript."""
    by: dict[Expr, Expr] = {}
    for one in value.walk():
        if one.word.name == "component" and one.args[1] is at:
            by[one] = node("component", one.args[0], i)
        if one.word.name == "entry" and at in one.args[1:]:
            by[one] = node("entry", one.args[0], *[i if k is at else k for k in one.args[1:]])
        if one.word.name == "s1" and at is const(1):
            by[one] = node("component", node("s", one.args[0]), i)
    return exchanged(value, by)
