"""Comparing two enclosures: every operator at every relative position of the two."""

from __future__ import annotations

import itertools
import math
import operator
import sys
from fractions import Fraction

import pytest
from flint import fmpq

from perturb.enclosure import OPERATORS, WHOLE_LINE, Enclosure, Rigour, Verdict, all_of, compare

DECIDE = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}
NEGATION = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
MIRROR = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}
FLIP = {Verdict.HOLDS: Verdict.VIOLATED, Verdict.VIOLATED: Verdict.HOLDS}
FIXED = Enclosure(fmpq(2), fmpq(4))
POSITIONS = {
    "below": (0, 1),
    "touching from below": (0, 2),
    "overlapping from below": (1, 3),
    "nested": (fmpq(5, 2), 3),
    "nested, common low end": (2, 3),
    "the same": (2, 4),
    "around": (1, 5),
    "overlapping from above": (3, 5),
    "touching from above": (4, 5),
    "above": (5, 6),
    "a point below": (1, 1),
    "a point at the low end": (2, 2),
    "a point inside": (3, 3),
    "a point at the high end": (4, 4),
    "a point above": (5, 5),
    "unbounded below, ends below": (None, 1),
    "unbounded below, touches": (None, 2),
    "unbounded below, overlaps": (None, 3),
    "unbounded above, starts above": (5, None),
    "unbounded above, touches": (4, None),
    "the whole line": (None, None),
}


def between(low: object, high: object, rigour: Rigour = Rigour.BALL) -> Enclosure:
    return Enclosure(None if low is None else fmpq(low), None if high is None else fmpq(high), rigour=rigour)


def samples(x: Enclosure) -> list[fmpq]:
    """Members of an enclosure: its ends (or a stand-in far away), and everything between at steps of 1/4."""
    low = fmpq(-9) if x.lo is None else x.lo
    high = fmpq(15) if x.hi is None else x.hi
    return [low + k * fmpq(1, 4) for k in range(int((high - low) * 4) + 1)] + [high]


def by_samples(x: Enclosure, op: str, y: Enclosure) -> Verdict:
    outcomes = {DECIDE[op](a, b) for a, b in itertools.product(samples(x), samples(y))}
    if len(outcomes) > 1:
        return Verdict.UNDECIDED
    return Verdict.HOLDS if outcomes.pop() else Verdict.VIOLATED


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("name", POSITIONS)
def test_verdict_is_what_every_pair_of_members_says(name: str, op: str) -> None:
    moving = between(*POSITIONS[name])
    assert compare(moving, op, FIXED) is by_samples(moving, op, FIXED)
    assert compare(FIXED, op, moving) is by_samples(FIXED, op, moving)


@pytest.mark.parametrize("op", OPERATORS)
def test_two_points(op: str) -> None:
    for a, b in itertools.product((fmpq(1, 3), fmpq(1, 2)), repeat=2):
        assert compare(between(a, a), op, between(b, b)) is by_samples(between(a, a), op, between(b, b))


@pytest.mark.parametrize("op", OPERATORS)
def test_negation_and_mirror(op: str) -> None:
    everywhere = [between(*ends) for ends in POSITIONS.values()]
    for x, y in itertools.product(everywhere, repeat=2):
        verdict = compare(x, op, y)
        assert compare(x, NEGATION[op], y) is FLIP.get(verdict, verdict)
        assert compare(y, MIRROR[op], x) is verdict


@pytest.mark.parametrize("op", OPERATORS)
def test_nan_decides_nothing(op: str) -> None:
    for ends in POSITIONS.values():
        assert compare(WHOLE_LINE, op, between(*ends)) is Verdict.UNDECIDED
    assert compare(WHOLE_LINE, op, WHOLE_LINE) is Verdict.UNDECIDED


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("ends", [(0, 1), (5, 6), (3, 3)])
def test_a_screened_side_never_decides(op: str, ends: tuple[int, int]) -> None:
    screened = between(*ends, rigour=Rigour.SCREEN)
    assert compare(screened, op, FIXED) is Verdict.UNDECIDED
    assert compare(FIXED, op, screened) is Verdict.UNDECIDED


