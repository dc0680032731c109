"""How MkDocs and its theme are told to build pages that need no network, and what the navigation has.

Statements are not in the navigation: they are reached from catalogue, papers and search.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from perturb.pages.material import Material
from perturb.pages.places import DISTRIBUTIONS, LAWS, PROVED, VOCABULARY, errata_of, sheet_of
from perturb.pages.website import catalogue, executed, flowchart, formulas, reference, searching, simulations
from perturb.pages.website.links import STATUS
from perturb.pages.website.page import Website
from perturb.version import HOUSE

NAME = "perturb"
CONFIG = "mkdocs.yml"
EXTENSIONS: list[Any] = [
    "abbr",
    "admonition",
    "attr_list",
    "md_in_html",
    "tables",
    {"toc": {"permalink": "¶", "permalink_title": "Link to this section", "toc_depth": "2-4"}},
    {"pymdownx.highlight": {"anchor_linenums": False}},
    {
        "pymdownx.superfences": {
            "custom_fences": [
                {"name": "math", "class": "formula", "format": formulas.fence},
                {"name": "mermaid", "class": "chart", "format": flowchart.fence},
            ]
        }
    },
    formulas.__name__,
]
PALETTE = [
    {
        "media": f"(prefers-color-scheme: {scheme})",
        "scheme": name,
        "primary": "custom",
        "accent": "custom",
        "toggle": {"icon": icon, "name": f"Switch to {other}"},
    }
    for scheme, name, icon, other in (
        ("light", "default", "material/weather-night", "dark"),
        ("dark", "slate", "material/weather-sunny", "light"),
    )
]
THEME = {
    "name": "material",
    "custom_dir": str(Path(__file__).parent / "theme"),
    "language": "en",
    "font": False,  # those of the reader's system: none is fetched
    "palette": PALETTE,
    "icon": {"logo": "material/matrix"},
    "features": [
        "content.code.copy",
        "navigation.footer",
        "navigation.indexes",
        "navigation.tabs",
        "navigation.top",
        "search.highlight",
        "toc.follow",
    ],
}
POLYFILLS = ["assets/iframe-worker.js", "assets/search.js"]
# Anchors are looked at in the pages that were built, where those within formulas and tables stand too.
# Sources are read where this package lies; nothing is imported and no inventory fetched.
REFERENCE = {"paths": [str(Path(HOUSE).parent)], "options": reference.HANDLER}
VALIDATION = {
    "nav": {"omitted_files": "ignore", "not_found": "warn"},
    "links": {
        "not_found": "warn",
        "anchors": "ignore",
        "unrecognized_links": "warn",
    },
}


def configured(
    docs: Path, out: Path, nav: Sequence[Any], trails: Mapping[str, str], scripts: Sequence[str]
) -> MkDocsConfig:
    """The configuration for the Markdown in `docs`; a file beside it names the site.

    `trails` are by page what stands at its left in place of the navigation.
    """
    file = docs.parent / CONFIG
    file.write_text(f"site_name: {NAME}\n", encoding="utf-8")
    return load_config(
        str(file),
        docs_dir=str(docs),
        site_dir=str(out),
        nav=list(nav),
        theme=THEME,
        plugins=[searching.PLUGIN, "offline", {"mkdocstrings": {"handlers": {"python": REFERENCE}}}],
        markdown_extensions=EXTENSIONS,
        extra_css=["assets/site.css"],
        extra_javascript=list(scripts),
        # Named so that the theme takes the first in place of the one that it would fetch.
        extra={"polyfills": POLYFILLS, "generator": False, "trails": dict(trails)},
        validation=VALIDATION,
        strict=True,
    )


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
        {"Learn": _titled(executed.PAGE, executed.COOKBOOK, WEIGHTS, reference.DOMAINS, VOCABULARY)},
        {"Reference": [*_modules(), *_titled(MAP, *benchmarks)]},
    ]
    return [_there(tab, site) for tab in tabs]


def _titled(*pages: str) -> list[Any]:
    """Pages under their own titles."""
    return list(pages)


def _modules() -> list[Any]:
    return [{title: reference.page(module)} for module, title in reference.MODULES.items()]


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
