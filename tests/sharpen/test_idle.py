"""What a hypothesis is worth: needed, idle, there for a value, implied; of statements that are understood."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import given, then
from perturb.certify.point import certify
from perturb.domains import square, vector
from perturb.enclosure import Verdict
from perturb.results.idle import LOOK, Hypothesis, hypotheses
from perturb.sharpen.idle import Need, dropped, opposite
from perturb.statements.claim import Claim
from perturb.vocab import I, det, fro, inv, op, s1
from tests.declared import declare


def contraction(A: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(s1(A @ A), "<=", 1)


def regular(A: Any) -> Any:
    yield given(det(A), "!=", 0)
    yield then(op(A), "<=", fro(A))


def nonnegative(x: Any) -> Any:
    yield given(x, ">=", 0)
    yield then(x * x, ">=", 0)


def inverse(A: Any) -> Any:
    yield given(det(A), "!=", 0)
    yield then(s1(inv(A)), ">", 0)


def implied(A: Any) -> Any:
    yield given(s1(A), ">=", 0)
    yield then(s1(A), "<=", fro(A))


CASES = {
    Need.NEEDED: declare(contraction, square(n=(1, 3))),
    Need.SURVIVES: declare(regular, square(n=(1, 2))),
    Need.UNDEFINED: declare(inverse, square(n=(1, 2))),
    Need.IMPLIED: declare(implied, square(n=(1, 2))),
}


@pytest.mark.parametrize("need", CASES, ids=str)
def test_a_hypothesis_left_out(need: Need) -> None:
    found = dropped(CASES[need], 0, LOOK, 0)
    assert found.need is need
    assert found.claim.hypotheses == ()
    assert (found.point is not None) == (need is Need.NEEDED)


def test_of_a_relation_for_all_i_the_points_that_fail_it_are_counted() -> None:
    c = declare(nonnegative, vector(n=(1, 3)))
    assert opposite(c.hypotheses[0]) is None
    found = dropped(c, 0, LOOK, 0)
    assert found.need is Need.SURVIVES
    assert found.held >= 5
    assert {size for sizes in found.sizes for _, size in sizes} <= {1, 2, 3}


def test_the_witness_meets_what_is_left_and_breaks_the_conclusion() -> None:
    def two(A: Any) -> Any:
        yield given(s1(A), "<=", 3)
        yield given(s1(A - I), "<=", 1)
        yield then(s1(A), "<=", 2)

    c = declare(two, square(n=(1, 2)))
    first, second = (dropped(c, k, LOOK, 0, 1.0) for k in (0, 1))
    assert first.need is not Need.NEEDED  # |A| <= 2 follows from the other
    assert second.need is Need.NEEDED
    assert second.point is not None
    assert certify(second.claim, second.point).verdict is Verdict.VIOLATED
    assert certify(c, second.point).verdict is Verdict.VACUOUS


def sentence(c: Claim) -> Hypothesis:
    (found,) = hypotheses(c, LOOK, 0)
    return found


def test_not_needed_is_said_only_of_what_is_proved() -> None:
    proved = sentence(CASES[Need.SURVIVES])
    assert proved.idle
    assert "is not needed: the statement without it is" in str(proved)
    unproved = sentence(declare(nonnegative, vector(n=(1, 3))))
    assert unproved.proof or "which is no proof that it is not needed" in str(unproved)
    needed = sentence(CASES[Need.NEEDED])
    assert not needed.idle
    assert str(needed).startswith(
        "hypothesis 1, s₁(A) ≤ 1, is needed: without it the statement fails at A = ["
    )
