"""A node of a formula as a tree of words, the letters being known. Start with `read_value`."""

from __future__ import annotations

from fractions import Fraction

from perturb.read.calls import factors
from perturb.read.complexes import imaginary, turned
from perturb.read.errors import NotUnderstood
from perturb.read.functions import listed
from perturb.read.grids import grid
from perturb.read.heads import Evaluated
from perturb.read.letters import letter, subscripted, unit_of
from perturb.read.norms import absolute, norm
from perturb.read.products import negative, node, plus, quotient
from perturb.read.scope import Scope, Value, is_matrix
from perturb.read.scripts import TRANSPOSED, power, raised
from perturb.read.sums import running
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Digits,
    Dots,
    FactorList,
    Grid,
    Letter,
    Node,
    Over,
    Raised,
    Related,
    RootSign,
    Subscripted,
    Summands,
    bare,
    below,
    written,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const


def value(node_: Node, scope: Scope) -> Value:
    """What a node stands for. NotUnderstood, with its place, for what is not understood."""
    try:
        return _value(bare(node_), scope)
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, NotUnderstood):
            raise
        why = "this is not understood" if isinstance(error, IndexError) else str(error)
        raise NotUnderstood(why, node_.pos) from None


def _value(one: Node, scope: Scope) -> Value:
    if isinstance(one, Digits):
        return const(Fraction(one.text))
    if isinstance(one, Letter):
        return letter(one, scope)
    if isinstance(one, Summands):
        return _terms(one, scope)
    if isinstance(one, FactorList):
        made = turned(one, scope)
        return factors(one, scope) if made is None else made
    if isinstance(one, Over):
        return quotient(scope.value(one.above), scope.value(one.under), one.pos)
    if isinstance(one, RootSign):
        return _root(one, scope)
    if isinstance(one, Barred):
        return absolute(one, scope) if one.bar == "|" else norm(one.inner, None, scope)
    if isinstance(one, Subscripted):
        return subscripted(one, scope)
    if isinstance(one, Raised):
        return _raised(one, scope)
    if isinstance(one, Grid):
        return _grid(one, scope)
    if isinstance(one, Bracketed):
        return _bracketed(one, scope)
    if isinstance(one, Related):
        raise NotUnderstood("a relation inside a formula", one.pos)
    if isinstance(one, Dots):
        raise NotUnderstood("what the dots stand for is not clear", one.pos)
    raise NotUnderstood("this is not read here", one.pos)


def _grid(one: Grid, scope: Scope) -> Value:
    found = grid(one, scope)
    return node("det", found) if one.kind == "vmatrix" else found


def _terms(one: Summands, scope: Scope) -> Value:
    (sign, first), *more = one.parts
    if any(isinstance(bare(part), Dots) for _, part in more):
        return running([part for _, part in one.parts], [s for s, _ in one.parts], "sum", scope)
    if (found_ := imaginary(one, scope)) is not None:
        return found_
    if sign == "pm" or any(s == "pm" for s, _ in more):
        raise NotUnderstood("plus or minus is two statements", one.pos, cure="write both")
    found = negative(scope.value(first)) if sign == "-" else scope.value(first)
    for sign, part in more:
        found = plus(found, scope.value(part), sign, part.pos)
    return found


def _root(one: RootSign, scope: Scope) -> Value:
    inner = scope.expr(one.inner)
    if one.degree is None:
        return node("mat_sqrt" if is_matrix(inner) else "sqrt", inner)
    degree = scope.expr(one.degree)
    exponent = quotient(const(1), degree, one.pos)
    assert isinstance(exponent, Expr)
    return node("mat_power", inner, exponent) if is_matrix(inner) else power(inner, exponent, one.pos)


