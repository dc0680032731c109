"""Enclosures compared by every operator; masks that hide; floats that people compute, and better ones."""

from __future__ import annotations

import itertools
import math
import operator
import re
import runpy
import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq

import perturb
from perturb import DecimalWarning, vocab
from perturb.domains import scalar
from perturb.enclosure import OPERATORS, WHOLE_LINE, Enclosure, Rigour, Verdict, all_of, compare
from perturb.laws.distributions.names import named_distribution
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.networks import dense, descent, gradient_flow, squared
from perturb.numbers.numerals import meant, well_known
from perturb.types import whole
from perturb.vocab import s1
from perturb.vocab.grammar.tree import as_expr
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation

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


# What a mask hides is no number, wherever arrays are taken.


DRAWS = np.random.default_rng(0).exponential(size=400)
MASKED = np.ma.masked_array(np.append(DRAWS, [1e9] * 50), mask=[False] * 400 + [True] * 50)
MATRIX = np.ma.masked_array([[1.0, 2.0], [3.0, 1e9]], mask=[[0, 0], [0, 1]])
ONE = dense([np.ones((1, 2))])

CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "law": (lambda: perturb.law(MASKED, "edelman"), "samples: 50 of 450 entries are masked"),
    "law without a name": (lambda: perturb.law(MASKED), "samples: 50 of 450"),
    "a test": (lambda: goodness_of_fit(MASKED, named_distribution("edelman"), 0.01), "sample: 50 of 450"),
    "a word": (lambda: s1(MATRIX), "s1: argument 1: 1 of 4 entries are masked"),
    "weights of a network": (lambda: dense([MATRIX]), r"weights\[0\]: 1 of 4"),
    "examples": (lambda: gradient_flow(ONE, MATRIX, squared([1, 1]), [0, 1]), "x: 1 of 4"),
    "labels": (lambda: descent(ONE, np.ones((450, 2)), squared(MASKED), 0.1, 1), "y: 50 of 450"),
}


@pytest.mark.parametrize("name", CALLS)
def test_masked_entries_are_refused(name: str) -> None:
    call, message = CALLS[name]
    with pytest.raises(ValueError, match=message):
        call()


def test_a_mask_that_hides_nothing_is_none() -> None:
    plain = whole("x", np.ma.masked_array(DRAWS, mask=False))
    assert type(plain) is np.ndarray
    assert np.all(plain == DRAWS)
    assert s1(np.ma.masked_array(np.diag([3.0, 1.0]))) == 3.0


# Floats that people compute where a statement could have the number itself: what they are told.


NAMED = {
    0.1 * 3: "Fraction(3, 10)",
    1 / 3: "Fraction(1, 3)",
    -2 / 7: "Fraction(-2, 7)",
    math.sqrt(3): "sqrt(3)",
    -math.sqrt(3): "-sqrt(3)",
    math.sqrt(1 / 2): "sqrt(Fraction(1, 2))",
    np.pi: "pi",
    2 * np.pi: "2 * pi",
    3 * np.pi / 4: "3 * pi / 4",
    1 / np.pi: "1 / pi",
    math.pi**2 / 6: "sq(pi) / 6",
    math.sqrt(2 * math.pi): "sqrt(2 * pi)",
    math.e: "exp(1)",
    math.exp(0.5): "exp(Fraction(1, 2))",
    (1 + math.sqrt(5)) / 2: "(1 + sqrt(5)) / 2",
    1 + math.sqrt(2): "1 + sqrt(2)",
    math.log(2): "log(2)",
    math.log(3) / 2: "log(3) / 2",
    math.log(1.5): "log(Fraction(3, 2))",
}


@pytest.mark.parametrize("x", NAMED)
def test_what_to_write(x: float) -> None:
    assert well_known(x) == NAMED[x]


@pytest.mark.parametrize("x", NAMED)
def test_what_to_write_is_the_number(x: float) -> None:
    """Read as a statement reads it, within two units in the last place."""
    names = {**vars(vocab), "Fraction": Fraction}
    with ctx.workprec(200):
        found = Evaluation(CharPoly({}, 200))(as_expr(eval(NAMED[x], names)))
        assert abs(arb(found) - arb(x)) <= 2 * math.ulp(x)


@pytest.mark.parametrize("x", [0.1, 1.4142, 1e-30, 0.0, 3.0, 123456789012345.0, 0.123456789012345, 1e22 / 3])
def test_nothing_to_say(x: float) -> None:
    assert well_known(x) is None
    assert meant(x) == Fraction(str(x))


def test_no_name_for_what_is_farther_than_two_units() -> None:
    x = math.sqrt(3)
    assert well_known(x + 2 * math.ulp(x)) == well_known(x - math.ulp(x)) == "sqrt(3)"
    assert well_known(x + 4 * math.ulp(x)) is None


def test_random_numbers_have_no_name() -> None:
    """A table in which one finds everything would tell nothing."""
    rng = np.random.default_rng(3)
    found = [
        well_known(x) for x in (rng.standard_normal(3_000) * 10.0 ** rng.integers(-3, 4, 3_000)).tolist()
    ]
    assert set(found) == {None}


LINES = """import math
from perturb import claim, paper, then
from perturb.domains import scalar
from perturb.vocab import sqrt

@claim(paper("me"), "one", domain=scalar(0, 1 / 3), equality=[{"t": 0.1 * 3}])
def one(t):
    for _ in range(3):
        yield then(t, "<=", math.sqrt(3))
    yield then(t, "<=", 1.7320508)
"""


def _told(path: Path) -> list[Any]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        runpy.run_path(str(path))
    assert {one.category for one in told} == {DecimalWarning}
    return told


def test_each_place_is_told_once_by_the_line_of_the_statement(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(LINES)
    told = _told(path)
    assert [one.lineno for one in told] == [6, 9, 6]
    assert {one.filename for one in told} == {str(path)}
    texts = [re.findall("write (.*)", str(one.message))[0] for one in told]
    assert texts == ["Fraction(1, 3)", "sqrt(3)", "Fraction(3, 10)"]


def test_data_are_not_told() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        domain = scalar().named(["t"])
        assert domain.point({"t": 1 / 3}).values["t"] != Fraction(1, 3)
        assert float(vocab.total(np.array([1 / 3, 0.1 * 3]))) == 1 / 3 + 0.1 * 3
        vocab.schatten(np.eye(2), 1 / 3)
