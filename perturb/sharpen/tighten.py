"""How good are the constants of a claim? Each is moved until the statement breaks.

For a constant c the result is a certified interval: from `refuted` on the statement is false, at `printed` it
is what the claim says. The witness at the refuted end is bisected, so that one good point gives many digits.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from perturb.certify.point import certify
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES
from perturb.search.shrink import violated
from perturb.sharpen.directions import Site, sites, stronger, with_constant
from perturb.statements.claim import Claim

SECONDS = 20.0  # for a constant, beside the work of `check`
Ways = tuple[int, ...]  # signs of a change
FIRST, MOST = Fraction(1, 10), Fraction(9, 10)
BISECTIONS = 40
BOLD, TIMID, ATTAINED = Fraction(7, 8), Fraction(1, 10**7), 1e-11
LEAST = Fraction(1, 10**12)
NEAR = Fraction(1, 16)  # of what is open: there `check` has the last word
LOOKS = 8
TOUCHES = 6
CHECK = PROFILES["quick"]  # what `perturb check` does by itself
TIGHTEST = 12  # points that are tried on each constant


@dataclass(frozen=True)
class ConstantBracket:
    """What is known of one constant. `refuted` is None where no change was refuted; `fallen`: the witness
    refutes the printed constant, too.
    """

    site: Site
    refuted: Fraction | None = None
    witness: Point | None = None
    fallen: bool = False

    @property
    def printed(self) -> Fraction:
        return self.site.value

    @property
    def digits(self) -> float:
        """Relative width of what is left open."""
        return 1.0 if self.refuted is None else float(abs(self.printed - self.refuted) / abs(self.printed))


class Time(NamedTuple):
    """Seconds for one search, and when all of them are over."""

    share: float
    deadline: float


def tighten(
    claim: Claim, site: Site, seconds: float | None = None, seed: int = 0, hints: bool = True
) -> ConstantBracket:
    """Move one constant in the direction that makes the claim stronger, in both where that is not clear.

    A constant that an equality case attains needs no search. Otherwise it starts from the points at which
    `check` finds the claim to be tightest, and asks of a changed claim all that `check` asks. Without
    `seconds` it has SECONDS beside the whole work of `check`, with which it starts and which it repeats just
    beyond what is refuted, until `check` refutes nothing there. Without `hints` the equality cases of the
    claim are not used. Of several conclusions that of the constant is alone: another one that fails would
    refute every constant.
    """
    if len(claim.conclusions) > 1:
        return replace(tighten(*_alone(claim, site), seconds, seed, hints), site=site)
    known = list(claim.equality) if hints else []
    bare = claim if hints else replace(claim, equality=())
    ways, deadline = stronger(claim, site), time.monotonic() + (seconds or SECONDS)
    for direction in ways:
        attained = _attained(bare, site, direction, known, deadline)
        if attained is not None:
            return _follow(bare, attained, direction, deadline, seed)
    known += tightest(bare, math.inf if seconds is None else seconds / 8, seed)
    if seconds is not None:
        return _moved(bare, site, ways, known, Time(seconds, deadline), seed)[0]
    found = _moved(bare, site, ways, known, Time(SECONDS, time.monotonic() + SECONDS), seed)
    return _beyond(bare, *found, seed)


def _alone(claim: Claim, site: Site) -> tuple[Claim, Site]:
    """The claim with the one conclusion in which the constant stands, and its place there."""
    return replace(claim, conclusions=(claim.conclusions[site.link],)), replace(site, link=0)


def _moved(
    claim: Claim, site: Site, ways: Ways, known: Sequence[Point], limits: Time, seed: int
) -> tuple[ConstantBracket, Ways]:
    """By a tenth, then by more; what that refutes is followed. With the ways that are left to look at."""
    for part, change in ((1 / 4, FIRST), (1 / 8, 5 * FIRST), (1 / 8, MOST)):
        for direction in ways:
            share = Time(limits.share * part / len(ways), limits.deadline)
            first = _at(claim, site, site.value * (1 + direction * change), share, seed, known)
            if first.refuted is not None:
                return _follow(claim, first, direction, limits.deadline, seed), (direction,)
    return ConstantBracket(site), ways


def _beyond(claim: Claim, best: ConstantBracket, ways: Ways, seed: int) -> ConstantBracket:
    """Look just beyond what is refuted with all that `check` does, and again where that refutes it."""
    for direction in ways:
        for _ in range(LOOKS if best.digits > ATTAINED else 0):
            goal = _goal(best, direction, NEAR)
            point = _worst(search(with_constant(claim, best.site, goal), CHECK, seed))
            if point is None:
                break
            refuted = bisected(claim, best.site, point, goal, math.inf)
            best = ConstantBracket(best.site, refuted, point, violated(claim, point))
        if best.refuted is not None:
            break
    return best


def tightest(claim: Claim, seconds: float, seed: int) -> list[Point]:
    """Where `check` finds the claim violated or, at each size, closest to it; the closest first."""
    found = search(claim, replace(CHECK, seconds=seconds), seed)
    pairs = [(verdict.margin, point) for point, verdict in found.violations] + [*found.best.values()]
    return [point for _, point in sorted(pairs, key=lambda pair: pair[0])][:TIGHTEST]


def _attained(
    claim: Claim, site: Site, direction: int, known: Sequence[Point], deadline: float
) -> ConstantBracket | None:
    """The bracket of a constant that falls at one of the points by the least change."""
    value = site.value * (1 + direction * LEAST)
    changed = with_constant(claim, site, value)
    point = next((p for p in known if violated(changed, p, deadline)), None)
    return None if point is None else ConstantBracket(site, value, point, violated(claim, point, deadline))


def _at(
    claim: Claim, site: Site, value: Fraction, limits: Time, seed: int, known: Sequence[Point] = ()
) -> ConstantBracket:
    """The bracket after the constant became `value`, if that was refuted; as narrow as there is time."""
    point = _violation(with_constant(claim, site, value), known, limits.share, seed)
    if point is None:
        return ConstantBracket(site)
    refuted = bisected(claim, site, point, value, limits.deadline)
    return ConstantBracket(site, refuted, point, violated(claim, point, limits.deadline))


def _follow(
    claim: Claim, best: ConstantBracket, direction: int, deadline: float, seed: int
) -> ConstantBracket:
    """Close most of what is open, again and again; after a failure try less of it.

    Where the printed constant itself has fallen, what is open is a hundredth of it, on its far side.
    """
    reach = BOLD
    while reach > TIMID and (best.fallen or best.digits > ATTAINED) and time.monotonic() < deadline:
        goal = _goal(best, direction, reach)
        share = (deadline - time.monotonic()) / 3
        closer = _at(claim, best.site, goal, Time(share, deadline), seed)
        best, reach = (closer, BOLD) if closer.refuted is not None else (best, reach / 8)
    return best


def _goal(best: ConstantBracket, direction: int, reach: Fraction) -> Fraction:
    """The constant that leaves so much behind of what is open; where nothing is refuted, the least of all."""
    if best.refuted is None:
        return best.printed * (1 + direction * MOST)
    far = -direction * best.refuted / 100
    return best.refuted + reach * (far if best.fallen else best.printed - best.refuted)


def _violation(changed: Claim, known: Sequence[Point], seconds: float, seed: int) -> Point | None:
    """A certified violation, from the points at hand or by a search."""
    start = time.monotonic()
    for point in known:
        if violated(changed, point, start + seconds):
            return point
    found = search(changed, replace(CHECK, seconds=seconds), seed)
    left = seconds - (time.monotonic() - start)
    if not found.violations and left > 0:
        found = search(changed, replace(PROFILES["deep"], seconds=left, corners=40), seed)
    return _worst(found)


def _worst(found: SearchResult) -> Point | None:
    worst = min(found.violations, key=lambda pair: pair[1].margin, default=None)
    return worst[0] if worst else None


def bisected(claim: Claim, site: Site, point: Point, refuted: Fraction, deadline: float) -> Fraction:
    """The last constant that `point` refutes, on the way from `refuted` to the printed one and beyond."""
    open_end, stride, most = site.value, (site.value - refuted) / 10**6, 100 * abs(site.value)
    while violated(with_constant(claim, site, open_end), point, deadline) and abs(open_end) < most:
        # The printed constant is refuted too: the truth lies beyond it.
        refuted, open_end, stride = open_end, open_end + stride, 2 * stride
    for _ in range(BISECTIONS):
        middle = (refuted + open_end) / 2
        if violated(with_constant(claim, site, middle), point, deadline):
            refuted = middle
        else:
            open_end = middle
    short = refuted.limit_denominator(10**15)
    return short if violated(with_constant(claim, site, short), point, deadline) else refuted


def touches(claim: Claim, points: Sequence[Point], margin: float = 1e-9) -> list[tuple[Point, int | None]]:
    """Those of the points, a few, where the statement is an equality to many digits, with their number.

    None: both sides are the same number, to every digit.
    """
    found: list[tuple[Point, int | None]] = []
    for point in points:
        verdict = certify(claim, point)
        open_or_held = verdict.verdict in (Verdict.HOLDS, Verdict.UNDECIDED)
        if open_or_held and abs(verdict.margin) < margin and all(point.values != p.values for p, _ in found):
            exact = verdict.margin == 0
            found.append((point, None if exact else math.floor(-math.log10(abs(verdict.margin)))))
        if len(found) == TOUCHES:
            break
    return found


def implied(claim: Claim, failed: int, points: Sequence[Point]) -> ConstantBracket | None:
    """The constant must at least get past `refuted`: the farthest that one of the points leads.

    None where the conclusion has no constant of its own, or several, and where none is refuted that demands
    less than the printed one. A point that does not refute a constant a little beyond what is known is not
    followed.
    """
    own = [site for site in sites(claim) if site.link == failed and site.path]
    directions = stronger(claim, own[0]) if len(own) == 1 else ()
    if len(directions) != 1:
        return None
    claim, place = _alone(claim, own[0])
    start = goal = own[0].value * (1 + directions[0] * FIRST)
    best: ConstantBracket | None = None
    for point in points:
        if best is None or violated(with_constant(claim, place, goal), point):
            refuted = bisected(claim, place, point, start, math.inf)
            found = ConstantBracket(own[0], refuted, point, True)
            best = found if best is None or found.digits > best.digits else best
            goal = refuted + (refuted - start) * LEAST
    return best if best is not None and _weaker(best, directions[0]) else None


def _weaker(found: ConstantBracket, stronger_way: int) -> bool:
    """Does the refuted constant demand less than the printed one does? Only then it says more."""
    assert found.refuted is not None
    return (found.refuted / found.printed - 1) * stronger_way < 0
