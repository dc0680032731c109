"""How good are the constants of a claim? Each is moved until the statement breaks.

For a constant c the result is a certified interval: from `refuted` on the statement is false, at `printed` it
is what the claim says. The witness at the refuted end is bisected, so that one good point gives many digits.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from perturb.certify.point import certify
from perturb.domains.exact import Point
from perturb.enclosure import Verdict
from perturb.search.attack import PROFILES, search
from perturb.search.shrink import violated
from perturb.sharpen.directions import Signs
from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import CONST, INDEX, Expr, const
from perturb.vocab.relations.order import Link

Path = tuple[int, ...]
FIRST = Fraction(1, 10)
BISECTIONS = 40
BOLD, TIMID, ATTAINED = Fraction(7, 8), Fraction(1, 10**7), 1e-11
LEAST = Fraction(1, 10**12)
TOUCHES = 6
CHECK = PROFILES["quick"]  # what `perturb check` does by itself
TIGHTEST = 12  # points that are tried on each constant


@dataclass(frozen=True)
class Site:
    """Where a constant stands: conclusion number, side (0 left, 1 right), path in the tree, its value."""

    link: int
    side: int
    path: Path
    value: Fraction


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


def tighten(claim: Claim, site: Site, seconds: float, seed: int = 0, hints: bool = True) -> ConstantBracket:
    """Move one constant in the direction that makes the claim stronger, in both where that is not clear.

    A constant that an equality case attains needs no search. Otherwise it starts from the points at which
    `check` finds the claim to be tightest, and asks of a changed claim all that `check` asks. Without `hints`
    the equality cases of the claim are not used.
    """
    deadline = time.monotonic() + seconds
    known = list(claim.equality) if hints else []
    bare = claim if hints else replace(claim, equality=())
    ways = stronger(claim, site)
    for direction in ways:
        attained = _attained(bare, site, direction, known, deadline)
        if attained is not None:
            return _follow(bare, attained, direction, deadline, seed)
    known += tightest(bare, seconds / 8, seed)
    for share, change in ((seconds / 4, FIRST), (seconds / 8, 5 * FIRST), (seconds / 8, 9 * FIRST)):
        for direction in ways:
            value = site.value * (1 + direction * change)
            first = _at(bare, site, value, Time(share / len(ways), deadline), seed, known)
            if first.refuted is not None:
                return _follow(bare, first, direction, deadline, seed)
    return ConstantBracket(site)


def tightest(claim: Claim, seconds: float, seed: int) -> list[Point]:
    """Where `check` finds the claim violated or, at each size, closest to it; the closest first."""
    found = search(claim, replace(CHECK, seconds=seconds), seed)
    pairs = [(verdict.margin, point) for point, verdict in found.violations] + [*found.best.values()]
    return [point for _, point in sorted(pairs, key=lambda pair: pair[0])][:TIGHTEST]


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
        assert best.refuted is not None
        far = -direction * abs(best.refuted) / 100
        goal = best.refuted + reach * (far if best.fallen else best.printed - best.refuted)
        share = (deadline - time.monotonic()) / 3
        closer = _at(claim, best.site, goal, Time(share, deadline), seed)
        best, reach = (closer, BOLD) if closer.refuted is not None else (best, reach / 8)
    return best


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
