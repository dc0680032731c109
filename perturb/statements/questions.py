"""A claim that leaves constants free is a question: numbers are put in their place, and it is told as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from perturb.statements.claim import Claim, asked_in
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.free import exchanged
from perturb.vocab.relations.order import Link


def with_numbers(claim: Claim, numbers: Mapping[str, Fraction]) -> Claim:
    """The claim with these numbers in place of free constants; others stay free."""
    parts = [side for link in claim.conclusions for side in link.parts]
    by = {
        node: const(numbers[name])
        for name, nodes in asked_in(parts).items()
        for node in nodes
        if name in numbers
    }
    return replace(claim, conclusions=tuple(exchanged_in(link, by) for link in claim.conclusions))


def exchanged_in(link: Link, by: Mapping[Expr, Expr]) -> Link:
    """A relation with parts of it replaced by others."""
    lhs, rhs = (exchanged(side, by) for side in link.parts)
    if (lhs, rhs) == tuple(link.parts):
        return link
    shown = link.shown and (exchanged(link.shown[0], by), exchanged(link.shown[1], by))
    return Link(lhs, link.op, rhs, shown, link.sign)


def asks(statement: object) -> str:
    """What makes it a question, and what answers it; empty for a statement."""
    if not isinstance(statement, Claim) or not statement.free:
        return ""
    names = ", ".join(f"free({name!r})" for name in statement.free)
    cure = "perturb tighten answers it; a number in its place makes it a statement"
    return f"{statement.id} is a question, with {names}: {cure}"


def questions(statements: Iterable[object]) -> list[str]:
    """What `asks` says of those that are questions."""
    return [told for one in statements if (told := asks(one))]
