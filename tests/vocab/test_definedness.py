"""A point where some part has no value lies outside the statement; a doubt about that decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import given, indices, then
from perturb.certify.point import LADDER
from perturb.certify.screen import screen
from perturb.domains import integer, square, symmetric, together, vector
from perturb.domains.base import Batch
from perturb.enclosure import Verdict
from perturb.vocab import (
    I,
    T,
    circulant,
    column_matrix,
    diag,
    entries,
    eye,
    inv,
    kappa,
    kron,
    lam,
    lam_max,
    lam_min,
    largest,
    leading,
    length,
    log,
    mat_abs,
    mat_exp,
    mat_sqrt,
    matpow,
    mul,
    op,
    permanent,
    pi,
    rank,
    rows,
    s,
    s1,
    s_star,
    schatten,
    sqrt,
    total,
    trace,
)
from perturb.vocab.tree import variable
from perturb.vocab.word import Kind
from tests.declared import at, declare

i, k = indices("i k")
VECTORS = together(v=vector(), n=(1, 4))
HOLDS, VIOLATED, UNDECIDED, VACUOUS = Verdict.HOLDS, Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.VACUOUS
TINY = Fraction(1, 10**40)
LADDER_OF_BALLS = LADDER[:4]
A_ = variable("A", Kind.MATRIX)


def one(lhs: Callable[[Any], Any], sign: str, rhs: Any) -> Any:
    """The claim lhs(A) sign rhs(A) on square matrices."""

    def body(A: Any) -> Any:
        yield then(lhs(A), sign, rhs(A) if callable(rhs) else rhs)

    return declare(body)


def test_what_is_undefined_does_not_depend_on_the_order_of_the_parts() -> None:
    def by_index(v: Any) -> Any:
        yield then(1 / v[i], "<=", 0)

    def by_component(v: Any) -> Any:
        yield then(1 / v, "<=", 0)

    for body in (by_index, by_component):
        for v in ([1, 0], [0, 1], [1, 0, -1]):
            found = at(declare(body, VECTORS), v=v)
            assert (found.verdict, found.undefined) == (VACUOUS, True), (body, v)
            where = f" at i = {v.index(0) + 1}" if body is by_index else ""
            assert found.reason == f"undefined: division by zero{where}"
        assert at(declare(body, VECTORS), v=[1, -1]).verdict is VIOLATED
        assert at(declare(body, VECTORS), v=[-1, -1]).verdict is HOLDS


@pytest.mark.parametrize("swapped", [False, True])
def test_nor_on_the_order_of_relations(swapped: bool) -> None:
    parts = [then(s1(A_), ">=", 1), then(1 / trace(A_), "<=", 3)]

    def conclusions(A: Any) -> Any:
        yield from reversed(parts) if swapped else parts

    c = declare(conclusions)
    assert at(c, A=[[0]]).undefined
    assert at(c, A=[[Fraction(1, 2)]]).verdict is VIOLATED
    premises = [given(log(trace(A_)), ">=", -10), given(s1(A_), "<=", 1)]

    def hypotheses(A: Any) -> Any:
        yield from reversed(premises) if swapped else premises
        yield then(trace(A), ">=", 2)

    c = declare(hypotheses)
    assert at(c, A=[[-1]]).verdict is at(c, A=[[-3]]).verdict is VACUOUS
    assert at(c, A=[[1]]).verdict is VIOLATED


def test_a_violation_waits_for_the_doubt_about_another_part() -> None:
    """sqrt(2) sqrt(2) - 2 is zero, which no ball shows."""

    def body(A: Any) -> Any:
        nought = s1(A) * s1(T(A)) - 2
        yield then(trace(A), "<=", 0)
        yield then(1 / nought, ">=", 0)

    found = at(declare(body), A=[[1, 1], [0, 0]])
    assert (found.verdict, found.undefined) == (VACUOUS, True)  # exact arithmetic sees it
    open_one = at(declare(body), LADDER_OF_BALLS, A=[[1, 1], [0, 0]])
    assert (open_one.verdict, open_one.reason) == (UNDECIDED, "definedness")


def test_a_root_of_balls_wants_a_semidefinite_matrix() -> None:
    c = one(lam_min, ">=", lambda A: 0 * trace(mat_sqrt(pi * A)))
    assert at(c, A=[[-TINY, 0], [0, 2]]).undefined
    assert at(c, A=[[0, 0], [0, 2]]).verdict is HOLDS
    assert at(c, A=[[1, 0], [0, 2]]).verdict is HOLDS


def test_eigenvalues_of_balls_want_a_symmetric_matrix() -> None:
    c = one(lambda A: lam_max(pi * A), ">=", 10)
    nearly = [[2, 1 + Fraction(1, 10**30)], [1, 2]]
    assert at(c, LADDER[:1], A=nearly).verdict is UNDECIDED
    assert at(c, A=[[2, 1], [1, 2]]).verdict is VIOLATED
    for A in (nearly, [[2, 3], [1, 2]]):
        with pytest.raises(ValueError, match="not symmetric"):
            at(c, A=A)


SYMMETRIC_BY_FORM: dict[str, Callable[[Any], Any]] = {
    "scaled": lambda A: pi * (A + T(A)),
    "divided": lambda A: (A + T(A)) / pi,
    "sum": lambda A: pi * A + T(pi * A),
    "gram": lambda A: mul(T(A), pi * A),
    "gram, scalar inside": lambda A: mul(T(pi * A), A),
    "congruence": lambda A: mul(mul(T(A), mat_exp(A + T(A))), A),
    "exponential": lambda A: mat_exp(A) @ mat_exp(T(A)),
    "power": lambda A: matpow(pi * (A + T(A)), 3),
    "inverse": lambda A: inv(mat_exp(A + T(A))),
    "kron": lambda A: kron(pi * (A + T(A)), A @ T(A)),
    "difference": lambda A: mat_exp(A) - A + T(mat_exp(A) - A),
    "absolute": lambda A: pi * mat_abs(A),
    "corner": lambda A: leading(mat_exp(A + T(A)), 1),
}


@pytest.mark.parametrize("name", SYMMETRIC_BY_FORM)
def test_symmetric_by_the_way_it_is_made(name: str) -> None:
    c = one(lambda A: lam(SYMMETRIC_BY_FORM[name](A)), "<=", 10**9)
    for A in ([[1, 2], [3, 4]], [[0, 1], [-1, 0]]):
        assert at(c, A=A).verdict is HOLDS


@pytest.mark.parametrize(
    "f",
    [lambda A: mat_exp(A), lambda A: pi * A, lambda A: A @ mat_exp(A), lambda A: mat_exp(A) - T(mat_exp(A))],
)
def test_not_symmetric(f: Callable[[Any], Any]) -> None:
    """Certainly not, or it cannot be seen: never a value."""
    c = one(lambda A: lam_max(f(A)), "<=", 10**9)
    try:
        assert at(c, A=[[1, TINY], [0, 2]]).verdict is UNDECIDED
    except ValueError as error:
        assert "not symmetric" in str(error)  # noqa: PT017


def test_the_inverse_of_balls_waits_for_digits() -> None:
    c = one(lambda A: trace(inv(mat_exp(A))), "<=", 10)
    found = at(c, A=[[100, 99], [98, -100]])
    assert (found.verdict, found.bits) == (VIOLATED, 424)
    assert at(one(lambda A: trace(inv(A)), "<=", 10), A=[[1, 1], [1, 1]]).undefined
    # exp(A) exp(-A) - I is zero, so that its inverse has no value; balls cannot tell, and do not.
    c = one(lambda A: trace(inv(mat_exp(A) @ mat_exp(T(A)) - mat_exp(T(A)) @ mat_exp(A))), "<=", 10)
    assert at(c, A=[[1, 2], [2, 1]]).verdict in (UNDECIDED, VACUOUS)


def test_a_negative_power_is_undefined() -> None:
    def body(A: Any, m: Any) -> Any:
        yield then(trace(matpow(A, m)), "<=", 100)

    c = declare(body, together(A=square(), m=integer(-1, 2), n=(1, 3)))
    assert at(c, A=[[1]], m=-1).undefined
    assert at(c, A=[[1]], m=0).verdict is HOLDS


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: rank(mat_exp(A_)), "rank is exact: it takes no matrix made with mat_exp"),
        (lambda: permanent(pi * A_), "permanent is exact: it takes no matrix made with pi"),
    ],
)
def test_exact_words_refuse_inexact_matrices_at_declaration(build: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        build()


def test_exact_words_of_what_turns_out_irrational_are_open() -> None:
    c = one(lambda A: rank(mat_sqrt(A @ T(A))), "==", lambda A: rank(A))
    assert at(c, A=[[1, 2], [2, 4]]).verdict is HOLDS
    c = one(lambda A: permanent(mat_sqrt(A @ T(A))), ">=", 0)
    assert at(c, A=[[1, 2], [3, 4]]).verdict is UNDECIDED


RANKS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "scaled": (lambda A: pi * A, 1),
    "exponential": (lambda A: mat_exp(A), 3),
    "product": (lambda A: mat_exp(A) @ A, 1),
    "gram": (lambda A: T(pi * A) @ (pi * A), 1),
    "absolute": (lambda A: mat_abs(pi * A), 1),
    "root": (lambda A: mat_sqrt(pi * (A @ T(A))), 1),
}


@pytest.mark.parametrize("name", RANKS)
def test_the_condition_number_of_balls(name: str) -> None:
    f, expected = RANKS[name]
    A = [[1, 2, 3], [2, 4, 6], [1, 2, 3]]
    assert at(one(lambda A: s_star(f(A)), ">", 0), A=A).verdict is HOLDS
    assert at(one(lambda A: kappa(f(A)), ">=", 1 + TINY), A=A).verdict is (
        VIOLATED if expected == 1 else HOLDS
    )
    assert at(one(lambda A: kappa(pi * A), "<=", 1), A=[[0, 0], [0, 0]]).undefined


def test_roots_of_singular_balls_keep_their_digits() -> None:
    A = [[1, 1], [1, 1]]
    for f in (lambda A: mat_sqrt(pi * A), lambda A: mat_abs(sqrt(pi) * A) / sqrt(sqrt(4))):
        c = one(lambda A: entries(f(A)), "<=", lambda A: sqrt(pi / 2) * 1 + Fraction(1, 10**11))  # noqa: B023
        assert at(c, LADDER_OF_BALLS[:1], A=A).verdict in (HOLDS, VIOLATED)
    c = one(lambda A: entries(mat_sqrt(pi * A)), "<=", sqrt(pi / 2) + Fraction(1, 10**11))
    found = at(c, A=A)
    assert (found.verdict, found.bits) == (HOLDS, 53)


def test_equal_by_the_way_they_are_made() -> None:
    def golden_thompson(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(A + B)), "<=", trace(mat_exp(A) @ mat_exp(B)))

    c = declare(golden_thompson, symmetric(count=2, n=(1, 3)))
    commuting = at(c, A=[[1, 2], [2, 1]], B=[[0, 3], [3, 0]])
    assert (commuting.verdict, commuting.margin) == (HOLDS, 0.0)
    assert at(c, A=[[1, 0], [0, 2]], B=[[0, 1], [1, 0]]).margin > 0

    def strict(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(A + B)), "<", trace(mat_exp(A) @ mat_exp(B)))

    assert at(declare(strict, symmetric(count=2, n=(1, 3))), A=[[1]], B=[[2]]).verdict is VIOLATED


def test_of_nothing_there_is_no_largest() -> None:
    def body(v: Any) -> Any:
        yield then(largest(v[:k]), "<=", op(A_of(v)))

    def A_of(v: Any) -> Any:
        return v[1] * kron(v, v)

    assert at(declare(body, VECTORS), v=[1, 2]).undefined


@pytest.mark.parametrize(
    ("lhs", "op", "rhs", "expected"),
    [
        (lambda A: A[1, 1] ** sqrt(2), "<=", 1, HOLDS),
        (lambda A: A[1, 1] ** pi, "<", 0, VIOLATED),
        (lambda A: A[1, 1] ** -pi, "<", 0, VACUOUS),
        (lambda A: (A[1, 1] - 2) ** pi, "<", 0, VACUOUS),
        (lambda A: (A[1, 1] - 2) ** (2 * s1(A + I)), "==", 4, HOLDS),
        (lambda A: schatten(A + I, sqrt(2)), "<=", 2, HOLDS),
        (lambda A: (A[1, 1] + 1) ** Fraction(1, 10**80), "==", 1, HOLDS),
        (lambda A: (A[1, 1] + 2) ** Fraction(1, 10**25), ">", 1, HOLDS),
    ],
)
def test_powers(lhs: Any, op: str, rhs: Any, expected: Verdict) -> None:
    assert at(one(lhs, op, rhs), A=[[0]]).verdict is expected


def test_vectors_without_components() -> None:
    """They have no matrix and no largest component; a relation between them has no instance."""

    def relation(v: Any) -> Any:
        yield then(v[:k], "<=", v[:k])

    def matrix(f: Callable[[Any], Any]) -> Any:
        def body(v: Any) -> Any:
            yield then(total(entries(f(v[:k]))), "<=", 10**6)

        return declare(body, VECTORS)

    c = declare(relation, VECTORS)
    assert at(c, v=[1, 2]).verdict is HOLDS
    assert np.isposinf(screen(c, Batch({"n": 1}, {"v.x": np.array([[0.0]])}, 1)).margin).all()
    for f in (diag, circulant, column_matrix, lambda v: kron(v, v)):
        c = matrix(f)
        assert at(c, v=[1, 2]).undefined
        assert screen(c, Batch({"n": 1}, {"v.x": np.array([[2.0]])}, 1)).margin[0] > 0


def test_sums_of_what_is_not_negative_have_roots() -> None:
    """Balls that end at 0 add up to one that its rounded radius may carry below it."""

    def nought(A: Any) -> Any:
        return abs(s1(A) * s1(T(A)) - 2)

    for f in (lambda x: x + x / 3, lambda x: x * (x / 3), lambda x: x + x + x + x):
        c = one(lambda A: sqrt(f(nought(A))), "<=", 1)  # noqa: B023
        assert at(c, LADDER[:1], A=[[1, 1], [0, 0]]).verdict is HOLDS


PART_IN_DOUBT: dict[str, Callable[[Any], Any]] = {
    "component": lambda A: (1 / s(A))[1],
    "logarithm": lambda A: log(s(A))[1],
    "head": lambda A: total((1 / s(A))[:1]),
    "length": lambda A: length(1 / s(A)) * trace(A),
    "entry": lambda A: inv(pi * A)[1, 1],
    "shape": lambda A: rows(inv(pi * A)) * trace(A),
    "identity": lambda A: trace(eye(diag(1 / s(A)))),
    "power": lambda A: trace(matpow(diag(1 / s(A)), 0)),
    "corner": lambda A: trace(leading(inv(pi * A), 1)),
}


@pytest.mark.parametrize("name", PART_IN_DOUBT)
def test_a_part_that_is_not_looked_at_must_be_defined_too(name: str) -> None:
    """1/s_2 = 1/0 puts the point outside, whether s_2 is a rational, a root or a ball around 0."""
    f = PART_IN_DOUBT[name]
    for sign in ("<=", ">="):
        for rhs in (-(10**6), 10**6):
            found = at(one(f, sign, rhs), A=[[1, 1], [1, 1]])
            assert found.verdict in (VACUOUS, UNDECIDED), (sign, rhs)
            assert at(one(f, sign, rhs), LADDER[:1], A=[[1, 1], [1, 1]]).verdict in (VACUOUS, UNDECIDED)

    def premise(A: Any) -> Any:
        yield given(f(A), ">=", -(10**6))
        yield then(trace(A), "<=", 0)

    assert at(declare(premise), A=[[1, 1], [1, 1]]).verdict in (VACUOUS, UNDECIDED)
    assert at(declare(premise), A=[[1, 1], [0, 1]]).verdict is VIOLATED


def test_nothing_of_one_size_is_not_nothing_of_another() -> None:
    """X - X has the trace of its exponential from its size alone; enclosures are too wide here to tell."""

    def traces(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(pi * A - A * pi)), "==", trace(mat_exp(pi * B - B * pi)))

    c = declare(traces, together(A=square("m"), B=square("n"), m=(1, 3), n=(1, 3)))
    huge = 10**25
    for bits in (LADDER[:1], LADDER):
        assert at(c, bits, A=[[huge] * 2] * 2, B=[[huge] * 3] * 3).verdict is not HOLDS
        assert at(c, bits, A=[[huge] * 2] * 2, B=[[huge] * 2] * 2).verdict is HOLDS


def test_forms_that_share_parts_end_soon() -> None:
    def doubled(A: Any) -> Any:
        X = pi * A
        for _ in range(40):
            X = (X + T(X)) / 2
        yield then(trace(X), "<=", trace(T(X)))

    def squared(A: Any) -> Any:
        X = pi * A
        for _ in range(24):
            X = X @ X
        yield then(lam_min(X), ">=", 0)

    for body in (doubled, squared):
        assert at(declare(body), A=[[1, 0], [0, 0]]).verdict in (HOLDS, UNDECIDED)
