"""Rotations that a leaf may assume: what they would prove if one of their conditions were forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from perturb.prove.checker.check import check_data
from perturb.prove.checker.numbers import Rejected
from tests.prove.handmade import ONE, general, goal, identity

U, V = {"weights": {"A.u": 1}, "fix": "A.u"}, {"weights": {"A.v": 1}, "fix": "A.v"}
BOTH = {"A.u": 1, "A.v": 1}
A, B, C, D = (f"(entry A {i} {j})" for i in (1, 2) for j in (1, 2))
# 4 (u1 v1 + u2 v2), which only the rotation of u and v together leaves as it is.
PRODUCT = f"(sub (add (sq {A}) (sq {C})) (add (sq {B}) (sq {D})))"


def turned(then: str, leaf: Any, *generators: Any) -> Any:
    return general(
        2, [], [then], [goal({"close": {"gauge": 0, **leaf["close"]}}, gauges=(list(generators),))]
    )


def test_one_rotation_does_not_fix_two_numbers() -> None:
    """u v' >= 0 is false, though true where both are real and not negative."""
    leaf = identity((1, ONE, [0]), (4, ONE, [1, 2]))
    twice = [{"weights": BOTH, "fix": z} for z in BOTH]
    with pytest.raises(Rejected, match="does not fix what it says"):
        check_data(turned(f"(<= 0 {PRODUCT})", leaf, *twice))
    with pytest.raises(Rejected, match="changes a constraint"):
        check_data(turned(f"(<= 0 {PRODUCT})", leaf, U, V))


def test_what_is_under_a_root_is_left_as_it_is() -> None:
    """|A|_F <= |diagonal of A| is false, though true where u and v are real: constraints on roots alone."""
    leaf = identity((1, ONE, [2, 2]), (2, ONE, [1, 2]))
    norm = "(norm (entries A))"
    with pytest.raises(Rejected, match="changes a constraint"):
        check_data(turned(f"(<= {norm} (norm (diagonal A)))", leaf, U, V))


def test_rotations_that_leave_all_as_it_is_may_be_assumed() -> None:
    """|A|_F^2 <= 2 s_1^2, which says nothing of the angles of u and v."""
    leaf = identity((1, ONE, [3]), (4, ONE, [1, 2]))
    check_data(turned("(<= (sq (norm (entries A))) (mul 2 (sq (s1 A))))", leaf, U, V))
