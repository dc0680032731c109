"""Letters and what stands below them: inputs, eigenvalues, entries, I_n, e_i; values with a subscript."""

from __future__ import annotations

from perturb.read import signs
from perturb.read.components import exchanged_at
from perturb.read.components import over as over_index
from perturb.read.errors import NotUnderstood
from perturb.read.functions import PLACE, eigen, singular
from perturb.read.norms import absolute, norm
from perturb.read.parts import span
from perturb.read.products import integer, node
from perturb.read.scope import Scope, Transposed, Value, is_const, is_matrix, is_vector
from perturb.read.scripts import by, component, entry, raised, subscript
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Dots,
    FactorList,
    Letter,
    Node,
    Related,
    Subscripted,
    Summands,
    bare,
    below_text,
    joined_again,
    ranged,
    written,
)
from perturb.vocab.grammar.kinds import Interval, Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.words.lists import I, Identity, pi

EXTREMES = ("lambda", "sigma")


def letter(one: Letter, scope: Scope) -> Value:
    """A letter by itself."""
    found = scope.named(one.name, one.pos)
    if found is not None:
        return found
    if one.name in scope.spectra:
        return _spectrum(one.name, None, "", scope, one.pos)
    if one.name in ("I", "Id", "E_n", "identity"):
        return I
    if one.name == "pi":
        return pi
    if one.name == "e" and not one.upright and scope.inputs and _vectors_of_ones(scope):
        return _ones(scope, one.pos)
    if one.name in ("@1", "1") and one.upright:
        return _ones(scope, one.pos)
    if one.name == "J":
        n = _size_of_all(scope, one.pos)
        return node("ones_matrix", n, n)
    if one.name in scope.quantified:
        return scope.index(one.name, one.pos)
    if one.name in signs.NAMES or one.name in ("lambda", "sigma"):
        raise NotUnderstood(f"{one.written} without an argument", one.pos, cure=f"write {one.written}(A)")
    raise unknown(one)


def unknown(one: Node, name: str = "") -> NotUnderstood:
    """The error of a letter that was not introduced."""
    said = name or written(one) or "this"
    cure = f'say what it is: "for all real {said}", "a vector {said}", "where {said} = ..."'
    return NotUnderstood(f"the letter {said} is not introduced", one.pos, cure=cure)


def _vectors_of_ones(scope: Scope) -> bool:
    return "vector e" in scope.flags


def _ones(scope: Scope, pos: int) -> Expr:
    return node("ones", _size_of_all(scope, pos))


def _size_of_all(scope: Scope, pos: int) -> Expr:
    size = scope.one_size(pos)
    if size is None:
        raise NotUnderstood("the size is not clear", pos, cure="write it below: \\mathbf 1_n, J_n, e_i^{(n)}")
    return size


def unit_of(at: Node, to: Node, scope: Scope) -> Value:
    """e_i^T, e_i^{(n)}."""
    if isinstance(to, Bracketed) and to.opening == "(" and len(to.parts) == 1:
        if scope.knows(name := f"e_{written(at)}"):
            cure = "call the letter otherwise, or leave the size above out"
            raise NotUnderstood(f"{name} is a letter, and with a size above a unit vector", at.pos, cure=cure)
        return node("unit", scope.expr(to.parts[0]), subscript(at, scope))
    return raised(_unit_vector(at, scope), to, scope)


def _unit_vector(at: Node, scope: Scope) -> Expr:
    run = scope.ends.get(written(at))
    many = len(scope.sizes) > 1 and run is not None
    size = scope.expr(run) if many and run is not None else _size_of_all(scope, at.pos)
    made = node("unit", size, subscript(at, scope))
    scope.places.setdefault(made, at.pos)
    return made


def subscripted(one: Subscripted, scope: Scope) -> Value:
    name, base = written(one), bare(one.base)
    if name and scope.knows(name):
        found = scope.named(name, one.pos)
        assert found is not None
        return found
    if isinstance(base, Barred):
        if base.bar == ".":
            return _first_ones(base.inner, one.at, scope)
        if base.bar == "‖":
            return norm(base.inner, one.at, scope)
        at = bare(one.at)
        if isinstance(at, Letter) and at.name == "circ":
            return absolute(base, scope, entrywise=True)
    if (named := _named_component(one, scope)) is not None:
        return named
    if isinstance(base, Letter) and base.name == "P" and (of := ranged(one.at)) is not None:
        scope.choose(r"P_{\operatorname{im} A}", ("orthogonal projection on the range of A",), one.pos)
        return node("range_projection", scope.expr(of))
    if isinstance(base, Letter) and not scope.knows(base.name):
        return _of_letter(base, one, scope)
    if scope.blocks and (size := _leading(base, one.at, scope)) is not None:
        return node("leading", scope.expr(base), subscript(size, scope))
    return indexed(scope.value(base), one.at, scope)


def _leading(base: Node, at: Node, scope: Scope) -> Node | None:
    """The k of X_k, where the text calls the leading k x k submatrix so."""
    name, marks = written(base), below_text(at)
    known = scope.blocks.get((name, marks)) or scope.blocks.get(("", marks))
    return known if known is not None and is_matrix(scope.value(base)) else None


def _named_component(one: Subscripted, scope: Scope) -> Value | None:
    """b_{1,i}: component i of the vector b_1."""
    at = bare(one.at)
    if not isinstance(at, Bracketed) or len(at.parts) != 2:
        return None
    name = f"{written(one.base)}_{written(at.parts[0])}"
    if not scope.knows(name):
        return None
    found = scope.named(name, one.pos)
    return indexed(found, at.parts[1], scope) if is_vector(found) else None  # type: ignore[arg-type]


