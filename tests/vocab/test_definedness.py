"""The walk over a statement, what has no value there, and what is certain of a matrix of balls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import given, indices, then
from perturb.certify.point import BALLS, LADDER, screen
from perturb.domains import integer, square, together, vector
from perturb.domains.space import Batch
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
    lam_min,
    larger,
    largest,
    leading,
    length,
    log,
    mat_abs,
    mat_exp,
    mat_sqrt,
    matpow,
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
from perturb.vocab import indices as indices_evaluate
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import const, variable
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange
from tests.declared import at, declare, one

i, k = indices("i k")
VECTORS = together(v=vector(), n=(1, 4))
HOLDS, VIOLATED, UNDECIDED, VACUOUS = Verdict.HOLDS, Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.VACUOUS
A_ = variable("A", Kind.MATRIX)


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
    open_one = at(declare(body), BALLS, A=[[1, 1], [0, 0]])
    assert (open_one.verdict, open_one.reason) == (UNDECIDED, "definedness")


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


# The walk over a statement: each part once, indices apart, definitions opened.


x, y, A = variable("x", Kind.SCALAR), variable("y", Kind.SCALAR), variable("A", Kind.MATRIX)
(i_evaluate,) = indices_evaluate("i")


class Counting:
    """Fractions, with a note of each word that was applied."""

    def __init__(self) -> None:
        self.applied: Counter[str] = Counter()

    def constant(self, value: Fraction) -> Fraction:
        return value

    def input(self, name: str) -> Any:
        self.applied[name] += 1
        return {"x": Fraction(1, 2), "y": Fraction(3), "A": (7, 5)}[name]

    def apply(self, expr: Any, args: list[Any], read: Evaluation, at: Any) -> Any:
        self.applied[expr.word.name] += 1
        if expr.word.name == "component":
            vector, k = args
            if not 1 <= k <= len(vector):
                raise OutOfRange(k)
            return vector[k - 1]
        done = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "larger": max, "s": lambda a: a}
        return done[expr.word.name](*args)


def test_a_shared_part_is_computed_once() -> None:
    system = Counting()
    read = Evaluation(system)
    part = x * y
    assert read(part + larger(part, x)) == Fraction(3)
    assert read(part) == Fraction(3, 2)
    assert system.applied == {"x": 1, "y": 1, "mul": 1, "add": 1, "larger": 1}


def test_an_index_is_read_where_it_stands_and_no_further() -> None:
    system = Counting()
    read = Evaluation(system)
    term = s(A)[i_evaluate] + x
    assert [read(term, {"i": k}) for k in (1, 2, 1)] == [Fraction(15, 2), Fraction(11, 2), Fraction(15, 2)]
    assert (system.applied["s"], system.applied["component"], system.applied["x"]) == (1, 2, 1)
    with pytest.raises(OutOfRange):
        read(term, {"i": 3})


def test_constants_keep_their_kind() -> None:
    read = Evaluation(Counting())
    assert type(read(const(2))) is int
    assert read(const(Fraction(1, 3))) == Fraction(1, 3)


def test_a_definition_is_opened() -> None:
    """s1(A) is the first of s(A), so that both share what is computed."""
    system = Counting()
    assert Evaluation(system)(s1(A) + s(A)[2]) == 12
    assert system.applied == {"A": 1, "s": 1, "component": 2, "add": 1}


# What is certain of a matrix of balls: its rank, that it is semidefinite; what wants exact matrices.


TINY = Fraction(1, 10**40)


def test_a_root_of_balls_wants_a_semidefinite_matrix() -> None:
    c = one(lam_min, ">=", lambda A: 0 * trace(mat_sqrt(pi * A)))
    assert at(c, A=[[-TINY, 0], [0, 2]]).undefined
    assert at(c, A=[[0, 0], [0, 2]]).verdict is HOLDS
    assert at(c, A=[[1, 0], [0, 2]]).verdict is HOLDS


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
        assert at(c, BALLS[:1], A=A).verdict in (HOLDS, VIOLATED)
    c = one(lambda A: entries(mat_sqrt(pi * A)), "<=", sqrt(pi / 2) + Fraction(1, 10**11))
    found = at(c, A=A)
    assert (found.verdict, found.bits) == (HOLDS, 53)