def _raised(one: Raised, scope: Scope) -> Value:
    name = written(one.base)
    to = bare(one.to)
    if isinstance(to, Letter) and to.name == "prime" and scope.knows(f"{name}'"):
        found = scope.named(f"{name}'", one.pos)
        assert found is not None
        return found
    base = bare(one.base)
    if isinstance(base, Letter) and base.name == "e" and not scope.knows("e"):
        if not (isinstance(to, Letter) and to.name in TRANSPOSED and not scope.knows(to.name)):
            return _exponential(to, scope)
        if "vector e" not in scope.flags:
            cure = "say it: e is the vector of ones"
            raise NotUnderstood("what e^T is the transpose of is not said", one.pos, cure=cure)
    sized = isinstance(to, Bracketed) and to.opening == "("  # e_i^{(n)}
    if (
        isinstance(base, Subscripted)
        and isinstance(bare(base.base), Letter)
        and written(base.base) == "e"
        and (sized or not scope.knows("e"))
    ):
        return unit_of(base.at, to, scope)
    if (
        isinstance(base, Bracketed)
        and len(base.parts) > 1
        and isinstance(to, Letter)
        and to.name in TRANSPOSED
    ):
        listed_ = scope.value(base)  # (1, ..., 1)^T is a column, as all vectors are; [A, B]^T is a matrix
        return raised(listed_, one.to, scope) if is_matrix(listed_) else listed_
    below_ = scope.value(base)
    if isinstance(base, Subscripted) and isinstance(below_, Expr) and below_.word.name == "entry":
        return _of_entry(below_, base, one, scope)
    return raised(below_, one.to, scope)


def _of_entry(entry: Expr, base: Subscripted, one: Raised, scope: Scope) -> Value:
    """A^{-1}_{ii} and A_{ii}^2, which are printed alike: of the matrix or of its entry, which is told."""
    exponent = bare(one.to)
    mark = isinstance(exponent, Letter) and (exponent.upright or exponent.name in TRANSPOSED)
    if mark or not scope.knows(written(base.base)) or scope.knows(written(base)):
        return raised(entry, one.to, scope)
    usual = ("entry of the power", "power of the entry")
    if scope.choose("A^p_{ij}", usual if one.first else usual[::-1], one.pos) == usual[1]:
        return raised(entry, one.to, scope)
    A = raised(entry.args[0], one.to, scope)
    assert isinstance(A, Expr)
    return node("entry", A, *entry.args[1:])


def _exponential(to: Node, scope: Scope) -> Value:
    if isinstance(to, Bracketed) and to.opening == "ophadamard":
        return node("entrywise_exp", scope.expr(to.parts[0]))
    found = scope.expr(to)
    return node("mat_exp" if is_matrix(found) else "exp", found)


def _bracketed(one: Bracketed, scope: Scope) -> Value:
    """Brackets of any kind: around one part, a commutator, a scalar product, a list."""
    if len(one.parts) == 1 and one.opening in ("", "(", "[", "{"):
        inner = bare(one.parts[0])
        if (
            isinstance(inner, Barred)
            and inner.bar == "|"
            and (made := _entrywise_abs(inner, scope)) is not None
        ):
            return made
        return scope.value(inner)
    if one.opening == "<" and len(one.parts) == 2:
        return _scalar_product(one, scope)
    if one.opening == "[" and len(one.parts) == 2:
        A, B = (scope.expr(part) for part in one.parts)
        if A.kind is Kind.MATRIX and B.kind is Kind.MATRIX:
            scope.choose("[A, B]", ("commutator",), one.pos)
            return node("commutator", A, B)
    if one.opening in ("(", "["):
        return listed(list(one.parts), scope)
    raise NotUnderstood("these brackets are not read", one.pos)


def _entrywise_abs(inner: Barred, scope: Scope) -> Expr | None:
    """(|a_ij|) is the matrix of absolute values."""
    base = bare(inner.inner)
    if not isinstance(base, Subscripted) or not isinstance(bare(base.base), Letter):
        return None
    letters = [bare(one) for one in below(bare(base.at)) if isinstance(bare(one), Letter)]
    if len(letters) != 2 or any(scope.knows(one.name) for one in letters if isinstance(one, Letter)):
        return None
    before = dict(scope.free)
    found = scope.value(inner)
    scope.free.clear()
    scope.free.update(before)
    if isinstance(found, Expr) and found.word.name == "abs" and found.args[0].word.name == "entry":
        return node("entrywise_abs", found.args[0].args[0])
    return None


def _scalar_product(one: Bracketed, scope: Scope) -> Value:
    left, right = (scope.expr(part) for part in one.parts)
    if left.kind is Kind.VECTOR and right.kind is Kind.VECTOR:
        return node("sum", left * right)
    if left.kind is Kind.MATRIX and right.kind is Kind.MATRIX:
        scope.choose(r"\langle A, B \rangle", ("trace of A^T B",), one.pos)
        return node("trace", node("T", left) @ right)
    raise NotUnderstood("a scalar product of these", one.pos)


def read_value(node_: Node, scope: Scope) -> Value:
    """`value`, for arguments that were read already, too."""
    if isinstance(node_, Evaluated):
        found: Value = node_.found  # type: ignore[attr-defined]
        return found
    return value(node_, scope)
