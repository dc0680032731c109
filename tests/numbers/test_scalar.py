"""Scalars: exact stays exact, balls contain images, NaN is closed, numbers beyond the floats."""

from __future__ import annotations

from decimal import Decimal
from functools import reduce

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.enclosure import Verdict
from perturb.numbers import scalar
from perturb.numbers.algebraic import Algebraic
from perturb.numbers.errors import Undefined
from perturb.vocab.systems import certified
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


# NaN is closed under every function of scalars; what has no value at all is Undefined.


NAN = arb.nan()
ONE_NAN, ZERO_NAN, HALF_NAN = fmpq(1), fmpq(0), fmpq(1, 2)
ASTRIDE = arb(0, 1)

NAN_CASES = {
    "divide left": lambda: scalar.divide(NAN, ONE_NAN),
    "divide right": lambda: scalar.divide(ONE_NAN, NAN),
    "divide by a ball with zero": lambda: scalar.divide(ONE_NAN, ASTRIDE),
    "divide algebraic": lambda: scalar.divide(SQRT2, NAN),
    "sqrt": lambda: scalar.sqrt(NAN),
    "sqrt astride": lambda: scalar.sqrt(ASTRIDE),
    "sqrt_nonneg": lambda: scalar.sqrt_nonneg(NAN),
    "sqrt_nonneg of a negative ball": lambda: scalar.sqrt_nonneg(arb(-2, 1)),
    "square": lambda: scalar.square(NAN),
    "power 0": lambda: scalar.power(NAN, ZERO_NAN),
    "power 3": lambda: scalar.power(NAN, fmpq(3)),
    "power -1": lambda: scalar.power(NAN, fmpq(-1)),
    "power -1 astride": lambda: scalar.power(ASTRIDE, fmpq(-1)),
    "power -2 astride": lambda: scalar.power(ASTRIDE, fmpq(-2)),
    "power 1/3": lambda: scalar.power(NAN, fmpq(1, 3)),
    "power 1/2 astride": lambda: scalar.power(ASTRIDE, HALF_NAN),
    "exp": lambda: scalar.exp(NAN),
    "log": lambda: scalar.log(NAN),
    "log astride": lambda: scalar.log(arb(1, 2)),
    "maximum": lambda: scalar.maximum([ONE_NAN, NAN, SQRT2]),
    "maximum first": lambda: scalar.maximum([NAN, ONE_NAN]),
    "maximum alone": lambda: scalar.maximum([NAN]),
    "minimum": lambda: scalar.minimum([arb(1), NAN]),
    "minimum first": lambda: scalar.minimum([NAN, arb(1), ONE_NAN]),
    "hull": lambda: scalar.hull(arb(0), NAN),
    "hull infinite": lambda: scalar.hull(arb(0), arb("inf")),
    "sum": lambda: SQRT2 + NAN,
    "to_arb": lambda: scalar.to_arb(NAN),
}


@pytest.mark.parametrize("expression", NAN_CASES.values(), ids=NAN_CASES.keys())
def test_nan_is_closed(expression):
    assert expression().is_nan()


@pytest.mark.parametrize("x", [NAN, arb("inf"), arb(0, "inf"), arb((1, 10**6)), arb((1, -(10**6)))])
def test_no_bounds_without_finite_end_points(x):
    assert scalar.bounds(x) is None


UNDEFINED = {
    "1/0": lambda: scalar.divide(ONE_NAN, ZERO_NAN),
    "1/exact zero ball": lambda: scalar.divide(ONE_NAN, arb(0)),
    "algebraic/0": lambda: scalar.divide(SQRT2, ZERO_NAN),
    "sqrt(-1)": lambda: scalar.sqrt(fmpq(-1)),
    "sqrt of a negative ball": lambda: scalar.sqrt(arb(-2, 1)),
    "sqrt(-sqrt 2)": lambda: scalar.sqrt(-SQRT2),
    "sqrt_nonneg(-1)": lambda: scalar.sqrt_nonneg(fmpq(-1)),
    "0^-1": lambda: scalar.power(ZERO_NAN, fmpq(-1)),
    "0^(-1/2)": lambda: scalar.power(ZERO_NAN, fmpq(-1, 2)),
    "(-8)^(1/3)": lambda: scalar.power(fmpq(-8), fmpq(1, 3)),
    "negative ball^(1/2)": lambda: scalar.power(arb(-1), HALF_NAN),
    "log 0": lambda: scalar.log(ZERO_NAN),
    "log of a negative ball": lambda: scalar.log(arb(-2, 1)),
    "maximum of nothing": lambda: scalar.maximum([]),
    "minimum of nothing": lambda: scalar.minimum([]),
}


