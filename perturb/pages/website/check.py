"""Links of the pages that were built: each leads to a page, a place on a page, or a file that is there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from perturb.pages.website.links import DeadLink

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
