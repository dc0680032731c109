"""Links of the reports as links of the site: to pages of statements, to sources, to copies of files.

`check` reads those of the pages that were built: each leads to a page, a place on a page, or a file that is
there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from perturb.pages.markdown import fence
from perturb.pages.places import INDEX, relative
from perturb.pages.records import between, root_of
from perturb.pages.website.page import FENCE, HIDDEN, Page, Website, outside

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


TAG = re.compile(r"<([a-z]\w*)(\s[^<>]*)>", re.I)
ATTRIBUTE = re.compile(r'\s(id|name|href|src)="([^"]*)"')


@dataclass
class Reading:
    """Everything that a page leads to or fetches, and its places."""

    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)


def check(folder: Path) -> None:
    """Raises DeadLink for the first link or source that leads nowhere, or to a network."""
    pages = {path: _read(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            if fault := _fault(link, path, pages):
                raise DeadLink(f"{path.relative_to(folder)}: {link}: {fault}")
        for link in page.fetched:
            if urlsplit(link).netloc or not (path.parent / unquote(urlsplit(link).path)).is_file():
                raise DeadLink(f"{path.relative_to(folder)}: fetches {link}, which is not in the site")


def _read(path: Path) -> Reading:
    """A generated page has its attributes in double quotes, and no such sign within a tag's text."""
    found = Reading()
    for tag in TAG.finditer(path.read_text(encoding="utf-8")):
        for name, value in ATTRIBUTE.findall(tag[2]):
            if name in ("id", "name"):
                found.places.add(unescape(value))
            elif name == "href" and tag[1] != "link":
                found.links.append(unescape(value))
            else:
                found.fetched.append(unescape(value))
    return found


def _fault(link: str, path: Path, pages: dict[Path, Reading]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""  # to elsewhere, where a reader may go: nothing is fetched
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target = target / "index.html"
    if not target.is_file():
        return "no such file"
    anchor = unquote(parts.fragment)
    # With a sign of equality it is a choice for the filter of the catalogue.
    if anchor and "=" not in anchor and target in pages and anchor not in pages[target].places:
        return "no such place on that page"
    return ""
