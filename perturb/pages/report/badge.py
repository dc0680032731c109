"""What a reader calls a statement, and the first thing that a page says of it.

It is called by its label, a printed item by its place in the paper. Then: false as printed, proved at n = 2,
and what people say (`badge`, `banner`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from perturb.pages.markdown import heading, prose
from perturb.pages.material import Material
from perturb.pages.places import errata_of, relative, short
from perturb.pages.records import by_set, held, mismatch
from perturb.statements.catalogue import Statement
from perturb.statements.chance import Law
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum, Section
from perturb.statements.paper import Outcome, Status
from perturb.statements.printed import cited
from perturb.statements.recorded import Recorded

TEXT = "in the text"


def title(one: Statement) -> str:
    """The label of a claim, the title of what is decided by draws; as a sentence begins."""
    said = one.label if isinstance(one, Claim) else one.title
    return prose(heading(said[:1].upper() + said[1:]))


def place(item: str) -> str:
    """Lemma 20, (101); by its id what has no number in the paper."""
    found = cited(item)
    return f"`{short(item)}`" if found == TEXT else found


def places(items: Iterable[str]) -> str:
    """Each once, in this order."""
    return ", ".join(dict.fromkeys(map(place, items)))


def above(label: str, identifier: str) -> str:
    """In a table: the label, and small beneath it the id; the id alone where that is the label."""
    small = f"`{identifier}`"
    return label if label == small else f"{label}<br><sub>{small}</sub>"


def numbered(errata: Sequence[Erratum]) -> dict[str, str]:
    """A1, A2, B1, ... by id; each paper counts for itself, and what the text excludes has no number."""
    counts: Counter[tuple[str, Section]] = Counter()
    names = {}
    for one in errata:
        if one.section is not Section.EXCLUDED:
            counts[one.paper.key, one.section] += 1
            names[one.id] = f"{one.section}{counts[one.paper.key, one.section]}"
    return names


class Badge(NamedTuple):
    """Words in capitals, and whether they are good news ("true"), bad ("false") or neither ("open")."""

    words: str
    kind: str

    @property
    def wrong(self) -> bool:
        return self.kind == "false"


AT_POINTS = Badge("SURVIVED AT POINTS", "open")
BY_DRAWS = Badge("CONSISTENT WITH DRAWS", "open")
OPEN = Badge("UNRESOLVED", "open")
BY_LEMMAS = Badge("DERIVED FOR EVERY n", "true")
UNSEEN = Badge("NOT EXAMINED", "open")
RUNGS = (BY_LEMMAS, AT_POINTS, BY_DRAWS, OPEN, UNSEEN)
AT_SIZES = r"PROVED AT n = \d+(?:, \d+)*"  # what the words of a rung with sizes look like
PRINTED_FALSE = Badge("FALSE AS PRINTED", "false")
READ_FALSE = Badge("FALSE IN THIS READING", "false")  # a variant of what is printed
FALSE = Badge("FALSE", "false")  # of what many believe and nobody printed
RATE = Badge("LIMIT PROVED, RATE CONJECTURED", "open")
DISAGREE = Badge("PEOPLE AND ENGINE DISAGREE", "false")
UNSAID = Badge("NOTHING ASSERTED", "open")
SEEN = Badge("ASKED OF RECORDED RUNS", "open")
BY_STATUS = {
    Status.PRINTED: Badge("AS PRINTED", "open"),
    Status.CONJECTURED: Badge("CONJECTURED", "open"),
    Status.MISPRINT: Badge("FALSE AS PRINTED, A MISPRINT", "false"),
    Status.VACUOUS: Badge("VACUOUS AS PRINTED", "open"),
}
# What people say of what is true; the badge is the rung that it stands on, whatever they say.
SAID = {
    Status.PROVED: "people say proved",
    Status.CORRECTED: "people say true instead",
    Status.SHARPENED: "people say proved, sharper than printed",
    Status.GAP: "people say true, with a gap in its proof",
}
# How pages of the site colour the words.
KINDS = {
    one.words: one.kind
    for one in (PRINTED_FALSE, READ_FALSE, FALSE, RATE, DISAGREE, UNSAID, SEEN, *BY_STATUS.values(), *RUNGS)
}
WORDS = "|".join([*map(re.escape, KINDS), AT_SIZES])


def kind_of(words: str) -> str:
    """The kind of a badge by its words."""
    return KINDS.get(words, "true")


def badge(one: Statement, of: Material) -> Badge:
    """The rung of what people say to be true, of anything else what they say; or that both disagree."""
    if mismatch(of.records.get(one.id) or of.law_records.get(one.id)):
        return DISAGREE
    if one.status is None:
        return SEEN if isinstance(one, Recorded) else UNSAID
    if one.status is Status.REFUTED:
        listed = one.paper is not None and bool(one.paper.items)
        return (READ_FALSE if "~" in one.id else PRINTED_FALSE) if listed else FALSE
    return RATE if rate_only(one) else BY_STATUS.get(one.status) or rung(one, of)


def said(one: Statement) -> str:
    """What people say of a statement, where its badge is a rung."""
    return SAID.get(one.status, "") if one.status else ""


def rate_only(one: Statement) -> bool:
    """Is it the rate alone that is conjectured? The limit of a law is a theorem of its source."""
    return isinstance(one, Law) and one.status is Status.CONJECTURED and one.rate is not None


def banner(one: Statement, of: Material, page: str) -> str:
    """One line: the badge, what people say, what was found, what is true instead, the entry of the errata."""
    told = [f"**{badge(one, of).words}**", said(one), _found(one, of)]
    told += [*_instead(one, of, page), *_errata(one, of, page)]
    return " · ".join(filter(None, told))


def _found(one: Statement, of: Material) -> str:
    record = of.records.get(one.id)
    if record is not None and record.outcome is Outcome.SURVIVED:
        return f"survived {held(record):,} points"
    drawn = of.law_records.get(one.id)
    if isinstance(one, Recorded) and drawn is not None:
        return f"{by_set(drawn)}, {drawn.draws:,} runs"
    return "" if drawn is None else f"{drawn.outcome} with {drawn.draws:,} draws"


def _instead(one: Statement, of: Material, page: str) -> Iterator[str]:
    """What is true in place of a false statement, and what is false in place of which it stands."""
    mine = one.corrects if isinstance(one, Claim) else None
    for other in of.claims:
        if other.corrects == one.id:
            yield f"true instead: {of.places.link(other.id, page, title(other))}"
        if other.id == mine:
            yield f"in place of {of.places.link(other.id, page, title(other))}, which is false"
    if isinstance(one, Law):
        for wrong in of.shelf.laws:
            if wrong.status is Status.REFUTED and wrong.id.startswith(f"{one.id}~"):
                yield f"in place of {of.places.link(wrong.id, page, title(wrong))}, which is false"


def _errata(one: Statement, of: Material, page: str) -> Iterator[str]:
    causes = [cause for cause in of.shelf.errata if one.id in cause.names]
    names = numbered(of.shelf.errata) if causes else {}
    for cause in causes:
        if cause.id in names:
            number = names[cause.id]
            sheet = relative(errata_of(cause.paper.key), page)
            yield f"errata sheet, [{number}]({sheet}#{number.lower()})"


def rung(one: Statement, of: Material) -> Badge:
    """Derived, the sizes at which certificates prove a claim, else what was found at points or by draws."""
    if one.id in of.derived:
        return BY_LEMMAS
    if found := of.proofs.get(one.id):
        return Badge(f"PROVED AT n = {', '.join(str(proof.n) for proof in found)}", "true")
    record = of.records.get(one.id) or of.law_records.get(one.id)
    if record is None:
        return UNSEEN
    return {Outcome.SURVIVED: AT_POINTS, Outcome.CONSISTENT: BY_DRAWS}.get(record.outcome, OPEN)
