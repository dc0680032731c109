"""What a certificate costs to check, and that the prover takes what costs less."""

from __future__ import annotations

import copy
import json

import pytest

from perturb import claim, paper, then
from perturb.domains import orthogonal, square
from perturb.prove import store
from perturb.prove.checker.check import check_data
from perturb.prove.prover import attempt
from perturb.prove.tidy import of_certificate, of_close, of_tree
from perturb.vocab import s1, s_min
from tests.prove.handmade import ONE, identity, trace_below_norm

MOST = 18_000  # of a stored proof, in hundredths of a millisecond
CLOSE = identity((1, ONE, [0]))["close"]
STORED = list(store.every())


def proved(statement, **spaces):
    made = attempt(claim(paper("me"), statement.__name__, domain=spaces)(statement), 2, 20)
    assert made.outcome == "proved", made.note
    check_data(made.certificate)
    return made.certificate["proofs"][-1]["goals"][0]


@pytest.mark.parametrize("share", range(2))
def test_no_stored_proof_is_dear_to_check(share):
    """By a count, not by a clock."""
    costs = {str(one): of_certificate(json.loads(one.raw)) for one in STORED[share::2]}
    assert not {name: cost for name, cost in costs.items() if cost > MOST}


def test_splits_steps_and_rotations_cost_something():
    split = {"split": ONE, "cases": {">": CLOSE, "<=": CLOSE}}
    assert of_close(split) > 2 * of_close(CLOSE)
    assert of_close({"steps": [{"solve": "r1", "by": 0}], **CLOSE}) > of_close(CLOSE)
    assert of_close(CLOSE, 2) > of_close(CLOSE, 1) > of_close(CLOSE)
    tree = {"ask": {">": {"close": {"gauge": 0, **CLOSE}}, "<=": {"true": 1}}}
    assert of_tree(tree, [[{}, {}]]) > of_tree(tree, [[{}]]) > of_tree({"true": 1}, [])


def test_what_is_said_twice_is_walked_once():
    data = trace_below_norm()
    (goal,) = data["proofs"][0]["goals"]
    lemma = {"state": "(<= 0 (s1 A))", "goal": copy.deepcopy(goal)}
    costs = []
    for lemmas in ([], [lemma], [lemma, copy.deepcopy(lemma)]):
        goal["lemmas"] = lemmas
        costs.append(of_certificate(data))
    assert costs[2] - costs[1] < costs[1] - costs[0]


def least_value_is_not_negative(A):
    yield then(0, "<=", s_min(A))


def test_a_case_is_closed_without_a_rotation_or_a_step_where_none_is_needed():
    goal = proved(least_value_is_not_negative, A=square())
    assert goal["gauges"] == []
    assert [case["close"].get("steps", []) for case in goal["tree"]["ask"].values()] == [[], []]


def a_rotation_changes_no_norm(Q, A):
    yield then(s1(Q @ A) + s_min(Q @ A), "==", s1(A) + s_min(A))


def test_inputs_are_diagonal_where_that_costs_less():
    """Q takes the turn that A has on its left, and is I: neither rotations nor reflections are cases."""
    found = proved(a_rotation_changes_no_norm, Q=orthogonal(), A=square())
    assert "Q" in found["diagonal"]
    assert "variant" not in found["tree"]
