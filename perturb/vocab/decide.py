"""Deciding relations at one exact point: every instance of a relation, in one field."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import ctx

from perturb.balls.scalar import Unavailable, Undefined
from perturb.enclosure import Verdict, all_of
from perturb.vocab.certified import CharPoly, Exact, Field
from perturb.vocab.evaluate import Evaluation, OutOfRange
from perturb.vocab.order import Link
from perturb.vocab.tree import INDEX, Expr, Kind

UNSEEN = 1e-300
COMPONENT = "i"


@dataclass(frozen=True)
class Instance:
    """One relation between two numbers: a link with its indices fixed, one component of a vector relation."""

    at: Mapping[str, int]
    lhs: Any
    rhs: Any


def instances(link: Link, read: Evaluation) -> Iterator[Instance]:
    """The instances that exist at this size. Raises Undefined or Unavailable where a side has no value."""
    for at in assignments(link, read):
        try:
            lhs, rhs = read(link.lhs, at), read(link.rhs, at)
        except OutOfRange:
            continue
        yield from _components(at, lhs, rhs)


def _components(at: Mapping[str, int], lhs: Any, rhs: Any) -> Iterator[Instance]:
    lengths = {len(side) for side in (lhs, rhs) if isinstance(side, tuple)}
    if not lengths:
        yield Instance(at, lhs, rhs)
        return
    if len(lengths) > 1:
        raise ValueError(f"a relation between vectors of lengths {sorted(lengths)}")
    for k in range(lengths.pop()):
        left = lhs[k] if isinstance(lhs, tuple) else lhs
        right = rhs[k] if isinstance(rhs, tuple) else rhs
        yield Instance({**at, COMPONENT: k + 1}, left, right)


def assignments(link: Link, read: Evaluation) -> list[dict[str, int]]:
    """Candidate values of the free indices: the declared range, or 1 up to the greatest extent in sight."""
    names = link.free
    if not names:
        return [{}]
    nodes = [part for side in link.parts for part in side.walk()]
    declared = {n.payload[0]: n.args for n in nodes if n.word is INDEX and n.args}
    top = max((_extent(part, read) for part in nodes), default=0) if set(names) - set(declared) else 0
    ranges = [
        range(read(declared[name][0]), read(declared[name][1]) + 1) if name in declared else range(1, top + 1)
        for name in names
    ]
    return [dict(zip(names, pick, strict=True)) for pick in itertools.product(*ranges)]


def _extent(part: Expr, read: Evaluation) -> int:
    """The length of a vector or the larger side of a matrix that does not itself depend on an index."""
    if part.free or part.kind not in (Kind.VECTOR, Kind.MATRIX):
        return 0
    try:
        value = read(part)
    except OutOfRange:
        return 0
    if part.kind is Kind.VECTOR:
        return len(value) if isinstance(value, tuple) else int(value.shape[-2])
    return int(max(value.shape[-2:] if hasattr(value, "shape") else (value.nrows(), value.ncols())))


@dataclass(frozen=True)
class Finding:
    """The verdict on a link, with the instance that settles it and the reason when it stays open.

    `margin` is the least relative margin of its instances, a float for pictures and for steering, never
    decisive.
    """

    verdict: Verdict
    reason: str = ""
    instance: Instance | None = None
    margin: float = math.inf


def decide(link: Link, field: Field, read: Evaluation) -> Finding:
    """All instances of a link: one violation decides against it, one open instance leaves it open."""
    verdicts: list[Verdict] = []
    tightest: tuple[float, Instance | None] = (math.inf, None)
    try:
        for instance in instances(link, read):
            verdict = field.decide(instance.lhs, link.op, instance.rhs)
            margin = _margin(field, link.op, instance)
            if verdict is Verdict.VIOLATED:
                return Finding(verdict, "", instance, margin)
            verdicts.append(verdict)
            tightest = min(tightest, (margin, instance), key=lambda pair: pair[0])
    except Undefined as error:
        return Finding(Verdict.UNDECIDED, f"undefined: {error}")
    except Unavailable as error:
        return Finding(Verdict.UNDECIDED, f"unavailable: {error}")
    verdict = all_of(verdicts)
    return Finding(verdict, "precision" if verdict is Verdict.UNDECIDED else "", tightest[1], tightest[0])


def _margin(field: Field, op: str, instance: Instance) -> float:
    """Zero only at certified equality: a gap that a float cannot see is still a gap."""
    margin = field.margin(instance.lhs, op, instance.rhs)
    if margin == 0.0 and field.decide(instance.lhs, "==", instance.rhs) is not Verdict.HOLDS:
        return UNSEEN
    return abs(margin) if margin == 0.0 else margin


def holds(links: Sequence[Link], values: Mapping[str, Any]) -> bool:
    """Certified: every one of these relations holds at the exact inputs `values`."""
    for link in links:
        found = Verdict.UNDECIDED
        for field in (CharPoly(values, 64), Exact(values)):
            with ctx.workprec(field.bits):
                found = decide(link, field, Evaluation(field)).verdict
            if found is not Verdict.UNDECIDED:
                break
        if found not in (Verdict.HOLDS, Verdict.VACUOUS):
            return False
    return True
