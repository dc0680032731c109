"""Records as plain data and back; data that do not fit are refused with their place."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from perturb.enclosure import Verdict
from perturb.results.plain import Unfit, from_plain, to_plain
from perturb.results.records import ClaimRecord, LawRecord
from perturb.statements.paper import Status
from tests.results.examples import CLAIM, EVERY, LAW


@pytest.mark.parametrize("record", EVERY, ids=lambda record: type(record).__name__)
def test_a_record_survives_json(record):
    text = json.dumps(to_plain(record), allow_nan=False)
    assert from_plain(type(record), json.loads(text)) == record


def test_what_is_read_has_its_own_types_again():
    claim = from_plain(ClaimRecord, to_plain(CLAIM))
    assert claim.status is Status.PROVED
    assert claim.slack.counts == (0, 3, 2)
    assert claim.slack.points == 9
    assert claim.slack.tightest.inputs["A"] == [["1", "-1/3"]]
    law = from_plain(LawRecord, to_plain(LAW))
    assert law.checks[0].verdict is Verdict.HOLDS
    assert law.histogram.draws == 500


def changed(path: str, value: Any) -> dict[str, Any]:
    """The claim as plain data with one part replaced, or removed by `...`."""
    data = to_plain(CLAIM)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner: Any = data
    for part in way:
        inner = inner[part]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("outcome", ..., "outcome is missing"),
        ("slack.equality", ..., "slack.equality is missing"),
        ("more", 1, "more is unknown"),
        (
            "outcome",
            "true",
            "outcome: 'true' is not one of survived, refuted, ",
        ),
        ("outcome", ["survived"], "outcome: ['survived'] is not one of"),
        ("status", "Proved", "status: 'Proved' is not one of printed, proved"),
        ("agrees", 1, "agrees: 1 is not true or false"),
        ("drawn", True, "drawn: True is not a whole number"),
        ("drawn", 1.0, "drawn: 1.0 is not a whole number"),
        ("drawn", None, "drawn: None is not a whole number"),
        ("floor", "0.01", "floor: '0.01' is not a finite number"),
        ("floor", math.inf, "floor: inf is not a finite number"),
        ("floor", math.nan, "floor: nan is not a finite number"),
        ("note", 7, "note: 7 is not a text"),
        ("slack.counts.1", "3", "slack.counts[1]: '3' is not a whole number"),
        ("slack.counts", {"0": 3}, "slack.counts: {'0': 3} is not a list"),
        ("points.random", -1.5, "points.random: -1.5 is not a whole number"),
        ("points", [], "points: [] is not an object"),
        ("slack.tightest.inputs.A", [[1]], "slack.tightest.inputs.A[0][0]: 1 is not a text"),
        ("hypotheses.0", 3, "hypotheses[0]: 3 is not an object"),
        ("win.wider", None, "win.wider: None is not a finite number"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(path, value, said):
    with pytest.raises(Unfit) as caught:
        from_plain(ClaimRecord, changed(path, value))
    assert str(caught.value).startswith(said)


def test_a_pair_has_two_numbers():
    with pytest.raises(Unfit, match=r"^exponent: \[0.5\] is not a list of 2$"):
        from_plain(LawRecord, {**to_plain(LAW), "exponent": [0.5]})


def test_a_long_value_is_shown_in_part_and_a_whole_number_may_stand_for_a_float():
    with pytest.raises(Unfit) as caught:
        from_plain(ClaimRecord, changed("drawn", "9" * 500))
    assert len(str(caught.value)) < 80
    floor = from_plain(ClaimRecord, changed("floor", 0)).floor
    assert (floor, type(floor)) == (0.0, float)


def test_the_whole_may_be_wrong_too():
    for data in (None, [], "x"):
        with pytest.raises(Unfit, match=r"^the whole: "):
            from_plain(ClaimRecord, data)


def test_equal_records_are_equal_and_cannot_be_changed():
    assert replace(CLAIM, seed=0) == CLAIM
    with pytest.raises(AttributeError):
        CLAIM.seed = 1
