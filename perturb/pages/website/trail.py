"""What stands at the left of a statement: the chapters of its paper, and what its own chapter holds."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from perturb.pages.markdown import heading
from perturb.pages.material import Material
from perturb.pages.places import SIMULATIONS, Chapter, anchor, errata_of, relative, sheet_of
from perturb.pages.report.badge import badge
from perturb.pages.report.paper import in_order
from perturb.pages.website.page import Website, address
from perturb.pages.website.reports import Homes
from perturb.statements.catalogue import Statement

SIGNS = {"true": "✓", "false": "✗", "open": "○"}


def trails(of: Material, site: Website, homes: Homes) -> dict[str, str]:
    """HTML by page: of chapters, of statements, and of the sheets of their papers."""
    found: dict[str, str] = {}
    for chapter in of.chapters:
        told = _statements(chapter, of, homes)
        for page in dict.fromkeys([chapter.page, *(homes[chapter.page, place] for place, _ in told)]):
            found[page] = _trail(chapter.key, page, chapter.page, told, of, site, homes)
    for key in {paper.key for paper in of.papers}:
        drawn = [page for page in site.pages if page.startswith(f"{key}/{SIMULATIONS}/")]
        for page in (sheet_of(key), errata_of(key), *drawn):
            found[page] = _trail(key, page, "", [], of, site, homes)
    return found


def _statements(chapter: Chapter, of: Material, homes: Homes) -> list[tuple[str, str]]:
    """(anchor, what is written) of what has a page of its own."""
    tops = [one for depth, one in chapter.sections if depth == 0]
    return [(anchor(one.id), _named(one, of)) for one in tops if (chapter.page, anchor(one.id)) in homes]


def _named(one: Statement, of: Material) -> str:
    mark = badge(one, of)
    label = getattr(one, "label", "") or getattr(one, "title", "")
    sign = f'<span class="sign sign-{mark.kind}" title="{mark.words.lower()}">{SIGNS[mark.kind]}</span>'
    return f"{sign} {escape(heading(label[:1].upper() + label[1:]))}"


def _trail(
    key: str,
    page: str,
    chapter: str,
    told: list[tuple[str, str]],
    of: Material,
    site: Website,
    homes: Mapping[tuple[str, str], str],
) -> str:
    sheets = [(sheet_of(key), "Every item"), (errata_of(key), "Errata")]
    above = [_item(target, text, page) for target, text in sheets if target in site.pages]
    inside = "".join(_item(homes[chapter, place], text, page) for place, text in told)
    listed = [
        _item(one.page, escape(heading(one.title)), page, inside if one.page == chapter else "")
        for one in in_order(key, of)
    ]
    return f'<nav aria-label="Chapters of {key}"><p>{key}</p><ul>{"".join([*above, *listed])}</ul></nav>'


def _item(target: str, text: str, page: str, inside: str = "") -> str:
    here = ' class="md-nav__link--active" aria-current="page"' if target == page else ""
    below = f"<ul>{inside}</ul>" if inside else ""
    return f'<li><a href="{relative(address(target), address(page))}"{here}>{text}</a>{below}</li>'
