"""Sizes that do not fit are an error at every point, before missing values and failed hypotheses."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import given, indices, then
from perturb.domains import rectangular, square, symmetric, together
from perturb.enclosure import Verdict
from perturb.vocab import cols, det, fro, inv, kron, lam, larger, nuclear, rows, s, s1, schur, trace
from tests.declared import at, declare

(i,) = indices("i")
SINGULAR, REGULAR = [[0, 3, 0], [3, 0, 1], [0, 1, 0]], [[2, 1, 0], [1, 3, 0], [0, 0, 5]]


def product_of_a_block(S: Any) -> Any:
    yield then((schur(S, i) @ lam(S))[larger(i, i)], ">", nuclear(S))


def operand_first(S: Any) -> Any:
    yield then(trace(inv(S) + kron(S, S)), "<=", 1)


def another_side(S: Any) -> Any:
    yield then(s1(inv(S)) * lam(S), "<=", s(kron(S, S)))


def another_conclusion(S: Any) -> Any:
    yield then(s1(inv(S)), "<=", 1)
    yield then(fro(S - kron(S, S)), "<=", 1)


def behind_a_hypothesis(S: Any) -> Any:
    yield given(det(S), ">", 0)
    yield then(fro(S - kron(S, S)), "<=", 1)


STATEMENTS = [product_of_a_block, operand_first, another_side, another_conclusion, behind_a_hypothesis]


@pytest.mark.parametrize("body", STATEMENTS)
@pytest.mark.parametrize("S", [SINGULAR, REGULAR])
def test_an_error_whatever_the_values(body: Any, S: Any) -> None:
    with pytest.raises(ValueError, match=r"do not fit|of lengths"):
        at(declare(body, symmetric(n=3)), S=S)


def square_alone(A: Any) -> Any:
    yield given(rows(A), "==", cols(A))
    yield then(det(A), "<=", 1)


def test_a_hypothesis_about_sizes_keeps_others_out() -> None:
    c = declare(square_alone, rectangular())
    assert at(c, A=[[1, 2]]).verdict is Verdict.VACUOUS
    assert at(c, A=[[2, 0], [0, 1]]).verdict is Verdict.VIOLATED


def test_a_missing_value_where_sizes_fit_lies_outside() -> None:
    def body(A: Any, B: Any) -> Any:
        yield then(trace(inv(A) + B), "<=", 1)

    c = declare(body, together(A=square(n=2), B=square(n=2)))
    assert at(c, A=[[1, 1], [1, 1]], B=[[1, 0], [0, 1]]).verdict is Verdict.VACUOUS
