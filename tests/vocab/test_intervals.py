"""Intervals of integers against every integer in them."""

from __future__ import annotations

import math
import operator
from itertools import product

import pytest

from perturb.vocab.grammar import intervals as iv
from perturb.vocab.grammar.intervals import INTEGERS, Interval, exactly

SMALL = [Interval(lo, hi) for lo in range(-3, 4) for hi in range(lo, 4)]
INF = math.inf
BINARY = [
    (iv.plus, operator.add),
    (iv.minus, operator.sub),
    (iv.times, operator.mul),
    (iv.larger, max),
    (iv.smaller, min),
]
UNARY = [(iv.negative, operator.neg), (iv.size, abs), (iv.square, lambda x: x * x)]


def holds(found: Interval, x: int) -> bool:
    return found.lo <= x <= found.hi


@pytest.mark.parametrize(("on_intervals", "on_integers"), BINARY)
def test_the_interval_of_all_results_is_the_smallest(on_intervals, on_integers) -> None:
    for a, b in product(SMALL, SMALL):
        results = [on_integers(x, y) for x in a.values() for y in b.values()]
        assert on_intervals(a, b) == (min(results), max(results))


@pytest.mark.parametrize(("on_intervals", "on_integers"), UNARY)
def test_of_one_operand_too(on_intervals, on_integers) -> None:
    for a in SMALL:
        results = [on_integers(x) for x in a.values()]
        assert on_intervals(a) == (min(results), max(results))


@pytest.mark.parametrize(
    ("back", "forth"),
    [
        (iv.factor, operator.mul),
        (iv.below_maximum, max),
        (iv.above_minimum, min),
    ],
)
def test_what_a_result_says_of_an_operand_holds_all_that_give_it(back, forth) -> None:
    for result, other in product(SMALL, SMALL):
        found = back(result, other)
        able = [x for x in range(-4, 5) if any(holds(result, forth(x, y)) for y in other.values())]
        assert all(holds(found, x) for x in able)


def test_the_factor_is_as_narrow_as_division_makes_it() -> None:
    assert iv.factor(Interval(5, 11), exactly(3)) == (2, 3)
    assert iv.factor(Interval(-11, -5), exactly(3)) == (-3, -2)
    assert iv.factor(Interval(5, 11), exactly(-3)) == (-3, -2)
    assert iv.factor(exactly(6), Interval(-9, 9)) == (-6, 6)
    assert iv.factor(Interval(0, 6), Interval(-1, 1)) == INTEGERS


def test_roots_and_absolute_values_backwards() -> None:
    assert iv.root(Interval(2, 10)) == (-3, 3)
    assert iv.root(Interval(-5, -1)) == (0, 0)
    assert iv.root(Interval(0, INF)) == INTEGERS
    assert iv.of_size(Interval(1, 4)) == (-4, 4)


def test_infinite_ends_stay_exact() -> None:
    huge = 10**400  # too long for a float
    assert iv.plus(Interval(huge, INF), exactly(1)) == (huge + 1, INF)
    assert iv.times(Interval(0, INF), exactly(0)) == (0, 0)
    assert iv.times(Interval(-INF, 2), exactly(-3)) == (-6, INF)
    assert iv.minus(INTEGERS, INTEGERS) == INTEGERS
    assert iv.factor(Interval(7, INF), Interval(2, INF)) == (0, INF)


def test_meeting_and_lying_within() -> None:
    assert Interval(0, 5).meet(Interval(3, INF)) == (3, 5)
    assert Interval(0, 1).meet(Interval(2, 3)).empty
    assert not exactly(2).empty
    assert Interval(1, 2).within(Interval(1, 3))
    assert not Interval(0, 2).within(Interval(1, 3))
    assert exactly(4).finite
    assert not Interval(1, INF).finite
