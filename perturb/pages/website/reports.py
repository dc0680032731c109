"""The pages of the reports: rendered from the records, and those that other commands wrote."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from perturb.pages.material import Material
from perturb.pages.places import DISTRIBUTIONS, INDEX, LAWS, PROVED, SIMULATIONS, VOCABULARY, sheet_of
from perturb.pages.render import pages
from perturb.pages.website.links import STATUS
from perturb.pages.website.page import HIDDEN, WIDE, Page


def reports(of: Material) -> dict[str, Page]:
    """By file, as the reports name it, but for the grid, which is not the front page of the site.

    Raises ValueError for a broken record.
    """
    found = {**_written(of.folder), **pages(of)}
    # The grid names every statement: in the search it would stand before them.
    grid = {STATUS: Page(HIDDEN + found.pop(INDEX), INDEX)}
    return grid | {name: Page(_head(name, of) + text, name) for name, text in found.items()}


def _head(name: str, of: Material) -> str:
    """Of a page whose tables need the place of a list of contents."""
    sheets = [sheet_of(paper.key) for paper in of.papers]
    tables = name in (LAWS, DISTRIBUTIONS, VOCABULARY, PROVED, *sheets) or f"/{SIMULATIONS}/" in name
    tables = tables or name.startswith("benchmarks/")
    return WIDE if tables else ""


def _written(folder: Path) -> Mapping[str, str]:
    """Pages of simulations and benchmarks."""
    paths = sorted(p for where in ("**/simulations/**/*.md", "benchmarks/*.md") for p in folder.glob(where))
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in paths}


ROW = re.compile(r"^\| ((?:[^|`]*<br><sub>)?)`([\w-]+)((?:\.[^`]*)?)`((?:</sub>)?) \|", re.M)


def with_rows(text: str) -> str:
    """The table of items with a place `item-<result>` at the first item of each numbered result."""
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        result = found[2]
        place = "" if result in seen else f'<span id="item-{result}"></span>'
        seen.add(result)
        return f"| {place}{found[1]}`{result}{found[3]}`{found[4]} |"

    return ROW.sub(mark, text)
