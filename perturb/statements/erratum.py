"""What is said of printed items that is no claim: the nouns Erratum and Remark.

An erratum is one cause for which a paper needs a correction, told as its authors would want it. A remark says
of a printed item that it is not checkable, and why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from perturb.statements.paper import Paper


class Section(StrEnum):
    """Where an erratum stands on the sheet, the most consequential first."""

    CONSEQUENCES = "A"
    FALSE = "B"
    MISPRINTS = "C"
    GAPS = "D"
    SHARPER = "E"
    EXCLUDED = "footnote"

    @property
    def heading(self) -> str:
        return HEADINGS[self]


HEADINGS = {
    Section.CONSEQUENCES: "Errors with consequences",
    Section.FALSE: "Statements that are false as printed, and what is true",
    Section.MISPRINTS: "Misprints",
    Section.GAPS: "Gaps in proofs, and their repairs",
    Section.SHARPER: "What can be sharpened",
    Section.EXCLUDED: "Readings that the text excludes",
}


@dataclass(frozen=True)
class Erratum:
    """One cause. Texts are markdown with formulas between dollar signs.

    id           "paper/name"; `title` says where and what, in half a line
    items        ids of the printed items that are wrong, or that can be sharpened
    printed      the wrong part as printed, in LaTeX; `read` what should be read: text
    why          the reason; `by_hand` a counterexample for which no witness is stored
    consequence  what else falls or stays; `repair` a proof of what is true
    examples     counterexamples worked out, by the id of the claim whose stored witness they show: a text in
                 which [[name]] stands for an input of the witness and [[lhs]], [[rhs]] for its two sides
    seen_by      ids of the statements and experiments that decide it, of a picture that shows it; a printed
                 item with a remark stands for itself
    of_proof     what is wrong stands in the printed proof, and the item itself is right
    false        of a gap: the items that its reason refutes, though what rests on them stands
    """

    paper: Paper
    id: str
    section: Section
    title: str
    items: tuple[str, ...]
    printed: str
    read: str
    why: str
    consequence: str
    repair: str
    examples: Mapping[str, str]
    seen_by: tuple[str, ...]
    of_proof: bool = False
    false: tuple[str, ...] = ()
    by_hand: str = ""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everything that it names as its machine form."""
        return tuple(dict.fromkeys([*self.examples, *self.seen_by]))


def erratum(
    paper: Paper,
    name: str,
    title: str,
    *items: str,
    section: str,
    seen_by: Sequence[str] = (),
    printed: str = "",
    read: str = "",
    why: str = "",
    by_hand: str = "",
    consequence: str = "",
    repair: str = "",
    examples: Mapping[str, str] | None = None,
    of_proof: bool = False,
    false: Sequence[str] = (),
) -> Erratum:
    """Record one cause. ValueError for an unknown section or item, or where nothing printed is quoted."""
    stray = [item for item in false if item not in items or section != Section.GAPS]
    if stray:
        raise ValueError(f"erratum {name!r}: false = {stray[0]!r} is no item of a gap")
    if section not in set(Section):
        raise ValueError(f"erratum {name!r}: section = {section!r} is not one of {', '.join(Section)}")
    full = tuple(map(paper.full, items))
    unknown = [item for item in full if item not in paper.items]
    if unknown or not full:
        raise ValueError(f"erratum {name!r}: item {(unknown or ['none'])[0]!r} is not printed in {paper.key}")
    if not printed:
        raise ValueError(f"erratum {name!r}: printed = '' quotes nothing")
    return Erratum(
        paper=paper,
        id=paper.full(name),
        section=Section(section),
        title=title,
        items=full,
        printed=printed,
        read=read,
        why=why,
        consequence=consequence,
        repair=repair,
        examples={paper.full(claim): text for claim, text in (examples or {}).items()},
        seen_by=tuple(map(paper.full, seen_by)),
        of_proof=of_proof,
        false=tuple(map(paper.full, false)),
        by_hand=by_hand,
    )


def check(errata: Iterable[Erratum], claims: Collection[str], others: Collection[str]) -> None:
    """ValueError for an example of no claim, or a machine form that nothing declares."""
    for one in errata:
        wrong = [name for name in one.examples if name not in claims]
        wrong += [name for name in one.seen_by if name not in claims and name not in others]
        if wrong:
            raise ValueError(f"erratum {one.id!r}: nothing declares {wrong[0]!r}")


@dataclass(frozen=True)
class Remark:
    """A printed item that no certificate at one point decides, and why; so that nothing is left out silently.

    kind    "definition" (notation, nothing is asserted), "existence" (for all matrices there is an object),
            "asymptotic" (a limit; says nothing at a finite n), "empirical" (seen in simulations),
            "qualitative" (no quantity is named)
    reason  one or two sentences: why it is not a claim, and what stands in for it where something does
    seen_by ids of claims or laws that decide what can be decided of it
    """

    paper: Paper
    items: tuple[str, ...]
    kind: str
    reason: str
    seen_by: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()


KINDS = ("definition", "existence", "asymptotic", "empirical", "qualitative")


def remark(
    paper: Paper,
    *items: str,
    kind: str,
    reason: str,
    seen_by: Sequence[str] = (),
    depends: Sequence[str] = (),
) -> Remark:
    """Record items that are not checkable as printed. ValueError for an unknown kind or no item."""
    if kind not in KINDS:
        raise ValueError(f"remark: kind = {kind!r} is not one of {', '.join(KINDS)}")
    if not items or len(reason) < 20:
        raise ValueError(f"remark: items = {items!r} need at least one id and a reason of a sentence")
    full = [tuple(paper.full(name) for name in names) for names in (items, seen_by, depends)]
    return Remark(paper, full[0], kind, reason, full[1], full[2])
