"""Pages and pictures of the papers whose items are listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from perturb.report.figures import curves, depends
from perturb.report.items import Item, items
from perturb.report.pages.errata import errata
from perturb.report.pages.paper import sheet
from perturb.report.records import Record, WitnessFile
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper
from perturb.statements.shelf import Shelf, papers

Witnesses = Mapping[str, WitnessFile | None]


def found(paper: Paper, claims: Sequence[Claim], shelf: Shelf) -> list[Item]:
    return items(paper, claims, shelf.remarks, shelf.laws)


def pages(
    claims: Sequence[Claim], records: Mapping[str, Record], witnesses: Witnesses, shelf: Shelf
) -> dict[str, str]:
    """The sheet and the errata of each paper, by file name."""
    texts: dict[str, str] = {}
    for paper in papers(claims):
        listed = found(paper, claims, shelf)
        figures = [(c.title, c.file, c.note) for c in shelf.curves if c.paper == paper]
        texts[f"{paper.key}.md"] = sheet(paper, listed, claims, records, witnesses, figures)
        texts[f"{paper.key}-errata.md"] = errata(paper, listed, claims, witnesses)
    return texts


def save(claims: Sequence[Claim], shelf: Shelf, folder: Path) -> list[Path]:
    """Write the pictures; returns their paths."""
    written = []
    for paper in papers(claims):
        listed = found(paper, claims, shelf)
        if depends.graph(listed):
            depends.save(paper, listed, folder / depends.name_of(paper))
            written.append(folder / depends.name_of(paper))
    return written + [curves.save(c, folder) for c in shelf.curves]


def stale(claims: Sequence[Claim], shelf: Shelf, folder: Path) -> list[str]:
    """Pictures that are missing or of other data."""
    problems = [f"{c.file}: missing or of other data" for c in shelf.curves if not curves.is_of(c, folder)]
    for paper in papers(claims):
        listed = found(paper, claims, shelf)
        if depends.graph(listed) and not depends.is_of(listed, folder / depends.name_of(paper)):
            problems.append(f"{depends.name_of(paper)}: missing or of other data")
    return problems
