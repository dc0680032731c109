"""Conditions on indices, such as i + j <= n + 1, that the subscripts of a relation say already."""

from __future__ import annotations

from itertools import product
from typing import Any

from perturb.read.inputs import bases
from perturb.read.scope import Scope
from perturb.read.scripts import subscript
from perturb.read.story import Assertion
from perturb.read.syntax import Related, bare
from perturb.vocab.grammar.kinds import Kind, exactly
from perturb.vocab.grammar.ranges import as_extents, assignments, known
from perturb.vocab.grammar.tree import Expr


def of_indices(one: Assertion, scope: Scope) -> bool:
    """Is it a condition on several indices, with sizes and numbers only?"""
    letters = {letter.name for letter in bases(one.node)}
    counted = {name for name in letters if name in scope.quantified and name not in scope.inputs}
    related = bare(one.node)
    plain = (
        isinstance(related, Related)
        and len(related.links) == 1
        and related.links[0][0] in ("<=", "<", ">=", ">")
    )
    return plain and len(counted) > 1 and letters <= counted | set(scope.sizes)


def natural(one: Assertion, links: Any, scope: Scope) -> bool:
    """Do exactly the values that it allows give all subscripts a meaning, at small sizes?"""
    related = bare(one.node)
    assert isinstance(related, Related)
    sides = [subscript(side, scope) for side in (related.first, related.links[0][1]) if side is not None]
    sign = related.links[0][0]
    names = sorted({name for side in sides for name in side.free})
    found = [link for link in links if set(names) <= set(link.free)]
    for n in (2, 3, 4) if found else ():
        shapes = {g.name: n if g.kind is Kind.INTEGER else (n,) * len(g.sides) for g in scope.inputs.values()}
        allowed = {
            pick
            for pick in product(range(1, n + 1), repeat=len(names))
            if _holds(sides, sign, dict(zip(names, pick, strict=True)), shapes)
        }
        for link in found:
            if {tuple(at[name] for name in names) for at in assignments(link, shapes)} != allowed:
                return False
    return bool(found)


def _holds(sides: list[Expr], sign: str, at: dict[str, int], shapes: dict[str, Any]) -> bool:
    """Does a relation between integers hold for these values?"""
    box = {name: exactly(k) for name, k in at.items()}
    left, right = (known(side, as_extents(shapes.items()), box).lo for side in sides)
    return bool({"<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}[sign])
