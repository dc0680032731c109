"""The number system of checks by hand: constants, inputs, names for matrices, and what it does not reach."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perturb.pages.byhand.tables import Steps, Table, as_term
from perturb.pages.byhand.terms import BeyondError, add, number
from perturb.vocab import s1, trace
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.evaluate import Evaluation

F = Fraction
A = variable("A", Kind.MATRIX)
TABLE = Table("A", [[F(1), F(2)], [F(3), F(4)]])


def steps(**words) -> Steps:
    return Steps({"A": TABLE, "k": 3}, 8, {"A", "k"}, words)


def test_a_tree_is_read_by_the_words_that_are_given():
    of = steps(trace=lambda system, A: add(A.entry(0, 0), A.entry(1, 1)))
    found = Evaluation(of)(trace(A))
    assert (found.lo.code, found.lo.value) == ("A[0][0] + A[1][1]", 5)
    with pytest.raises(BeyondError, match="s is not reached by fractions"):
        Evaluation(of)(s1(A))


def test_inputs_have_their_shapes_and_constants_are_numbers():
    of = steps()
    assert of.input("A") is TABLE
    assert of.shape("A", Kind.MATRIX) == (2, 2)
    assert of.constant(F(1, 3)) == number(F(1, 3)) == as_term(of.constant(F(1, 3)))
    assert as_term(2) == number(F(2))


def test_equal_matrices_share_a_name_and_an_irrational_source_is_refused():
    of = steps()
    first, again = (of.made("transpose(A)", [[F(1)]], TABLE) for _ in range(2))
    other = of.made("times(A, A)", [[F(2)]], TABLE)
    assert (first.code, again.code, other.code) == ("X1", "X1", "X2")
    assert first.facts == ("X1 = transpose(A)",)
    near = Table("R", [[F(1)]], (), F(1, 1000))
    with pytest.raises(BeyondError, match="irrational entries"):
        of.made("times(R, A)", [[F(1)]], near)
