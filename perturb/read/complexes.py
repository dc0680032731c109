"""Words of complex matrices. A complex n x n matrix is the real one [[X, -Y], [Y, X]] of twice the size.

Its norm, its largest eigenvalue and its inverse are those of the real matrix; its Frobenius norm, its rank
and its entries are not. Here every word of a complex matrix is kept, put into words of the n singular
values, or refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from perturb.read.errors import NotUnderstood
from perturb.read.products import negative, node, plus, times
from perturb.read.scope import Scope, Value, is_const, is_matrix, scalarlike
from perturb.read.syntax import Bracketed, FactorList, Letter, Node, Summands, bare, joined_again
from perturb.vocab.grammar.kinds import AGAIN, Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, const
from perturb.vocab.printing.plain import OF_COMPLEX, SAME
from perturb.vocab.words.lists import Identity

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
BOTH_I = "i is an index here, and may be the imaginary unit"
OTHER = "write \\mathrm{i} for the imaginary unit, or call the index j"


def imaginary(one: Summands, scope: Scope) -> Value | None:
    """X + iY - 2iZ of real matrices; None for another sum."""
    apart = [_without_unit(part, scope) for _, part in one.parts]
    if not any(unit for unit, _ in apart) or all(unit for unit, _ in apart):
        return None
    sums: list[Value | None] = [None, None]
    for (sign, _), (unit, part) in zip(one.parts, apart, strict=True):
        value = const(1) if part is None else scope.value(part)
        if not is_matrix(value):
            return None
        sums[unit is not None] = _joined(sums[unit is not None], sign, value, one.pos)
    unit = next(unit for unit, _ in apart if unit)
    return _made(sums[0], sums[1], unit, scope)


def turned(one: FactorList, scope: Scope) -> Value | None:
    """iA and (1 + 2i)A of a real matrix; None for another product."""
    for k, (sign, part) in enumerate(one.parts):
        found = _number(part, scope) if sign in ("", "*") else None
        rest = [*one.parts[:k], *one.parts[k + 1 :]]
        if found is None or not rest or any(s not in ("", "*") for s, _ in one.parts):
            continue
        A = scope.value(joined_again([("", rest[0][1]), *rest[1:]]))
        if not is_matrix(A):
            return None
        unit, numbers = found
        X, Y = (A if is_const(t, 1) else times(t, A, one.pos, scope) for t in numbers)
        return _made(X, Y, unit, scope)
    return None


def _number(part: Node, scope: Scope) -> tuple[Letter, list[Expr]] | None:
    """i or 1 + 2i in brackets: the unit, and the real and the imaginary part."""
    part = bare(part)
    if (unit := _unit(part, scope)) is not None:
        return unit, [const(0), const(1)]
    inner = bare(part.parts[0]) if isinstance(part, Bracketed) and len(part.parts) == 1 else None
    if not isinstance(inner, Summands) or part.opening != "(":  # type: ignore[attr-defined]
        return None
    apart = [_without_unit(one, scope) for _, one in inner.parts]
    if not any(unit for unit, _ in apart):
        return None
    sums: list[Value | None] = [None, None]
    for (sign, _), (unit, one) in zip(inner.parts, apart, strict=True):
        value = const(1) if one is None else scope.value(one)
        if not scalarlike(value):
            return None
        sums[unit is not None] = _joined(sums[unit is not None], sign, value, inner.pos)
    found = [const(0) if one is None else one for one in sums]
    return next(unit for unit, _ in apart if unit), found  # type: ignore[return-value]


def _joined(so_far: Value | None, sign: str, value: Value, pos: int) -> Value:
    if so_far is None:
        return negative(value) if sign == "-" else value
    return plus(so_far, value, sign or "+", pos)


def _without_unit(part: Node, scope: Scope) -> tuple[Letter | None, Node | None]:
    """The imaginary unit of a summand and what it multiplies, None for 1; no unit, and the summand."""
    part = bare(part)
    if (unit := _unit(part, scope)) is not None:
        return unit, None
    if isinstance(part, FactorList) and all(sign in ("", "*") for sign, _ in part.parts):
        for k, (_, one) in enumerate(part.parts):
            if (unit := _unit(bare(one), scope)) is not None:
                rest = [*part.parts[:k], *part.parts[k + 1 :]]
                return unit, joined_again([("", rest[0][1]), *rest[1:]])
    return None, part


def _unit(part: Node, scope: Scope) -> Letter | None:
    """The letter i where the text does not say that it is something else."""
    if not isinstance(part, Letter) or part.name != "i":
        return None
    meant = scope.knows("i") and "i" not in scope.bound  # the text says what it is: an input, a size
    return part if part.upright or not meant else None


def _made(X: Value | None, Y: Value | None, unit: Letter, scope: Scope) -> Value | None:
    """The matrix X + iY. NotUnderstood where i may be an index."""
    if (scope.knows("i") or "i" in scope.quantified) and not unit.upright:
        raise NotUnderstood(BOTH_I, unit.pos, cure=OTHER)
    if isinstance(X, Expr) and isinstance(Y, Identity):
        Y = scope.identity(Y, unit.pos, X)
    if isinstance(Y, Expr) and isinstance(X, Identity):
        X = scope.identity(X, unit.pos, Y)
    if not (isinstance(X, Expr) and isinstance(Y, Expr)):
        return None
    if is_complex(X, scope) or is_complex(Y, scope):
        raise NotUnderstood("i times a complex matrix has no word", unit.pos, cure="write X + iY, both real")
    if not unit.upright:
        scope.slanted = unit.pos
    return node("complex_matrix", X, Y)


def one_meaning(scope: Scope, letters: Collection[str]) -> None:
    """NotUnderstood where an i in italics is the imaginary unit and an index, too."""
    if scope.slanted is not None and "i" in letters:
        raise NotUnderstood(BOTH_I, scope.slanted, cure=OTHER)


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
    if expr.word.name in ("rows", "cols") and is_complex(expr.args[0], scope):
        return expr  # of the file that is written, where inputs are complex, its own number
    args = [_worded(arg, scope, pos) for arg in expr.args]
    name = expr.word.name
    if name == "smaller" and args[0] is args[1]:
        return args[0]
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
