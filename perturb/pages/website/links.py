"""Links of the reports as links of the site: to pages of statements, to sources, to copies of files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from perturb.pages.markdown import fence
from perturb.pages.places import INDEX, relative
from perturb.pages.records import between, root_of
from perturb.pages.website.dialect import FENCE, outside
from perturb.pages.website.page import HIDDEN, Page, Website

LINK = re.compile(r"\]\(([^)\s]+)\)")
STATUS = "status.md"  # the grid; the front page of the site is another
SOURCES, FILES = "source", "files"


class DeadLink(ValueError):
    """A link to nothing; the message names the page and the link."""


def linked(site: Website, homes: Mapping[tuple[str, str], str], folder: Path) -> None:
    """Turns every link of every page; what links lead to outside the pages is added.

    `folder` holds the reports. Raises DeadLink.
    """
    for name in list(site.pages):
        page = site.pages[name]

        def turn(found: re.Match[str], name: str = name, page: Page = page) -> str:
            return f"]({_turned(found[1], name, page, site, homes, folder)})"

        site.pages[name] = page.saying(outside(FENCE, page.text, partial(LINK.sub, turn)))


def _turned(
    link: str, name: str, page: Page, site: Website, homes: Mapping[tuple[str, str], str], folder: Path
) -> str:
    place, mark, anchor = link.partition("#")
    target = joined(page.origin, place) if place else page.origin
    target = homes.get((target, anchor), STATUS if target == INDEX else target)
    if target not in site.pages and target not in site.files:
        target = _fetched(target, name, link, site, folder)
    there = "" if target == name and mark else relative(target, name)
    return there + mark + anchor


def joined(page: str, link: str) -> str:
    """What a link of a page means, as a path from the root of the reports; `..` may lead out of them."""
    parts = page.split("/")[:-1]
    for part in link.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _fetched(target: str, name: str, link: str, site: Website, folder: Path) -> str:
    """The place in the site of a file that no page is."""
    path = folder / target
    if not path.is_file():
        raise DeadLink(f"{name}: a link to {link}, which is not there")
    if not target.startswith(".."):
        site.files[target] = path.read_bytes()
        return target
    away = between(root_of(folder) or folder.parent, path)
    if path.suffix == ".py":
        code = path.read_text(encoding="utf-8")
        site.pages[f"{SOURCES}/{away}.md"] = Page(f"{HIDDEN}# `{away}`\n\n{fence(code, 'python')}\n", away)
        return f"{SOURCES}/{away}.md"
    site.files[f"{FILES}/{away}"] = path.read_bytes()
    return f"{FILES}/{away}"
