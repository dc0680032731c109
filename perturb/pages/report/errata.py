"""The errata sheet of a paper, in the form in which one sends it to the authors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from perturb.pages.items import Item
from perturb.pages.markdown import joined, prose, table, wrapped
from perturb.pages.material import Material
from perturb.pages.places import errata_of, home, relative, sheet_of
from perturb.pages.report import erratum
from perturb.pages.report.labels import places
from perturb.pages.report.numbering import numbered
from perturb.statements.erratum import Erratum, Section
from perturb.statements.paper import Paper

MISPRINTS = ["No.", "Where", "Printed", "Read", "Checked"]
GIFTS = ["No.", "Where", "Printed", "Sharper", "Gain", "Checked"]
NOTHING = "No item of the paper was found to need a correction."
WORDS = {
    Section.CONSEQUENCES: ("error with consequences", "errors with consequences"),
    Section.FALSE: ("statement that is false as printed", "statements that are false as printed"),
    Section.MISPRINTS: ("misprint", "misprints"),
    Section.GAPS: ("gap in a proof", "gaps in proofs"),
    Section.SHARPER: ("bound that can be sharpened", "results that can be sharpened"),
}
LEADS = {
    Section.SHARPER: "A gift, with proofs of a few lines where the links lead. The gain is the printed bound "
    "over the sharper one at random points where both apply: its median, and what one point in ten exceeds; "
    "then the share of points where only the sharper one applies. Where several forms were checked, a gain "
    'is that of the form with this number under "Checked", over the equation named.',
}


def errata(paper: Paper, found: Sequence[Item], of: Material) -> str:
    """Markdown: the most consequential first."""
    page = errata_of(paper.key)
    mine = [one for one in of.shelf.errata if one.paper == paper]
    return joined(
        f"# Errata sheet: {prose(paper.title)}",
        f"{prose(paper.authors)}. {prose(paper.reference)}.",
        f"[Every item]({relative(sheet_of(paper.key), page)}) · {home(page)}",
        wrapped(_letter(mine), erratum.WIDTH) if mine else _short(found),
        *[_section(section, mine, of) for section in Section],
    )


def _letter(mine: Sequence[Erratum]) -> str:
    counts = Counter(one.section for one in mine)
    told = [f"{counts[s]} {WORDS[s][counts[s] != 1]} ({s})" for s in WORDS if counts[s]]
    listing = ", ".join(told[:-1]) + (" and " if told[:-1] else "") + told[-1]
    return (
        "Dear authors, we have gone through every item of your paper as it is printed: what asserts "
        "something that can be checked was encoded and examined, by machine and by hand; the rest defines, "
        f"describes or reports. Told a cause at a time, this sheet has {listing}, the most consequential "
        "first; one cause may make several printed items false. "
        "Each entry quotes what is printed, or the formula that a sentence amounts to, says what to "
        "read in its place, and links to the forms in which it was checked, where there are any. The "
        "counterexamples have exact entries and are small enough to be done by hand; where samples decide, "
        "what they show, a band for the true value, and the threshold that we ask for are given."
    )


def _short(found: Sequence[Item]) -> str:
    """Of a paper without declared errata."""
    wrong = [item.id for item in found if item.worst is not None]
    if not wrong:
        return NOTHING
    return f"No errata are written up. Not as printed, or not for the printed reason: {places(wrong)}."


def _section(section: Section, mine: Sequence[Erratum], of: Material) -> str:
    names = numbered(mine)
    found = [one for one in mine if one.section is section]
    if not found:
        return ""
    lead = '<a id="footnote"></a>' if section is Section.EXCLUDED else f"{section}. "
    body = _body(section, [(names.get(one.id, ""), one) for one in found], of)
    return joined(f"## {lead}{section.heading}", LEADS.get(section, ""), body)


def _body(section: Section, found: Sequence[tuple[str, Erratum]], of: Material) -> str:
    match section:
        case Section.CONSEQUENCES:
            return joined(*[erratum.told(number, one, of) for number, one in found])
        case Section.FALSE:
            return joined(*[erratum.listed(number, one, of) for number, one in found])
        case Section.MISPRINTS:
            return table(MISPRINTS, [erratum.row(number, one, of) for number, one in found])
        case Section.GAPS:
            return "\n".join(erratum.gap(number, one, of) for number, one in found)
        case Section.SHARPER:
            return table(GIFTS, [erratum.gift(number, one, of) for number, one in found])
        case Section.EXCLUDED:
            return "\n".join(erratum.footnote(one, of) for _, one in found)
