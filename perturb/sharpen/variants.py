"""A sharpened claim must be at least as strong as its parent: that relation is a claim of its own."""

from __future__ import annotations

from dataclasses import replace

from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link

UPPER, LOWER = ("<=", "<"), (">=", ">")


def at_least_as_strong(child: Claim, parent: Claim) -> Claim | None:
    """On the parent's domain, under its hypotheses: the child's hypotheses hold and its bounds are as tight.

    Compared are the bounds of quantities that both bound. None where there is none or the inputs differ (then
    the relation rests on the proof in the docstring).
    """
    if dict(child.domain.kinds) != dict(parent.domain.kinds):
        return None
    tighter = [_tightest(child, wanted) for wanted in parent.conclusions]
    compared = [link for link in tighter if link is not None]
    if not compared:
        return None
    return replace(
        parent,
        id=f"{child.id}>={parent.id.rpartition('/')[2]}",
        label=f"{child.label} implies {parent.label}",
        conclusions=(*child.hypotheses, *compared),
        equality=(),
        presupposes=frozenset(),
    )


def _tightest(child: Claim, wanted: Link) -> Link | None:
    """By the child's conclusion that is the same where it has one, else by the first that can be compared."""
    order = sorted(child.conclusions, key=lambda have: have.parts != wanted.parts)
    return next((t for have in order if (t := _tighter(have, wanted)) is not None), None)


def _tighter(have: Link, wanted: Link) -> Link | None:
    """The comparison of bounds when both links bound the same quantity from the same side."""
    (x, low_side, bound), (y, other_side, goal) = _bound(have), _bound(wanted)
    if low_side == other_side:
        for quantity, own, asked in ((x, bound, goal), (bound, x, y)):
            target = y if quantity is x else goal
            if quantity is target:
                return Link(own, "<=", asked) if quantity is x else Link(asked, "<=", own)
    return None


def _bound(link: Link) -> tuple[Expr, str, Expr]:
    """Every inequality as lhs <= rhs."""
    if link.op in LOWER:
        return link.rhs, "<=", link.lhs
    return link.lhs, "<=" if link.op in UPPER else link.op, link.rhs
