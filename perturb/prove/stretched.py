"""How little a layer shrinks distances: s_min(A) |x - y| <= |A x - A y|, and what f does to the latter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import mul

from perturb.prove.general import below, total
from perturb.prove.plans import Derivation, Plan, Way
from perturb.vocab import norm
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link


def stretched(goal: Link) -> Iterator[Plan]:
    """c s_min(A) |x - y| <= |f(A x) - f(A y)|, from c |u - v| <= |f(u) - f(v)| for all u and v."""
    small, large = goal.parts if goal.op == "<=" else goal.parts[::-1]
    if goal.op not in ("<=", ">=") or goal.free or not (total(small) and total(large)):
        return
    factors = list(_factors(small))
    least = next((one for one in factors if one.word.name == "s_min"), None)
    norms = (one for one in factors if one.word.name == "norm" and one.args[0].word.name == "sub")
    distance = next(norms, None)
    if least is None or distance is None or large.word.name != "norm":
        return
    A, (x, y) = least.args[0], distance.args[0].args
    parts = set(below([large]))
    if not {A @ x, A @ y} <= parts:
        return
    image, whole = norm(A @ x - A @ y), norm(A @ (x - y))
    others = [one for one in factors if one is not least and one is not distance]
    steps = Derivation()
    use = [
        steps.state(Link(whole, "<=", image), [], []),
        steps.state(Link(least * distance, "<=", whole), [x - y], []),
        steps.state(Link(reduce(mul, [*others, image]), "<=", large), [A @ x, A @ y], []),
    ]
    yield Plan(steps.lemmas, [], [*steps.ways, Way([least, distance, whole, image, large], use)])


def _factors(part: Expr) -> Iterator[Expr]:
    if part.word.name != "mul":
        yield part
        return
    for arg in part.args:
        yield from _factors(arg)
