"""Lemmas that may help with a goal, and the parts that may then be anything.

Each is proved like a conclusion before it counts. A plan that does not help costs time and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from perturb.prove.chains import chains
from perturb.prove.general import below, names, total
from perturb.prove.grams import grams
from perturb.prove.inputs import Input
from perturb.prove.majorants import majorants
from perturb.prove.plans import Plan
from perturb.prove.slopes import slopes
from perturb.prove.stretched import stretched
from perturb.vocab import fro, norm, s1, s_min
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Link

NORMS = ("norm", "s1", "op")


def first(
    goal: Link,
    component: int | None,
    given: Sequence[Link],
    inputs: Sequence[Input],
    shapes: Mapping[str, Any],
    n: int,
) -> Iterator[Plan]:
    """What is worth trying before all else: many small steps."""
    named = {one.name: one for one in inputs}
    yield from chains(goal, named)
    yield from slopes(goal, component, given, named, n)
    yield from majorants(goal, n)
    yield from stretched(goal)
    yield from grams(goal, shapes)


def plans(
    goal: Link,
    component: int | None,
    given: Sequence[Link],
    inputs: Sequence[Input],
    shapes: Mapping[str, Any],
    n: int,
) -> Iterator[Plan]:
    """What is worth trying."""
    if not goal.free and component is None:
        yield from _scaled(goal, given, {one.name: one for one in inputs}, n)
        yield from _chained(goal)


def _scaled(goal: Link, given: Sequence[Link], inputs: Mapping[str, Input], n: int) -> Iterator[Plan]:
    """c V with the entries of V in [-b, b]: |c V|_F <= n b c, and each entry is at most b c."""
    tops = [side for link in (goal, *given) for side in link.parts]
    lemmas: list[Link] = []
    entries: list[Link] = []
    parts: list[Expr] = []
    for part in below(tops):
        if part.kind is not Kind.MATRIX or part.word.name != "mul" or not total(part):
            continue
        one = next((inputs[x] for x in names([part.args[1]])), None)
        if one is None or one.space != "bounded" or part.args[1].args:
            continue
        bound = Fraction(one.parameters[2]) * part.args[0]
        parts.append(part)
        lemmas.append(Link(fro(part), "<=", n * bound))
        entries += [Link(abs(part[i + 1, j + 1]), "<=", bound) for i in range(n) for j in range(n)]
    if parts:
        norms = [Link(s1(link.lhs.args[0]), "<=", link.rhs) for link in lemmas]
        yield Plan([*lemmas, *norms, *_shifted(tops, lemmas)], parts)
        yield Plan([*entries, *lemmas], parts)


def _shifted(tops: Sequence[Expr], known: Sequence[Link]) -> Iterator[Link]:
    """Weyl's inequalities for I + P with s_1(P) <= b."""
    bounds = {link.lhs.args[0]: link.rhs for link in known}
    for part in below(tops):
        P = next((arg for arg in part.args if arg in bounds), None) if part.word.name == "add" else None
        if P is not None and any(arg.word.name == "eye" for arg in part.args):
            yield Link(s1(part), "<=", 1 + bounds[P])
            yield Link(1 - bounds[P], "<=", s_min(part))


def _chained(goal: Link) -> Iterator[Plan]:
    """|f(p) - f(q)| <= |p - q| for the positive part f, |A z| <= s_1(A) |z|, one after the other."""
    if goal.op != "<=" or not total(goal.lhs) or not total(goal.rhs):
        return
    steps: list[Link] = []
    left = goal.lhs
    for part in list(below([goal.lhs])):
        inside = part.args[0] if part.word.name == "norm" else None
        if inside is not None and inside.word.name == "sub" and _positive(inside):
            plain = norm(inside.args[0].args[0] - inside.args[1].args[0])
            steps.append(Link(part, "<=", plain))
            left = plain if part is goal.lhs else left
    for part in list(below([goal.rhs])):
        first, second = part.args if part.word.name == "mul" else (part, part)
        if first.word.name in ("s1", "op") and second.word.name == "norm":
            image = norm(first.args[0] @ second.args[0])
            if left.word.name == "norm" and part is goal.rhs:
                steps.append(Link(left, "==", image))
            steps.append(Link(image, "<=", part))
    if steps:
        sides = [side for link in [*steps, goal] for side in link.parts]
        every = list(dict.fromkeys(below(sides)))
        products = [part for part in every if _product(part)]
        outside = set(below(sides, but=products))
        yield Plan(steps, products + [part for part in every if part.word.name in NORMS and part in outside])


def _product(part: Expr) -> bool:
    return part.word.name == "mul" and all(arg.word.name in NORMS for arg in part.args)


def _positive(inside: Expr) -> bool:
    """larger(p, 0) - larger(q, 0)."""
    return all(arg.word.name == "larger" and arg.args[1] is const(0) for arg in inside.args)
