"""What is certain of a matrix of balls: its rank, that it is semidefinite; what wants exact matrices."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from perturb.certify.point import BALLS
from perturb.enclosure import Verdict
from perturb.vocab import (
    T,
    entries,
    kappa,
    lam_min,
    mat_abs,
    mat_exp,
    mat_sqrt,
    permanent,
    pi,
    rank,
    s_star,
    sqrt,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from tests.declared import at, one

HOLDS, VIOLATED, UNDECIDED, VACUOUS = Verdict.HOLDS, Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.VACUOUS
TINY = Fraction(1, 10**40)
A_ = variable("A", Kind.MATRIX)


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
