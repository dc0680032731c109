"""The items that a paper prints, each with what the catalogue says of it, and how it stands.

How an item stands is said in one word, and that of a result by its items: the one source of lists and pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

from perturb.statements.catalogue import Declared
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum, Remark, Section
from perturb.statements.paper import Paper, Status

T = TypeVar("T")

# What a reader has to know first; one item may be read in several ways.
ORDER = (
    Status.REFUTED,
    Status.MISPRINT,
    Status.VACUOUS,
    Status.GAP,
    Status.CONJECTURED,
    Status.PRINTED,
    Status.PROVED,
)
# Where a statement would stand on the errata sheet, by its status alone.
PLACED = {
    Status.REFUTED: Section.FALSE,
    Status.MISPRINT: Section.MISPRINTS,
    Status.VACUOUS: Section.MISPRINTS,
    Status.GAP: Section.GAPS,
}
WRONG = (Section.CONSEQUENCES, Section.FALSE, Section.MISPRINTS)


@dataclass(frozen=True)
class Item:
    """One printed item: claims that read it as printed, mend or sharpen these, laws, a remark.

    `errata` name it or one of its readings; `written_up` says that the paper has any.
    """

    id: str
    printed: tuple[Claim, ...]
    corrected: tuple[Claim, ...]
    sharpened: tuple[Claim, ...]
    laws: tuple[Law | Bound, ...]
    remark: Remark | None
    errata: tuple[Erratum, ...] = ()
    written_up: bool = False

    @property
    def wrong(self) -> tuple[Section, ...]:
        """What is wrong with it as printed, the most consequential first.

        The errata say it; of a paper whose errata are not written up, the statuses of its claims and laws.
        """
        told = {one.section for one in self.errata if self.id in one.items}
        if not self.written_up:
            told |= {PLACED[one.status] for one in (*self.printed, *self.laws) if one.status in PLACED}
        return tuple(sorted(told - {Section.SHARPER, Section.EXCLUDED}))

    @property
    def worst(self) -> Section | None:
        return next(iter(self.wrong), None)

    @property
    def status(self) -> Status | None:
        """The first of refuted, misprint, vacuous, gap, ..., proved among its readings; None for no claim."""
        found = {claim.status for claim in self.printed}
        return next((status for status in ORDER if status in found), None)

    @cached_property
    def depends(self) -> tuple[str, ...]:
        """Printed items that the paper's own argument for this one uses."""
        sources: Iterable[tuple[str, ...]] = [claim.depends for claim in self.printed]
        if self.remark is not None:
            sources = [*sources, self.remark.depends]
        return tuple(dict.fromkeys(name for names in sources for name in names))


def base(name: str) -> str:
    """The printed item in a claim's id: what stands before the first ~."""
    return name.partition("~")[0]


def group(name: str) -> str:
    """The numbered result of an item: what stands before the first dot."""
    return name.partition("/")[2].partition(".")[0]


def leans(item: Item, used: str) -> bool:
    """Does the item's argument use this one: by its own id, that of the display, or the whole result?"""
    return not _called(used).isdisjoint(item.depends)


@cache
def _called(used: str) -> frozenset[str]:
    return frozenset((used, used.rstrip("abcdefgh"), used.partition(".")[0]))


def items(
    paper: Paper,
    claims: Sequence[Claim],
    remarks: Mapping[str, Remark],
    laws: Sequence[Law | Bound] = (),
    errata: Sequence[Erratum] = (),
) -> list[Item]:
    """Every item of the paper's list, in its order; one that nothing speaks of has empty fields."""
    mine = Readings([c for c in claims if c.paper == paper])
    sampled = by_name((law, (base(law.id), *law.covers)) for law in laws)
    told = [one for one in errata if one.paper == paper]
    return [_item(name, mine, remarks.get(name), sampled[name], told) for name in paper.items]


def by_name(named: Iterable[tuple[T, Iterable[str]]]) -> dict[str, list[T]]:
    """Things by the names that each has; an unknown name has none."""
    found = defaultdict[str, list[T]](list)
    for one, names in named:
        for name in dict.fromkeys(names):
            found[name].append(one)
    return found


