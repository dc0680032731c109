"""Bounds of a check by hand: the code says the value, and what it rests on is carried along."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from perturb.pages.byhand.terms import (
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

F = Fraction
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
