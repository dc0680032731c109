"""What a claim states, in LaTeX, from the code that is checked; terms by their names, defined beneath."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from perturb.report.markdown import display, fence, folded, inline, joined, prose
from perturb.report.visible import LONGEST, visible_length
from perturb.statements.claim import Claim
from perturb.vocab.order import Link
from perturb.vocab.terms import Names
from perturb.vocab.where import Definition
from perturb.vocab.word import Kind

SHORT = 160  # characters of words beside a definition


def stated(claim: Claim, lead: str = "For all", then: str = "it is claimed that") -> str:
    """For all points of the domain, with the hypotheses, the conclusions, where the terms are so."""
    given = ["with", *relations(claim, claim.hypotheses)] if claim.hypotheses else []
    return joined(
        prose(claim.reading),
        lead,
        display(claim.domain.describe(claim.names.letters)),
        *given,
        then,
        *relations(claim, claim.conclusions),
        where(claim),
        expanded(claim),
    )


def where(claim: Claim) -> str:
    """A line for each named term; empty where the statement has none."""
    lines = [f"- {_definition(one)}" for one in claim.definitions]
    return "where\n\n" + "\n".join(lines) if lines else ""


def _definition(one: Definition) -> str:
    words = f": {prose(one.words[:1].lower() + one.words[1:])}" if 0 < len(one.words) <= SHORT else ""
    return inline(one.latex) + words


def expanded(claim: Claim) -> str:
    """The statement without names, folded: as a formula where one can read it, else as the machine does."""
    if not claim.definitions:
        return ""
    links = (*claim.hypotheses, *claim.conclusions)
    formulas = [relation(link, Names(claim.names.letters)) for link in links]
    if all(visible_length(formula) <= LONGEST for formula in formulas):
        return folded("Without names", joined(*map(display, formulas)))
    return folded("Without names, as the machine reads it", fence(_wrapped(claim.canonical)))


def _wrapped(lines: Sequence[str]) -> str:
    return "\n".join(fill(line, 110, subsequent_indent="    ", break_on_hyphens=False) for line in lines)


def searched(claim: Claim) -> str:
    """At which sizes the statement is searched; empty where it has none."""
    ranges = claim.domain.all_ranges()
    sizes = ", ".join(f"{name} = {low}..{high}" for name, (low, high) in ranges.items())
    return f"Searched with {sizes}; the statement is not limited to these sizes." if sizes else ""


def relations(claim: Claim, links: tuple[Link, ...]) -> list[str]:
    return [display(relation(link, claim.names)) for link in links]


def relation(link: Link, names: Names) -> str:
    """One relation as a formula, with its quantifier."""
    letters = set(link.free)
    if link.shown is None and Kind.VECTOR in (link.lhs.kind, link.rhs.kind):
        letters.add(link.component)
    quantifier = rf" \qquad \text{{for all }} {', '.join(sorted(letters))}" if letters else ""
    return link.latex(names) + quantifier
