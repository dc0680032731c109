"""Numbers beyond the floats, or beyond exponents that can be written: signs and ends are kept."""

from __future__ import annotations

from decimal import Decimal

import pytest
from flint import arb, ctx, fmpq

from perturb.enclosure import Verdict
from perturb.numbers import scalar
from perturb.vocab.systems import certified

NAN = arb.nan()

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
