"""How a printed item stands, in one word, and a result by its items: the one source of lists and pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from perturb.pages.items import PLACED, Item, items
from perturb.statements.catalogue import Declared
from perturb.statements.claim import Claim
from perturb.statements.erratum import Section
from perturb.statements.paper import Paper, Status

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
