"""What the prover finds and what it costs: thrift, best constants from both sides, chains of norms."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import settings

from perturb import claim, given, paper, prove, then, tighten
from perturb.cli import main
from perturb.domains import activation, integer, orthogonal, rectangular, scalar, square, together, vector
from perturb.prove import store
from perturb.prove.checker.check import check_data
from perturb.prove.proved import from_both_sides, largest, proofs_of
from perturb.prove.prover import attempt
from perturb.prove.reading.free_parts import cuts, frontier
from perturb.prove.tidy import of_certificate, of_close, of_tree
from perturb.statements.catalogue import catalogue
from perturb.vocab import I, T, lam_max, larger, norm, s, s1, s_min, total, trace
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link
from tests.prove.handmade import ONE, identity, trace_below_norm

MOST = 18_000  # of a stored proof, in hundredths of a millisecond
CLOSE = identity((1, ONE, [0]))["close"]
STORED = list(store.every())

DEEP = settings().max_examples > 500


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


# Among a few proofs of a goal the cheapest: parts that may be anything, fewer hypotheses.


def proved_thrift(statement, **spaces):
    made = attempt(claim(paper("me"), statement.__name__, domain=spaces)(statement), 2, 20)
    assert made.outcome == "proved", made.note
    check_data(made.certificate)
    return made.certificate["proofs"][-1]["goals"]


def domain():
    return {"A": square(), "B": square(), "c": scalar(), "d": scalar()}


def links() -> list[Link]:
    found: list[Link] = []

    def body(A: Expr, B: Expr, c: Expr, d: Expr) -> object:
        found.extend([Link(c * s1(A @ B), "<=", d), Link(s1(A @ B), "<=", s_min(A) + c)])
        yield then(0, "<=", s1(A))

    claim(paper("me"), "links", domain=domain())(body)
    return found


def test_cuts_are_shared_parts_and_spectra_and_matrices():
    goal, known = links()
    product = goal.lhs.args[1].args[0]
    shared, spectra, matrices = cuts(goal, [known])
    assert [part.word.name for part in shared] == ["s1"]
    assert sorted(part.word.name for part in spectra) == ["s1", "s_min"]
    assert matrices == [product]


def test_a_frontier_has_no_part_that_is_only_inside_another():
    goal, _ = links()
    outer = goal.lhs
    assert frontier(goal.parts, [outer, outer.args[1]]) == [outer]
    assert frontier([*goal.parts, outer.args[1]], [outer, outer.args[1]]) == [outer, outer.args[1]]


def far_apart(A, B, c, d):
    """The singular values of A B matter as numbers."""
    yield given(c * s(A @ B), "<=", d)
    yield given(1, "<=", c)
    yield then(s(A @ B), "<=", c * d)


def test_parts_are_free_where_only_their_relations_matter():
    goals = proved_thrift(far_apart, **domain())
    assert all(goal.get("let") for goal in goals)
    assert max(of_tree(goal["tree"], goal["gauges"]) for goal in goals) < 300


def beside_the_point(A, B, c, d):
    """A hypothesis that has many cases and says nothing of the conclusion."""
    yield given(abs(c) + abs(d) + s_min(B), "<=", s1(B))
    yield given(c, "<=", d)
    yield then(s_min(A) + c, "<=", s1(A) + d)


def test_a_hypothesis_that_nothing_uses_is_left_out():
    (goal,) = proved_thrift(beside_the_point, **domain())
    assert goal["use"] == [1]


# Constants from both sides: proved at a size, violated there a little below.


@claim(paper("both"), "trace", domain=square(n=(1, 3)))
def bound(A: Any) -> Any:
    yield then(trace(A), "<=", 2 * s1(A) + s1(A) / 2)


@claim(paper("both"), "counted", domain=together(A=square("n"), k=integer(1, 9), n=(1, 3)))
def counted(A: Any, k: Any) -> Any:
    yield then(0, "<=", s1(A) + k)


TWO, THREE = {"A": [["1", "0"], ["0", "1"]]}, {"A": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]}


def test_a_witness_of_a_size_that_is_proved_counts(tmp_path):
    prove(bound, 2, 5).save(tmp_path)
    proofs = proofs_of(bound, tmp_path)
    assert from_both_sides(bound, proofs, 0.2, TWO) == "proved for n = 2; at n = 2 the best within 2.0e-01"
    assert from_both_sides(bound, proofs, 0.2, THREE) == "proved for n = 2"
    assert from_both_sides(bound, proofs, 1.0, None) == "proved for n = 2"
    assert from_both_sides(bound, [], 0.2, TWO) == ""


def test_the_size_is_that_of_the_proofs():
    assert [largest(bound, values) for values in (TWO, THREE)] == [2, 3]
    assert largest(counted, {"A": TWO["A"], "k": "7"}) == 2


def test_the_command_and_python_say_it():
    row = json.loads(
        CliRunner().invoke(main, ["tighten", "classical/weyl-additive", "--seconds", "5", "--json"]).output
    )
    assert row["proved"] == "proved for n = 1, 2; at n = 2 the best within 1.0e-12"
    found = tighten("classical/weyl-additive", seconds=5)[0]
    assert found.rows()[0]["proved"] == row["proved"]
    assert row["proved"] in str(found)


# Chains of norms: networks are bounded layer by layer, and no step is taken that does not hold.


ME = paper("me")
LAYERS = together(
    V=rectangular("a", "b"),
    W=rectangular("b", "c"),
    x=vector("c"),
    y=vector("c"),
    a=(1, 2),
    b=(1, 2),
    c=(1, 2),
)
MASKED = together(V=square(), Q=activation(2, "n"), x=vector("n"), n=(1, 2))


def layers(V, W, z):
    return V @ larger(W @ z, 0)


@claim(ME, "1", domain=LAYERS)
def a_layer_is_lipschitz(V, W, x, y):
    yield then(norm(layers(V, W, x) - layers(V, W, y)), "<=", s1(V) * s1(W) * norm(x - y))


@claim(ME, "2", domain=LAYERS)
def by_a_constant_that_is_too_small(V, W, x, y):
    yield then(norm(layers(V, W, x) - layers(V, W, y)), "<=", 0.999 * s1(V) * s1(W) * norm(x - y))


@claim(ME, "3", domain=LAYERS)
def by_the_larger_one_alone(V, W, x, y):
    yield then(norm(layers(V, W, x) - layers(V, W, y)), "<=", larger(s1(V), s1(W)) * norm(x - y))


@claim(ME, "4", domain=MASKED)
def slopes_that_stretch(V, Q, x):
    """Q has slopes 1 and 2: a step that takes it for a contraction is wrong."""
    yield then(norm(T(V) @ (Q @ (V @ x))), "<=", s1(V) * s1(V) * norm(x))


@pytest.mark.parametrize("n", [1, 2])
def test_a_network_is_bounded_layer_by_layer(n):
    found = attempt(a_layer_is_lipschitz, n, 20)
    assert found.outcome == "proved", found.note
    lemmas = found.certificate["proofs"][0]["goals"][0]["lemmas"]
    assert any("(s1 V)" in lemma["state"] for lemma in lemmas)
    check_data(found.certificate)


BY_LEMMAS = [
    "le2022/lem-11.main~sharpened",
    "classical/mirsky-schatten-3",
    "dittmer2019/sl-interp.group-3~absolute",
]


@pytest.mark.parametrize("name", BY_LEMMAS if DEEP else BY_LEMMAS[:1])
def test_singular_values_are_compared_by_lemmas(name):
    found = attempt(catalogue()[name], 2, 60)
    assert found.outcome == "proved", found.note
    check_data(found.certificate)


def test_the_other_side_says_where_to_go():
    found = attempt(catalogue()["dittmer2019/values.perturbation"], 2, 20)
    assert found.outcome == "proved", found.note
    check_data(found.certificate)


@claim(ME, "5", domain=together(A=square(), P=activation(0, "n"), p=scalar(0, 1), n=(1, 2)))
def one_slope_shrinks_more(A, P, p):
    yield then(1.001 * p * s(A), "<=", s((P + p * (I - P)) @ A))


@claim(ME, "6", domain=square(count=2, n=(1, 2)))
def the_cubes_are_a_little_smaller(A, B):
    yield then(1.001 * total(abs(s(A) - s(B)) ** 3), "<=", total(s(A - B) ** 3))


@claim(ME, "7", domain=together(A=square(), x=vector("n"), y=vector("n"), n=(1, 2)))
def a_half_space_keeps_distances(A, x, y):
    yield then(s_min(A) * norm(x - y), "<=", norm(larger(A @ x, 0) - larger(A @ y, 0)))


@claim(ME, "8", domain=square(count=2, n=(1, 2)))
def eigenvalues_of_sums_are_smaller(A, B):
    yield then(lam_max(A @ T(A) + B @ T(B)), "<=", 1.999 * lam_max(T(A) @ A + T(B) @ B))


FALSE = [by_a_constant_that_is_too_small, by_the_larger_one_alone, slopes_that_stretch]
FALSE += [
    one_slope_shrinks_more,
    eigenvalues_of_sums_are_smaller,
    the_cubes_are_a_little_smaller,
    a_half_space_keeps_distances,
]


@pytest.mark.parametrize("false", FALSE)
def test_a_chain_proves_nothing_false(false):
    assert attempt(false, 2, 1).outcome in ("false", "open", "timeout")
