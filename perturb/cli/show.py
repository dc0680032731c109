"""The command `perturb show`: one statement, or what stands under a label of a paper."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import groupby

import click
from rich.markup import escape

from perturb.cli.terminal import OUT, clear_errors
from perturb.cli.verdicts import whole_files
from perturb.pages import items
from perturb.pages.report.errata import filled
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import Declared, Statement, collect
from perturb.statements.chance import Bound, Law, Mean, written
from perturb.statements.claim import Claim, relations
from perturb.statements.erratum import Erratum
from perturb.statements.experiment import Experiment, Picture
from perturb.statements.printed import Drawn, Place, Printed, Shown, cited, formulas, printed
from perturb.statements.recorded import Recorded
from perturb.statements.targets import choose
from perturb.vocab.printing.readable import prose, readable

Formula = Callable[[str], str]
UNSAID = {"record": "asked of recorded runs"}  # of which nobody asserts anything


@click.command("show")
@click.argument("target", metavar="TARGET")
@click.option("--canonical", is_flag=True, help="The relations as the machine reads them, without names.")
@click.option("--tex", is_flag=True, help="Formulas in LaTeX, as on the pages.")
@whole_files
def command(target: str, canonical: bool, tex: bool) -> None:
    """Show a claim, law or experiment by its id, or all that examines what a paper prints as "Lemma 20".

    \b
    Examples:
      perturb show riedi2022/thm-22.76a
      perturb show "Lemma 20"
      perturb show "riedi2022 (101)"
    """
    tex = tex or not _takes("ᵀ")
    with clear_errors():
        (one,) = choose([target])
    if one.place is not None and (len(one.statements) != 1 or one.drawn):
        for line in overview(one.place, str if tex else readable, str if tex else prose):
            click.echo(line)
        return
    known = collect()
    for each in (*one.statements, *one.drawn):
        _show(each, known, canonical, str if tex else readable)


def _takes(sign: str) -> bool:
    """Can the output be written in Unicode?"""
    try:
        return bool(sign.encode(sys.stdout.encoding or "ascii"))
    except UnicodeEncodeError:
        return False


def _show(one: Statement | Drawn, known: Declared, canonical: bool, formula: Formula) -> None:
    if isinstance(one, Experiment | Picture):
        word, lines = one.kind, _drawn(one, formula)
    else:
        word = _stands(one, known)
        shown = _claim(one, known, canonical, formula) if isinstance(one, Claim) else _law(one, formula)
        lines = [*shown, f"file: {one.file}\n"]
    OUT.print(f"[bold]{escape(one.id)}[/]  {word}", highlight=False)
    for line in lines:
        click.echo(line)


def _stands(one: Statement, known: Declared) -> str:
    """How the printed item of this id stands; where that is another word, what is said of this reading."""
    own = one.status.value if one.status else UNSAID.get(one.kind, "no status")
    if one.paper is None or one.id not in one.paper.items:
        return own
    word = items.standings(one.paper, known)[one.id]
    return word if word == own else f"{word} as printed; this reading: {own}"


def _drawn(one: Drawn, formula: Formula) -> list[str]:
    covers = [f"covers: {', '.join(one.covers)}"] if one.covers else []
    return [one.title, one.source, *_printed(one, formula), *covers, f"draw it: perturb simulate {one.id}\n"]


def _claim(c: Claim, known: Declared, canonical: bool, formula: Formula) -> list[str]:
    source = f"{c.paper.authors} {c.paper.title} {c.paper.reference}".strip()
    told = [
        ("corrects", c.corrects),
        ("sharpens", c.sharpens),
        *_pointing(c, known),
        ("covers", ", ".join(c.covers)),
    ]
    return [
        *f"{c.label}\n{source}".strip().splitlines(),
        *_printed(c, formula),
        f"\n{c.doc}",
        *([f"\n{c.reading}"] if c.reading else []),
        f"\nfor all  {formula(', '.join(c.inputs))}",
        *([f"sizes    {sizes}"] if (sizes := c.domain.sizes_said) else []),
        *_rational(c),
        *(c.canonical if canonical else _named(c, formula)),
        *[f"{title}: {value}" for title, value in told if value],
    ]


def _rational(c: Claim) -> list[str]:
    """Which inputs are drawn with rational entries alone, though they have others."""
    names = [name for name, space in c.domain.spaces.items() if space.rational_only]
    points = "irrational ones only where both sides of a strict relation are equal"
    return [f"drawn    {', '.join(names)} with rational entries, {points}"] if names else []


def _pointing(c: Claim, known: Declared) -> list[tuple[str, str]]:
    """What corrects or sharpens the claim, and the errata that speak of it."""
    found = [("corrected by", one.id) for one in known.claims.values() if one.corrects == c.id]
    found += [("sharpened by", one.id) for one in known.claims.values() if one.sharpens == c.id]
    return found + [("erratum", prose(one.title)) for one in known.errata.values() if c.id in one.names]


def _named(c: Claim, formula: Formula) -> list[str]:
    """The relations, and what their terms are."""
    return [f"{title:6}   {formula(text)}" for title, text in relations(c)]


def _law(statement: Law | Bound, formula: Formula) -> list[str]:
    covers = [f"covers: {', '.join(statement.covers)}"] if statement.covers else []
    titles = dict.fromkeys((statement.title, statement.source))
    return [*titles, *_printed(statement, formula), f"\n{statement.doc}\n", *_said(statement), *covers]


def _printed(statement: Shown, formula: Formula) -> list[str]:
    """The formulas of the source, each with its place."""
    return [
        line
        for one in printed(statement)
        for line in (f"\n{lead_of(one)}", *(f"  {formula(line)}" for line in one.lines))
    ]


def _said(statement: Law | Bound) -> list[str]:
    if isinstance(statement, Law):
        name, rate = statement.reference.name, statement.rate
        if rate is None:
            return [f"limit   {name}; no rate, so nothing is decided"]
        at = ", ".join(f"{rate(n):.3g} at n = {n}" for n in statement.sizes)
        return [f"then    sup |F_n - {name}| <= rate(n): {at}", f"rate    {statement.rate_source}"]
    left = "E" if isinstance(statement, Mean) else "P"
    where = statement.label_of if isinstance(statement, Recorded) else written
    bounds = (f"{statement.bound(*case):.3g} at {where(case)}" for case in statement.cases)
    return [f"then    {left} {statement.op} bound: {'; '.join(bounds)}"]


Text = Callable[[str], str]


def overview(place: Place, formula: Text, prose: Text) -> Iterator[str]:
    """What is printed, what is wrong with it, why a part is not checked, what examines it: a line each."""
    paper = place.paper
    yield place.title
    yield f"{paper.authors} {paper.title} {paper.reference}".strip()
    for lead, found in groupby(formulas(paper, place.items), key=lead_of):
        yield f"\n{lead}"
        yield from (f"  {formula(line)}" for one in found for line in one.lines)
    yield from _told(place, prose)
    yield from _contents(place)


def lead_of(one: Printed) -> str:
    """printed, Lemma 17, (71):"""
    where = f", {cited(one.item)}" if one.item else ""
    return f"printed{' in words, as a formula' if one.in_words else ''}{where}:"


def _told(place: Place, prose: Text) -> Iterator[str]:
    """Errata and remarks on the items."""
    known = collect()
    for erratum in sorted(known.errata.values(), key=lambda one: one.section):
        if set(erratum.items) & set(place.items):
            yield f"\nerratum ({erratum.section.heading.lower()}): {prose(erratum.title)}"
            yield from [f"  to be read: {prose(erratum.read)}"] if erratum.read else []
            yield from (f"  counterexample: {prose(told)}" for told in _examples(erratum, place))
    for one in {id(r): r for item in place.items if (r := known.remarks.get(item))}.values():
        seen = f" See {', '.join(one.seen_by)}." if one.seen_by else ""
        yield f"\nremark ({one.kind}): {prose(one.reason)}{seen}"


def _examples(erratum: Erratum, place: Place) -> Iterator[str]:
    """Worked out with the numbers of the stored witnesses: those of this place, or else the first."""
    here = [name for name in erratum.examples if name in {one.id for one in place.statements}]
    for name in here or list(erratum.examples)[:1]:
        path = stored_witness(collect().claims[name])
        if path.is_file():
            yield filled(erratum.examples[name], json.loads(path.read_text(encoding="utf-8")))


def _contents(place: Place) -> Iterator[str]:
    rows = [_row(one) for one in (*place.statements, *place.drawn)]
    if not rows:
        return
    widths = [max(len(row[k]) for row in rows) for k in (0, 1)]
    yield "\nexamined by"
    yield from (f"  {name:<{widths[0]}}  {word:<{widths[1]}}  {label}" for name, word, label in rows)
    decide = f"; perturb check '{place.paper.key} {place.label}' decides them" if place.statements else ""
    yield f"\nperturb show ID shows one in full{decide}"


def _row(one: Statement | Drawn) -> tuple[str, str, str]:
    """Its id, its status or else its kind, its label."""
    if isinstance(one, Experiment | Picture):
        return one.id, one.kind, one.title
    return one.id, one.status.value if one.status else "", one.label if isinstance(one, Claim) else one.title
