"""A constant between what is derived and what is refuted: the best one, where the two meet.

From above a derivation for every size decides, from below a certified point. `sharp` is said where both are
the same exact number: the claim is derived with it, and at a point both sides are equal and any better one
fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from perturb.certify.point import certify_links
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.constants import candidates, way
from perturb.derive.deriver import Attempted
from perturb.derive.known import Citable
from perturb.derive.least import FreeConstant, Numbers, Unbounded, between
from perturb.derive.trying import tried
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.prove.checker.numbers import Rejected
from perturb.prove.reading.ring import Unsupported
from perturb.results import say
from perturb.results.claims import KernelsDisagree
from perturb.results.for_all import EVERY_SIZE
from perturb.search.shrink import simplest, violated
from perturb.sharpen.directions import Site, stronger, with_constant, with_part
from perturb.sharpen.tighten import LEAST, ConstantBracket
from perturb.sharpen.tighten import tighten as from_below
from perturb.statements.claim import Claim
from perturb.statements.questions import exchanged_in, with_numbers
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import INDEX, const
from perturb.vocab.relations.free import free
from perturb.vocab.relations.order import Link

REFUSED = (Unspoken, Unsupported, Rejected, RecursionError, ArithmeticError)
SIMPLER = 5.0  # seconds for a simpler point
SECONDS = 10.0  # for the program, and for each derivation
WEAKER = Fraction(2017, 1009)  # than the printed one, where facts are looked for; than 1, its power
NAME = "c_free"  # what a printed constant is called while it is free
CLOSE, SMALL = Fraction(1, 10**7), 1000  # how near a number of few digits is, and its denominator


Derivation = tuple[Numbers, Claim, Attempted]  # the claim has the numbers in their places


@dataclass(frozen=True)
class Upper:
    """What is derived of one constant: the number, the claim with it, the steps; `why` there is none."""

    number: Fraction | None = None
    claim: Claim | None = None
    found: Attempted | None = None
    why: str = ""

    @property
    def lemmas(self) -> list[str]:
        return sorted(self.found.data["lemmas"]) if self.found and self.found.data else []


@dataclass(frozen=True)
class Between:
    """One constant from both sides. `name` where the claim leaves it free, else it is a printed one."""

    bracket: ConstantBracket
    upper: Upper = field(default_factory=Upper)
    sharp: bool = False
    name: str = ""
    sense: int = 0  # of a printed one: 1 where less is stronger, -1 where more is

    @property
    def better(self) -> bool:
        """Is a constant derived that says more than the printed one?"""
        number = self.upper.number
        return number is not None and self.sense * (self.bracket.printed - number) > 0

    @property
    def told(self) -> str:
        """The finding, for console, JSON and Python; empty for a printed one that stays as it is."""
        number, what = self.upper.number, self.name or "the constant"
        if number is None:
            known = f"refuted from {self.refuted_from}" if self.refuted_from else "nothing is refuted"
            return f"{what}: not derived, {self.upper.why}; {known}" if self.name else ""
        value = f"{what} = {say.constant(number)}"
        if self.sharp:
            return f"{value}: sharp, {EVERY_SIZE}"
        if not number:
            return f"{value}: {EVERY_SIZE}, so what it stands beside is not needed"
        below = f"refuted from {self.refuted_from}" if self.refuted_from else "no better one is refuted"
        return f"{value}: {EVERY_SIZE}; {below}; what lies between is a task"

    @property
    def refuted_from(self) -> str:
        """The end from below, rounded to the safe side; empty where nothing is refuted."""
        refuted, above = self.bracket.refuted, self.upper.number
        if refuted is None:
            return ""
        return f"{say.refuted_from(refuted, self.bracket.printed if above is None else above)} (certified)"

    def row(self) -> dict[str, Any]:
        """Of JSON and tables."""
        return {
            "derived": None if self.upper.number is None else str(self.upper.number),
            "sharp": self.sharp,
            "lemmas": self.upper.lemmas,
            "told": self.told or None,
        }


@dataclass(frozen=True)
class TwoSided:
    """Seconds from below (None: the work of `check`), a seed, are equality cases used? And seconds `above`,
    for the program and for each derivation, which work in steps of a second and more.
    """

    seconds: float | None = None
    seed: int = 0
    hints: bool = True
    above: float = SECONDS


def printed(claim: Claim, bracket: ConstantBracket, known: Citable, effort: TwoSided) -> Between:
    """The printed constant of a bracket from above, too."""
    site, sign = bracket.site, 1 if bracket.printed > 0 else -1
    low, high = (Fraction(0), None) if sign > 0 else (None, Fraction(0))
    question = only(with_part(claim, site, free(NAME, low, high)), site.link)
    ways = stronger(claim, site)
    sense = -sign * ways[0] if len(ways) == 1 else sense_of(question, replace(site, link=0), NAME, known)
    if not sense:
        return Between(bracket, Upper(why="which way is stronger is not clear"))
    start = site.value if not bracket.fallen or bracket.refuted is None else bracket.refuted
    start *= WEAKER if sense * sign > 0 else 1 / WEAKER
    asked = FreeConstant(NAME, sense, low, high)
    try:
        found = derived(question, [asked], [(start,)], known, effort.above, bracket.refuted)
    except Unbounded:
        return Between(bracket, Upper(why="any number will do"), sense=sense)
    place = replace(site, link=0)
    both = with_sharp(Between(bracket, upper_of(found, 0), sense=sense), place, claim)
    if both.better and not both.sharp:
        both = _nearer(both, claim, effort)
    return guessed(both, asked, question, place, known, effort)


def sense_of(question: Claim, site: Site, name: str, known: Citable) -> int:
    """1 where less is stronger, -1 where more is, 0 where neither words nor normal form tell."""
    ways = stronger(question, site)
    if len(ways) == 1:
        return -ways[0] if site.value > 0 else ways[0]
    try:
        return way(question, name, known.base(question))
    except REFUSED:
        return 0


def guessed(
    both: Between, one: FreeConstant, question: Claim, site: Site, known: Citable, effort: TwoSided
) -> Between:
    """With the number of few digits just beyond what is refuted, if it is derived and better."""
    number = None if both.sharp or both.bracket.refuted is None else near(both.bracket.refuted, one)
    known_one = both.upper.number
    if number is None or (known_one is not None and one.sense * (known_one - number) <= 0):
        return both
    claim = with_numbers(replace(question, status=None, equality=()), {one.name: number})
    found = try_out(claim, known, effort.above)
    if found.data is None:
        return both
    return with_sharp(replace(both, upper=Upper(number, claim, found)), site, question)


def _nearer(both: Between, claim: Claim, effort: TwoSided) -> Between:
    """With a better constant than the printed one from above, and from below as near to it as may be."""
    above, number, bracket = both.upper.claim, both.upper.number, both.bracket
    if above is None or not number:
        return both
    site = replace(bracket.site, link=0, value=number)
    found = from_below(
        replace(above, equality=claim.equality), site, effort.seconds, effort.seed, effort.hints
    )
    if found.refuted is None:
        return both
    bracket = replace(bracket, refuted=found.refuted, witness=found.witness)
    return with_sharp(replace(both, bracket=bracket), site, claim)


def derived(
    question: Claim, asked: Sequence[FreeConstant], starts: Sequence[Numbers], known: Citable, seconds: float,
    refuted: Fraction | None = None,
) -> Derivation | str:  # fmt: skip
    """The best numbers that are derived in a question with one conclusion; or why there are none.

    `refuted`: a number for the first constant from which on it is refuted. Raises Unbounded.
    """
    question = replace(question, status=None, equality=())
    enough = None if refuted is None else asked[0].sense * refuted + abs(refuted) * CLOSE
    tries = list[Numbers]()
    try:
        for start in starts:
            tries = candidates(question, asked, start, known.base(question), seconds, enough)
            if tries:
                break
    except Unbounded:
        raise
    except REFUSED as why:
        return str(why)
    for numbers in tries:
        claim = with_numbers(question, {one.name: x for one, x in zip(asked, numbers, strict=True)})
        found = try_out(claim, known, seconds)
        if found.data is not None:
            return numbers, claim, found
    return "facts give a constant that is not derived" if tries else "no facts give a constant"


def try_out(claim: Claim, known: Citable, seconds: float) -> Attempted:
    """A derivation of the claim, of a lemma from those of lower rank; the checker has accepted it."""
    lemmas = frozenset(name for name, one in known.of(claim).items() if one.lemma > 0)
    return tried(claim, known, seconds, lemmas if claim.lemma else None)


def near(refuted: Fraction, one: FreeConstant) -> Fraction | None:
    """A number of few digits just beyond what is refuted, and not refuted itself, if there is one."""
    far = refuted + one.sense * abs(refuted) * CLOSE
    found = between(min(refuted, far), max(refuted, far))
    fine = found != refuted and found.denominator <= SMALL and one.within(found)
    return found if fine else None


def upper_of(found: Derivation | str, j: int) -> Upper:
    return Upper(why=found) if isinstance(found, str) else Upper(found[0][j], found[1], found[2])


def only(claim: Claim, link: int) -> Claim:
    """The claim with one of its conclusions."""
    return replace(claim, conclusions=(claim.conclusions[link],))


def with_sharp(found: Between, site: Site, claim: Claim) -> Between:
    """`site`: where the number stands in the claim of the derivation; `claim` has cases of equality.

    Raises KernelsDisagree where a derivation and a certified point contradict each other.
    """
    above, number = found.upper.claim, found.upper.number
    if above is None or not number:
        return found
    witness = found.bracket.witness
    points = [*([witness] if witness else []), *claim.equality]
    if any(violated(above, point) for point in points):
        raise KernelsDisagree(
            f"{claim.id}: with {number} in place of a constant it is derived, and refuted at a point"
        )
    place = replace(site, value=number)
    near = [*points, *simpler(above, place, found.bracket)]
    point, change = next(((one, by) for one in near if (by := attained(above, place, one))), (None, 0))
    if point is None:
        return found
    least = number * (1 + change * LEAST)
    return replace(found, sharp=True, bracket=replace(found.bracket, refuted=least, witness=point))


def simpler(claim: Claim, site: Site, bracket: ConstantBracket) -> Iterator[Point]:
    """The simplest point near the witness at which a constant fails that is better by the least change."""
    if bracket.witness is None or bracket.witness.params is None:
        return
    for change in stronger(claim, site):
        better = with_constant(claim, site, site.value * (1 + change * LEAST))
        if violated(better, bracket.witness):
            yield simplest(better, bracket.witness, SIMPLER)


def attained(claim: Claim, site: Site, point: Point) -> int:
    """Are both sides equal at the point, in an instance in which any better constant fails? Which way, or 0.

    Both are linear in the constant: what fails by the least change from equality fails by any.
    """
    link = claim.conclusions[site.link]
    for change in stronger(claim, site):
        better = with_constant(claim, site, site.value * (1 + change * LEAST)).conclusions[site.link]
        failed = certify_links(claim.hypotheses, (better,), point.values)
        if failed.verdict is Verdict.VIOLATED:
            equal = certify_links(claim.hypotheses, (pinned(link, failed.at),), point.values)
            return change if equal.verdict is Verdict.HOLDS and equal.margin == 0 else 0
    return 0


def pinned(link: Link, at: Mapping[str, int]) -> Link:
    """One instance of a relation."""
    nodes = {node for side in link.parts for node in side.walk() if node.word is INDEX}
    one = exchanged_in(link, {node: const(at[node.payload[0]]) for node in nodes if node.payload[0] in at})
    if not any(side.kind is Kind.VECTOR for side in link.parts):
        return one
    lhs, rhs = (side[at[link.component]] if side.kind is Kind.VECTOR else side for side in one.parts)
    return Link(lhs, link.op, rhs)
