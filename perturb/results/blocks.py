"""What pages of one statement are made of, whatever their form: the statement, and a witness written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from perturb.certify.witness import Witness
from perturb.domains.pairs import pair_of
from perturb.results.counterexample import counterexample, pmatrix
from perturb.results.sheet import Block, Display, Paragraph
from perturb.statements.claim import Claim, parts_called
from perturb.statements.claim import relations as named_relations
from perturb.vocab.printing.symbols import symbol
from perturb.vocab.printing.terms import Lexicon, Naming
from perturb.vocab.relations.order import Link
from perturb.vocab.relations.quantifier import relation


def stated(claim: Claim) -> list[Block]:
    """For all inputs, the hypotheses, the conclusions, the terms that they name."""
    sizes = f" ({claim.domain.sizes_said})" if claim.domain.sizes_said else ""
    inputs = ", ".join(f"${one}$" for one in claim.inputs)
    lead = f"For all {inputs}{sizes}{' with' if claim.hypotheses else ' it is claimed that'}"
    found: list[Block] = [Paragraph(lead)]
    parts: dict[str, list[str]] = {"given": [], "then": [], "where": []}
    for title, formula in named_relations(claim):
        parts[title].append(formula)
    if parts["given"]:
        found += [Display(tuple(parts["given"])), Paragraph("it is claimed that")]
    found += [Display(tuple(parts["then"]))]
    return found + ([Paragraph("where"), Display(tuple(parts["where"]))] if parts["where"] else [])


def stated_in(witness: Witness) -> list[Block]:
    """The same of what a file states, in which spaces are relations, and nothing has a name."""
    names = letters(witness)
    inputs = ", ".join(f"${names.letter(name)}$ ({kind.value})" for name, kind in witness.kinds.items())
    found: list[Block] = [Paragraph(f"For all {inputs}")]
    for lead, part in (("that are such that", "membership"), ("with", "hypotheses")):
        if links := witness.links(part):
            found += [Paragraph(lead), Display(tuple(relation(link, names) for link in links))]
    told = tuple(relation(link, names) for link in witness.links("conclusions"))
    return [*found, Paragraph("it is claimed that"), Display(told)]


def letters(witness: Witness) -> Lexicon:
    """The inputs of a file as they are printed: a complex one whole, its parts as such."""
    notes, heads = Naming(), {head: pair_of(head) for head in witness.data.get("complex", ())}
    called = {name: symbol(name) for name in witness.kinds}
    return Lexicon({**called, **parts_called(heads, witness.kinds, {}, notes)}, notes.notions)


def spaces_in(witness: Witness) -> str:
    """A (matrix), z = z_re + i z_im (scalar): the inputs of a file by the names that it has."""
    parts = {part: head for head in witness.data.get("complex", ()) for part in pair_of(head)}
    told = []
    for name, kind in witness.kinds.items():
        head = parts.get(name)
        if head is None:
            told.append(f"{name} ({kind.value})")
        elif name == pair_of(head)[0]:
            told.append(f"{head} = {' + i '.join(pair_of(head))} (complex {kind.value})")
    return ", ".join(told)


def written_out(
    witness: Witness, conclusions: Sequence[Link], hypotheses: Sequence[Link], names: Lexicon
) -> list[Block]:
    """The inputs, what they give on the way, and both sides: a check by hand."""
    failed = witness.data["failed"]
    if failed is None:
        return []
    link = conclusions[failed]
    found = counterexample(witness, link, names)
    which = f"conclusion {failed + 1}" if len(conclusions) > 1 else "the conclusion"
    met = "every hypothesis holds, and " if hypotheses else ""
    at = f" at ${found.at}$" if found.at else ""
    blocks: list[Block] = [Paragraph("At"), Display((r",\quad ".join(found.inputs),))]
    if found.steps:
        blocks += [Paragraph("one has"), Display(found.steps)]
    sides = tuple(filter(None, (found.left, found.right)))
    how = ", in exact arithmetic" if found.exact else ""
    told = f"{met}{which}, ${link.latex(names)}$, fails{at}{how}:"
    return [*blocks, Paragraph(told[:1].upper() + told[1:]), Display((*sides, found.compared))]


def values(given: Mapping[str, Any], names: Lexicon) -> Display:
    """Inputs of a point, as texts, in one line."""
    return Display((r",\quad ".join(f"{names.letter(name)} = {pmatrix(x)}" for name, x in given.items()),))
