"""The finder: its programs, and statements that take a bound of each of two numbers."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from perturb import given, then
from perturb.derive.checker.check import check
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.member import statement
from perturb.derive.checker.polynomials import ONE, Poly, atom, number
from perturb.derive.factlist import FactList
from perturb.derive.header import header
from perturb.derive.known import Citable
from perturb.derive.linear import combination, nearest, remainder, tightest
from perturb.derive.trying import tried
from perturb.domains import scalar, square, together
from perturb.statements.claim import Claim
from perturb.vocab import eye, kappa, s1
from tests.declared import declare

KNOWN = Citable()
X, Y = atom(0), atom(1)


def column(p: Poly, free: bool = False) -> tuple[Poly, bool]:
    return p, free


def test_a_goal_is_a_combination_with_factors_that_are_exact() -> None:
    columns = [column(X.scaled(3) - ONE), column(ONE), column(Y, free=True)]
    goal = X - Y + number("2/3")
    assert combination(goal, columns, 5) == {0: fmpq(1, 3), 1: fmpq(1), 2: fmpq(-1)}


def test_no_factor_of_an_inequality_is_negative() -> None:
    assert combination(-X, [column(X)], 5) is None
    assert combination(-X, [column(X, free=True)], 5) == {0: fmpq(-1)}


@pytest.mark.parametrize("least", [825, 10**5])
def test_a_strict_goal_has_a_part_of_a_strict_column_however_large_its_factor(least: int) -> None:
    goal, columns = X.scaled(10) - number(10 * least - 10), [column(X - number(least)), column(ONE)]
    found = combination(goal, columns, 5, strict=[1])
    assert found == {0: fmpq(10), 1: fmpq(10)}
    assert combination(X.scaled(10) - number(10 * least), columns, 5, strict=[1]) is None


def test_the_nearest_combination_leaves_what_would_do() -> None:
    columns = [column(X - Y), column(Y)]
    distance, prices = nearest(X - ONE, columns, 5)
    assert distance == pytest.approx(1)
    assert prices[()] == pytest.approx(-1)
    assert remainder(X - ONE, columns, 5) == -ONE


def test_the_tightest_bound_is_in_the_numbers_that_it_may_have() -> None:
    # x <= y and y <= 2 - t: x is at most 2 - t, in 1 and t
    t = atom(2)
    columns = [column(Y - X), column(number(2) - t - Y)]
    found = tightest(-X, columns, [(ONE, 1.0), (t, 0.3)], 5)
    assert found == {0: fmpq(1), 1: fmpq(1)}


def _quotient(M: Any, t: Any) -> Any:
    yield given(s1(M), "<=", t)
    yield given(t, "<", 1)
    yield then(kappa(M + eye(M)), "<=", (1 + t) / (1 - t))


def _smaller_quotient(M: Any, t: Any) -> Any:
    yield given(s1(M), "<=", t)
    yield given(t, "<", 1)
    yield then(kappa(M + eye(M)), "<=", (1 + t / 2) / (1 - t))


PLANE = together(M=square(n=(1, 4)), t=scalar(0, 1))
QUOTIENT = declare(_quotient, PLANE, id="quotient")
SMALLER = declare(_smaller_quotient, PLANE, id="smaller-quotient")


def test_a_bound_of_a_quotient_takes_a_bound_of_each_part() -> None:
    found = tried(QUOTIENT, KNOWN, 20)
    assert found.outcome == "derived", found.why
    assert found.data is not None
    check(found.data, KNOWN.base(QUOTIENT))
    assert "classical/weyl-additive" in found.data["lemmas"]


def test_a_smaller_bound_is_not_derived() -> None:
    found = tried(SMALLER, KNOWN, 3)
    assert (found.outcome, found.data) == ("open", None)


def kernel(claim: Claim) -> Kernel:
    base = KNOWN.base(claim)
    return Kernel(statement(header(claim)), lambda name: base(name)[2])


def test_an_offer_that_its_step_does_not_give_is_no_fact() -> None:
    one = kernel(QUOTIENT)
    one.goal(0)
    facts = FactList(one)
    step: dict[str, Any] = {"do": "lemma", "name": "classical/singular-values-nonnegative", "part": 0}
    step["with"] = {"A": "M", "i": "1"}
    relation = facts.attempt(step)
    assert relation is not None
    facts.offer(step, (relation[0] - ONE, ">="))
    assert facts.accepted([-1]) is None
    assert facts.steps == []
    facts.offer(step, relation)
    assert facts.accepted([-2]) == [0]


def test_a_multiple_of_a_fact_is_taken_as_it_is_where_it_is_used() -> None:
    one = kernel(QUOTIENT)
    one.goal(0)
    facts = FactList(one)
    step = {"do": "lemma", "name": "classical/singular-values-nonnegative", "part": 0}
    for scale, A in ((1, "M"), (2, "(mul 2 M)")):
        made = {**step, "with": {"A": A, "i": "1"}}
        relation = facts.attempt(made)
        assert relation is not None
        if scale == 1:
            facts.offered.clear()
            facts.offers.append((made, relation))
        else:
            facts.take(made)
    taken = facts.accepted([-1])
    assert taken is not None
    assert one.facts[taken[0]] == facts.offers[0][1] != one.facts[0]
