"""The checker beside the engine: at exact points, what a path says is what the balls hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from perturb.domains.draws import corners
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.prove.checker.check import Walker, stages
from perturb.prove.checker.paths import Stop
from perturb.prove.checker.statements import Statement
from perturb.statements.claim import Claim
from perturb.vocab.grammar import ranges
from perturb.vocab.relations import decide
from perturb.vocab.relations.decide import Gap
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation as Reading
from perturb.vocab.systems.evaluate import as_scalar
from tests.prove.concrete import PRECISION, Follower, follow

Sides = list[tuple[arb, arb]]


def engine(claim: Claim, point: Point) -> tuple[str, Sides]:
    """Where the point is to the engine (inside, outside, undefined, open), and the balls of all instances."""
    field = CharPoly(point.values, 200)
    with ctx.workprec(200):
        read = Reading(field)
        for link in claim.hypotheses:
            found = decide.decide(link, field, read, whole=False)
            if found.verdict is not Verdict.HOLDS:
                undefined = found.gap is Gap.UNDEFINED
                certain = found.verdict in (Verdict.VIOLATED, Verdict.VACUOUS)
                return "undefined" if undefined else "outside" if certain else "open", []
        sides: Sides = []
        try:
            for link in claim.conclusions:
                if ranges.meaningful(link, decide.shapes_of(link, read)):
                    found_here = decide.instances(link, read)
                    sides += [(to_arb(as_scalar(i.lhs)), to_arb(as_scalar(i.rhs))) for i in found_here]
        except Undefined:
            return "undefined", []
        except Unavailable:
            return "open", []
    return "inside", sides


def points(claim: Claim, sizes: Mapping[str, int], count: int, seed: int) -> Iterator[Point]:
    """Equality cases, corners and draws at these sizes."""
    yield from (case for case in claim.equality if dict(case.sizes) == dict(sizes))
    special = (point for point in corners(claim.domain, 60) if dict(point.sizes) == dict(sizes))
    yield from islice(special, count)
    batch = claim.domain.draw(np.random.default_rng(seed), count, sizes=dict(sizes))
    yield from (claim.domain.construct(sizes, batch.params_of(k)) for k in range(count))


def with_diagonals(claim: Claim, data: Any, point: Point) -> Point | None:
    """The point, its matrices that the proof takes as diagonal made so; None where these are parts."""
    goals = [g for entry in data["proofs"] for goal in entry["goals"] for g in every_goal(goal)]
    names = {name for goal in goals for name in goal.get("diagonal", [])}
    if not names <= set(point.values):
        return None
    values = dict(point.values)
    for name in names:
        A, kept = values[name], values[name] * 0
        diagonal = sorted((abs(A[k, k]) for k in range(min(A.nrows(), A.ncols()))), reverse=True)
        for k, x in enumerate(diagonal):
            kept[k, k] = x
        values[name] = kept
    moved = claim.domain.point(values) if names else point
    return moved if claim.domain.contains(moved) else None


def every_goal(goal: Any) -> Iterator[Any]:
    """A goal and those of its lemmas."""
    yield goal
    for lemma in goal.get("lemmas", []):
        yield from every_goal(lemma["goal"])


def formulas_agree(claim: Claim, data: Any, sizes: Mapping[str, int], point: Point) -> int:
    """How many instances have both sides, or no value, as the engine says. AssertionError where not."""
    state, balls = engine(claim, point)
    if state in ("outside", "open"):
        return 0
    with ctx.workprec(PRECISION):
        follower, ends, sides = Follower(Statement(data, dict(sizes)), point), set(), []
        for goal in goals_of(follower.statement):
            end, path = follower.free([], goal)
            ends.add(end)
            if end != "undefined":
                sides.append(both(follower, path, goal))
        if state == "undefined" and claim.hypotheses:
            return 0
        assert (state == "undefined") == ("undefined" in ends), (claim.id, point.values)
        if state == "inside":
            assert_same(balls, sides, claim, point)
    return len(sides)


def goals_of(statement: Statement) -> list[Any]:
    return [step for steps in statement.then for step in steps]


def both(follower: Follower, path: Walker, goal: Any) -> tuple[arb, arb]:
    lhs, rhs = (follower.scalar(side, path) for side in path.sides(*goal))
    return lhs, rhs


def assert_same(balls: Sides, sides: Sides, claim: Claim, point: Point) -> None:
    assert len(balls) == len(sides), (claim.id, point.values)
    for ball, side in zip(balls, sides, strict=True):
        assert all(b.overlaps(x) for b, x in zip(ball, side, strict=True)), (
            claim.id,
            point.values,
            ball,
            side,
        )


def one_path_fits(claim: Claim, data: Any, entry: Any, point: Point) -> int:
    """How many goals of a proof the point was led through, each to a leaf that is right about it."""
    state, balls = engine(claim, point)
    if state in ("outside", "open"):
        return 0
    statement = Statement(data, entry["sizes"])
    with ctx.workprec(PRECISION):
        follower, ends, sides = Follower(statement, point), [], []
        for step, goal in zip(goals_of(statement), entry["goals"], strict=True):
            for hypotheses, here, part, valued in stages(statement, step, goal):
                end, path = follow(follower, hypotheses, here, part, valued)
                ends.append(end)
                if end == "close":
                    denied(follower, path)
            if end != "undefined":
                sides.append(both(follower, path, step))
        assert (state == "undefined") == ("undefined" in ends), (claim.id, point.values)
        if state == "inside":
            assert_same(balls, sides, claim, point)
    return len(ends)


def denied(follower: Follower, path: Walker) -> None:
    """Of all constraints of a closed path, only the negated conclusion is false at a point of the domain."""
    with pytest.raises(Stop, match="close"):
        path.run()
    false = [k for k, c in enumerate(path.list) if not c.kind & follower.sign(c.p, path)]
    assert false == [len(path.list) - 1], (follower.point.values, false)
