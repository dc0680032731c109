"""What a reader calls things: a statement by its label, a printed item by its place in the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from perturb.pages.markdown import prose
from perturb.pages.notes import heading
from perturb.pages.places import short
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum, Section
from perturb.statements.printed import cited

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
