"""Certifying one point: the order of questions, the ladder of kernels, irrational entries, sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpz_poly

from perturb import given, indices, then
from perturb.certify.point import SECOND_KERNEL, PointVerdict
from perturb.domains import hermitian, rectangular, square, symmetric, together
from perturb.enclosure import Verdict, compare
from perturb.numbers import residual
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import field_of
from perturb.vocab import (
    I,
    T,
    cols,
    complex_lam,
    complex_s,
    det,
    exp,
    fro,
    inv,
    kappa,
    kron,
    lam,
    larger,
    moduli,
    nuclear,
    pi,
    rows,
    s,
    s1,
    s_min,
    schur,
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


# Decided at points with irrational entries: equalities by exact arithmetic, the rest by any kernel.


ROOT = field_of(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2)).generator
HALF = ROOT / 2


def test_an_equality_of_the_hypotheses_stays_decided() -> None:
    """|A|_F = 1 is seen by exact arithmetic alone, moduli by balls alone: no step had both."""

    def body(A: Any) -> Any:
        yield given(fro(A), "==", 1)
        yield then(moduli(A)[1], "<", fmpq(7, 10))

    claim = declare(body, square(n=2))
    for ladder in ({}, {"ladder": SECOND_KERNEL}):
        assert at(claim, A=ExactMatrix(2, 2, [HALF, 0, 0, HALF]), **ladder).verdict is Verdict.VIOLATED
        assert at(claim, A=ExactMatrix(2, 2, [HALF, HALF, 0, 0]), **ladder).verdict is Verdict.VIOLATED
        assert (
            at(claim, A=ExactMatrix(2, 2, [0, HALF, HALF / 2, HALF / 2]), **ladder).verdict is Verdict.VACUOUS
        )


def test_spectra_of_complex_matrices_are_exact() -> None:
    def eigenvalues(A: Any) -> Any:
        yield then(complex_lam(A)[1], "==", 1 + complex_lam(A)[2] * complex_lam(A)[2])

    def singular_values(A: Any) -> Any:
        yield then(complex_s(A)[1], "==", 2 * complex_s(A)[2])

    def twice(a: Any, b: Any, c: Any) -> ExactMatrix:
        return ExactMatrix(4, 4, [a, b, 0, 0, b, c, 0, 0, 0, 0, a, b, 0, 0, b, c])

    A = twice(fmpq(1), ROOT, fmpq(0))  # eigenvalues 2 and -1
    assert at(declare(eigenvalues, hermitian(2)), A=A).verdict is Verdict.HOLDS
    assert at(declare(singular_values, square(n=4)), A=A).verdict is Verdict.HOLDS
    assert at(declare(eigenvalues, hermitian(2)), A=twice(fmpq(1), ROOT, fmpq(1))).verdict is Verdict.VIOLATED


# Sizes that do not fit are an error at every point, before missing values and failed hypotheses.


(i_sizes,) = indices("i")
SINGULAR, REGULAR = [[0, 3, 0], [3, 0, 1], [0, 1, 0]], [[2, 1, 0], [1, 3, 0], [0, 0, 5]]


def product_of_a_block(S: Any) -> Any:
    yield then((schur(S, i_sizes) @ lam(S))[larger(i_sizes, i_sizes)], ">", nuclear(S))


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
