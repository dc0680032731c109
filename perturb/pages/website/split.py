"""A chapter of the reports as pages: one for each of its statements, with what corrects or sharpens it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from perturb.pages.places import key_of, sheet_of
from perturb.pages.website.dialect import FENCE, outside
from perturb.pages.website.page import Page

TOP = re.compile(r'^<a id="([^"]+)"></a>\s*\n## ', re.M)
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
DEEPER = re.compile(r"^##(?=#* )", re.M)
CLAIMS = "claims"  # the folder of these pages, within that of the paper
Homes = dict[tuple[str, str], str]


def split(pages: Mapping[str, Page], chapters: Iterable[str]) -> tuple[dict[str, Page], Homes]:
    """Every page, chapters cut into an introduction and statements; (chapter, anchor) -> page."""
    found, homes = dict(pages), Homes()
    for chapter in chapters:
        found[chapter] = Page(TOP.split(pages[chapter].text)[0], chapter)
        above = _above(pages, chapter)
        for name, body in sections(pages[chapter].text):
            page = f"{key_of(chapter)}/{CLAIMS}/{name}.md"
            found[page] = Page(_leaf(name, body, above), chapter)
            homes |= {(chapter, anchor): page for anchor in (name, *ANCHOR.findall(body))}
    return found, homes


def sections(text: str) -> Iterator[tuple[str, str]]:
    """(anchor, text) of each statement that stands for itself."""
    parts = TOP.split(text)[1:]
    yield from zip(parts[::2], parts[1::2], strict=True)


def _above(pages: Mapping[str, Page], chapter: str) -> str:
    """Where a reader of a statement is: its paper, its chapter."""
    key, place = key_of(chapter), chapter.rpartition("/")[2]
    paper = "README.md" if sheet_of(key) in pages else f"../catalogue.md#paper={key}"
    return f"[{key}]({paper}) › [{pages[chapter].title}]({place})"


def _leaf(name: str, body: str, above: str) -> str:
    heading, _, rest = body.partition("\n")
    rest = outside(FENCE, rest, lambda part: DEEPER.sub("#", part))
    return f'<a id="{name}"></a>\n\n# {heading}\n\n{above}\n{{ .crumbs }}\n{rest}'
