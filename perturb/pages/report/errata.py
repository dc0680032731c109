"""The errata sheet of a paper, in the form in which one sends it to the authors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from perturb.certify.witness import Witness
from perturb.pages.items import Item, base
from perturb.pages.markdown import entry, exact, formulas, inline, joined, prose, table, wrapped
from perturb.pages.material import Material
from perturb.pages.places import errata_of, home, page_of, relative, sheet_of, short
from perturb.pages.records import WitnessFile
from perturb.pages.report.badge import numbered, places
from perturb.pages.report.law import law_words, panel_words, speaking
from perturb.results import say
from perturb.sharpen.wins import Win
from perturb.statements.chance import Bound, Law
from perturb.statements.erratum import Erratum, Section
from perturb.statements.experiment import Experiment
from perturb.statements.paper import Outcome, Paper, Status
from perturb.statements.printed import cited

WIDTH = 596
DIGITS = 5  # of a side that is known as a ball
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
        wrapped(_letter(mine), WIDTH) if mine else _short(found),
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
            return joined(*[told(number, one, of) for number, one in found])
        case Section.FALSE:
            return joined(*[listed(number, one, of) for number, one in found])
        case Section.MISPRINTS:
            rows = table(MISPRINTS, [row(number, one, of) for number, one in found])
            return joined(rows, _beneath([(n, one, one.consequence) for n, one in found]))
        case Section.GAPS:
            return "\n".join(gap(number, one, of) for number, one in found)
        case Section.SHARPER:
            rows = table(GIFTS, [gift(number, one, of) for number, one in found])
            return joined(rows, _beneath([(number, one, "") for number, one in found]))
        case Section.EXCLUDED:
            return "\n".join(footnote(one, of) for _, one in found)


def told(number: str, one: Erratum, of: Material) -> str:
    """An error with consequences: a paragraph for each of its parts."""
    first = [("Printed:", inline(one.printed)), ("Read:", formulas(one.read)), ("Why:", formulas(one.why))]
    parts = [f"**{lead}** {text}" for lead, text in [*first, *_parts(one, of)] if text]
    return joined(_head(number, one), *[wrapped(part, WIDTH) for part in parts])


def listed(number: str, one: Erratum, of: Material) -> str:
    """A false statement: a list of its parts."""
    read = " ".join(filter(None, [formulas(one.read), formulas(one.why)]))
    parts = [("Printed:", inline(one.printed)), ("Read:", read), *_parts(one, of)]
    return "\n".join([_head(number, one), *[_bullet(f"{lead} {text}") for lead, text in parts if text]])


def gap(number: str, one: Erratum, of: Material) -> str:
    """A gap in a proof: one item of a list."""
    texts = [f"Printed: {inline(one.printed)}.", formulas(one.read), formulas(one.why)]
    texts += [_led("By hand:", one.by_hand), formulas(one.repair), _led("Consequences:", one.consequence)]
    lead = f'<a id="{number.lower()}"></a>**{number}. {formulas(one.title)}.**'
    return _bullet(" ".join(filter(None, [lead, *texts, f"({_checked(one, of)})"])))


def footnote(one: Erratum, of: Material) -> str:
    """A reading that the text excludes."""
    return _bullet(f"{formulas(one.title)}, {inline(one.printed)}: {formulas(one.why)} ({_checked(one, of)})")


def row(number: str, one: Erratum, of: Material) -> list[str]:
    """A misprint, for a table."""
    where = f'<a id="{number.lower()}"></a>{number}'
    read = " ".join(filter(None, [formulas(one.read), formulas(one.why)]))
    return [where, formulas(one.title), inline(one.printed), read, _checked(one, of, counted=True)]


def gift(number: str, one: Erratum, of: Material) -> list[str]:
    """What can be sharpened, for a table: with the gain that it tells, or else that of the records."""
    where = f'<a id="{number.lower()}"></a>{number}'
    sharper = " ".join(filter(None, [formulas(one.read), formulas(one.why)]))
    gain = formulas(one.consequence) or _gain(one, of)
    cells = [where, formulas(one.title), inline(one.printed), sharper, gain]
    return [*cells, _checked(one, of, counted=True)]


def _beneath(found: Sequence[tuple[str, Erratum, str]]) -> str:
    """What is too long for rows of a table: counterexamples by hand, and consequences if they are told."""
    told = [
        (number, " ".join(filter(None, [_led("By hand:", one.by_hand), _led("Consequences:", rest)])))
        for number, one, rest in found
    ]
    return "\n".join(_bullet(f"**{number}.** {text}") for number, text in told if text)


def _led(lead: str, text: str) -> str:
    return f"{lead} {formulas(text)}" if text else ""


def _head(number: str, one: Erratum) -> str:
    return f'### <a id="{number.lower()}"></a>{number}. {formulas(one.title)}'


def _bullet(text: str) -> str:
    return "- " + wrapped(text, WIDTH).replace("\n", "\n  ")


def _parts(one: Erratum, of: Material) -> Iterator[tuple[str, str]]:
    """What comes after the reading, each part with what it is called."""
    for claim, text in one.examples.items():
        yield "Counterexample:", _example(one, claim, text, of)
    yield "By hand:", formulas(one.by_hand)
    told = [law for law in of.shelf.laws if law.id in one.seen_by]
    for lead, wanted in (("Samples:", False), ("Samples of what is true:", True)):
        yield lead, "; ".join(filter(None, (_decided(k, one, of) for k in told if _holds(k, of) is wanted)))
    yield "Consequences:", formulas(one.consequence)
    yield "Repair:", formulas(one.repair)
    yield "Checked:", _checked(one, of)


def _example(one: Erratum, claim: str, text: str, of: Material) -> str:
    file = of.simplest(claim)
    if file is None:
        raise ValueError(f"erratum {one.id!r}: {claim} has no stored witness to show")
    try:
        said = formulas(filled(text, file.content))
    except KeyError as error:
        raise ValueError(
            f"erratum {one.id!r}: [[{error.args[0]}]] is not in the witness of {claim}"
        ) from None
    return f"{said} ([witness]({_way(file, errata_of(one.paper.key))}))"


def _way(file: WitnessFile, page: str) -> str:
    return relative(file.from_reports, page)


def filled(text: str, content: Mapping[str, Any]) -> str:
    """[[name]] replaced by what has that name in a witness. KeyError for another name."""
    known = {name: _value(given) for name, given in Witness(content).shown.items()}
    known |= {name: _side(str(content[name])) for name in ("lhs", "rhs")}
    return re.sub(r"\[\[(\w+)\]\]", lambda found: known[found[1]], text)


def _value(given: Any) -> str:
    """A matrix or vector of one entry is written as a number."""
    while isinstance(given, list) and len(given) == 1:
        given = given[0]
    return exact(given)


def _side(text: str) -> str:
    """Exact, or a ball by the digits that its two ends share."""
    if not text.startswith("["):
        return entry(text)
    ends = [Fraction(end.strip()) for end in text.strip("[]").split(",")]
    low, high = (say.number(end, digits=DIGITS) for end in ends)
    return low if low == high else rf"[{low}, {high}]"


def _holds(law: Law | Bound, of: Material) -> bool:
    """A law, tail or mean that samples bear out; an experiment has verdicts of both kinds."""
    record = of.law_records.get(law.id)
    return record is not None and record.outcome is Outcome.CONSISTENT


def _decided(law: Law | Bound, one: Erratum, of: Material) -> str:
    """What samples say of a law, tail, mean or experiment."""
    if isinstance(law, Experiment):
        found = [panel_words(speaking(law, [item], of), law) for item in _spoken(law, one)]
        said = "; ".join(dict.fromkeys(found))
    else:
        record = of.law_records.get(law.id)
        said = "" if record is None else law_words(law, record)
    return f"{_link(law.id, f'`{short(law.id)}`', one, of)}: {said}" if said else ""


def _spoken(experiment: Experiment, one: Erratum) -> Sequence[str]:
    """The items of an erratum of which an experiment speaks by columns; all of them where it names none."""
    return [item for item in one.items if item in experiment.speaks] or one.items[:1]


def _gain(one: Erratum, of: Material) -> str:
    """What each claim that sharpens a printed one gains over it; of several forms, by equation and number."""
    mended = {claim.id for claim in of.claims if claim.status is Status.SHARPENED}
    direct = {c.id: c.sharpens for c in of.claims if c.sharpens and c.sharpens not in mended}
    told = []
    for k, name in enumerate(one.names, 1):
        record = of.records.get(name) if name in direct else None
        words = _won(record.win) if record is not None and record.win is not None else ""
        if words:
            told.append(f"{_over(direct[name], k)}: {words}" if len(one.names) > 1 else words)
    return "; ".join(told)


def _won(win: Win) -> str:
    """1.73, one in ten 9.29, 27% more points; empty where nothing is gained."""
    factor = win.median is not None and win.high is not None and win.high > 1
    parts = [f"{win.median:g}, one in ten {win.high:g}"] if factor else []
    return ", ".join([*parts, *([f"{win.wider:.0%} more points"] if win.wider >= 0.005 else [])])


def _over(printed: str, k: int) -> str:
    """(89), form 1: the printed result by its equation where it has one, and the number of the link."""
    equation = re.search(r"\(\d+\)$", cited(base(printed)))
    return f"{equation[0]}, form {k}" if equation else f"form {k}"


def _checked(one: Erratum, of: Material, counted: bool = False) -> str:
    """Links to the machine forms, by their ids or, in a table, by their number."""
    if not one.names:
        return "by hand"
    said = {name: str(k) if counted else f"`{short(name)}`" for k, name in enumerate(one.names, 1)}
    return (" " if counted else ", ").join(_link(name, said[name], one, of) for name in one.names)


def _link(name: str, said: str, one: Erratum, of: Material) -> str:
    """To the section of a statement or the page of an experiment; an item with a remark stands for itself."""
    there, page = page_of(name), errata_of(one.paper.key)
    if any(there == known for _, known in of.extra):
        return f"[{said}]({relative(there, page)})"
    return of.places.link(name, page, said if of.places.href(name, page) else f"`{short(name)}`")