@pytest.mark.parametrize("rigour", [r for r in Rigour if r is not Rigour.SCREEN])
def test_every_other_rigour_decides(rigour: Rigour) -> None:
    assert compare(between(0, 1, rigour), "<=", between(2, 3, rigour)) is Verdict.HOLDS
    assert compare(between(2, 3, rigour), "<=", between(0, 1, rigour)) is Verdict.VIOLATED


@pytest.mark.parametrize("op", ["", "=", "=<", "≤", "loewner"])
def test_unknown_operator(op: str) -> None:
    with pytest.raises(ValueError, match="is not one of"):
        compare(FIXED, op, FIXED)


def test_bad_enclosures() -> None:
    with pytest.raises(ValueError, match="exceeds"):
        between(1, 0)
    for alpha in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="probability"):
            Enclosure(alpha=alpha)


def test_enclosure_as_text() -> None:
    assert str(between(fmpq(1, 3), fmpq(1, 3))) == "1/3"
    assert str(between(None, 1)) == "[-inf, 1]"
    assert str(WHOLE_LINE) == "[-inf, +inf]"


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_all_of_is_the_weakest_link(size: int) -> None:
    order = (Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.HOLDS, Verdict.VACUOUS)
    for verdicts in itertools.product(Verdict, repeat=size):
        expected = min(verdicts, key=order.index, default=Verdict.VACUOUS)
        assert all_of(list(verdicts)) is expected


PRINTED = {
    "sqrt(2) from both sides": (fmpq(14142135623730950488, 10**19), fmpq(14142135623730950489, 10**19)),
    "1e-400": (fmpq(1, 10**400), fmpq(1, 10**400 - 1)),
    "-1e-400": (fmpq(-1, 10**400 - 1), fmpq(-1, 10**400)),
    "10^400": (fmpq(10**400 - 1), fmpq(10**400)),
    "thirds": (fmpq(-1, 3), fmpq(1, 3)),
    "short": (fmpq(-1, 2), fmpq(5, 4)),
    "zero": (fmpq(0), fmpq(1, 7)),
}


@pytest.mark.parametrize("name", PRINTED)
def test_printed_ends_lie_outside(name: str) -> None:
    lo, hi = PRINTED[name]
    low, high = str(Enclosure(lo, hi)).strip("[]").split(", ")
    assert Fraction(low) <= Fraction(int(lo.p), int(lo.q)), low
    assert Fraction(high) >= Fraction(int(hi.p), int(hi.q)), high
    assert (
        Fraction(high) - Fraction(low)
        <= Fraction(int((hi - lo).p), int((hi - lo).q))
        + abs(Fraction(low)) / 10**15
        + abs(Fraction(high)) / 10**15
    )
    assert Fraction(high) != 0 or hi == 0


def test_what_can_be_printed_exactly_is() -> None:
    assert str(Enclosure(fmpq(-1, 2), fmpq(5, 4))) == "[-0.5, 1.25]"
    assert str(Enclosure(fmpq(0), None)) == "[0, +inf]"
    assert str(Enclosure(None, fmpq(10) ** 30)) == "[-inf, 1e+30]"
    assert str(Enclosure(fmpq(1, 3), fmpq(1, 3))) == "1/3"


def test_floats_lie_on_the_outer_side() -> None:
    third = fmpq(1, 3)
    down, up = Enclosure(third, third).floats
    assert fmpq(*down.as_integer_ratio()) < third < fmpq(*up.as_integer_ratio())
    assert up == math.nextafter(down, 1)
    assert Enclosure(fmpq(-1, 4), fmpq(1, 4)).floats == (-0.25, 0.25)
    assert Enclosure().floats == (None, None)


def test_floats_beyond_all_floats() -> None:
    most, far = sys.float_info.max, fmpq(10**400)
    assert Enclosure(far, far).floats == (most, None)
    assert Enclosure(-far, -far).floats == (None, -most)
    tiny = 1 / far
    assert Enclosure(tiny, tiny).floats == (0.0, 5e-324)
