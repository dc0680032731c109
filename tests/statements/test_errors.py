"""What is not a statement or declares no claim is refused with a sentence that says what to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import fmpq_mat

from perturb import claim, given, indices, paper, then
from perturb.domains import integer, square, together
from perturb.numbers.errors import Undefined
from perturb.vocab import (
    I,
    cols,
    cond,
    entries,
    hadamard,
    inv,
    kappa,
    kron,
    lam,
    larger,
    leading,
    matpow,
    mul,
    pi,
    s,
    s1,
    s_star,
    schatten,
    smaller,
    sq,
    sqrt,
    total,
    trace,
    without_columns,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Kind as Kind_claim
from perturb.vocab.grammar.tree import const, variable
from perturb.vocab.systems.certified import CharPoly, Exact, Residual
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange

A, B = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX)
V, X, K = variable("v", Kind.VECTOR), variable("x", Kind.SCALAR), variable("k", Kind.INTEGER)
FIELDS = pytest.mark.parametrize("field", [Residual, CharPoly, Exact])
i, j = indices("i j")

NOT_STATEMENTS: dict[str, tuple[Callable[[], Any], str]] = {
    "A * B": (lambda: A * B, r"A @ B or hadamard\(A, B\)"),
    "A / B": (lambda: A / B, r"write inv\(A\)"),
    "1 / A": (lambda: 1 / A, r"write inv\(A\)"),
    "A * v": (lambda: A * V, "written A @ v"),
    "v @ A": (lambda: V @ A, "not a vector and a matrix"),
    "A @ x": (lambda: A @ X, "not a matrix and a scalar"),
    "A + x": (lambda: A + X, r"write c \* I"),
    "A + v": (lambda: A + V, "cannot add"),
    "A ** 2": (lambda: A**2, "numbers and vectors, not a matrix"),
    "abs(A)": (lambda: abs(A), "mat_abs"),
    "sqrt(A)": (lambda: sqrt(A), "not a matrix"),
    "x ** v": (lambda: X**V, "an exponent is a number, not a vector"),
    "x ** A": (lambda: X**A, "an exponent is a number, not a matrix"),
    "v / A": (lambda: V / A, r"write inv\(A\)"),
    "A / v": (lambda: A / V, "written A @ v"),
    "schatten(A, v)": (lambda: schatten(A, V), "schatten takes a matrix and a number"),
    "kron(x, A)": (lambda: kron(X, A), "kron takes matrices and vectors, not a scalar"),
    "larger(x, A)": (lambda: larger(X, A), "numbers and vectors, not a matrix"),
    "sqrt(x, x)": (lambda: sqrt(X, X), "sqrt takes 1 arguments, 2 given"),
    "s(v)": (lambda: s(V), "argument 1 is a vector, not a matrix"),
    "s(x)": (lambda: s(X), "argument 1 is a scalar"),
    "s(A, B)": (lambda: s(A, B), "takes 1 arguments, 2 given"),
    "s(A)[x]": (lambda: s(A)[X], "argument 2 is a scalar, not a integer"),
    "s(A)[1/2]": (lambda: s(A)[0.5], "not a integer"),
    "x[1]": (lambda: X[1], "argument 1 is a scalar"),
    "A[1]": (lambda: A[1], "argument 1 is a matrix, not a vector"),
    "s(A)[1:]": (lambda: s(A)[1:], r"only the slice v\[:k\]"),
    "s(A)[::2]": (lambda: s(A)[::2], r"only the slice v\[:k\]"),
    "leading(A, x)": (lambda: leading(A, X), "not a integer"),
    "total(x)": (lambda: total(X), "not a vector"),
    "branch": (lambda: 1 if s1(A) else 2, r"cannot branch.*given\(...\)"),
    "and": (lambda: s1(A) and 2, "cannot branch"),
    "compare to a text": (lambda: s1(A) + "1", "is not a number"),
    "truth value": (lambda: s1(A) + True, "is not a number"),
    "complex": (lambda: then(s1(A) + 1j, "<=", 2), "joins real sides, and one is a complex number"),
    "loop": (lambda: list(s(A)), r"use an index, s\(A\)\[i\]"),
    "unpack": (lambda: max(*s(A)), "cannot be looped over"),
    "A <= B": (lambda: then(A, "<=", B), "use 'loewner', or entries"),
    "loewner of numbers": (lambda: then(X, "loewner", 1), "joins two matrices"),
    "loewner with a vector": (lambda: then(A, "loewner", V), "joins two matrices"),
    "two arguments": (lambda: then(X, "<="), "sides joined by operators"),
    "no argument": (lambda: given(), "sides joined by operators"),
    "even chain": (lambda: given(X, "<", 1, "<"), "sides joined by operators"),
}


@pytest.mark.parametrize("name", NOT_STATEMENTS)
def test_refused(name: str) -> None:
    build, message = NOT_STATEMENTS[name]
    with pytest.raises(TypeError, match=message):
        build()


@pytest.mark.parametrize("op", ["=<", "=", "≤", "in", None])
def test_unknown_relation(op: Any) -> None:
    with pytest.raises(ValueError, match="is not one of <="):
        then(X, op, 1)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_constant_is_a_finite_number(value: float) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        s1(A) + value


def read(expr: Any, field: type = CharPoly, **inputs: Any) -> Any:
    return Evaluation(field({n: fmpq_mat(m) for n, m in inputs.items()}, 64))(expr)


@FIELDS
@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (A + B, "sum: shapes 2 x 2 and 1 x 3 do not fit"),
        (A @ B, "product: shapes 2 x 2 and 1 x 3 do not fit"),
        (hadamard(A, B), "hadamard: shapes 2 x 2 and 1 x 3"),
        (s(A) + entries(A), r"vectors of lengths \[2, 4\]"),
        (inv(B), "inverse: shapes 1 x 3"),
        (trace(B), "trace: shapes 1 x 3"),
        (lam(B), "1 x 3 matrix is not square"),
        (lam(A), "the matrix is not symmetric"),
    ],
)
def test_a_meaningless_statement_at_a_point(expr: Any, message: str, field: type) -> None:
    with pytest.raises(ValueError, match=message):
        read(expr, field, A=[[1, 2], [3, 4]], B=[[1, 2, 3]])


@FIELDS
def test_a_negative_matrix_power_has_no_value(field: type) -> None:
    with pytest.raises(Undefined, match=r"exponent -1 is negative; write inv\(A\)"):
        read(matpow(A, -1), field, A=[[1, 2], [3, 4]])


@FIELDS
@pytest.mark.parametrize("at", [cols(A) - 3, cols(A) - 2, 3], ids=["-1", "0", "3"])
def test_a_subscript_out_of_range_is_no_instance(at: Any, field: type) -> None:
    for expr in (s(A)[at], A[at, 1], A[1, at]):
        with pytest.raises(OutOfRange):
            read(expr, field, A=[[1, 2], [3, 4]])
    with pytest.raises(OutOfRange):
        s(np.eye(2)), read(without_columns(A, 2), field, A=[[1, 2], [3, 4]])


def test_the_empty_block_is_no_instance() -> None:
    with pytest.raises(OutOfRange):
        leading(np.eye(2), 0)
    with pytest.raises(OutOfRange):
        read(leading(A, 0), A=[[1, 2], [3, 4]])


@FIELDS
@pytest.mark.parametrize("expr", [kappa(A), s_star(A), 1 / s1(A), inv(A), cond(A), sqrt(const(-1) - s1(A))])
def test_undefined_at_the_zero_matrix(expr: Any, field: type) -> None:
    """1 / s_min of a ball that merely holds 0 has no enclosure; what is exact says undefined."""
    if field is Residual and expr in (cond(A), 1 / s1(A)):
        value = read(expr, field, A=[[1, 1], [1, 1]] if expr is cond(A) else [[1, 0], [0, 1]])
        assert value == 1 or not value.is_finite()
        return
    with pytest.raises(Undefined):
        read(expr, field, A=[[0, 0], [0, 0]])


def test_integers_stay_integers_where_they_are_subscripts() -> None:
    for field in (Residual, CharPoly, Exact):
        evaluation = Evaluation(field({"A": fmpq_mat([[3, 0], [0, 2]])}, 64))
        at = {"i": 1, "j": 2}
        for position, expected in ((larger(i, j), 2), (smaller(i, j), 1), (sq(i), 1), (abs(i - j), 1)):
            assert evaluation(position, at) == expected
            assert evaluation(s(A)[position], at) is evaluation(s(A)[expected])


def test_numpy_and_exact_constants_do_not_disturb_each_other() -> None:
    for number in (np.float64(2.0), np.int64(2), 2, 2.0):
        assert repr(number * s1(A)) == "(mul 2 (s1 A))"
        assert repr(s1(A) - number) == "(sub (s1 A) 2)"
        assert repr(larger(s1(A), number)) == "(larger (s1 A) 2)"
    assert repr(sqrt(2) * pi) == "(mul (sqrt 2) (pi))"


# What declares no claim is refused with a sentence; arguments are matched by name.


X_CLAIM = variable("x", Kind_claim.SCALAR)
SOURCE = paper("test")


def declared(body: Callable[..., Any], domain: Any = None, **options: Any) -> Any:
    return claim(SOURCE, "label", domain=square() if domain is None else domain, **options)(body)


def no_yield(A: Any) -> None:
    return None


def no_conclusion(A: Any) -> Any:
    yield given(s1(A), "<", 1)


def late_hypothesis(A: Any) -> Any:
    yield then(s1(A), "<", 1)
    yield given(s1(A), "<", 1)


def other_thing(A: Any) -> Any:
    yield s1(A)


def two(A: Any, B: Any) -> Any:
    yield then(s1(mul(A, B)), "<=", s1(A) * s1(B))


def fine(A: Any) -> Any:
    yield then(s1(A), ">=", 0)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (no_yield, "must yield"),
        (no_conclusion, "no conclusion"),
        (late_hypothesis, "hypotheses come first"),
        (other_thing, "not given"),
        (two, r"takes \(A, B\) but its domain has"),
    ],
)
def test_a_body_that_is_no_statement(body: Callable[..., Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        declared(body)


def test_arguments_are_matched_by_name() -> None:
    """The order of the domain's inputs and of the body's arguments are independent of each other."""

    def body(x: Any, A: Any) -> Any:
        yield then(s1(A), ">=", x)

    found = declared(body, together(A=square(), x=integer(0, 1)))
    assert [link.canonical() for link in found.conclusions] == ["(>= (s1 A) x)"]
    assert found.domain.kinds == {"x": Kind_claim.INTEGER, "A": Kind_claim.MATRIX}


def test_bad_declarations() -> None:
    with pytest.raises(ValueError, match="true"):
        declared(fine, status="true")
    for key in ("", "a/b", "a b", "x*"):
        with pytest.raises(ValueError, match="must be a word"):
            paper(key)
    with pytest.raises(ValueError, match="ragged"):
        declared(fine, equality=[[[1, 2], [3]]])
    with pytest.raises(ValueError, match="expected"):
        declared(fine, equality=[{"B": [[1]]}])
    with pytest.raises(TypeError, match="I is not a number"):
        then(I, "loewner", X_CLAIM)
