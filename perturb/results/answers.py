"""A question answered: the best numbers for the constants that a claim leaves free, from both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from perturb.derive.known import Citable
from perturb.derive.least import FreeConstant, Numbers, Unbounded
from perturb.derive.tell import tell
from perturb.domains.space import written_values
from perturb.results.between import (
    SECONDS,
    WEAKER,
    Between,
    Derivation,
    TwoSided,
    derived,
    guessed,
    only,
    printed,
    sense_of,
    try_out,
    upper_of,
    with_sharp,
)
from perturb.results.claim_evidence import plain
from perturb.search.attack import search
from perturb.search.shrink import simplest
from perturb.sharpen.directions import Site, one_way, places, sites
from perturb.sharpen.tighten import CHECK, ConstantBracket
from perturb.sharpen.tighten import tighten as from_below
from perturb.statements.claim import Claim
from perturb.statements.questions import with_numbers
from perturb.vocab.printing.readable import readable
from perturb.vocab.relations.quantifier import relation

SCALES = Fraction(16), Fraction(10**4), Fraction(10**7)  # of constants that are weak enough
FAR = Fraction(10**6)  # what is as good as no end
LOOKS = Fraction(1), Fraction(100), Fraction(10**4), FAR


def constants(claim: Claim, known: Citable, effort: TwoSided, above: bool = True) -> Iterator[Between]:
    """Of a question the constants that it leaves free, of a statement the printed ones; one after the other.

    Without `above` printed ones are looked at from below alone. ValueError as for `answers`.
    """
    if claim.free:
        yield from answers(claim, known, effort)
        return
    for site in sites(claim):
        bracket = from_below(claim, site, effort.seconds, effort.seed, effort.hints)
        yield printed(claim, bracket, known, effort) if above else Between(bracket)


def sentences(one: Between, known: Citable) -> list[str]:
    """The derivation of a free constant, or of one that is better than the printed one."""
    claim, found = one.upper.claim, one.upper.found
    if claim is None or found is None or found.data is None or not (one.name or one.better):
        return []
    return tell(claim, found.data, known)


def answers(claim: Claim, known: Citable, effort: TwoSided) -> list[Between]:
    """One for each free constant, by conclusions and names.

    Those of one conclusion are found together: the numbers with the least sum, each counted so that less is
    stronger; from below each by itself, beside the others. ValueError for a constant that stands in several
    places, and for one that is unbounded; its message names the place, a value and the cure.
    """
    found = list[Between]()
    for k in range(len(claim.conclusions)):
        part = only(claim, k)
        if part.free:
            try:
                found += [_in_whole(one, k) for one in OpenQuestion(part, known, effort).answered()]
            except Amiss as why:
                formula = readable(relation(claim.conclusions[k], claim.names))
                raise ValueError(f"conclusion {k + 1}, {formula}: {why}") from None
    return found


def _in_whole(one: Between, link: int) -> Between:
    """With the place that it has in the whole claim."""
    return replace(one, bracket=replace(one.bracket, site=replace(one.bracket.site, link=link)))


class Amiss(ValueError):
    """What is wrong with a question, without the place."""


class OpenQuestion:
    """A claim with one conclusion and free constants in it."""

    def __init__(self, claim: Claim, known: Citable, effort: TwoSided) -> None:
        self.claim, self.known, self.effort = claim, known, effort
        self.names = sorted(claim.free)
        self.sites = [self.place(name) for name in self.names]

    def place(self, name: str) -> Site:
        found = places(self.claim, name, Fraction(1))
        if len(found) != 1:
            raise Amiss(f"free({name!r}) stands in {len(found)} places; write it once, as a factor")
        if not one_way(self.claim, found[0]):
            raise Amiss(
                f"free({name!r}) does not enter linearly, and it is not clear which way it is stronger; "
                f"write it as a factor or a summand, or give it an end, free({name!r}, low=0)"
            )
        return found[0]

    def answered(self) -> list[Between]:
        asked, found = self.derived()
        numbers = None if isinstance(found, str) else dict(zip(self.names, found[0], strict=True))
        at = self.claim if numbers is None else with_numbers(self.claim, numbers)
        told = list[Between]()
        for j, (one, site) in enumerate(zip(asked, self.sites, strict=True)):
            upper = upper_of(found, j)
            bracket = self.below(at, one, replace(site, value=upper.number or Fraction(0)))
            both = with_sharp(Between(bracket, upper, name=one.name), site, self.claim)
            if len(asked) == 1:
                both = guessed(both, one, self.claim, site, self.known, self.effort)
            told.append(both)
        return told

    def derived(self) -> tuple[list[FreeConstant], Derivation | str]:
        """Of the ways that may be the stronger ones the first that has an end."""
        senses = [self.senses(name, site) for name, site in zip(self.names, self.sites, strict=True)]
        if len(senses) > 1 and any(len(one) > 1 for one in senses):
            raise Amiss(
                "which way the constants are stronger is not clear from the words; ask for one of them"
            )
        best: tuple[list[FreeConstant], Derivation | str] | None = None
        for chosen in zip(*senses, strict=True):
            free = [self.claim.free[name] for name in self.names]
            asked = [
                FreeConstant(one.asked, sense, one.low, one.high)
                for one, sense in zip(free, chosen, strict=True)
            ]
            try:
                found = derived(self.claim, asked, _starts(asked), self.known, self.effort.above)
            except Unbounded:
                continue
            if best is None or not isinstance(found, str):
                best = asked, found
            if not isinstance(found, str):
                break
        if best is not None:
            return best
        raise Amiss(self.unbounded(asked))

    def senses(self, name: str, site: Site) -> tuple[int, ...]:
        """Both where it is not clear which way is the stronger one; of several constants each alone."""
        others = with_numbers(self.claim, {one: Fraction(2) for one in self.names if one != name})
        sense = sense_of(others, site, name, self.known)
        return (sense,) if sense else (1, -1)

    def unbounded(self, asked: Sequence[FreeConstant]) -> str:
        """Of constants that may be as good as one likes: a value, and what helps."""
        far = {one.name: -one.sense * FAR for one in asked}
        claim = replace(with_numbers(self.claim, far), status=None)
        proved = try_out(claim, self.known, self.effort.above).data is not None
        values = " and ".join(f"{name} = {value}" for name, value in far.items())
        seen = f"with {values} it is derived, too" if proved else f"no end is in sight at {values}"
        end = "low" if asked[0].sense > 0 else "high"
        what = " and ".join(f"free({name!r})" for name in self.names)
        cure = f"give it an end, free({asked[0].name!r}, {end}=0), or put a number in its place"
        return f"{what} {'is' if len(asked) == 1 else 'are'} unbounded, {seen}; {cure}"

    def below(self, claim: Claim, one: FreeConstant, site: Site) -> ConstantBracket:
        """What certified points refute: from the number that is derived, else from one that none refutes."""
        effort = self.effort
        if not claim.free:
            found = from_below(claim, site, effort.seconds, effort.seed, effort.hints) if site.value else None
            return found or ConstantBracket(site)
        if len(self.names) > 1:
            return ConstantBracket(site)
        for scale in LOOKS:
            value = scale if one.sense > 0 else 1 / scale
            at = with_numbers(claim, {one.name: value})
            seen = search(at, replace(CHECK, seconds=effort.seconds or SECONDS), effort.seed)
            if not seen.violations:
                return from_below(at, replace(site, value=value), effort.seconds, effort.seed, effort.hints)
        worst, _ = min(seen.violations, key=lambda pair: pair[1].margin)
        point = written_values(simplest(at, worst, SECONDS).values)
        where = ", ".join(f"{name} = {plain(x)}" for name, x in point.items())
        cure = "let it stand beside what is 0 only where the other side is"
        raise Amiss(
            f"free({one.name!r}) is unbounded, with {one.name} = {value} it is refuted at {where}; {cure}"
        )


def _starts(asked: Sequence[FreeConstant]) -> list[Numbers]:
    """Numbers that are weak enough, the nearest first; within their ends."""

    def start(one: FreeConstant, scale: Fraction) -> Fraction:
        if one.sense > 0:
            return WEAKER * scale if one.high is None else min(WEAKER * scale, one.high)
        return 1 / (WEAKER * scale) if one.low is None else max(1 / (WEAKER * scale), one.low)

    return [tuple(start(one, scale) for one in asked) for scale in SCALES]
