"""What a check by hand says: names, instances, steps; its number system; bounds and what they rest on."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from perturb import then
from perturb.domains import (
    rectangular,
    scalar,
    square,
    together,
    vector,
)
from perturb.pages.byhand.tables import Steps, Table, as_term
from perturb.pages.byhand.terms import (
    BeyondError,
    Side,
    Term,
    UnprovedError,
    absolute,
    add,
    because,
    divide,
    extreme,
    integer_power,
    literal,
    multiply,
    negate,
    number,
    subtract,
)
from perturb.vocab import (
    circulant,
    diag,
    s,
    s1,
    slopes,
    sqrt,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.evaluate import Evaluation
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


# The number system of checks by hand: constants, inputs, names for matrices, and what it does not reach.


F = Fraction
A = variable("A", Kind.MATRIX)
TABLE = Table("A", [[F(1), F(2)], [F(3), F(4)]])


def steps(words) -> Steps:
    return Steps({"A": TABLE, "k": 3}, 8, {"A", "k"}, words)


def test_a_tree_is_read_by_the_words_that_are_given():
    of = steps({trace: lambda system, A: add(A.entry(0, 0), A.entry(1, 1))})
    found = Evaluation(of)(trace(A))
    assert (found.lo.code, found.lo.value) == ("A[0][0] + A[1][1]", 5)
    with pytest.raises(BeyondError, match="s is not reached by fractions"):
        Evaluation(of)(s1(A))


def test_inputs_have_their_shapes_and_constants_are_numbers():
    of = steps({})
    assert of.input("A") is TABLE
    assert of.shape("A", Kind.MATRIX) == (2, 2)
    assert of.constant(F(1, 3)) == number(F(1, 3)) == as_term(of.constant(F(1, 3)))
    assert as_term(2) == number(F(2))


def test_equal_matrices_share_a_name_and_an_irrational_source_is_refused():
    of = steps({})
    first, again = (of.made("transpose(A)", [[F(1)]], TABLE) for _ in range(2))
    other = of.made("times(A, A)", [[F(2)]], TABLE)
    assert (first.code, again.code, other.code) == ("X1", "X1", "X2")
    assert first.facts == ("X1 = transpose(A)",)
    near = Table("R", [[F(1)]], (), F(1, 1000))
    with pytest.raises(BeyondError, match="irrational entries"):
        of.made("times(R, A)", [[F(1)]], near)


# Bounds of a check by hand: the code says the value, and what it rests on is carried along.


KNOWN = {"F": Fraction}
POSITIVE, NEGATIVE, MIXED, ZERO = (F(1, 2), F(3)), (F(-5), F(-2)), (F(-2), F(7, 3)), (F(0), F(0))
INTERVALS = [POSITIVE, NEGATIVE, MIXED, ZERO, (F(4), F(4)), (F(-4), F(-4))]


def between(low: Fraction, high: Fraction, name: str) -> Term:
    """A number between two rationals; both bounds rest on a fact that has its name."""
    sides = [Side(literal(x), x, (f"fact {name} {k}",)) for k, x in enumerate((low, high))]
    return number(low) if low == high else Term(*sides)


def samples(low: Fraction, high: Fraction) -> list[Fraction]:
    return [low + (high - low) * F(k, 4) for k in range(5)]


OPERATIONS = {
    "+": (add, lambda x, y: x + y),
    "-": (subtract, lambda x, y: x - y),
    "*": (multiply, lambda x, y: x * y),
    "max": (lambda a, b: extreme("max", [a, b]), max),
    "min": (lambda a, b: extreme("min", [a, b]), min),
}


def says_its_value(term: Term) -> None:
    for side in (term.lo, term.hi):
        assert eval(side.code, dict(KNOWN)) == side.value
    assert term.lo.value <= term.hi.value


@pytest.mark.parametrize("name", OPERATIONS)
def test_bounds_hold_for_all_numbers_between_and_their_code_says_their_value(name):
    combine, plain = OPERATIONS[name]
    for one, other in product(INTERVALS, repeat=2):
        term = combine(between(*one, "a"), between(*other, "b"))
        says_its_value(term)
        for x, y in product(samples(*one), samples(*other)):
            assert term.lo.value <= plain(x, y) <= term.hi.value


def test_a_quotient_needs_a_divisor_of_one_sign():
    for one, other in product(INTERVALS, [POSITIVE, NEGATIVE]):
        term = divide(between(*one, "a"), between(*other, "b"))
        says_its_value(term)
        assert all(term.lo.value <= x / y <= term.hi.value for x in samples(*one) for y in samples(*other))
    for divisor in (MIXED, ZERO):
        with pytest.raises(UnprovedError, match="divisor that may be zero"):
            divide(number(F(1)), between(*divisor, "b"))


def test_a_size_a_power_and_a_sign():
    for one in INTERVALS:
        for term, plain in (
            (absolute(between(*one, "a")), abs),
            (negate(between(*one, "a")), lambda x: -x),
            (integer_power(between(*one, "a"), 2), lambda x: x**2),
            (integer_power(between(*one, "a"), 3), lambda x: x**3),
        ):
            says_its_value(term)
            assert all(term.lo.value <= plain(x) <= term.hi.value for x in samples(*one))
    assert absolute(between(*MIXED, "a")).nonneg


def test_what_a_bound_rests_on_is_carried_along_once():
    a, b = between(*POSITIVE, "a"), between(*MIXED, "b")
    assert add(a, b).lo.facts == ("fact a 0", "fact b 0")
    assert multiply(a, a).hi.facts == ("fact a 1", "fact a 0")  # that a >= 0 is a fact of its lower bound
    assert because(number(F(2)), ("a reason",)).lo.facts == ("a reason",)
    assert not because(number(F(2)), ("a reason",)).nonneg
    assert add(number(F(0)), b) == b
    assert subtract(b, number(F(0))) == b


@pytest.mark.parametrize(
    ("x", "code"),
    [
        (F(3), "F(3)"),
        (F(-1, 3), "F(-1, 3)"),
        (F(1, 4), "F(1, 4)"),
        (F(5, 8), 'F("0.625")'),
        (F(-1001, 1000), 'F("-1.001")'),
    ],
)
def test_a_fraction_is_written_as_a_reader_would(x, code):
    assert literal(x) == code
    assert eval(code, dict(KNOWN)) == x
