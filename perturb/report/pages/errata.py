"""The errata sheet of a paper, in the form in which one sends it to the authors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from perturb.report.figures.depends import leans
from perturb.report.items import Item, base
from perturb.report.markdown import display, joined, prose, value
from perturb.report.pages.claim import MARK, link_to, relation
from perturb.report.records import WitnessFile
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper
from perturb.statements.status import Status

SECTIONS = (
    (Status.REFUTED, "Statements that do not hold as printed"),
    (Status.MISPRINT, "Misprints"),
    (Status.VACUOUS, "Hypotheses that nothing meets"),
    (Status.GAP, "True statements whose printed argument leaves a gap"),
)


def errata(
    paper: Paper, found: Sequence[Item], claims: Sequence[Claim], witnesses: Mapping[str, WitnessFile | None]
) -> str:
    """Markdown: numbered, in the paper's order; `witnesses` has the simplest witness files by claim id."""
    number, parts = 0, []
    for status, title in SECTIONS:
        entries = []
        for claim in _claims_in_order(found, status):
            number += 1
            entries.append(_entry(number, claim, found, claims, witnesses.get(claim.id)))
        if entries:
            parts.append(joined(f"## {title}", *entries))
    return joined(
        f"# Errata sheet: {prose(paper.title)}", f"{prose(paper.authors)}. {MARK}", _letter(number), *parts
    )


def _letter(number: int) -> str:
    if not number:
        return "No item of the paper was found to need a correction."
    return (
        "Dear authors, we have encoded every item of your paper as it is printed and examined each one, by "
        f"machine and by hand. The {number} entries below do not hold as they are printed, or hold for "
        "another reason than the printed one; some are different readings of one item. For each we give an "
        "exact witness that can be checked by hand, and the statement that we could prove in its place. "
        "Where a statement itself prints no range for a quantity, we took the widest that its words allow; "
        "what the text around it makes clear is listed under misprints, and such entries disappear once the "
        "range is said. Entries are numbered in the order of the paper."
    )


def _claims_in_order(found: Sequence[Item], status: Status) -> Iterator[Claim]:
    seen: set[str] = set()
    for item in found:
        for claim in item.printed:
            if claim.status is status and claim.id not in seen:
                seen.add(claim.id)
                yield claim


def _entry(
    number: int, claim: Claim, found: Sequence[Item], claims: Sequence[Claim], witness: WitnessFile | None
) -> str:
    return joined(
        f"### {number}. {prose(claim.label[:1].upper() + claim.label[1:])}",
        f"{link_to(claim.id, claims)}. {prose(claim.doc)}",
        _statement(claim),
        _failure(witness),
        *[_correction(c, claims) for c in claims if c.corrects == claim.id],
        _leaning(claim, found),
    )


def _statement(claim: Claim) -> str:
    lines = [relation(link) for link in claim.conclusions]
    if not claim.hypotheses:
        return joined("As printed, for all", display(claim.domain.describe()), *lines)
    given = [relation(link) for link in claim.hypotheses]
    return joined("As printed, for all", display(claim.domain.describe()), "with", *given, "one has", *lines)


def _failure(witness: WitnessFile | None) -> str:
    if witness is None:
        return ""
    shown = [value(name, given["value"]) for name, given in witness.content["inputs"].items()]
    sides = f"left side {witness.content.get('lhs')}, right side {witness.content.get('rhs')}"
    return joined(
        "It fails at",
        display(r",\quad ".join(shown)),
        f"({sides}; [the file]({witness.from_reports}) replays it).",
    )


def _correction(claim: Claim, claims: Sequence[Claim]) -> str:
    given = [relation(link) for link in claim.hypotheses]
    return joined(
        f"In its place ({link_to(claim.id, claims)}): for all",
        display(claim.domain.describe()),
        *(["with", *given, "one has"] if given else []),
        *[relation(link) for link in claim.conclusions],
        prose(claim.doc),
    )


def _leaning(claim: Claim, found: Sequence[Item]) -> str:
    names = {base(claim.id), *claim.covers}
    users = [item for item in found if any(leans(item, name) for name in names)]
    if not users:
        return ""
    said = "; ".join(f"`{item.id.partition('/')[2]}` ({_fate(item)})" for item in users)
    return f"Used for {said}."


def _fate(item: Item) -> str:
    if item.status is None:
        return "not checkable at a point"
    false = item.status in (Status.REFUTED, Status.MISPRINT, Status.VACUOUS)
    return f"{item.status}" if false else f"{item.status}, it survives"
