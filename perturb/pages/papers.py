"""Pages of the papers whose items are listed."""

from __future__ import annotations

from perturb.pages.items import Item, items
from perturb.pages.material import Material
from perturb.pages.places import errata_of, sheet_of
from perturb.pages.report.errata import errata
from perturb.pages.report.paper import sheet
from perturb.statements.paper import Paper


def found(paper: Paper, of: Material) -> list[Item]:
    """What the catalogue says of each item."""
    return items(paper, of.claims, of.shelf.remarks, of.shelf.laws, of.shelf.errata)


def pages(of: Material) -> dict[str, str]:
    """The sheet and the errata of each paper, by file."""
    texts: dict[str, str] = {}
    for paper in of.papers:
        listed = found(paper, of)
        texts[sheet_of(paper.key)] = sheet(paper, listed, of)
        texts[errata_of(paper.key)] = errata(paper, listed, of)
    return texts
