"""Which verdicts on a statement at a point can be true: the meaning of a statement, instance by instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from perturb.vocab.relations.order import Link
from tests.fuzz.matrices import Refused
from tests.fuzz.points import Env, Part, Point, nodes_of
from tests.fuzz.ranges import REACH, Mismatch, Sizes, TooMany, has_meaning, instances
from tests.fuzz.tower import Unsupported


class Truth(Enum):
    HOLDS = "holds"
    VIOLATED = "violated"
    OUTSIDE = "outside"
    ERROR = "error"


def _empty(point: Point, link: Link, env: Env) -> bool:
    """A relation between vectors without components."""
    return any(point.sizes.shape(side, env) == (0,) for side in link.parts)


@dataclass
class Judged:
    """Every instance of every part, and from them the verdicts that can be true."""

    hypotheses: list[frozenset[Part]] = field(default_factory=list)
    conclusions: list[frozenset[Part]] = field(default_factory=list)
    outside: bool = False  # a hypothesis has no meaning at this size
    kept_out: bool = False  # sizes alone keep a hypothesis from being met: what follows need not fit
    misfit: bool = False  # shapes do not fit: an error whatever the values
    idle_error: bool = False  # an error in a part that has no instance, which may go unnoticed
    empty: bool = True  # no conclusion compares any number

    @property
    def truths(self) -> frozenset[Truth]:
        everything = [*self.hypotheses, *self.conclusions]
        if self.misfit:
            return frozenset((Truth.ERROR,))
        met = all(Part.TRUE in part for part in self.hypotheses)
        whole = met and not self.outside and bool(self.conclusions)
        found = set()
        if self.idle_error or any(Part.ERROR in part for part in everything):
            found.add(Truth.ERROR)
        if self.outside or not self.conclusions or any(Part.FALSE in part for part in self.hypotheses):
            found.add(Truth.OUTSIDE)
        if self.empty or any(Part.UNDEFINED in part for part in everything):
            found.add(Truth.OUTSIDE)
        if whole and all(Part.TRUE in part for part in self.conclusions):
            found.add(Truth.HOLDS)
        decided = all(part & {Part.TRUE, Part.FALSE} for part in self.conclusions)
        if whole and decided and any(Part.FALSE in part for part in self.conclusions):
            found.add(Truth.VIOLATED)
        return frozenset(found)


def judge(
    hypotheses: Sequence[Link], conclusions: Sequence[Link], values: Mapping[str, Any], same: bool = False
) -> Judged:
    """The verdicts that can be true. One is certain; several mean that digits do not tell them apart."""
    point, judged = Point(values, same), Judged()
    for link in hypotheses:
        _judge(point, link, judged, judged.hypotheses, True)
    for link in conclusions:
        _judge(point, link, judged, judged.conclusions, False)
    return judged


def _judge(point: Point, link: Link, judged: Judged, parts: list[frozenset[Part]], hypothesis: bool) -> None:
    judged.misfit = judged.misfit or (not judged.kept_out and point.misfits(link, {}))
    try:
        meant = has_meaning(link, point.sizes)
        found = _finite(link, point.sizes) if meant else []
    except Mismatch:
        # Which subscripts exist in what does not fit cannot be said: an error, or no instance.
        judged.idle_error = True
        return
    if not judged.kept_out:
        judged.misfit = judged.misfit or any(point.misfits(link, env) for env in found)
        judged.kept_out = hypothesis and (not meant or point.kept_out(link, found))
    judged.outside = judged.outside or (hypothesis and not meant)
    judged.idle_error = judged.idle_error or (not found and _somewhere_refused(point, link))
    for env in found:
        parts.append(point.relation(link, env))
        if not hypothesis and Part.ERROR not in parts[-1]:
            judged.empty = judged.empty and _empty(point, link, env)


def _finite(link: Link, sizes: Sizes) -> list[dict[str, int]]:
    """The instances. A declaration without a finite range, which ought to be refused, is not judged here."""
    try:
        found = instances(link, sizes)
    except TooMany:
        raise Unsupported("indices that hardly anything bounds") from None
    if any(abs(x) > REACH for env in found for x in env.values()):
        raise Unsupported("an index without a finite range")
    return found


def _somewhere_refused(point: Point, link: Link) -> bool:
    """Whether a part of a relation without instances is an error where that part by itself exists."""
    for node in (n for side in link.parts for n in nodes_of(side)):
        alone = Link(node, "==", node)
        try:
            for env in _finite(alone, point.sizes) if has_meaning(alone, point.sizes) else ():
                point.value(node, env)
        except (Refused, Mismatch):
            return True
        except Unsupported:
            continue
    return False
