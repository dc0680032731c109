"""What `perturb show` says of a label of a paper: formulas, errata, remarks, a table of contents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby

from perturb.pages.report.erratum import filled
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import Statement, collect
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum
from perturb.statements.experiment import Experiment
from perturb.statements.picture import Picture
from perturb.statements.places import Drawn, Place
from perturb.statements.printed import Printed, cited, formulas

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
