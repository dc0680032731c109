"""What a check says: names, the instance shown, the lines that a step rests on."""

from __future__ import annotations

from fractions import Fraction

from perturb import then
from perturb.domains import (
    rectangular,
    scalar,
    square,
    together,
    vector,
)
from perturb.vocab import (
    circulant,
    diag,
    s,
    s1,
    slopes,
    sqrt,
)
from tests.pages.byhand.false_statements import FALSE, check, statement


def test_names_that_the_check_needs_are_given_way():
    def body(F, times):
        yield then(s(F @ times), "<=", s(F) * s(times) / 2)

    check(statement(square(count=2, n=(1, 2)), body), {"F": [[1]], "times": [[1]]})


def test_names_that_python_needs_are_given_way():
    def body(sum, print):
        yield then(s(sum @ print), "<=", s(sum) * s(print) / 2)

    ones = [[1, 1], [1, 2]]
    code = check(statement(square(count=2, n=(1, 2)), body), {"sum": ones, "print": ones})
    assert "\nprint_ = " in code


def test_the_named_instance_is_the_one_shown():
    domain, body, _ = FALSE[0]
    of = statement(domain, body)
    diagonals = {"A": [[1, 0, 0], [0, 0, 0], [0, 0, 0]], "B": [[0, 0, 0], [0, 1, 0], [0, 0, 1]]}
    code = check(of, diagonals, at={"i": 3})
    assert "# the statement says lhs <= rhs at i = 3" in code
    assert 'print("the statement fails here: lhs > rhs at i = 3")' in code


def test_slopes_come_with_the_sign_that_they_rest_on():
    def body(W, z, eta):
        yield then(s1(diag(slopes(W @ z, eta)) @ W), "<=", s1(W) / 4)

    domain = together(W=rectangular(), z=vector(), eta=scalar(), m=2, n=2)
    code = check(statement(domain, body), {"W": [[1, 0], [0, -1]], "z": [1, 1], "eta": 0})
    assert "> 0  # so the slope is 1" in code
    assert "< 0  # so the slope is" in code


def test_an_irrational_multiple_is_within_a_stated_distance():
    def body(A):
        yield then(s(sqrt(2) * A), "<=", Fraction(7, 5) * s(A))

    code = check(statement(square(n=(1, 2)), body), {"A": [[1, 1], [0, 1]]})
    assert "(Frobenius norm) of what it stands for" in code


def test_a_circular_convolution_is_written_out():
    def body(v):
        yield then(s1(circulant(v)), "<=", v[1])

    assert "[[v[0], v[1]], [v[1], v[0]]]" in check(statement(vector(n=2), body), {"v": [1, 2]})
