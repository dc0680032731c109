"""Words of complex matrices. A complex n x n matrix is the real one [[X, -Y], [Y, X]] of twice the size.

Its norm, its largest eigenvalue and its inverse are those of the real matrix; its Frobenius norm, its rank
and its entries are not. Here every word of a complex matrix is kept, put into words of the n singular
values, or refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.read.errors import NotUnderstood
from perturb.read.products import node
from perturb.read.scope import Scope
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, const
from perturb.vocab.printing.plain import AGAIN, OF_COMPLEX, SAME

INSTEAD: dict[str, Callable[..., Expr]] = {
    "s": lambda A: node("complex_s", A),
    "lam": lambda A: node("complex_lam", A),
    "moduli": lambda A: node("complex_moduli", A),
    "fro": lambda A: node("norm", node("complex_s", A)),
    "nuclear": lambda A: node("sum", node("complex_s", A)),
    "ky_fan": lambda A, k: node("component", node("partial_sums", node("complex_s", A)), k),
    "schatten": lambda A, p: node("schatten", node("diag", node("complex_s", A)), p),
    "rank": lambda A: node("div", node("rank", A), const(2)),
}
# Of complex matrices that are not square.
RECTANGULAR: dict[str, Callable[..., Expr]] = {
    "fro": lambda A: node("div", node("fro", A), node("sqrt", const(2))),
    "nuclear": lambda A: node("div", node("nuclear", A), const(2)),
    "rank": INSTEAD["rank"],
}


BOTH = "say that both are complex"


def is_complex(A: Expr, scope: Scope) -> bool:
    """Is it a complex matrix: an input, X + iY, or made of one?"""
    if A.kind is not Kind.MATRIX:
        return False
    if A.word is INPUT:
        one = scope.inputs.get(A.payload[0])
        return one is not None and one.complex
    if A.word.name == "complex_matrix":
        return True
    return A.word.name in AGAIN and any(is_complex(arg, scope) for arg in A.args)


def in_own_words(chain: list[Any], scope: Scope, pos: int) -> list[Any]:
    """A chain with what it says of complex matrices. NotUnderstood for what no word says."""
    zero = set(chain[1::2]) <= {"==", "!="} and const(0) in chain
    sides = [_side(x, zero, scope, pos) if isinstance(x, Expr) else x for x in chain]
    listed = [x.args[0] for x in chain if isinstance(x, Expr) and x.word.name == "entries"]
    if any(is_complex(A, scope) for A in listed) and set(chain[1::2]) - {"=="}:
        raise NotUnderstood("complex matrices are compared entry by entry", pos, cure="write \\preceq")
    if len({is_complex(A, scope) for A in listed}) > 1:
        raise NotUnderstood("a real and a complex matrix together", pos, cure=BOTH)
    return sides


def _side(expr: Expr, zero: bool, scope: Scope, pos: int) -> Expr:
    """A side of a relation: the entries of one matrix, or with `zero` a determinant that is 0 or is not."""
    if expr.word.name == "entries" or (zero and expr.word.name == "det"):
        return expr.word.node(_worded(expr.args[0], scope, pos))
    return _worded(expr, scope, pos)


def _worded(expr: Expr, scope: Scope, pos: int) -> Expr:
    if expr.word in (CONST, INDEX, INPUT):
        return expr
    args = [_worded(arg, scope, pos) for arg in expr.args]
    name = expr.word.name
    if any(is_complex(arg, scope) for arg in expr.args):
        if not all(arg.kind is not Kind.MATRIX or is_complex(arg, scope) for arg in expr.args):
            raise NotUnderstood("a real and a complex matrix together", pos, cure=BOTH)
        instead = INSTEAD if name not in INSTEAD or scope.same(args[0], 0, args[0], 1) else RECTANGULAR
        if name in instead:
            return instead[name](*args)
        vector = expr.kind is Kind.VECTOR and name in AGAIN
        known = name in SAME | OF_COMPLEX or (name in AGAIN and not vector)
        if not known:
            said = expr.word.written or expr.word.called or name
            cure = "read are norms of singular values, eigenvalues, Re tr, |det|, products"
            raise NotUnderstood(f"{said} of a complex matrix has no word", pos, cure=cure)
    return expr if all(map(_is, args, expr.args)) else expr.word.node(*args)


def _is(one: Expr, other: Expr) -> bool:
    return one is other
