"""Exponents and subscripts of values: A^T, A^{-1/2}, x^p, a_{ij}, s_i, x_i."""

from __future__ import annotations

from fractions import Fraction

from perturb.read.errors import NotUnderstood
from perturb.read.products import integer, node, quotient
from perturb.read.scope import Scope, Transposed, Value, is_const, is_matrix, is_vector, scalarlike
from perturb.read.syntax import (
    Bracketed,
    Digits,
    FactorList,
    Letter,
    Node,
    Summands,
    bare,
    inside,
    joined_again,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.words.lists import Identity

LARGEST = 100  # of the exponents in numbers
TRANSPOSED = ("T", "top", "*", "H", "prime", "t", "tr", "ast")
MARKS = ("T", "top", "H", "t", "dagger", "prime", "downarrow", "uparrow")
INVERTED = ("+", "dagger")
HALF = const(Fraction(1, 2))


def raised(value: Value, to: Node, scope: Scope) -> Value:
    """A value with what stands above it."""
    to = bare(to)
    turned = isinstance(to, Letter) and to.name == "T" and scope.knows("T")
    if turned and isinstance(to, Letter) and is_matrix(scope.value(to)):
        return _marked(value, to)  # T^T of a matrix T
    if turned and is_matrix(value):
        scope.choose("A^T", ("power",), to.pos)
    plain = isinstance(to, Letter) and to.name in ("T", "top", "intercal") and is_matrix(value)
    if plain and any(one.complex for one in scope.inputs.values()):
        scope.choose("A^T", ("conjugate transposed",), to.pos)
    if isinstance(to, Letter) and (to.upright or to.name in MARKS) and not scope.knows(to.name):
        return _marked(value, to)
    if isinstance(value, Identity) and getattr(value, "size", None) is not None:
        value = scope.identity(value, to.pos)
    if isinstance(to, Bracketed) and to.opening == "ophadamard" and len(to.parts) == 1:
        return node("entrywise_power", _matrix(value, to), scope.expr(to.parts[0]))
    if isinstance(to, Bracketed):
        inner = bare(to.parts[0])
        minus = isinstance(inner, Summands) and len(to.parts) == 1 and inner.parts[0][0] == "-"
        if minus and is_matrix(value):  # A^{(-1)}: the inverse is A^{-1}
            return node("matpow", _matrix(value, to), scope.expr(inner))
        raise NotUnderstood("this exponent is not read", to.pos)
    if flipped := _minus_transposed(to):
        return _marked(node("inv", _matrix(value, to)), flipped)
    exponent = scope.expr(to)
    _bounded(exponent, to)
    if is_matrix(value):
        return _power_of_matrix(_matrix(value, to), exponent, to)
    if isinstance(value, Transposed):
        raise NotUnderstood("a power of a transposed vector", to.pos)
    assert isinstance(value, Expr)
    return power(value, exponent, to.pos)


def _bounded(exponent: Expr, to: Node) -> None:
    """NotUnderstood for an exponent that nothing can be raised to in sensible time."""
    numbers = [abs(one.payload[0]) for one in exponent.walk() if is_const(one)]
    towers = exponent.word.name in ("pow", "sq") and not any(
        one.word.name == "input" for one in exponent.walk()
    )
    if max(numbers, default=0) > LARGEST or (towers and max(numbers) > 3):
        raise NotUnderstood(f"an exponent above {LARGEST} is not read", to.pos)


def _matrix(value: Value, at: Node) -> Expr:
    if isinstance(value, Expr) and value.kind is Kind.MATRIX:
        return value
    raise NotUnderstood("this exponent belongs to a matrix", at.pos)


def _minus_transposed(to: Node) -> Letter | None:
    """The T of A^{-T}."""
    if isinstance(to, Summands) and len(to.parts) == 1 and to.parts[0][0] == "-":
        last = bare(to.parts[0][1])
        if isinstance(last, Letter) and last.name in TRANSPOSED:
            return last
    return None


def _marked(value: Value, to: Letter) -> Value:
    """A^T, A^+, x^T, x_+, the sorted vector."""
    if to.name in ("downarrow", "uparrow"):
        if isinstance(value, Expr) and value.word.name == "component":  # x_i with an arrow
            whole = _marked(value.args[0], to)
            assert isinstance(whole, Expr)
            return node("component", whole, value.args[1])
        if not is_vector(value):
            raise NotUnderstood("only a vector is sorted", to.pos)
        assert isinstance(value, Expr)
        if to.name == "downarrow" and value.word.name == "abs" and value.args[0].word.name == "lam":
            return node("moduli", *value.args[0].args)
        if to.name == "downarrow" and value.word.name in ("moduli", "complex_moduli"):
            return value
        return node("descending" if to.name == "downarrow" else "ascending", value)
    if to.name in TRANSPOSED:
        if isinstance(value, Identity) or scalarlike(value):
            return value
        if isinstance(value, Transposed):
            return value.vector
        assert isinstance(value, Expr)
        return Transposed(value) if is_vector(value) else node("T", value)
    if to.name in INVERTED:
        if is_matrix(value):
            return node("pinv", _matrix(value, to))
        if to.name == "+" and isinstance(value, Expr):
            return node("larger", value, const(0))
    raise NotUnderstood(f"the mark {to.name!r} above is not read", to.pos)


def _power_of_matrix(A: Expr, exponent: Expr, to: Node) -> Expr:
    if is_const(exponent):
        k = Fraction(exponent.payload[0])
        special = {
            Fraction(-1): ("inv",),
            Fraction(1, 2): ("mat_sqrt",),
            Fraction(-1, 2): ("mat_sqrt", "inv"),
        }
        if k in special:
            for word in special[k]:
                A = node(word, A)
            return A
    if exponent.kind is Kind.INTEGER:
        return node("matpow", A, exponent)
    if exponent.kind is Kind.SCALAR:
        return node("mat_power", A, exponent)
    raise NotUnderstood("a matrix to the power of no number", to.pos)


def power(value: Expr, exponent: Expr, pos: int) -> Expr:
    """x^2, x^{1/2}, 1/x, x^p."""
    if exponent.kind not in (Kind.SCALAR, Kind.INTEGER):
        raise NotUnderstood("a number to the power of no number", pos)
    if is_const(exponent, 2):
        return node("sq", value)
    if is_const(exponent, -1):
        found = quotient(const(1), value, pos) if scalarlike(value) else node("div", const(1), value)
        assert isinstance(found, Expr)
        return found
    if exponent is HALF:
        return node("sqrt", value)
    if is_const(value, 10) and exponent.kind is Kind.INTEGER and is_const(exponent):
        return const(Fraction(10) ** int(exponent.payload[0]))
    return node("pow", value, exponent)


def pair(at: Node) -> tuple[Node, Node] | None:
    """The two subscripts of an entry: ij, 11, i,j; None for another subscript."""
    at = bare(at)
    if isinstance(at, Bracketed) and at.opening in ("", "(") and len(at.parts) == 2:
        return at.parts[0], at.parts[1]
    if isinstance(at, FactorList) and len(at.parts) == 2 and at.parts[1][0] == "":
        both = tuple(bare(part) for _, part in at.parts)
        if all(isinstance(one, Letter | Digits) for one in both):
            first, second = both
            return _digits(first, second)
    if isinstance(at, Digits) and at.text.isdigit() and len(at.text) == 2:
        return Digits(at.pos, at.text[0]), Digits(at.pos, at.text[1])
    return None


def by(at: Node) -> tuple[Node, Node] | None:
    """The m and n of m x n; None for anything else."""
    at = bare(at)
    if not isinstance(at, FactorList) or [sign for sign, _ in at.parts].count("times") != 1:
        return None
    k = next(k for k, (sign, _) in enumerate(at.parts) if sign == "times")
    ends = at.parts[:k], (("", at.parts[k][1]), *at.parts[k + 1 :])
    return joined_again(ends[0]), joined_again(ends[1])


def _digits(first: Node, second: Node) -> tuple[Node, Node] | None:
    """2n is one subscript, i1 are two."""
    return None if isinstance(first, Digits) else (first, second)


def subscript(at: Node, scope: Scope) -> Expr:
    """A subscript that counts: an integer, an index that it names, if need be."""
    at = inside(at)
    if isinstance(at, Letter) and len(at.name) == 1 and scope.named(at.name, at.pos) is None:
        return scope.index(at.name, at.pos)
    if isinstance(at, Summands | FactorList | Letter):
        for one in at.walk():
            if isinstance(one, Letter) and len(one.name) == 1 and scope.named(one.name, one.pos) is None:
                scope.bound.setdefault(one.name, scope.index(one.name, one.pos))
    return integer(scope.value(at), at.pos)


def entry(A: Expr, at: Node, scope: Scope) -> Expr | None:
    """The entry of a matrix with two subscripts; None for another subscript."""
    found = pair(at)
    if found is None:
        return None
    made = node("entry", A, subscript(found[0], scope), subscript(found[1], scope))
    scope.places.setdefault(made, at.pos)
    return made


def component(v: Expr, at: Node, scope: Scope) -> Expr:
    """The component of a vector."""
    made = node("component", v, subscript(at, scope))
    scope.places.setdefault(made, at.pos)
    return made
