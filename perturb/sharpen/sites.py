"""The constants of a claim: where they stand, the claim with another one, which way makes it stronger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from perturb.sharpen.directions import Signs
from perturb.statements.claim import Claim
from perturb.vocab.order import Link
from perturb.vocab.tree import CONST, INDEX, Expr, const

Path = tuple[int, ...]


@dataclass(frozen=True)
class Site:
    """Where a constant stands: conclusion number, side (0 left, 1 right), path in the tree, its value."""

    link: int
    side: int
    path: Path
    value: Fraction


def sites(claim: Claim) -> list[Site]:
    """The numeric constants of the inequalities that are concluded.

    Exponents and subscripts are no constants of a bound, and an equality has none that could be better. A
    relation without any is read with the factor 1 on its right side, where neither side is zero.
    """
    found: list[Site] = []
    for number, link in enumerate(claim.conclusions):
        if link.op in ("==", "!="):
            continue
        own = [
            Site(number, side, path, value) for side in (0, 1) for path, value in _walk(link.parts[side], ())
        ]
        if not own and not any(part.word is CONST for part in link.parts):
            own = [Site(number, 1, (), Fraction(1))]
        found += own
    return found


def _walk(expr: Expr, path: Path) -> Iterator[tuple[Path, Fraction]]:
    if expr.word is CONST and expr.payload[0] != 0:
        yield path, expr.payload[0]
    for position, arg in enumerate(expr.args):
        if expr.word is not INDEX and (position == 0 or not expr.word.counts):
            yield from _walk(arg, (*path, position))


def with_constant(claim: Claim, site: Site, value: Fraction) -> Claim:
    """The claim with another constant at the site."""
    link = claim.conclusions[site.link]
    sides = list(link.parts)
    sides[site.side] = _put(sides[site.side], site.path, value)
    conclusions = list(claim.conclusions)
    conclusions[site.link] = Link(sides[0], link.op, sides[1])
    return replace(claim, conclusions=tuple(conclusions))


def _put(expr: Expr, path: Path, value: Fraction) -> Expr:
    if expr.word is CONST:
        return const(value)
    if not path:
        return const(value) * expr
    args = list(expr.args)
    args[path[0]] = _put(args[path[0]], path[1:], value)
    return expr.word.node(*args)


def stronger(claim: Claim, site: Site) -> tuple[int, ...]:
    """The signs of a relative change of the constant that can make the claim false."""
    signs, link = Signs(claim.domain, claim.hypotheses), claim.conclusions[site.link]
    way = 1 if (site.side == 0) == (link.op in ("<=", "<")) else -1
    way *= 1 if site.value > 0 else -1
    expr = link.parts[site.side]
    if not site.path and expr.word is not CONST:
        way *= signs.sign(expr)
    for step in site.path:
        way *= signs.directions(expr)[step]
        expr = expr.args[step]
    return (way,) if way else (-1, 1)
