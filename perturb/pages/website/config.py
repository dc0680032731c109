"""How MkDocs and its theme are told to build pages that need no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from perturb.pages.website import api, flowchart, formulas, searching
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
REFERENCE = {"paths": [str(Path(HOUSE).parent)], "options": api.HANDLER}
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