def _of_letter(base: Letter, one: Subscripted, scope: Scope) -> Value:
    """A letter with a subscript that is no input: an eigenvalue, an entry of the capital, I_n, e_i."""
    if base.name in scope.spectra:
        return _spectrum(base.name, one.at, written(one.at), scope, one.pos)
    if base.name == "e" and not base.upright:
        return _unit_vector(one.at, scope)
    if base.name in ("I", "Id"):
        made = Identity(const(1))
        made.size = scope.expr(_side(one.at))  # type: ignore[attr-defined]
        return made
    if base.name in ("J", "@1") and (base.name == "J" or by(one.at) is not None):
        return _all_ones(one.at, scope)
    if base.name == "@1" and base.upright:
        return node("ones", scope.expr(one.at))
    if base.name in ("0", "@0"):
        return const(0)
    capital = base.name.upper() if len(base.name) == 1 else base.name[0].upper() + base.name[1:]
    if capital != base.name and capital in scope.inputs | dict.fromkeys(scope.defined):
        A = scope.named(capital, one.pos)
        if isinstance(A, Expr) and A.kind is Kind.MATRIX and (found := entry(A, one.at, scope)) is not None:
            return found
    if base.name in EXTREMES and (only := _of_the_one(base, one, scope)) is not None:
        return only
    raise unknown(base, written(one) or base.name)


def _of_the_one(base: Letter, one: Subscripted, scope: Scope) -> Value | None:
    """lambda_min and sigma_max without an argument: of the one matrix that there is, which is told."""
    matrices = [name for name, its in scope.inputs.items() if its.kind is Kind.MATRIX]
    sub = written(one.at)
    if sub not in ("min", "max") or len(matrices) != 1:
        return None
    A = scope.named(matrices[0], one.pos)
    assert isinstance(A, Expr)
    scope.choose(rf"{base.written}_{{\{sub}}}", (f"of {matrices[0]}",), one.pos)
    if base.name == "lambda":
        return eigen(A, one.at, sub, scope, False, one.pos)
    return singular(A, one.at, sub, scope)


def _first_ones(inner: Node, at: Node, scope: Scope) -> Value:
    """v_i for i <= k alone, as print shows a component of the first k."""
    related = bare(at)
    if not isinstance(related, Related) or related.first is None or related.links[0][0] != "<=":
        raise NotUnderstood("this restriction is not read", at.pos)
    i, k = subscript(related.first, scope), subscript(related.links[0][1], scope)
    vector = over_index(exchanged_at(scope.expr(inner), i, PLACE), PLACE)
    if vector is None or vector.kind is not Kind.VECTOR:
        raise NotUnderstood("this restriction is not read", at.pos)
    return node("component", node("head", vector, k), i)


def _side(at: Node) -> Node:
    at = bare(at)
    if isinstance(at, FactorList) and any(sign == "times" for sign, _ in at.parts):
        return at.parts[0][1]
    return at


def _all_ones(at: Node, scope: Scope) -> Expr:
    if (sides := by(at)) is not None:
        return node("ones_matrix", *[integer(scope.value(side), side.pos) for side in sides])
    n = integer(scope.value(at), at.pos)
    return node("ones_matrix", n, n)


def _spectrum(name: str, at: Node | None, sub: str, scope: Scope, pos: int) -> Expr:
    """A letter that the text introduced for eigenvalues or singular values."""
    one = scope.spectra[name]
    scope.used.add(name)
    A = scope.expr(one.matrix)
    if one.word == "lam":
        return eigen(A, at, sub, scope, one.ascending, pos)
    if one.word == "s":
        return singular(A, at, sub, scope)
    if one.word.startswith("norm "):
        if at is None:
            raise NotUnderstood("of which row or column this is the norm", pos)
        return node("norm", node(one.word.removeprefix("norm "), A, subscript(at, scope)))
    if one.word in ("row", "column"):
        if at is None:
            raise NotUnderstood(f"which {one.word} is meant", pos)
        return node(one.word, A, subscript(at, scope))
    vector = node(one.word, A)
    return vector if at is None else component(vector, at, scope)


def indexed(found: Value, at: Node, scope: Scope) -> Value:
    """A value with a subscript: a component, an entry."""
    if isinstance(found, Transposed):
        found = found.vector
    if is_vector(found):
        assert isinstance(found, Expr)
        name = bare(at)
        if isinstance(name, Letter) and name.name == "+":
            return node("larger", found, const(0))
        head = _head(found, name, scope)
        return component(found, at, scope) if head is None else head
    if isinstance(found, Expr) and is_matrix(found):
        made = entry(found, at, scope)
        if made is not None:
            return made
        if all(lot[1] == Interval(1, 1) for lot in scope.sides(found)):  # a column is a vector, too
            return component(node("entries", found), at, scope)
        raise NotUnderstood(
            "one subscript of a matrix", at.pos, cure="an entry has two, a_{ij}; say what A_k is"
        )
    at_ = bare(at)
    if isinstance(at_, Letter) and at_.name == "+" and isinstance(found, Expr):
        return node("larger", found, const(0))
    raise NotUnderstood("a subscript of a number", at.pos)


def _head(v: Expr, at: Node, scope: Scope) -> Expr | None:
    """v_{1..k}, v_{1..n - k}"""
    if isinstance(at, Summands) and any(isinstance(one, Dots) for one in at.walk()):
        which, end = span(at, scope) or ("", None)
        return node("head", v, end) if which == "first" and end is not None else None
    dotted = isinstance(at, FactorList) and len(at.parts) > 2 and isinstance(bare(at.parts[1][1]), Dots)
    if dotted and isinstance(at, FactorList) and is_const(scope.value(at.parts[0][1]), 1):
        return node("head", v, subscript(joined_again(at.parts[2:]), scope))
    return None
