"""What a claim states, in LaTeX, from the code that is checked."""

from __future__ import annotations

from perturb.report.markdown import display, joined
from perturb.statements.claim import Claim
from perturb.vocab.order import Link
from perturb.vocab.word import Kind


def stated(claim: Claim, lead: str = "For all", then: str = "it is claimed that") -> str:
    """For all points of the domain, with the hypotheses, the conclusions."""
    given = ["with", *map(relation, claim.hypotheses)] if claim.hypotheses else []
    return joined(lead, display(claim.domain.describe()), *given, then, *map(relation, claim.conclusions))


def searched(claim: Claim) -> str:
    """At which sizes the statement is searched; empty where it has none."""
    ranges = claim.domain.all_ranges()
    sizes = ", ".join(f"{name} = {low}..{high}" for name, (low, high) in ranges.items())
    return f"Searched with {sizes}; the statement is not limited to these sizes." if sizes else ""


def relation(link: Link) -> str:
    """One relation as a displayed formula, with its quantifier."""
    names = set(link.free)
    if link.shown is None and Kind.VECTOR in (link.lhs.kind, link.rhs.kind):
        names.add("i")
    quantifier = rf" \qquad \text{{for all }} {', '.join(sorted(names))}" if names else ""
    return display(link.latex() + quantifier)
