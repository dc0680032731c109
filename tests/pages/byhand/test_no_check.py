"""There is no check by hand where nothing is violated, or where fractions do not reach."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perturb import then
from perturb.domains import (
    square,
)
from perturb.pages.byhand.script import by_hand
from perturb.vocab import (
    T,
    absolute,
    inv,
    lam_max,
    larger,
    mat_exp,
    mat_sqrt,
    s1,
    s_min,
    smaller,
    spectral_radius,
    sq,
    sqrt,
)
from tests.pages.byhand.false_statements import FALSE, statement


def test_a_true_statement_has_no_check():
    domain, body, _ = FALSE[0]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"A": [[1]], "B": [[2]]})) is None


EQUALITIES = {
    "sum": lambda A, B: (s1(A) + s1(B), s1(B) + s1(A)),
    "difference": lambda A, B: (s1(A) - s1(B), -(s1(B) - s1(A))),
    "negative product": lambda A, B: ((s1(A) - s1(B)) * s1(A), sq(s1(A)) - s1(A) * s1(B)),
    "quotient": lambda A, B: (s1(A) / s1(B) * s1(B), s1(A)),
    "negative quotient": lambda A, B: ((s1(A) - s1(B)) / (0 - s1(B)), 1 - s1(A) / s1(B)),
    "absolute value": lambda A, B: (absolute(s1(A) - s1(B)), absolute(s1(B) - s1(A))),
    "roots": lambda A, B: (sqrt(s1(A)) * sqrt(s1(B)), sqrt(s1(A) * s1(B))),
    "powers": lambda A, B: (s1(A) ** Fraction(-3, 2) * sq(s1(A)), sqrt(s1(A))),
    "extremes": lambda A, B: (smaller(s1(A), s1(B)) + larger(s1(A), s1(B)), s1(A) + s1(B)),
    "spectra": lambda A, B: (s1(A), sqrt(lam_max(T(A) @ A))),
    "moduli": lambda A, B: (spectral_radius(A + T(A)), s1(A + T(A))),
    "inverse": lambda A, B: (s1(inv(A)), 1 / s_min(A)),
    "negation": lambda A, B: (0 - s1(A), -sqrt(lam_max(T(A) @ A))),
    "matrix root": lambda A, B: (lam_max(mat_sqrt(T(A) @ A)), s1(A)),
}
IRRATIONAL = [
    [[1, 2], [0, 1]],
    [[3, 1], [1, "1/3"]],
    [[5, 1], [2, 1]],
    [[1, 1], [0, 7]],
    [[2, 9], [1, 3]],
    [[1, 4], [4, 0]],
]


@pytest.mark.parametrize("sign", ["<=", ">="])
@pytest.mark.parametrize("sides", EQUALITIES.values(), ids=EQUALITIES)
def test_equal_irrational_numbers_are_never_shown_to_differ(sides, sign):
    def body(A, B):
        lhs, rhs = sides(A, B)
        yield then(lhs, sign, rhs)

    of = statement(square(count=2, n=(1, 2)), body)
    for A, B in zip(IRRATIONAL, reversed(IRRATIONAL), strict=True):
        assert by_hand(of, of.domain.point({"A": A, "B": B})) is None


def test_a_point_outside_the_hypotheses_has_no_check():
    domain, body, _ = FALSE[13]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"M": [[2, 0], [0, -2]]})) is None


def test_a_point_outside_the_domain_has_no_check():
    domain, body, _ = FALSE[6]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"A": [[0, 1], [0, 0]], "C": [[1, 0], [0, 0]]})) is None


def test_words_beyond_fractions_have_no_check():
    def exponential(A):
        yield then(s1(mat_exp(A)), "<=", 1)

    of = statement(square(n=(1, 2)), exponential)
    assert by_hand(of, of.domain.point({"A": [[1]]})) is None
