"""Certificates without splits and questions that nothing rests on."""

from __future__ import annotations

import copy
from typing import Any

from perturb.prove.checker.check import check_data
from perturb.prove.tidy import Leaf, earlier, lean, moved, numbers
from tests.prove.handmade import HOLD, ONE, general, goal, identity, trace_below_norm


def split_around(close: Any, count: int) -> Any:
    """The same contradiction twice, in the cases of a split that neither uses."""
    inner = moved(close, lambda k: k + (k >= count))
    return {"split": {"A.u1": "1"}, "cases": {">": inner, "<=": copy.deepcopy(inner)}}


def test_a_split_that_no_case_uses_goes() -> None:
    whole = trace_below_norm()
    close = whole["proofs"][0]["goals"][0]["tree"]["close"]
    padded = split_around(split_around(close, 3), 3)
    check_data(general(2, [], whole["then"], [goal({"close": padded})]))
    assert {**lean(padded, 3), "steps": []} == {**close, "steps": []}


def test_a_split_that_both_cases_use_stays() -> None:
    (turned,) = [made() for made in HOLD if made.__name__ == "trace_below_norm_turned"]
    close = turned["proofs"][0]["goals"][0]["tree"]["close"]
    assert lean(close, 4) == close


def test_steps_that_add_an_equation_are_counted() -> None:
    """Solving for a root keeps what its rule said as an equation: the split after it has a number more."""
    inner = {"identity": {"sum": [["1", {"1": "1"}, [4]]], "equations": []}}
    both = {"split": {"A.u1": "1"}, "cases": {">": inner, "<=": inner}}
    assert "cases" not in lean({"steps": [{"solve": "r1", "by": 0}], **both}, 4)
    assert "cases" in lean({"steps": [{"solve": "A.u1", "by": 0}], **both}, 4)
    assert "cases" not in lean({"steps": [{"circle": "x", "by": 0}, {"solve": "x", "by": 1}], **both}, 4)


def test_a_leaf_moves_before_a_question_that_it_does_not_use() -> None:
    close = identity((1, ONE, [1, 5]), (1, ONE, [0]))["close"]
    found = earlier(Leaf(close, 4), 2, 0)
    assert found is not None
    assert numbers(found["close"]) == {0, 1, 3}
    assert found.count == 2
    assert earlier(Leaf(close, 4), 1, 0) is None  # it uses number 1
    rooted = identity((1, {"r2": 1}, [0]))["close"]
    assert earlier(Leaf(rooted, 4), 2, 1) is None
    assert earlier(Leaf(rooted, 4), 2, 2) is not None
