"""Deciding relations at one exact point: every instance of a relation, in one field.

What a partly undefined statement means does not depend on the order of its parts: a point where one instance
of one relation has no value lies outside the statement, whatever the others say. So a violation counts only
where every part that may be undefined is certainly defined.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from flint import ctx, fmpq

from perturb.enclosure import Enclosure, Rigour, Verdict, all_of, compare
from perturb.numbers.errors import Unavailable, Undefined
from perturb.vocab import ranges
from perturb.vocab.agreement import agree
from perturb.vocab.certified import CharPoly, Exact, Field
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.facts import certain, partial_parts
from perturb.vocab.fits import between
from perturb.vocab.form import same
from perturb.vocab.gaps import nearest
from perturb.vocab.order import Link
from perturb.vocab.ranges import Shape
from perturb.vocab.size import beside_nought, terms_at
from perturb.vocab.tree import INPUT, Expr
from perturb.vocab.values import RATIONALS
from perturb.vocab.word import Kind

UNSEEN = 1e-300
NOUGHT = Enclosure(fmpq(0), fmpq(0), rigour=Rigour.EXACT)


@dataclass(frozen=True)
class Instance:
    """One relation between two numbers: a link with its indices fixed, one component of a vector relation."""

    at: Mapping[str, int]
    lhs: Any
    rhs: Any


def instances(link: Link, read: Evaluation) -> Iterator[Instance]:
    """The instances that exist at this size. Raises Undefined or Unavailable where a side has no value."""
    for at in assignments(link, read):
        yield from _components(link, at, read(link.lhs, at), read(link.rhs, at))


def assignments(link: Link, read: Evaluation) -> Sequence[Mapping[str, int]]:
    """The values of the free indices for which the link is asserted; none where it has no meaning."""
    shapes = shapes_of(link, read)
    return ranges.assignments(link, shapes) if ranges.meaningful(link, shapes) else ()


def shapes_of(link: Link, read: Evaluation) -> dict[str, Shape]:
    """The shapes of the inputs of a link at the point."""
    return {name: read.system.shape(name, kind) for name, kind in _inputs(link)}


@lru_cache(maxsize=4096)
def _inputs(link: Link) -> tuple[tuple[str, Kind], ...]:
    nodes = (node for side in link.parts for node in side.walk())
    return tuple(dict.fromkeys(node.payload for node in nodes if node.word is INPUT))


@lru_cache(maxsize=4096)
def _partial(link: Link) -> tuple[Expr, ...]:
    return tuple([part for side in link.parts for part in partial_parts(side)])


def _components(link: Link, at: Mapping[str, int], lhs: Any, rhs: Any) -> Iterator[Instance]:
    if not (isinstance(lhs, tuple) or isinstance(rhs, tuple)):
        yield Instance(at, lhs, rhs)
        return
    lengths = [(len(side),) for side in (lhs, rhs) if isinstance(side, tuple)]
    between(lengths)
    for k in range(*lengths[0]):
        left = lhs[k] if isinstance(lhs, tuple) else lhs
        right = rhs[k] if isinstance(rhs, tuple) else rhs
        yield Instance({**at, link.component: k + 1}, left, right)


class Gap(Enum):
    """Why a link, or a statement, has no verdict of its own."""

    NONE = ""
    PRECISION = "precision"
    UNAVAILABLE = "unavailable"
    DOUBT = "definedness"  # violated, if all of it is defined
    UNDEFINED = "undefined"
    MEANINGLESS = "no meaning at this size"
    NO_INSTANCE = "no instance at this size"
    CIRCULAR = "circular"
    NOT_COMPUTED = "not computed"


@dataclass(frozen=True)
class Finding:
    """The verdict on a link, with the instance that settles it and the reason when it stays open.

    `margin` is the least relative margin of its instances, a float for pictures and for steering, never
    decisive. `defined`: every part of every instance is certain to have a value. `exact`: all sides are
    rational. `agreed`: open, with sides that agree to 60 digits in every instance that is open.
    """

    verdict: Verdict
    gap: Gap = Gap.NONE
    detail: str = ""
    instance: Instance | None = None
    margin: float = math.inf
    defined: bool = True
    exact: bool = False
    agreed: bool = False


def decide(link: Link, field: Field, read: Evaluation, whole: bool = True) -> Finding:
    """All instances of a link: one violation decides against it, one open instance leaves it open.

    Without `whole` the first violation ends the look: enough for a hypothesis, beyond which nothing matters.
    """
    shapes = shapes_of(link, read)
    if not ranges.meaningful(link, shapes):
        return Finding(Verdict.VACUOUS, Gap.MEANINGLESS)
    seen = _Seen(link, field, read, beside_nought(link) if whole else None)
    for at in ranges.assignments(link, shapes):
        doubtful = [_side(part, read, at) for part in seen.partial]
        sides = [_side(side, read, at) for side in link.parts]
        undefined = next((x for x in (*doubtful, *sides) if isinstance(x, Undefined)), None)
        if undefined is not None:
            return Finding(Verdict.UNDECIDED, Gap.UNDEFINED, f"{undefined}{_named(at)}", defined=False)
        seen.defined &= all(not isinstance(x, Unavailable) and certain(x) for x in doubtful)
        seen.look(at, sides)
        if seen.violation is not None and not whole:
            margin, instance = seen.violation
            return Finding(Verdict.VIOLATED, Gap.NONE, "", instance, margin, seen.defined, seen.exact)
    return seen.finding()


def _rational(side: Any) -> bool:
    return all(map(_rational, side)) if isinstance(side, tuple) else isinstance(side, RATIONALS)


def _named(at: Mapping[str, int]) -> str:
    return " at " + ", ".join(f"{name} = {k}" for name, k in at.items()) if at else ""


def _side(expr: Expr, read: Evaluation, at: Mapping[str, int]) -> Any:
    """The value, or the reason why there is none."""
    try:
        return read(expr, at)
    except (Undefined, Unavailable) as error:
        return error


class _Seen:
    """What the instances of a link showed so far."""

    def __init__(self, link: Link, field: Field, read: Evaluation, beside_nought: Expr | None) -> None:
        self.link, self.field, self.read = link, field, read
        self.beside_nought = beside_nought  # measured by its terms
        self.partial = _partial(link)
        self.verdicts: list[Verdict] = []
        self.tightest: tuple[float, Instance | None] = (math.inf, None)
        self.violation: tuple[float, Instance] | None = None
        self.missing: Unavailable | None = None
        self.defined = True  # every part that may have no value certainly has one
        self.exact = True
        self.agreed = True

    def look(self, at: Mapping[str, int], sides: list[Any]) -> None:
        """The instances with the indices `at`; a side that is Unavailable leaves them open."""
        missing = next((side for side in sides if isinstance(side, Unavailable)), None)
        if missing is not None:
            self.missing = missing
            return
        self.exact &= all(map(_rational, sides))
        found = list(_components(self.link, at, *sides))
        verdicts = [self.field.decide(x.lhs, self.link.op, x.rhs) for x in found]
        equal = Verdict.UNDECIDED in verdicts and self.defined and self._alike(at)
        for instance, verdict in zip(found, verdicts, strict=True):
            self._count(instance, verdict, equal)

    def _count(self, instance: Instance, verdict: Verdict, equal: bool) -> None:
        if equal:
            verdict, margin = compare(NOUGHT, self.link.op, NOUGHT), 0.0
        else:
            margin = _margin(self.field, self.link.op, instance, verdict)
            if self.beside_nought is not None and UNSEEN < abs(margin) < math.inf:
                margin *= self._part(self.beside_nought, instance)
        self.verdicts.append(verdict)
        if verdict is Verdict.UNDECIDED and self.agreed:
            self.agreed = agree(instance.lhs, instance.rhs)
        if margin < self.tightest[0]:
            self.tightest = margin, instance
        if verdict is Verdict.VIOLATED and self.violation is None:
            self.violation = margin, instance

    def _part(self, side: Expr, instance: Instance) -> float:
        """What is left of the terms of a side that is held against 0, between UNSEEN and 1."""
        left = max(abs(nearest(instance.lhs)), abs(nearest(instance.rhs)))
        terms = terms_at(side, self.field.inputs, {name: instance.at[name] for name in side.free})
        return max(left / terms, UNSEEN) if 0 < left < terms else 1.0

    def _alike(self, at: Mapping[str, int]) -> bool:
        """Are both sides one number because they are made alike? Asked where enclosures cannot tell."""
        return same(self.link.lhs, self.link.rhs, lambda expr: self.read(expr, at))

    def finding(self) -> Finding:
        if self.violation is not None:
            margin, instance = self.violation
            if self.defined:
                return Finding(Verdict.VIOLATED, Gap.NONE, "", instance, margin, True, self.exact)
            return Finding(Verdict.UNDECIDED, Gap.DOUBT, "", instance, margin, False)
        if self.missing is not None:
            return Finding(Verdict.UNDECIDED, Gap.UNAVAILABLE, str(self.missing), defined=self.defined)
        verdict, (least, tightest) = all_of(self.verdicts), self.tightest
        if verdict is Verdict.HOLDS and not self.defined:
            return Finding(Verdict.UNDECIDED, Gap.DOUBT, "", tightest, least, False)
        gap = Gap.PRECISION if verdict is Verdict.UNDECIDED else Gap.NONE
        agreed = self.agreed and verdict is Verdict.UNDECIDED
        return Finding(verdict, gap, "", tightest, least, self.defined, self.exact, agreed)


def _margin(field: Field, op: str, instance: Instance, verdict: Verdict) -> float:
    """With the sign of the verdict; zero only at certified equality: what no float sees is still a gap."""
    margin = field.margin(instance.lhs, op, instance.rhs)
    if margin == 0.0 and field.decide(instance.lhs, "==", instance.rhs) is not Verdict.HOLDS:
        margin = UNSEEN
    signs = {} if math.isinf(margin) else {Verdict.HOLDS: abs(margin), Verdict.VIOLATED: -abs(margin)}
    return signs.get(verdict, margin) or 0.0  # no -0.0


def holds(links: Sequence[Link], values: Mapping[str, Any]) -> bool:
    """Certified: every one of these relations holds at the exact inputs `values`."""
    for link in links:
        found = Verdict.UNDECIDED
        for field in (CharPoly(values, 64), Exact(values)):
            with ctx.workprec(field.bits):
                found = decide(link, field, Evaluation(field), whole=False).verdict
            if found is not Verdict.UNDECIDED:
                break
        if found not in (Verdict.HOLDS, Verdict.VACUOUS):
            return False
    return True
