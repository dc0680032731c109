"""Singular values that a vector is majorised by: |s(A) - s(B)| by s(A - B) (Mirsky)."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.prove.general import below
from perturb.prove.plans import ZERO, Derivation, Plan, Way
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link


def majorants(goal: Link, n: int) -> Iterator[Plan]:
    """Weyl's inequalities and Mirsky's for two singular values, and then the goal by these alone."""
    parts = list(below(goal.parts))
    for V in parts:
        C = _difference(V)
        W = next((part for part in parts if part.word.name == "s" and part.args[0] is C), None)
        if W is None or n != 2:
            continue
        steps = Derivation()
        (v1, v2), (w1, w2) = (V[1], V[2]), (W[1], W[2])
        facts = [(v1, w1), (v2, w1), (v1 + v2, w1 + w2), (w2, w1), (ZERO, w2), (ZERO, v1), (ZERO, v2)]
        for small, large in facts:
            steps.state(Link(small, "<=", large), [], [])
        yield Plan(steps.lemmas, [], [*steps.ways, Way([V, W], list(range(len(facts))))])


def _difference(V: Expr) -> Expr | None:
    """A - B where V is |s(A) - s(B)|."""
    if V.word.name != "abs" or V.args[0].word.name != "sub":
        return None
    p, q = V.args[0].args
    both = p.word.name == q.word.name == "s"
    return p.args[0] - q.args[0] if both else None
