"""Conditions on indices, such as i + j <= n + 1, that the subscripts of a relation say already.

Parts of a relation that exist at no size, as sigma_3(A) of a 2 x 2 matrix A.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from typing import Any

from perturb.read.errors import NotUnderstood
from perturb.read.inputs import bases
from perturb.read.relations import Chain
from perturb.read.scope import LOTS, Scope
from perturb.read.scripts import subscript
from perturb.read.story import Assertion
from perturb.read.syntax import Related, bare
from perturb.vocab.grammar.kinds import Kind, exactly
from perturb.vocab.grammar.ranges import as_extents, assignments, exists, known, spans
from perturb.vocab.grammar.tree import INPUT, Expr
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.symbols import latex
from perturb.vocab.relations.order import Link, given

COUNTING = "ijklpqrs"
SIGNS = ("<=", "<", ">=", ">")


def of_indices(one: Assertion, scope: Scope) -> bool:
    """Is it a condition on indices, with sizes and numbers only?"""
    if one.property_ or one.rank:
        return False
    letters = {letter.name for letter in bases(one.node)}
    counted = {name for name in letters if _counts(name, scope)}
    related = bare(one.node)
    plain = (
        isinstance(related, Related)
        and related.first is not None
        and all(sign in SIGNS for sign, _ in related.links)
    )
    bound = len(counted) > 1 or bool(counted - scope.quantified)
    return plain and bound and letters <= counted | set(scope.sizes)


def _counts(name: str, scope: Scope) -> bool:
    unknown = len(name) == 1 and name in COUNTING and not scope.knows(name) and name not in scope.sizes
    return (name in scope.quantified or unknown) and name not in scope.inputs


def natural(conditions: Sequence[Assertion], links: Any, scope: Scope) -> bool:
    """Do they hold wherever all subscripts have a meaning, at small sizes?"""
    chains = [(_sides(one, scope), [sign for sign, _ in _related(one).links]) for one in conditions]
    names = sorted({name for sides, _ in chains for side in sides for name in side.free})
    found = [link for link in links if set(names) & set(link.free)]
    if not all(set(names) <= set(link.free) for link in found):
        return False
    for values in product((2, 3, 4), repeat=len(scope.sizes)) if found else ():
        shapes = _shapes(dict(zip(scope.sizes, values, strict=True)), scope)
        for link in found:
            for at in assignments(link, shapes):
                if not all(_all_hold(sides, signs, at, shapes) for sides, signs in chains):
                    return False
    return bool(found)


def _shapes(sizes: dict[str, int], scope: Scope) -> dict[str, Any]:
    """The sides of the inputs, and an integer for each that is one."""
    return {
        one.name: 2
        if one.kind is Kind.INTEGER
        else tuple(one.real(sizes[side] if isinstance(side, str) else side) for side in one.sides)
        for one in scope.inputs.values()
    }


def _related(one: Assertion) -> Related:
    related = bare(one.node)
    assert isinstance(related, Related)
    return related


def _sides(one: Assertion, scope: Scope) -> list[Expr]:
    related = _related(one)
    return [
        subscript(side, scope)
        for side in (related.first, *(side for _, side in related.links))
        if side is not None
    ]


def _all_hold(sides: list[Expr], signs: list[str], at: dict[str, int], shapes: dict[str, Any]) -> bool:
    """Does a chain between integers hold for these values?"""
    return all(_holds(sides[k : k + 2], sign, at, shapes) for k, sign in enumerate(signs))


def _holds(sides: list[Expr], sign: str, at: dict[str, int], shapes: dict[str, Any]) -> bool:
    """Does a relation between integers hold for these values?"""
    box = {name: exactly(k) for name, k in at.items()}
    left, right = (known(side, as_extents(shapes.items()), box).lo for side in sides)
    return bool({"<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}[sign])


def sums_end(free: Collection[str], scope: Scope) -> None:
    """NotUnderstood for sum_i x_i + y_i: an index of a sum that stands behind it, too."""
    for name in sorted(scope.summed.keys() & set(free)):
        cure = "set brackets, or take another letter"
        raise NotUnderstood(f"where the sum over {name} ends is not clear", scope.summed[name], cure=cure)


def all_exist(chain: Chain, pos: int, scope: Scope) -> None:
    """NotUnderstood for a part that exists at no size, with its place: sigma_3(A) of a 2 x 2 matrix A."""
    if any(
        one.complex and not all(isinstance(side, int) for side in one.sides) for one in scope.inputs.values()
    ):
        return  # these are refused for their sizes
    try:
        links = given(*chain).links
    except TypeError:  # an index whose range is said elsewhere
        return
    for one in (absent(link, scope) for link in links):
        if one is not None:
            text = latex(one, None, None)  # of a unit vector without its size above
            shown = readable(text.partition("^")[0] if one.word.name == "unit" else text)
            cure = "a subscript is an integer from 1 to the last that there is"
            raise NotUnderstood(f"{shown} exists at no size", scope.places.get(one, pos), cure=cure)


def absent(link: Link, scope: Scope) -> Expr | None:
    """A part that exists at no size; None where each may exist, whatever integers the text leaves open."""
    subscripted = [one for side in link.parts for one in side.walk() if one.word.subscripts is not None]
    certain = [one for one in subscripted if not _counted(one)]
    lots = [scope.extents(*lot) for lot in LOTS]
    for one in certain:
        if not one.free and not any(exists(one, extents, {}) for extents in lots):
            return one
    units = [one for side in link.parts for one in side.walk() if one.word.name == "unit"]
    for one in units:  # e_5 of three numbers
        size, place = (scope.sides(arg) for arg in one.args)
        if not (one.free or _counted(one)) and all(
            n[0].hi < k[0].lo for n, k in zip(size, place, strict=True)
        ):
            return one
    if not link.free or len(certain) < len(subscripted):
        return None
    shapes = [{name: tuple(side.lo for side in sides) for name, sides in lot.items()
               if isinstance(sides, tuple)} for lot in lots]  # fmt: skip
    none = all(_no_index(link, one) for one in shapes)
    return next(one for one in certain if one.free) if none else None


def _counted(one: Expr) -> bool:
    """Does it hold an integer that is an input?"""
    return any(part.word is INPUT and part.kind is Kind.INTEGER for part in one.walk())


def _no_index(link: Link, shapes: dict[str, Any]) -> bool:
    try:
        spans(link, shapes)
    except ValueError:
        return True
    return False
