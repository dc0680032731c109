"""Scalar functions: exact stays exact, balls contain the images of their points."""

from __future__ import annotations

from functools import reduce

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.numbers import scalar
from perturb.numbers.algebraic import Algebraic
from perturb.numbers.errors import Undefined
from perturb.vocab.words import vector
from tests.numbers.zoo import root_of

ONE, ZERO, HALF = fmpq(1), fmpq(0), fmpq(1, 2)
SQRT2 = root_of(2)

EXACT = [
    (scalar.sqrt(fmpq(4, 9)), fmpq(2, 3)),
    (scalar.sqrt(ZERO), ZERO),
    (scalar.sqrt_nonneg(fmpq(9)), fmpq(3)),
    (scalar.sqrt(scalar.square(SQRT2)), None),
    (scalar.square(SQRT2), fmpq(2)),
    (scalar.square(fmpq(-2, 3)), fmpq(4, 9)),
    (scalar.power(fmpq(8, 27), fmpq(-2, 3)), fmpq(9, 4)),
    (scalar.power(ZERO, ZERO), ONE),
    (scalar.power(ZERO, fmpq(1, 3)), ZERO),
    (scalar.power(SQRT2, fmpq(-2)), HALF),
    (scalar.power(SQRT2 + 3, HALF), None),
    (scalar.exp(ZERO), ONE),
    (scalar.log(ONE), ZERO),
    (scalar.divide(SQRT2, SQRT2), ONE),
    (scalar.maximum([ONE, SQRT2, fmpq(7, 5)]), SQRT2),
    (scalar.minimum([fmpq(3, 2), SQRT2]), SQRT2),
]


@pytest.mark.parametrize(("value", "expected"), EXACT)
def test_exact_stays_exact(value, expected):
    assert isinstance(value, fmpq | Algebraic) or expected is None
    if expected is not None:
        assert value == expected


def test_square_of_a_ball_is_not_negative_and_tight():
    lo, hi = scalar.bounds(scalar.square(arb(1, 2)))
    assert lo >= 0
    assert 9 <= hi < fmpq(901, 100)
    assert scalar.sqrt(scalar.square(arb(1, 2))).is_finite()


def test_sqrt_nonneg_clips():
    lo, hi = scalar.bounds(scalar.sqrt_nonneg(arb(0, 4)))
    assert lo >= 0
    assert hi >= 2


def test_bounds_are_exact_and_outward():
    assert scalar.bounds(fmpq(1, 3)) == (fmpq(1, 3), fmpq(1, 3))
    for x in (arb(fmpq(1, 3)), SQRT2):
        lo, hi = scalar.bounds(x)
        assert lo < hi
        assert lo < (fmpq(1, 3) if x is not SQRT2 else SQRT2) < hi


def test_mixed_arithmetic():
    third = fmpq(1, 3)
    for value in (
        third + arb(1),
        arb(1) + third,
        SQRT2 + arb(1),
        arb(1) + SQRT2,
        arb(3) / SQRT2,
        SQRT2 * arb(2),
    ):
        assert isinstance(value, arb)
        assert value.is_finite()
    for value in (third + SQRT2, SQRT2 + third, third * SQRT2, third / SQRT2, SQRT2 / third, third - SQRT2):
        assert isinstance(value, Algebraic)
    assert (third - SQRT2) + SQRT2 == third
    assert (third / SQRT2) * SQRT2 == third


def test_huge_powers_fall_back_to_balls():
    assert isinstance(scalar.power(fmpq(3), fmpq(10**7)), arb)
    assert scalar.power(fmpq(3), fmpq(10**7)).is_finite()


def test_as_matrix_balls_keeps_balls_and_encloses_rationals():
    B = arb_mat([[arb(0, 1)]])
    assert scalar.as_matrix_balls(B) is B
    A = fmpq_mat([[fmpq(1, 3)]])
    assert scalar.as_matrix_balls(A).contains(A)


@pytest.mark.parametrize("bits", [53, 106, 424])
def test_precision_is_the_callers(bits):
    with ctx.workprec(bits):
        x = scalar.to_arb(SQRT2 + 0)
        assert x.rel_accuracy_bits() >= bits - 4
        assert ctx.prec == bits


points = st.fractions(-20, 20, max_denominator=50).map(lambda f: fmpq(f.numerator, f.denominator))
FUNCTIONS = {
    "square": scalar.square,
    "cube": lambda x: scalar.power(x, fmpq(3)),
    "power 4": lambda x: scalar.power(x, fmpq(4)),
    "power -3": lambda x: scalar.power(x, fmpq(-3)),
    "power 2/3": lambda x: scalar.power(x, fmpq(2, 3)),
    "power -1/2": lambda x: scalar.power(x, fmpq(-1, 2)),
    "sqrt": scalar.sqrt,
    "sqrt_nonneg": scalar.sqrt_nonneg,
    "exp": scalar.exp,
    "log": scalar.log,
    "maximum": lambda x: scalar.maximum([x, ONE, SQRT2]),
    "minimum": lambda x: scalar.minimum([SQRT2, x]),
    "reciprocal": lambda x: scalar.divide(ONE, x),
}


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS.keys())
@settings(derandomize=True, deadline=None, max_examples=40)
@given(points, points)
def test_the_image_of_a_ball_holds_the_image_of_its_points(f, x, r):
    """f(ball) meets f(x) for every x in the ball where f(x) has a value; so Undefined is never wrong."""
    ball = arb(x) + (-abs(arb(r))).union(abs(arb(r)))
    try:
        with ctx.workprec(200):
            value = scalar.to_arb(f(x))
    except Undefined:
        return
    image = scalar.to_arb(f(ball))
    assert image.is_nan() or image.overlaps(value)
    assert r != 0 or f not in (scalar.square, scalar.exp) or image.is_finite()


@pytest.mark.parametrize("bits", [53, 106, 212])
def test_a_root_at_zero_and_of_sums_and_products_that_touch_zero(bits):
    """A radius has 30 bits: a sum of balls that end at 0 is stored as one that reaches below it."""
    with ctx.workprec(bits):
        assert scalar.power(arb(0), fmpq(1, 3)) == 0
        touching = [arb(0).union(arb(k) / 7) for k in (1, 3, 5)]
        touching = [x.nonnegative_part() for x in touching]
        for f, ends in ((scalar.add, (0, fmpq(9, 7))), (scalar.multiply, (0, fmpq(15, 343)))):
            value = reduce(f, touching)
            assert value >= 0
            assert value.contains(fmpq(ends[0]))
            assert value.contains(ends[1])
            assert scalar.power(value, fmpq(1, 3)).is_finite()
        assert scalar.multiply(arb(0, 1), arb(0, 1)).contains(-1)
        assert vector._fold(tuple(touching)) >= 0
        assert vector._product(tuple(touching)) >= 0
        assert not scalar.add(arb(0, 1), arb(0)) >= 0