class Readings:
    """The claims of a paper by the items that they speak of, and by the claims that they point to."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.of = by_name((c, (base(c.id), *c.covers)) for c in claims)
        self.corrects = by_name((c, (c.corrects,)) for c in claims if c.corrects)
        self.sharpens = by_name((c, (c.sharpens,)) for c in claims if c.sharpens)


def _item(
    name: str,
    claims: Readings,
    remark: Remark | None,
    sampled: Sequence[Law | Bound],
    errata: Sequence[Erratum],
) -> Item:
    readings = claims.of[name]
    printed = [c for c in readings if c.status not in (Status.CORRECTED, Status.SHARPENED)]
    own = [[c for c in readings if c.status is status] for status in (Status.CORRECTED, Status.SHARPENED)]
    corrected = [c for c in _and_more(own[0], printed, claims.corrects) if c not in printed]
    sharpened = _and_more(own[1], [*printed, *corrected], claims.sharpens)
    names = {c.id for c in printed if c.status in PLACED} | {
        law.id for law in sampled if law.status in PLACED
    }
    return Item(
        id=name,
        printed=tuple(printed),
        corrected=tuple(corrected),
        sharpened=tuple(sharpened),
        laws=tuple(sampled),
        remark=remark,
        errata=tuple(one for one in errata if name in one.items or names.intersection(one.names)),
        written_up=bool(errata),
    )


def _and_more(
    own: Sequence[Claim], parents: Sequence[Claim], pointing: Mapping[str, Sequence[Claim]]
) -> list[Claim]:
    """Those of the item itself; the claims that point to one of the parents, and to these in turn."""
    found, new = dict.fromkeys(own), list(parents)
    seen = {one.id for one in parents}
    while new:
        new = [one for parent in new for one in pointing.get(parent.id, ()) if one.id not in seen]
        seen |= {one.id for one in new}
        found |= dict.fromkeys(new)
    return list(found)


def silent(found: Sequence[Item]) -> list[str]:
    """The ids of items that nothing speaks of."""
    return [i.id for i in found if not (i.printed or i.corrected or i.sharpened or i.laws or i.remark)]


# The most serious first: a result is proved when all its parts are, definitions aside.
SERIOUS = (
    *("refuted", "misprint", "vacuous", "gap", "conjectured", "printed"),
    *("asymptotic", "existence", "empirical", "qualitative", "proved", "definition"),
)
LINK = re.compile(r"(/eq-\d+)[a-e]$")  # (73a) is a part of (73)
SAID = {
    Section.CONSEQUENCES: "refuted",
    Section.FALSE: "refuted",
    Section.MISPRINTS: "misprint",
    Section.GAPS: "gap",
}
# Parts of a printed result that are not its statement: remarks, what precedes it, proofs, numbers, notes.
BESIDE = re.compile(r"(rem|pre|proof|sketch|sig|num|fn)(-|\d|$)")


def standings(paper: Paper, known: Declared) -> dict[str, str]:
    """Of each item of a paper, and of each result and range of displays that it has: a word of SERIOUS.

    Of an item: what its errata say, else what people assert of its readings and the kind of its remark, the
    most serious of them. A law says nothing of a limit that a remark does not, its rate being ours, and a
    reading that the text excludes says nothing. Of a result the most serious of what it states.
    """
    told = [one for one in known.errata.values() if one.paper == paper]
    laws = [one for one in known.laws.values() if one.paper == paper]
    listed = items(paper, list(known.claims.values()), known.remarks, laws, told)
    found = {one.id: standing(one, known.claims) for one in listed}
    for head, names in results(paper).items():
        stated = [name for name in names if not _beside(name, paper)] or names
        found[head] = most_serious(found[name] for name in stated)
    return found


def words(known: Declared) -> dict[str, str]:
    """The word of each printed item of all papers, and of each of their results."""
    papers = {one.paper for one in known.claims.values()} | {one.paper for one in known.remarks.values()}
    return {name: word for paper in papers for name, word in standings(paper, known).items()}


def results(paper: Paper) -> dict[str, tuple[str, ...]]:
    """The items of each result that has several, and of each range of displays that the paper declares."""
    parts: dict[str, list[str]] = defaultdict(list)
    for name in paper.items:
        parts[LINK.sub(r"\1", name.partition(".")[0])].append(name)
    heads = {head: tuple(names) for head, names in parts.items() if head not in paper.items}
    return heads | dict(paper.ranges)


def most_serious(words: Iterable[str]) -> str:
    """The first of SERIOUS among them; "empirical" of none: what is only drawn."""
    return min(words, key=SERIOUS.index, default="empirical")


def _beside(name: str, paper: Paper) -> bool:
    return name in paper.beside or BESIDE.match(name.partition(".")[2]) is not None


def standing(item: Item, claims: Mapping[str, Claim]) -> str:
    """The word of one item; "gap" says that it is true, so not where a reading as printed is refuted."""
    if wrong := _wrong(item):
        refuted = {str(c.status) for c in item.printed if "~" not in c.id} & {"refuted", "misprint"}
        return most_serious([*wrong, *(refuted if "gap" in wrong else ())])
    words = {str(status) for status in _asserted(item, claims)} & set(SERIOUS)
    if item.remark:  # what is proved beside a definition does not make it a theorem
        words = (words - {"proved"} if item.remark.kind == "definition" else words) | {item.remark.kind}
    return most_serious(words or {str(law.status) for law in item.laws if law.status} & set(SERIOUS))


def _wrong(item: Item) -> list[str]:
    """What errata say of the item itself: not of its proof alone, nor how it can be sharpened."""
    proof = {one.section for one in item.errata if one.of_proof and item.id in one.items}
    whole = {one.section for one in item.errata if not one.of_proof and item.id in one.items}
    false = any(item.id in one.false for one in item.errata)
    return [SAID[section] for section in item.wrong if section not in proof - whole] + ["refuted"] * false


def _asserted(item: Item, claims: Mapping[str, Claim]) -> set[Status]:
    """Of the claims that read it as printed; where there are only mended ones, of what these mend.

    Errata tell what is wrong; a reading that they do not tell of may be false and the item right.
    """
    found = {claim.status for claim in item.printed if claim.status}
    if not found:
        mended = (claims.get(claim.corrects or "") for claim in item.corrected)
        found = {claim.status for claim in mended if claim and claim.status}
    excluded = any(one.section is Section.EXCLUDED and item.id in one.items for one in item.errata)
    return found - set(PLACED) or ({Status.PROVED} if excluded else found)
