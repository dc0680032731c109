"""What a reader calls things: a statement by its label, a printed item by its place in the paper."""

from __future__ import annotations

from collections.abc import Iterable

from perturb.pages.markdown import prose
from perturb.pages.notes import heading
from perturb.pages.places import short
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim
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
