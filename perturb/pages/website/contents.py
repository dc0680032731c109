"""What stands in the navigation; statements are reached from catalogue, papers and search."""

from __future__ import annotations

import re
from typing import Any

from perturb.pages.material import Material
from perturb.pages.places import DISTRIBUTIONS, LAWS, PROVED, VOCABULARY, errata_of, sheet_of
from perturb.pages.website import api, catalogue, cookbook, simulations, spaces, tutorial
from perturb.pages.website.links import STATUS
from perturb.pages.website.page import Website

WEIGHTS = "weights.md"
MAP = "map.md"
LONGEST = 40  # characters of an entry


def contents(of: Material, site: Website) -> list[Any]:
    """The tabs, each with its pages; pages that this site has not got are left out."""
    benchmarks = sorted(page for page in site.pages if page.startswith("benchmarks/"))
    tabs = [
        {"Home": "index.md"},
        {"Catalogue": [{"All statements": catalogue.FILE}, {"Status and points": STATUS}, *_titled(PROVED)]},
        {"Papers": [*_sheets(of), *_chapters(of, site)]},
        {"Chance": _titled(DISTRIBUTIONS, LAWS, simulations.FILE)},
        {"Learn": _titled(tutorial.PAGE, cookbook.FILE, WEIGHTS, spaces.FILE, VOCABULARY)},
        {"Reference": [*_modules(), *_titled(MAP, *benchmarks)]},
    ]
    return [_there(tab, site) for tab in tabs]


def _titled(*pages: str) -> list[Any]:
    """Pages under their own titles."""
    return list(pages)


def _modules() -> list[Any]:
    return [{title: api.page(module)} for module, title in api.MODULES.items()]


def _sheets(of: Material) -> list[Any]:
    """Papers whose items are listed."""
    return [
        {paper.key: [{"Every item": sheet_of(paper.key)}, {"Errata": errata_of(paper.key)}]}
        for paper in of.papers
    ]


def _chapters(of: Material, site: Website) -> list[Any]:
    """The chapters of the other papers."""
    own = {paper.key for paper in of.papers}
    keys = dict.fromkeys(chapter.key for chapter in of.chapters if chapter.key not in own)
    return [
        {key: [{brief(site.pages[c.page].title): c.page} for c in of.chapters if c.key == key]}
        for key in keys
    ]


def brief(title: str) -> str:
    """As much of a title as the navigation shows: up to a colon or comma, or whole words."""
    start = re.split(r"[:,;]", title)[0]
    return start if len(start) <= LONGEST else start[:LONGEST].rpartition(" ")[0] + " …"


def _there(entry: Any, site: Website) -> Any:
    if isinstance(entry, str):
        return entry
    ((name, value),) = entry.items()
    if isinstance(value, str):
        return entry
    return {name: [_there(one, site) for one in value if not isinstance(one, str) or one in site.pages]}
