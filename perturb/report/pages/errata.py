"""The errata sheet of a paper, in the form in which one sends it to the authors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perturb.report.items import FALSE, Item, base, leans
from perturb.report.markdown import joined, prose, values
from perturb.report.material import Material
from perturb.report.pages.claim import title
from perturb.report.pages.statement import stated
from perturb.report.places import errata_of, home, relative, sheet_of, short
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


def errata(paper: Paper, found: Sequence[Item], of: Material) -> str:
    """Markdown: numbered, in the paper's order."""
    page, number, parts = errata_of(paper.key), 0, []
    for status, head in SECTIONS:
        entries = []
        for claim in _claims_in_order(found, status):
            number += 1
            entries.append(_entry(number, claim, found, page, of))
        if entries:
            parts.append(joined(f"## {head}", *entries))
    return joined(
        f"# Errata sheet: {prose(paper.title)}",
        f"{prose(paper.authors)}. [Every item]({relative(sheet_of(paper.key), page)}) · {home(page)}",
        _letter(number),
        *parts,
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


def _entry(number: int, claim: Claim, found: Sequence[Item], page: str, of: Material) -> str:
    return joined(
        f"### {number}. {title(claim)}",
        f"{of.places.link(claim.id, page)}. {prose(claim.doc)}",
        stated(claim, "As printed, for all", "one has"),
        _failure(claim, of.simplest(claim.id), page),
        *[_correction(c, page, of) for c in of.claims if c.corrects == claim.id],
        _leaning(claim, found),
    )


def _failure(claim: Claim, witness: WitnessFile | None, page: str) -> str:
    if witness is None:
        return ""
    shown = {name: given["value"] for name, given in witness.content["inputs"].items()}
    sides = f"left side {witness.content.get('lhs')}, right side {witness.content.get('rhs')}"
    return joined(
        "It fails at",
        values(shown, letters=claim.names.letters),
        f"({sides}; [the file]({relative(witness.from_reports, page)}) replays it).",
    )


def _correction(claim: Claim, page: str, of: Material) -> str:
    lead = f"In its place ({of.places.link(claim.id, page)}): for all"
    return joined(stated(claim, lead, "one has"), prose(claim.doc))


def _leaning(claim: Claim, found: Sequence[Item]) -> str:
    names = {base(claim.id), *claim.covers}
    users = [item for item in found if any(leans(item, name) for name in names)]
    if not users:
        return ""
    said = "; ".join(f"`{short(item.id)}` ({_fate(item)})" for item in users)
    return f"Used for {said}."


def _fate(item: Item) -> str:
    if item.status is None:
        return "not checkable at a point"
    return f"{item.status}" if item.status in FALSE else f"{item.status}, it survives"
