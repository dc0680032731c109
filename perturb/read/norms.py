"""What stands between bars: norms of matrices and vectors, absolute values."""

from __future__ import annotations

from perturb.read.errors import NotUnderstood
from perturb.read.functions import symmetric
from perturb.read.layers import layer
from perturb.read.products import as_matrix, node
from perturb.read.scope import Scope, Transposed, Value, is_matrix, is_vector, scalarlike
from perturb.read.scripts import subscript
from perturb.read.syntax import (
    Barred,
    Bracketed,
    FactorList,
    Letter,
    Node,
    Subscripted,
    Summands,
    bare,
    written,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr

FROBENIUS = ("F", "Fr", "fro", "HS", "Frob", "E", "frob")
NUCLEAR = ("*", "tr", "Tr", "nuc", "N", "ast", "star")
SPECTRAL = ("", "2", "op", "spec", "sp", "infty_op", "2_to_2")


def norm(inner: Node, at: Node | None, scope: Scope) -> Expr:
    """A norm; `at` is its subscript. NotUnderstood for one without a word."""
    if (found := _of_layer(inner, scope)) is not None:
        return found
    value = scope.value(inner)
    if isinstance(value, Transposed):
        value = value.vector
    A = scope.identity(value, inner.pos) if not isinstance(value, Expr) else value
    sub = _subscript(at)
    if scalarlike(A):
        raise NotUnderstood("a norm of a number", inner.pos, cure="write |x|")
    if A.kind is Kind.VECTOR:
        return _of_vector(A, sub, at, inner.pos, scope)
    return _of_matrix(A, sub, at, inner.pos, scope)


def _subscript(at: Node | None) -> str:
    if at is None:
        return ""
    one = bare(at)
    name = written(one)
    if isinstance(one, FactorList) and all(sign == "" for sign, _ in one.parts):  # op, HS in italics
        letters = "".join(written(part) for _, part in one.parts)
        name = letters if letters in (*FROBENIUS, *NUCLEAR, *SPECTRAL) else ""
    return name or "?"


def _of_vector(x: Expr, sub: str, at: Node | None, pos: int, scope: Scope) -> Expr:
    words = {"": "norm", "2": "norm", "1": "norm_1", "infty": "norm_inf", "F": "norm", "max": "norm_inf"}
    if sub == "":
        scope.choose(r"\|x\|", ("Euclidean",), pos)
    if sub in NUCLEAR or isinstance(bare(at) if at else None, Bracketed | Subscripted):
        return _of_matrix(as_matrix(x, pos, scope), sub, at, pos, scope)
    if sub not in words:
        raise NotUnderstood(
            "this norm of a vector has no word", at.pos if at else pos, cure="norms of vectors: 1, 2, \\infty"
        )
    return node(words[sub], x)


def _of_matrix(A: Expr, sub: str, at: Node | None, pos: int, scope: Scope) -> Expr:
    if sub == "":
        options = ("spectral", "frobenius", "nuclear")
        called = [option for option in options if option in scope.flags]
        if len(called) > 1:
            raise NotUnderstood("the norm has two names", pos, cure="write \\|A\\|_F, \\|A\\|_*")
        said = called[0] if called else ""
        return node(
            {"spectral": "op", "frobenius": "fro", "nuclear": "nuclear"}[
                scope.choose(r"\|A\|", options, pos, said)
            ],
            A,
        )
    if sub in ("1", "2") and at is not None and (named := _named_family(A, at, pos, scope)) is not None:
        return named
    if sub in SPECTRAL:
        return node("op", A)
    if sub in FROBENIUS:
        return node("fro", A)
    if sub in NUCLEAR:
        return node("nuclear", A)
    if sub == "1":
        said = "trace norm" if "trace norm" in scope.flags else "largest column sum"
        taken = scope.choose(
            r"\|A\|_1",
            ("largest column sum", "trace norm"),
            pos,
            "trace norm" if said == "trace norm" else "",
        )
        return node("norm_1" if taken == "largest column sum" else "nuclear", A)
    if sub == "infty":
        said = "spectral" if "schatten" in scope.flags else ""
        taken = scope.choose(r"\|A\|_\infty", ("largest row sum", "spectral"), pos, said)
        return node("norm_inf" if taken == "largest row sum" else "op", A)
    if sub == "max":
        return node("max_entry", A)
    assert at is not None
    return _of_family(A, bare(at), pos, scope)


def _named_family(A: Expr, at: Node, pos: int, scope: Scope) -> Expr | None:
    r"""\|A\|_1 and \|A\|_2 where the text says what \|A\|_p is."""
    if written(bare(at)) == (
        "2" if "spectral 2" in scope.flags else "1" if "trace norm" in scope.flags else ""
    ):
        return None
    for flag, word in (("schatten p", "schatten"), ("ky fan p", "ky_fan")):
        if flag in scope.flags:
            scope.choose(r"\|A\|_p", (word,), pos, word)
            return node(word, A, scope.expr(at))
    return None


def _of_family(A: Expr, at: Node, pos: int, scope: Scope) -> Expr:
    """Schatten's norms and Ky Fan's."""
    if isinstance(at, Bracketed) and at.opening == "(" and len(at.parts) == 1:
        return node("ky_fan", A, subscript(at.parts[0], scope))
    if isinstance(at, Subscripted) and isinstance(bare(at.base), Letter) and written(at.base) == "S":
        return _schatten(A, at.at, scope)
    if "schatten" in scope.flags or scope.wanted.get(r"\|A\|_p") == "schatten":
        scope.choose(r"\|A\|_p", ("schatten",), pos, "schatten")
        return _schatten(A, at, scope)
    if "ky fan" in scope.flags:
        return node("ky_fan", A, subscript(at, scope))
    raise NotUnderstood(
        "this norm is not known",
        at.pos,
        cure="write \\|A\\|_{S_p} for Schatten's, \\|A\\|_{(k)} for Ky Fan's",
    )


def _schatten(A: Expr, p: Node, scope: Scope) -> Expr:
    exponent = scope.expr(p)
    if not scalarlike(exponent):
        raise NotUnderstood("the exponent of a Schatten norm is a number", p.pos)
    return node("schatten", A, exponent)


def _of_layer(inner: Node, scope: Scope) -> Expr | None:
    """The norm of x -> ReLU(Ax), and of a difference of two."""
    inner = bare(inner)
    if isinstance(inner, Summands) and len(inner.parts) == 2 and inner.parts[1][0] == "-":
        layers = [layer(part, scope) for _, part in inner.parts]
        if layers[0] is not None and layers[1] is not None:
            return node("relu_distance", layers[0], layers[1])
    A = layer(inner, scope)
    return None if A is None else node("relu_norm", A)


def absolute(barred: Barred, scope: Scope, entrywise: bool = False) -> Expr:
    """|x| of numbers and vectors; of a matrix the root of A^T A, or entry by entry."""
    value = _inside(barred, scope)
    if isinstance(value, Transposed):
        raise NotUnderstood("the absolute value of a transposed vector", barred.pos)
    if is_matrix(value):
        A = value if isinstance(value, Expr) else scope.identity(value, barred.pos)
        if entrywise:
            return node("entrywise_abs", A)
        said = "entry by entry" if "entrywise_abs" in scope.flags else ""
        taken = scope.choose("|A|", ("root of A^T A", "entry by entry"), barred.pos, said)
        return node("mat_abs" if taken == "root of A^T A" else "entrywise_abs", A)
    assert isinstance(value, Expr)
    if is_vector(value) and value.word.name not in ("lam", "complex_lam", "s", "complex_s", "diagonal"):
        said = "Euclidean" if "|x|" in scope.flags else ""
        if scope.choose("|x|", ("entry by entry", "Euclidean"), barred.pos, said) == "Euclidean":
            return node("norm", value)
    return moduli(value, scope, barred.pos)


def _inside(barred: Barred, scope: Scope) -> Value:
    """What stands between bars. NotUnderstood for the modulus of a complex number that no word says."""
    before, real = set(scope.flags), set(scope.real)
    scope.flags.add("modulus")
    scope.real.clear()  # Re tr A elsewhere does not make |tr A| real
    try:
        value = scope.value(barred.inner)
    finally:
        scope.flags.clear()
        scope.flags |= before
    if isinstance(value, Expr) and scalarlike(value) and not _has_modulus(value, scope):
        cure = "read are \\det A, products of determinants, and real numbers"
        raise NotUnderstood("the modulus of this complex number has no word", barred.pos, cure=cure)
    scope.real |= real
    return value


def _has_modulus(value: Expr, scope: Scope) -> bool:
    """Is it real, or a product of moduli of determinants?"""
    name = value.word.name
    if name in ("mul", "div") and all(_has_modulus(arg, scope) for arg in value.args):
        return True
    if name in ("pow", "sq"):
        return _has_modulus(value.args[0], scope)
    if name == "complex_det":
        return True
    return not any(
        one.word.name == "complex_det"
        or (one.word.name == "complex_trace" and not (one in scope.real or symmetric(one.args[0], scope)))
        for one in value.walk()
    )


def moduli(value: Expr, scope: Scope, pos: int = 0) -> Expr:
    """|lambda_i(A)| of a matrix that need not be symmetric has a word of its own."""
    if value.word.name == "complex_det" or (value.word.name == "abs"):
        return value
    vector = value.args[0] if value.word.name == "component" else value
    if vector.word.name in ("lam", "complex_lam"):
        complex_ = vector.word.name == "complex_lam"
        options = ("of that eigenvalue", "i-th largest modulus")
        if "by modulus" in scope.flags:
            options = options[1], options[1]
        taken = (
            scope.choose(r"|\lambda_i|", options, pos) if _has_order(vector, complex_, scope) else options[1]
        )
        if taken == options[1]:
            made = node("complex_moduli" if complex_ else "moduli", vector.args[0])
            return node("component", made, *value.args[1:]) if value is not vector else made
    return node("abs", value)


def _has_order(vector: Expr, complex_: bool, scope: Scope) -> bool:
    """Are the eigenvalues sorted by themselves, which needs a symmetric matrix?"""
    return not complex_ and symmetric(vector.args[0], scope)
