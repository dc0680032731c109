"""Float64 screening of batches: which points look inside the hypotheses, and how small their margin looks."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.domains.exact import Batch
from perturb.numbers.errors import Undefined
from perturb.statements.claim import Claim
from perturb.vocab.relations.decide import assignments, beside_nought, terms
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.evaluate import Evaluation, Floats

LARGEST = sys.float_info.max
HALF = 0.5  # of the points inside, or fewer: the conclusions are read at those alone


@dataclass(frozen=True)
class Screened:
    """For each point of a batch: does it look inside, and the least relative margin of the conclusions.

    A margin below zero is a suspicion. NaN counts as +infinity: it is no information. The last `late` points
    were not looked at, for want of time.
    """

    inside: Any
    margin: Any
    met: list[Any]
    late: int = 0


def screen(claim: Claim, batch: Batch) -> Screened:
    """Screen a batch, unless it is the one of the last call; both arrays have shape (batch.count,)."""
    last = _last[0]
    if last[0] is not claim or last[1] is not batch:
        last = _last[0] = claim, batch, _screened(claim, batch)
    found: Screened = last[2]
    return found


_last: list[tuple[Any, Any, Any]] = [(None, None, None)]  # certified, climbed from and stepped from in turn


def _screened(claim: Claim, batch: Batch) -> Screened:
    inputs = claim.domain.inputs(batch)
    read = Evaluation(Floats(inputs))
    with np.errstate(all="ignore"):
        met = [_spread(margins(h, read), batch.count) for h in claim.hypotheses]
        inside = np.ones(batch.count, dtype=bool)
        for hypothesis, link in zip(met, claim.hypotheses, strict=True):
            inside &= (hypothesis > 0) | (hypothesis == 0) & (link.op not in ("<", ">", "!="))
        margin = np.full(batch.count, np.inf)
        some = int(np.count_nonzero(inside))
        if 0 < some <= HALF * batch.count:  # what the hypotheses share with the conclusions is read again
            read = Evaluation(Floats({name: _those(values, inside) for name, values in inputs.items()}))
            margin[inside] = _concluded(claim, read, some)
        elif some:
            margin = np.where(inside, _concluded(claim, read, batch.count), np.inf)
    return Screened(inside, margin, met)


def _concluded(claim: Claim, read: Evaluation, count: int) -> Any:
    """The least margin of the conclusions."""
    return np.min([_spread(margins(c, read), count) for c in claim.conclusions], axis=0)


def _those(values: Any, inside: Any) -> Any:
    """An input at the points inside; integers and what the domain fixes are the same at all points."""
    return values if isinstance(values, int) or len(values) < len(inside) else values[inside]


def margins(link: Link, read: Evaluation) -> Any:
    """The least relative margin over all instances of a link; +infinity where there is none."""
    least: Any = np.inf
    for at in assignments(link, read):
        with suppress(Undefined):
            lhs, rhs = (reachable(read(side, at)) for side in link.parts)
            least = np.minimum(least, _relative(lhs, link.op, rhs, _terms(link, read, at)))
    return least


def reachable(value: Any) -> Any:
    """A constant that no float reaches as the largest float: what is smaller stays comparable with it."""
    if isinstance(value, int) and abs(value) > LARGEST:
        return LARGEST if value > 0 else -LARGEST
    return value


def _terms(link: Link, read: Evaluation, at: Mapping[str, int]) -> Any:
    """What a relation with 0 is measured by; 0 elsewhere, and where floats overflow."""
    side = beside_nought(link)
    return 0.0 if side is None else np.nan_to_num(terms(side, read, at), nan=0.0, posinf=0.0)


def _relative(lhs: Any, op: str, rhs: Any, of_terms: Any) -> Any:
    """(rhs - lhs) / max(|lhs|, |rhs|, terms), the least over components; NaN becomes +infinity."""
    gap = np.subtract(rhs, lhs, dtype=float)
    gap = -gap if op in (">=", ">") else -np.abs(gap) if op == "==" else np.abs(gap) if op == "!=" else gap
    size = np.maximum(np.abs(lhs), np.abs(rhs))
    # Two zero sides say nothing of "<=" and contradict "<": no bait for a climb, but a sure suspicion.
    both_zero = -1.0 if op in ("<", ">", "!=") else np.inf
    measure = np.where(size > 0, np.maximum(size, of_terms), 1.0)
    relative = np.where(size > 0, gap / measure, both_zero)
    relative = np.where(np.isnan(relative), np.inf, relative)
    if relative.size == 0:  # vectors without components
        return np.inf
    return relative.min(axis=tuple(range(1, relative.ndim))) if relative.ndim > 1 else relative


def _spread(values: Any, count: int) -> Any:
    return np.broadcast_to(values, (count,))
