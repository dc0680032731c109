"""What a claim states, in LaTeX, from the code that is checked; terms by their names, defined beneath.

`as_printed` is what the source prints, before what was examined of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import fill

from perturb.pages.markdown import (
    LONGEST,
    display,
    fence,
    folded,
    inline,
    joined,
    note,
    packed,
    visible_length,
)
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.printed import Printed, Shown, cited, printed
from perturb.vocab.relations.order import Link
from perturb.vocab.relations.quantifier import relation

SHORT = 160  # characters of words beside a definition
LINE = 60  # visible signs of definitions on one line
WORD = re.compile(r"A |[A-Z][a-z]+\b(?![_^(])")  # not A_j, Y of (110), D(t), MD


def stated(claim: Claim, lead: str = "For all", then: str = "it is claimed that") -> str:
    """For all points of the domain, with the hypotheses, the conclusions, where the terms are so."""
    given = ["with", *relations(claim, claim.hypotheses)] if claim.hypotheses else []
    return joined(
        note(claim.reading),
        lead,
        *map(display, packed(claim.inputs, r",\quad ")),
        *given,
        then,
        *relations(claim, claim.conclusions),
        where(claim),
    )


def where(claim: Claim) -> str:
    """The named terms: a line for one with words, the others together; empty where there are none."""
    lines: list[str] = []
    for said, found in groupby(claim.definitions, key=lambda one: 0 < len(one.words) <= SHORT):
        if said:
            lines += [f"{inline(one.latex)}: {note(_begun(one.words))}" for one in found]
        else:
            lines += map(inline, packed([one.latex for one in found], r",\quad ", LINE))
    return "where\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _begun(words: str) -> str:
    """Words that go on a sentence: a small letter at the start of a word, none at that of a symbol."""
    return words[:1].lower() + words[1:] if WORD.match(words) else words


def expanded(claim: Claim) -> str:
    """The statement without names, folded: as a formula where one can read it, else as the machine does."""
    if not claim.definitions:
        return ""
    links = (*claim.hypotheses, *claim.conclusions)
    formulas = [relation(link, claim.names.unnamed()) for link in links]
    if all(visible_length(formula) <= LONGEST for formula in formulas):
        return folded("Without names", joined(*map(display, formulas)))
    return folded("Without names, as the machine reads it", fence(_wrapped(claim.canonical)))


def _wrapped(lines: Sequence[str]) -> str:
    return "\n".join(fill(line, 110, subsequent_indent="    ", break_on_hyphens=False) for line in lines)


def searched(claim: Claim) -> str:
    """Of which sizes the statement speaks, and which are searched; empty where it has none."""
    sizes = claim.domain.sizes_said
    return f"Sizes: {sizes}." if sizes else ""


def relations(claim: Claim, links: tuple[Link, ...]) -> list[str]:
    return [display(relation(link, claim.names)) for link in links]


def as_printed(statement: Shown) -> str:
    """The formulas of the source, each with its place; empty without any."""
    blocks = groupby(printed(statement), key=_lead)
    return joined(*[joined(lead, *_displayed(found)) for lead, found in blocks]).strip()


def examined(statement: Claim | Law | Bound) -> str:
    """What leads over to the statement that is checked; empty where nothing printed stands before it."""
    if not printed(statement):
        return ""
    if isinstance(statement, Claim) and statement.corrects:
        return "**Examined in its place**"
    if isinstance(statement, Claim) and statement.sharpens:
        return "**Examined in a sharper form**"
    return "**Examined as**"


def _lead(one: Printed) -> str:
    """What a source says in words is told from its formulas."""
    where = f", {cited(one.item)}" if one.item else ""
    return f"**Printed** in words{where}, as a formula:" if one.in_words else f"**Printed**{where}:"


def _displayed(found: Iterable[Printed]) -> list[str]:
    return [display(line) for one in found for line in one.lines]
