"""Parts of matrices in square brackets, as `perturb show --tex` prints them: A[i, j], A[1..k, 1..k], A[i]."""

from __future__ import annotations

from perturb.read.errors import NotUnderstood
from perturb.read.products import node, plus
from perturb.read.scope import Scope
from perturb.read.scripts import subscript
from perturb.read.syntax import Bracketed, Dots, FactorList, Letter, Node, Summands, bare
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const


def place(A: Expr, at: Bracketed, scope: Scope) -> Expr | None:
    """What stands at these places of a matrix; None where the bracket is a factor by itself."""
    if A.kind is Kind.VECTOR and len(at.parts) == 2 and all(_counts(part, scope) for part in at.parts):
        A = node("column_matrix", A)
    if A.kind is not Kind.MATRIX:
        return None
    if len(at.parts) == 1:
        if not _counts(at.parts[0], scope):
            return None
        return node("component", node("entries", A), subscript(at.parts[0], scope))
    if len(at.parts) != 2:
        return None
    spans = [span(part, scope) for part in at.parts]
    if None in spans:
        return None
    return _of(A, spans[0], spans[1], scope, at)  # type: ignore[arg-type]


def _counts(part: Node, scope: Scope) -> bool:
    """Is it a subscript, and no matrix?"""
    before, bound = dict(scope.free), dict(scope.bound)
    try:
        subscript(part, scope)
    except (NotUnderstood, TypeError, ValueError):
        scope.free, scope.bound = before, bound
        return False
    return True


def span(part: Node, scope: Scope) -> tuple[str, Expr | None] | None:
    """One place, all places, the first k, those after the k-th."""
    part = bare(part)
    if isinstance(part, Letter) and part.name == "cdot":
        return "all", None
    if isinstance(part, FactorList) and any(isinstance(bare(one), Dots) for _, one in part.parts):
        return _first(part, scope)
    if isinstance(part, Summands) and any(isinstance(one, Dots) for one in part.walk()):
        return _span_of_sum(part, scope)
    if not _counts(part, scope):
        return None
    return "one", subscript(part, scope)


def _first(part: FactorList, scope: Scope) -> tuple[str, Expr | None]:
    """1..k, and 2.. for all after the first."""
    members = [bare(one) for _, one in part.parts]
    if isinstance(members[-1], Dots) and len(members) == 2:
        return "after", _less(subscript(members[0], scope), const(1))
    if len(members) < 3 or not isinstance(members[1], Dots) or subscript(members[0], scope) is not const(1):
        raise NotUnderstood("places are 1..k or k+1..", part.pos)
    rest = members[2] if len(members) == 3 else FactorList(part.pos, (("", members[2]), *part.parts[3:]))
    return "first", subscript(rest, scope)


def _span_of_sum(part: Summands, scope: Scope) -> tuple[str, Expr | None]:
    """k+1.. and 1..n - k."""
    (sign, first), *more = part.parts
    last = bare(part.parts[-1][1])
    if isinstance(last, FactorList) and isinstance(bare(last.parts[-1][1]), Dots):
        tail = last.parts[0][1] if len(last.parts) == 2 else FactorList(last.pos, last.parts[:-1])
        before = Summands(part.pos, (*part.parts[:-1], (part.parts[-1][0], tail)))
        value = subscript(before, scope)
        plus_one = value.word.name == "add" and value.args[1] is const(1)
        return "after", value.args[0] if plus_one else _less(value, const(1))
    start = bare(first)
    if isinstance(start, FactorList) and isinstance(bare(start.parts[1][1]), Dots):
        if len(start.parts) == 2:
            return "first", subscript(Summands(part.pos, tuple(more)), scope)
        rest = (
            start.parts[2][1]
            if len(start.parts) == 3
            else FactorList(start.pos, (("", start.parts[2][1]), *start.parts[3:]))
        )
        return "first", subscript(Summands(part.pos, ((sign, rest), *more)), scope)
    raise NotUnderstood("places are 1..k or k+1..", part.pos)


def _less(left: Expr, right: Expr) -> Expr:
    """The difference of two integers, worked out where both are written."""
    found = plus(left, right, "-", 0)
    assert isinstance(found, Expr)
    return found


def _of(
    A: Expr, rows: tuple[str, Expr | None], cols: tuple[str, Expr | None], scope: Scope, at: Bracketed
) -> Expr:
    """The word for rows and columns of these kinds."""
    (how, k), (its, m) = rows, cols
    words = {("first", "first"): "leading", ("after", "after"): "trailing", ("after", "first"): "lower_left"}
    words |= {("first", "after"): "upper_right"}
    if (how, its) == ("one", "one") and k is not None and m is not None:
        return node("entry", A, k, m)
    if how == "one" and its == "all" and k is not None:
        return node("row", A, k)
    if how == "all" and its == "one" and m is not None:
        return node("column", A, m)
    one = const(1)
    if how == "one" and k is one and its == "after" and m is one:
        return node("upper_right", A, one)
    if its == "one" and m is one and how == "after" and k is one:
        return node("lower_left", A, one)
    if (how, its) in words and k is not None and m is k:
        return node(words[how, its], A, k)
    if how == "all" and its == "first" and m is not None:
        return node("without_columns", A, _left_out(m, scope, A, 1))
    if its == "all" and how == "first" and k is not None:
        return node("without_rows", A, _left_out(k, scope, A, 0))
    raise NotUnderstood("these places are no part with a word", at.pos)


def _left_out(end: Expr, scope: Scope, A: Expr, side: int) -> Expr:
    """n - k of n columns leave k out."""
    if end.word.name == "sub":
        return end.args[1]
    return node("sub", node("cols" if side else "rows", A), end)
