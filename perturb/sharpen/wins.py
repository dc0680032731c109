"""A sharpened claim beside its parent: a claim that it is at least as strong, and by how much it wins.

For that both bounds are evaluated at the same random points: float64, a description, never a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from perturb.certify.point import screen
from perturb.domains.space import Batch
from perturb.search.method import claim_stream
from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.decide import assignments
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.evaluate import Evaluation, Floats

FloatArray = NDArray[np.float64]
BATCHES = 24
BATCH = 128
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


@dataclass(frozen=True)
class Win:
    """The ratio of two bounds at `points` random points: median and 90 % quantile, None for no points.

    It is at least 1 where the sharpened bound is the better one (for lower bounds it is turned over). `wider`
    is the share of the points inside the sharpened statement that are outside its parent.
    """

    median: float | None
    high: float | None
    points: int
    wider: float


def win(child: Claim, parent: Claim, seed: int = 0) -> Win | None:
    """The parent's bound over the child's where both apply, and how often only the child applies.

    None where the bounds cannot be compared.
    """
    relation = at_least_as_strong(child, parent)
    if relation is None:
        return None
    links = relation.conclusions[len(child.hypotheses) :]
    ratios: list[FloatArray] = []
    inside_child = only_child = 0
    with np.errstate(all="ignore"):
        for batch in _batches(child, seed):
            mine, theirs = screen(child, batch).inside, _inside(parent, batch)
            inside_child += int(mine.sum())
            only_child += int((mine & ~theirs).sum())
        for batch in _batches(parent, seed):
            inside = screen(parent, batch).inside
            ratios += [_ratios(link, parent, batch, inside) for link in links]
    return _summary(np.concatenate(ratios) if ratios else np.empty(0), only_child, inside_child)


def _batches(claim: Claim, seed: int) -> list[Batch]:
    return [claim.domain.draw(claim_stream(claim, "wins", seed, k), BATCH) for k in range(BATCHES)]


def _inside(parent: Claim, batch: Batch) -> NDArray[np.bool_]:
    """Where the hypotheses of the parent look met; all of the batch when it has other parameters."""
    try:
        inside: NDArray[np.bool_] = screen(parent, batch).inside
    except (KeyError, ValueError):
        return np.ones(batch.count, dtype=bool)
    return inside


def _ratios(link: Link, parent: Claim, batch: Batch, inside: NDArray[np.bool_]) -> FloatArray:
    """Larger side over smaller side at the points inside, where both are positive."""
    read = Evaluation(Floats(parent.domain.inputs(batch)))
    found = []
    for at in assignments(link, read):
        low, high = read(link.lhs, at), read(link.rhs, at)
        positive = np.where((low > 0) & (high > 0), np.divide(high, low), np.nan)
        quotient = positive + np.zeros((batch.count, 1, 1))
        chosen = quotient[inside].ravel()
        found.append(chosen[np.isfinite(chosen)])
    return np.concatenate(found) if found else np.empty(0)


def _summary(ratios: FloatArray, only_child: int, inside_child: int) -> Win | None:
    if not len(ratios) and not only_child:
        return None
    quantiles = np.quantile(ratios, [0.5, 0.9]) if len(ratios) else (None, None)
    median, high = (None if q is None else float(f"{q:.3g}") for q in quantiles)
    wider = float(f"{only_child / inside_child:.3g}") if inside_child else 0.0
    return Win(median, high, len(ratios), wider)
