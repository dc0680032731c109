"""Certifying one point: the order of the questions, the ladder of kernels, and what may decide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb import given, indices, then
from perturb.certify.point import PointVerdict
from perturb.domains import square
from perturb.enclosure import Verdict, compare
from perturb.numbers import residual
from perturb.numbers.errors import Unavailable
from perturb.vocab import (
    I,
    T,
    exp,
    kappa,
    pi,
    s,
    s1,
    s_min,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.certified import Exact
from tests.declared import at, declare, verdict

i, j, k = indices("i j k")


def two_hypotheses(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield given(s_min(A), ">", 0)
    yield then(kappa(I + A), "<=", 3)


def test_a_failed_hypothesis_makes_the_point_vacuous() -> None:
    c = declare(two_hypotheses)
    first = at(c, A=[[2]])
    assert (first.verdict, first.failed, first.reason) == (Verdict.VACUOUS, 0, "hypothesis 1")
    second = at(c, A=[[0.5, 0], [0, 0]])
    assert (second.verdict, second.failed, second.reason) == (Verdict.VACUOUS, 1, "hypothesis 2")
    border = at(c, A=[["3/5", "4/5"], ["-4/5", "3/5"]])
    assert (border.verdict, border.failed) == (Verdict.VACUOUS, 0)


def test_a_point_inside() -> None:
    c = declare(two_hypotheses)
    assert at(c, A=[[0.5]]).verdict is Verdict.HOLDS
    found = at(c, A=[[0.75, 0], [0, -0.75]])
    assert (found.verdict, found.failed) == (Verdict.VIOLATED, 0)
    assert compare(found.lhs, ">", found.rhs) is Verdict.HOLDS
    assert found.margin == pytest.approx(-4 / 7)


def test_conclusions_are_not_looked_at_where_a_hypothesis_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def body(A: Any) -> Any:
        yield given(trace(A), ">", 0)
        yield then(s1(A), "<=", 0)

    def forbidden(*_: Any) -> Any:
        raise AssertionError("a spectrum was computed")

    monkeypatch.setattr(residual, "singular_values", forbidden)
    assert at(declare(body), A=[[-1]]).verdict is Verdict.VACUOUS


def unknowable(A: Any) -> Any:
    """pi equals pi, but no finite precision certifies it."""
    yield given(pi + s1(A), "==", s1(A) + pi)
    yield then(s1(A), "<", 0)


def test_a_violation_needs_every_hypothesis() -> None:
    found = at(declare(unknowable), A=[[1]])
    assert found.verdict is Verdict.UNDECIDED
    assert found.reason.startswith("hypothesis 1")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_wherever_the_open_hypothesis_stands(place: int) -> None:
    def body(A: Any) -> Any:
        sides = [given(s1(A), ">", 0), given(trace(A), ">", 0)]
        sides.insert(place, given(exp(trace(A)), "==", exp(trace(A)) + 0))
        yield from sides
        yield then(trace(A), "<", 0)

    assert at(declare(body), A=[[1]]).verdict is Verdict.UNDECIDED


def test_a_false_hypothesis_beside_an_open_one() -> None:
    """The false one puts the point outside, in whatever order they are written."""

    def body(A: Any) -> Any:
        yield given(pi, "==", pi + 0 * trace(A))
        yield given(trace(A), "<", 0)
        yield then(trace(A), "<", 0)

    found = at(declare(body), A=[[1]])
    assert (found.verdict, found.failed) == (Verdict.VACUOUS, 1)
    assert at(declare(body), A=[[-1]]).verdict is Verdict.UNDECIDED


@pytest.fixture
def screened_word() -> Word:
    """The largest entry in absolute value, as a word that float64 alone can compute."""
    return Word(
        "test screened",
        Kind.SCALAR,
        "x({0})",
        lambda A: np.abs(A).max((-2, -1))[..., None, None],
        accepts=(Kind.MATRIX,),
    )


@pytest.mark.parametrize("op", ["<=", "<", ">=", ">", "==", "!="])
def test_a_word_without_a_certificate_decides_nothing(op: str, screened_word: Word) -> None:
    with pytest.raises(ValueError, match="it can be screened only"):  # nine digits of it are not known either
        screened_word(np.array([[1.0, -5.0]]))
    for rhs in (-1000, 5, 1000):
        assert verdict(lambda A: screened_word(A), op, rhs, A=[[1, 5], [0, 0]]) is Verdict.UNDECIDED

    def as_hypothesis(A: Any) -> Any:
        yield given(screened_word(A), op, 5)
        yield then(s1(A), "<", 0)

    found = at(declare(as_hypothesis), A=[[1, 5], [0, 0]])
    assert found.verdict is Verdict.UNDECIDED
    assert "screened only" in found.reason


def test_a_violated_conclusion_beside_an_open_one() -> None:
    def body(A: Any) -> Any:
        yield then(exp(trace(A)), "==", exp(trace(A)) + 0)
        yield then(s1(A), "<", 0)

    found = at(declare(body), A=[[1]])
    assert (found.verdict, found.failed) == (Verdict.VIOLATED, 1)


def test_an_open_conclusion_is_no_pass() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), ">=", 0)
        yield then(exp(trace(A)), "==", exp(trace(A)) + 0)

    found = at(declare(body), A=[[1]])
    assert (found.verdict, found.failed, found.reason) == (Verdict.UNDECIDED, 1, "precision")


def weyl(A: Any, B: Any) -> Any:
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


def test_the_start_value_is_not_a_pass() -> None:
    assert PointVerdict().verdict is Verdict.UNDECIDED
    assert PointVerdict().reason == "not computed"
    assert at(declare(two_hypotheses), (), A=[[0.5]]).verdict is Verdict.UNDECIDED


def test_exact_declines_rather_than_guesses() -> None:
    big = Exact(
        {
            "A": declare(weyl, square(count=2))
            .domain.point({"A": [[1] * 13] * 13, "B": [[1] * 13] * 13})
            .values["A"]
        }
    )
    with pytest.raises(Unavailable, match="up to n = 12"):
        big.singular_values(big.inputs["A"])


def test_an_enclosure_that_ends_at_zero_touches_zero() -> None:
    """Its midpoint is half its width, which is no distance from 0."""

    def body(A: Any) -> Any:
        yield then(abs(s1(A) * exp(s1(A)) - s1(T(A)) * exp(s1(T(A))) + 0 * pi), "<=", 0)

    found = at(declare(body), A=[[1, 1], [0, 0]])
    assert (found.verdict, found.margin) == (Verdict.UNDECIDED, 1e-300)