@pytest.mark.parametrize("expression", UNDEFINED.values(), ids=UNDEFINED.keys())
def test_expressions_without_a_value(expression):
    with pytest.raises(Undefined):
        expression()


# Numbers beyond the floats, or beyond exponents that can be written: signs and ends are kept.


EXTREMES = {
    "exp(10^6)": (lambda: scalar.exp(fmpq(10**6)), 1),
    "exp(-10^6)": (lambda: scalar.exp(fmpq(-(10**6))), 1),
    "-exp(-10^9)": (lambda: -scalar.exp(fmpq(-(10**9))), -1),
    "-exp(10^9)": (lambda: -scalar.exp(fmpq(10**9)), -1),
    "exp(exp(100))": (lambda: scalar.exp(scalar.exp(fmpq(100))), 1),
    "exp(-exp(100))": (lambda: scalar.exp(-scalar.exp(fmpq(100))), 1),
}


@pytest.mark.parametrize(("value", "sign"), EXTREMES.values(), ids=EXTREMES.keys())
def test_extreme_exponents_keep_their_sign(value, sign):
    with ctx.workprec(212):
        field, x = certified.Residual({}, 212), value()
        lo, hi = scalar.outer_bounds(x)
        assert lo is None or x >= lo
        assert hi is None or x <= hi
        assert (lo is not None and lo >= 0) if sign > 0 else (hi is not None and hi <= 0)
        found = field.enclose(x)
        assert (found.lo, found.hi) == (lo, hi)
        good, bad = (">", "<=") if sign > 0 else ("<", ">=")
        assert field.decide(x, good, fmpq(0)) is Verdict.HOLDS
        assert field.decide(x, bad, fmpq(0)) is Verdict.VIOLATED
        assert field.margin(x, good, fmpq(0)) == 1
        assert field.margin(x, bad, fmpq(0)) == -1
        assert field.decide(x, "<=", x) is Verdict.UNDECIDED
        assert field.decide(x, "==", x) is Verdict.UNDECIDED


def test_ends_that_are_too_long_to_write_move_outward():
    huge, tiny = scalar.LARGEST_END, fmpq(2) ** -scalar.EXPONENT_LIMIT
    large, small = scalar.exp(fmpq(10**6)), scalar.exp(fmpq(-(10**6)))
    assert scalar.outer_bounds(large) == (huge, None)
    assert scalar.outer_bounds(-large) == (None, -huge)
    assert scalar.outer_bounds(small) == (0, tiny)
    assert scalar.outer_bounds(-small) == (-tiny, 0)
    assert scalar.outer_bounds(arb(0, large.upper())) == (None, None)
    assert scalar.outer_bounds(arb((3, 5000))) == (3 * fmpq(2) ** 5000,) * 2
    assert scalar.outer_bounds(arb((3, 10**6))) == (huge, None)
    lo, hi = scalar.outer_bounds(arb(1).union(large))
    assert hi is None
    assert lo is None or lo <= 1
    assert scalar.outer_bounds(fmpq(1, 3)) == (fmpq(1, 3), fmpq(1, 3))


@pytest.mark.parametrize("x", [10**3, 10**4, 10**6])
def test_an_end_beyond_the_floats_can_be_printed_and_still_decides(x):
    field, large = certified.Residual({}), scalar.exp(fmpq(x))
    low, high = str(field.enclose(large)).strip("[]").split(", ")
    assert Decimal(low) > Decimal("1e434")
    assert (high == "+inf") == (x == 10**6)
    assert str(field.enclose(-large)) == f"[-{high}, -{low}]".replace("-+", "-")
    assert field.decide(large, "<", large * 2) is Verdict.HOLDS
    assert field.decide(large, "<=", fmpq(10**320)) is Verdict.VIOLATED


@pytest.mark.parametrize("x", [NAN, arb("inf"), arb(0, "inf"), arb(0, arb((1, 10**6))), arb((1, -(10**6)))])
def test_what_has_no_sign_is_undecided(x):
    """A point counts as a difference from itself plus doubt: no relation to a ball around it is certain."""
    field, doubt = certified.Residual({}), arb(0, arb((1, 10**7)))
    for op in ("<=", "<", ">=", ">", "==", "!="):
        assert scalar.relation(x - x + doubt * x, op, fmpq(0)) is None
        assert field.decide(x - x + doubt * x, op, fmpq(0)) is Verdict.UNDECIDED


def test_an_exponential_of_doubt_does_not_reach_below_zero():
    for x in (arb(0, 100), arb(-50, 40), arb(-(10**9), 10**8)):
        assert scalar.exp(x) >= 0
