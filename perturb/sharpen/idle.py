"""Is a hypothesis needed? The statement without it, asked where it fails.

Where a hypothesis is one relation between numbers, the points at which it fails are a statement of their own:
the other hypotheses, its opposite, the same conclusions. That is searched, so equations are solved and edges
walked there as anywhere. Where it is "for all i", its opposite is none; then the whole statement without it
is searched, and the certified points are counted at which it fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from perturb.certify.point import SECOND_KERNEL, PointVerdict, certify, certify_links
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.search.shrink import complexity, simplest
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.relations.order import Link

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
ENOUGH = 5  # certified points where it fails, before it is said that the statement survives there
SIMPLEST = 4  # violations from which the way to a simple one is gone


class Need(StrEnum):
    """What became of the statement where one hypothesis fails.

    NEEDED: it is violated there. SURVIVES: certified to hold at points where the hypothesis fails, nowhere
    violated, which is no proof. UNDEFINED: it has no value there, so the hypothesis says where it has one.
    IMPLIED: no point that was looked at meets the others and fails this one. OPEN: too little was decided.
    """

    NEEDED = "needed"
    SURVIVES = "survives"
    UNDEFINED = "undefined"
    IMPLIED = "implied"
    OPEN = "open"


@dataclass(frozen=True)
class Dropped:
    """One hypothesis, counted from 0, left out: what became of it, at how many certified points it failed
    while the conclusions held, the point that violates them, and the claim without it.
    """

    hypothesis: int
    need: Need
    claim: Claim
    held: int = 0
    sizes: frozenset[tuple[tuple[str, int], ...]] = frozenset()
    point: Point | None = None
    verdict: PointVerdict | None = None


def without(claim: Claim, k: int) -> Claim:
    """The claim with its hypothesis number k left out; a statement of its own, of which nobody has spoken."""
    left = (*claim.hypotheses[:k], *claim.hypotheses[k + 1 :])
    name = f"{claim.id}!hypothesis-{k + 1}:dropped"
    return replace(
        claim, id=name, hypotheses=left, status=None, corrects=None, sharpens=None, true_mutants={}, lemma=0
    )


def dropped(claim: Claim, k: int, effort: Effort, seed: int = 0, simplify: float = 0.0) -> Dropped:
    """What becomes of a claim where hypothesis number k fails; `simplify`: seconds for a plain witness."""
    link, rest = claim.hypotheses[k], without(claim, k)
    turned = opposite(link)
    asked = rest if turned is None else replace(rest, hypotheses=(*rest.hypotheses, turned), equality=())
    seen = Beyond(link)
    search(asked, replace(effort, related=False), seed, found=seen)
    if (found := _refuted(rest, seen.violations, simplify)) is not None:
        return Dropped(k, Need.NEEDED, rest, seen.beyond, frozenset(seen.where), *found)
    return Dropped(k, _need(seen), rest, seen.beyond, frozenset(seen.where))


def opposite(link: Link) -> Link | None:
    """What is the case where a relation between two numbers fails; None for a relation "for all i"."""
    several = link.free or Kind.VECTOR in (link.lhs.kind, link.rhs.kind)
    return None if several else Link(link.lhs, OPPOSITE[link.op], link.rhs)


class Beyond(SearchResult):
    """What a search has seen, and at how many points a hypothesis fails while the conclusions hold."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link, self.beyond, self.failing = link, 0, 0
        self.where: set[tuple[tuple[str, int], ...]] = set()

    def certify(self, claim: Claim, point: Point, origin: str) -> PointVerdict:
        found = super().certify(claim, point, origin)
        if found.verdict in (Verdict.HOLDS, Verdict.UNDECIDED) or found.undefined:
            self.look(point, found)
        return found

    def look(self, point: Point, found: PointVerdict) -> None:
        if not fails(self.link, point):
            return
        self.failing += 1
        if found.verdict is Verdict.HOLDS:
            self.beyond += 1
            self.where.add(tuple(point.sizes.items()))


def fails(link: Link, point: Point) -> bool:
    """Is the relation certified false at the point?"""
    return certify_links((), (link,), point.values).verdict is Verdict.VIOLATED


def _refuted(
    rest: Claim, violations: Sequence[tuple[Point, PointVerdict]], seconds: float
) -> tuple[Point, PointVerdict] | None:
    """A simple point at which both kernels see the statement fail that has the hypothesis left out."""
    for point, _ in sorted(violations, key=lambda pair: complexity(pair[0]))[:SIMPLEST]:
        for one in [*([simplest(rest, point, seconds)] if seconds else []), point]:
            verdict = certify(rest, one, SECOND_KERNEL)
            if verdict.verdict is Verdict.VIOLATED and certify(rest, one).verdict is Verdict.VIOLATED:
                return one, verdict
    return None


def _need(seen: Beyond) -> Need:
    if seen.violations:
        return Need.OPEN  # one kernel sees them, the other does not
    if seen.beyond >= ENOUGH:
        return Need.SURVIVES
    if seen.undefined and not seen.beyond:
        return Need.UNDEFINED
    return Need.OPEN if seen.failing or seen.verdicts["undecided"] else Need.IMPLIED
