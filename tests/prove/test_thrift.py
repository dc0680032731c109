"""Among a few proofs of a goal the cheapest: parts that may be anything, fewer hypotheses."""

from __future__ import annotations

from perturb import claim, given, paper, then
from perturb.domains import scalar, square
from perturb.prove.checker.check import check_data
from perturb.prove.prover import attempt
from perturb.prove.reading.free_parts import cuts, frontier
from perturb.prove.tidy import of_tree
from perturb.vocab import s, s1, s_min
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link


def proved(statement, **spaces):
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
    goals = proved(far_apart, **domain())
    assert all(goal.get("let") for goal in goals)
    assert max(of_tree(goal["tree"], goal["gauges"]) for goal in goals) < 300


def beside_the_point(A, B, c, d):
    """A hypothesis that has many cases and says nothing of the conclusion."""
    yield given(abs(c) + abs(d) + s_min(B), "<=", s1(B))
    yield given(c, "<=", d)
    yield then(s_min(A) + c, "<=", s1(A) + d)


def test_a_hypothesis_that_nothing_uses_is_left_out():
    (goal,) = proved(beside_the_point, **domain())
    assert goal["use"] == [1]
