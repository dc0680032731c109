"""NaN is closed under every function of scalars; what has no value at all is Undefined."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from perturb.numbers import scalar
from perturb.numbers.errors import Undefined
from tests.numbers.zoo import root_of

NAN = arb.nan()
ONE, ZERO, HALF = fmpq(1), fmpq(0), fmpq(1, 2)
SQRT2 = root_of(2)
ASTRIDE = arb(0, 1)

NAN_CASES = {
    "divide left": lambda: scalar.divide(NAN, ONE),
    "divide right": lambda: scalar.divide(ONE, NAN),
    "divide by a ball with zero": lambda: scalar.divide(ONE, ASTRIDE),
    "divide algebraic": lambda: scalar.divide(SQRT2, NAN),
    "sqrt": lambda: scalar.sqrt(NAN),
    "sqrt astride": lambda: scalar.sqrt(ASTRIDE),
    "sqrt_nonneg": lambda: scalar.sqrt_nonneg(NAN),
    "sqrt_nonneg of a negative ball": lambda: scalar.sqrt_nonneg(arb(-2, 1)),
    "square": lambda: scalar.square(NAN),
    "power 0": lambda: scalar.power(NAN, ZERO),
    "power 3": lambda: scalar.power(NAN, fmpq(3)),
    "power -1": lambda: scalar.power(NAN, fmpq(-1)),
    "power -1 astride": lambda: scalar.power(ASTRIDE, fmpq(-1)),
    "power -2 astride": lambda: scalar.power(ASTRIDE, fmpq(-2)),
    "power 1/3": lambda: scalar.power(NAN, fmpq(1, 3)),
    "power 1/2 astride": lambda: scalar.power(ASTRIDE, HALF),
    "exp": lambda: scalar.exp(NAN),
    "log": lambda: scalar.log(NAN),
    "log astride": lambda: scalar.log(arb(1, 2)),
    "maximum": lambda: scalar.maximum([ONE, NAN, SQRT2]),
    "maximum first": lambda: scalar.maximum([NAN, ONE]),
    "maximum alone": lambda: scalar.maximum([NAN]),
    "minimum": lambda: scalar.minimum([arb(1), NAN]),
    "minimum first": lambda: scalar.minimum([NAN, arb(1), ONE]),
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
    "1/0": lambda: scalar.divide(ONE, ZERO),
    "1/exact zero ball": lambda: scalar.divide(ONE, arb(0)),
    "algebraic/0": lambda: scalar.divide(SQRT2, ZERO),
    "sqrt(-1)": lambda: scalar.sqrt(fmpq(-1)),
    "sqrt of a negative ball": lambda: scalar.sqrt(arb(-2, 1)),
    "sqrt(-sqrt 2)": lambda: scalar.sqrt(-SQRT2),
    "sqrt_nonneg(-1)": lambda: scalar.sqrt_nonneg(fmpq(-1)),
    "0^-1": lambda: scalar.power(ZERO, fmpq(-1)),
    "0^(-1/2)": lambda: scalar.power(ZERO, fmpq(-1, 2)),
    "(-8)^(1/3)": lambda: scalar.power(fmpq(-8), fmpq(1, 3)),
    "negative ball^(1/2)": lambda: scalar.power(arb(-1), HALF),
    "log 0": lambda: scalar.log(ZERO),
    "log of a negative ball": lambda: scalar.log(arb(-2, 1)),
    "maximum of nothing": lambda: scalar.maximum([]),
    "minimum of nothing": lambda: scalar.minimum([]),
}


@pytest.mark.parametrize("expression", UNDEFINED.values(), ids=UNDEFINED.keys())
def test_expressions_without_a_value(expression):
    with pytest.raises(Undefined):
        expression()
