"""A claim as people read it: in Unicode for a terminal, in LaTeX for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perturb.vocab.quantifier import relation
from perturb.vocab.readable import readable

if TYPE_CHECKING:
    from perturb.statements.claim import Claim


def text(claim: Claim) -> str:
    """Its name, what is quantified over, hypotheses, conclusions and terms, a line each."""
    status = f" ({claim.status.value})" if claim.status else ""
    return "\n".join([f"{claim.id}{status}: {claim.label}", *statement(claim)])


def statement(claim: Claim) -> list[str]:
    """What is quantified over, hypotheses, conclusions and terms, a line each."""
    told = (f"{title:6}   {readable(formula)}" for title, formula in relations(claim))
    sizes = [f"sizes    {said}"] if (said := claim.domain.sizes_said) else []
    return [f"for all  {readable(', '.join(claim.inputs))}", *sizes, *told]


def markdown(claim: Claim) -> str:
    """The same as formulas that a notebook sets."""
    inputs = [rf"$$\text{{for all }}\; {', '.join(claim.inputs)}$$"]
    inputs += [f"sizes: {sizes}"] if (sizes := claim.domain.sizes_said) else []
    return "\n\n".join([*inputs, *(rf"$$\text{{{title}}}\quad {f}$$" for title, f in relations(claim))])


def relations(claim: Claim) -> list[tuple[str, str]]:
    """given, then, where: each relation with the ranges of its indices, each definition, in LaTeX."""
    links = [("given", link) for link in claim.hypotheses] + [("then", link) for link in claim.conclusions]
    lines = [(title, relation(link, claim.names)) for title, link in links]
    return lines + [("where", one.latex) for one in claim.definitions]
