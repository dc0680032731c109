"""A chain in print as the sides of `given` and `then`: entry by entry, turned, majorization."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from perturb.read import patterns
from perturb.read.errors import NotUnderstood
from perturb.read.products import node
from perturb.read.scope import Scope, Transposed, Value, is_const, is_matrix, is_vector, scalarlike
from perturb.read.story import Assertion
from perturb.read.syntax import Barred, Node, Related
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.words.lists import Identity

Chain = list[Any]  # side, sign, side, sign, side
ORDERS = {"loewner", "loewner>"}
MAJOR = {
    "prec": "majorized",
    "prec_w": "weakly majorized",
    "prec_log": "log-majorized",
    "prec_wlog": "weakly log-majorized",
}
MAJOR |= {f"succ{name.removeprefix('prec')}": f"{sign}>" for name, sign in MAJOR.items()}
PLAIN = ("<=", "<", ">=", ">", "=", "!=")


def in_loewner_order(stated: Collection[Assertion]) -> bool:
    """Says the text of one comparison that it is in the Loewner order, or has one m I <= A <= M I?"""
    manners = {one.manner for one in stated}
    multiples = any(patterns.beside_identity(one.node) for one in stated)
    return "entry by entry" not in manners and ("loewner" in manners or multiples)


def chains(one: Related, scope: Scope, manner: str = "") -> list[Chain]:
    """The chains that a relation says, mostly one. NotUnderstood for a relation that is not known."""
    if one.first is None:
        raise NotUnderstood("the left side is missing", one.pos)
    nodes = [one.first, *(side for _, side in one.links)]
    signs = [sign for sign, _ in one.links]
    entrywise = manner == "entry by entry" or _entrywise(nodes, signs, scope)
    if manner == "loewner":
        signs = [
            {"<=": "loewner", ">=": "loewner>", "<": "prec", ">": "succ"}.get(sign, sign) for sign in signs
        ]
    values = [_side(side, scope, entrywise) for side in nodes]
    found = _turned(values, one.pos) if set(signs) == {"loewner>"} else None
    if found is None:
        found = [
            _link(values[k], sign, values[k + 1], nodes[k], nodes[k + 1], scope, entrywise)
            for k, sign in enumerate(signs)
        ]
    return _joined(found)


def _side(side: Node, scope: Scope, entrywise: bool) -> Value:
    """A side; between matrices that are compared entry by entry |A| is so, too."""
    if entrywise:
        before = set(scope.flags)
        scope.flags.add("entrywise_abs")
        try:
            return scope.value(side)
        finally:
            scope.flags.clear()
            scope.flags |= before
    return scope.value(side)


def _entrywise(nodes: list[Node], signs: list[str], scope: Scope) -> bool:
    """Are matrices compared entry by entry, with absolute values among them?"""
    if not any(sign in ("<=", "<", ">=", ">") for sign in signs):
        return False
    bars = any(isinstance(one, Barred) and one.bar == "|" for side in nodes for one in side.walk())
    if not bars:
        return False
    before = dict(scope.choices)
    try:
        values = [scope.value(side) for side in nodes]
    except NotUnderstood:
        return False
    scope.choices.clear()
    scope.choices.update(before)
    return any(is_matrix(value) for value in values)


def _turned(values: list[Value], pos: int) -> list[Chain]:
    """A >= B >= 0 in the Loewner order, from its small end."""
    back = [_plain(value) for value in reversed(values)]
    if not all(is_matrix(value) or is_const(value, 0) for value in back):
        raise NotUnderstood("the Loewner order joins matrices", pos)
    chain: Chain = [back[0]]
    for value in back[1:]:
        chain += ["loewner", value]
    return [chain]


def _plain(value: Value) -> Value:
    if isinstance(value, Transposed):
        return value.vector
    return value


def _link(left: Value, sign: str, right: Value, at: Node, to: Node, scope: Scope, entrywise: bool) -> Chain:
    left, right = _plain(left), _plain(right)
    if sign in ORDERS:
        if not (is_matrix(left) or is_const(left, 0)) or not (is_matrix(right) or is_const(right, 0)):
            raise NotUnderstood("the Loewner order joins matrices", to.pos)
        return [left, "loewner", right] if sign == "loewner" else [right, "loewner", left]
    if sign in MAJOR:
        return _major(left, MAJOR[sign], right, at, to, scope)
    if sign == "perp":
        return _perpendicular(left, right, to)
    if sign not in PLAIN:
        raise NotUnderstood(
            "this relation is not read here", to.pos, cure="read are =, <, \\le, \\ne, \\preceq, \\prec, \\in"
        )
    sign = "==" if sign == "=" else sign
    if sign == "!=" and is_const(left, 0):
        left, right = right, left
    if (
        sign == "!="
        and is_const(right, 0)
        and isinstance(left, Expr)
        and (is_matrix(left) or is_vector(left))
    ):
        return [node("s1" if is_matrix(left) else "norm", left), ">", const(0)]
    if sign == "!=" and any(is_matrix(one) or is_vector(one) for one in (left, right)):
        cure = "write \\|A - B\\| > 0, or of the entries a_{ij} \\ne b_{ij}"
        raise NotUnderstood("that two matrices or two vectors are not equal is not read", to.pos, cure=cure)
    if is_matrix(left) or is_matrix(right):
        return _matrices(left, sign, right, to, scope, entrywise)
    if is_vector(left) != is_vector(right) and not (is_const(left) or is_const(right)):
        cure = "give both sides a subscript, or neither"
        raise NotUnderstood("a vector is compared with a number", to.pos, cure=cure)
    return [left, sign, right]


def _major(left: Value, sign: str, right: Value, at: Node, to: Node, scope: Scope) -> Chain:
    """Majorization of vectors; the strict Loewner order of matrices."""
    if sign.endswith(">"):
        left, right, sign = right, left, sign[:-1]
    if is_vector(left) and is_vector(right):
        return [left, sign, right]
    if sign == "majorized" and (is_matrix(left) or is_matrix(right)):
        larger, smaller = right, left
        if is_const(smaller, 0):
            A = _sized(larger, None, to, scope)
            return [node("lam_min", A), ">", const(0)]
        if is_const(larger, 0):
            return [node("lam_min", -_sized(smaller, None, to, scope)), ">", const(0)]
        difference: Any = larger - smaller  # type: ignore[operator]
        return [node("lam_min", _sized(difference, None, to, scope)), ">", const(0)]
    raise NotUnderstood("this order joins two vectors, or two symmetric matrices", to.pos)


def _perpendicular(left: Value, right: Value, to: Node) -> Chain:
    if is_vector(left) and is_vector(right):
        return [node("sum", node("mul", left, right)), "==", const(0)]  # type: ignore[arg-type]
    raise NotUnderstood("only vectors are perpendicular", to.pos)


def _sized(value: Value, like: Value | None, to: Node, scope: Scope) -> Expr:
    if isinstance(value, Identity):
        other = like if isinstance(like, Expr) and like.kind is Kind.MATRIX else None
        return scope.identity(value, to.pos, other)
    if isinstance(value, Expr) and value.kind is Kind.MATRIX:
        return value
    raise NotUnderstood("a matrix is compared with something else", to.pos, cure="write the multiple of I")


def _matrices(left: Value, sign: str, right: Value, to: Node, scope: Scope, entrywise: bool) -> Chain:
    """A = B, and A <= B entry by entry."""
    if sign not in ("==", "!="):
        said = "entry by entry" if entrywise else "loewner" if "loewner" in scope.flags else ""
        taken = scope.choose(r"A \le B", ("entry by entry", "loewner"), to.pos, said)
        if taken == "loewner":
            if sign in ("<", ">"):
                return _major(left, "majorized" if sign == "<" else "majorized>", right, to, to, scope)
            return [left, "loewner", right] if sign == "<=" else [right, "loewner", left]
    made = []
    for value, other in ((left, right), (right, left)):
        if scalarlike(value):
            if not is_const(value, 0) and (sign in ("==", "!=") or not is_const(value)):
                raise NotUnderstood(
                    "a matrix is compared with a number", to.pos, cure="write the multiple of I"
                )
            made.append(value)
        else:
            made.append(node("entries", _sized(value, other, to, scope)))
    return [made[0], sign, made[1]]


def _joined(found: list[Chain]) -> list[Chain]:
    """Links that share a side are one chain."""
    joined = [found[0]]
    for link in found[1:]:
        if joined[-1][-1] is link[0] and _same_sort(joined[-1][-2], link[1]):
            joined[-1] = [*joined[-1], *link[1:]]
        else:
            joined.append(link)
    return joined


def _same_sort(one: str, other: str) -> bool:
    return (one == "loewner") == (other == "loewner")
