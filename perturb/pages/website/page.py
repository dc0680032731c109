"""A page of the site before it is HTML, and its dialect.

The reports speak GitHub's Markdown; Python-Markdown reads another dialect (`adapted`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from perturb.pages.records import RED
from perturb.pages.report.badge import WORDS, kind_of

HIDDEN = "---\nsearch:\n  exclude: true\nhide: [toc]\n---\n\n"  # not found by the search
WIDE = "---\nhide: [toc]\n---\n\n"


@dataclass(frozen=True)
class Page:
    """Markdown, with links as they are from the page `origin` of the reports (or of the site itself)."""

    text: str
    origin: str

    def saying(self, text: str) -> Page:
        return replace(self, text=text)

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return next((line[2:] for line in self.text.splitlines() if line.startswith("# ")), "")


@dataclass
class Website:
    """Pages by file, and further files with their content; both are paths from the root of the site."""

    pages: dict[str, Page] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, text: str) -> None:
        """A page of the site's own. Raises ValueError when there is one of that name."""
        if name in self.pages:
            raise ValueError(f"two pages have one name, {name}")
        self.pages[name] = Page(text, name)


def address(page: str) -> str:
    """From the root of the site: p/README.md -> p/index.html, p/loss.md -> p/loss.html."""
    folder, slash, name = page.rpartition("/")
    return folder + slash + ("index.html" if name == "README.md" else f"{name.removesuffix('.md')}.html")


FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1[ ]*$", re.S | re.M)
CODE = re.compile(r"`+[^`]*`+")
ANCHORED = re.compile(r'<a id="([^"]+)"></a>\s*\n(#{1,6} [^\n]*)')
OPENED = '<details markdown="1" data-search-exclude>'
DOT = '<span class="mismatch">●</span>'  # not every system has the coloured sign
PICTURE = re.compile(r"(?<!\[)(!\[[^\]]*\]\(([^)\s]+\.png)\))")
STAMP = re.compile(rf"^\*\*({WORDS})\*\*(?: · )?", re.M)
ITEM = re.compile(r"^( +)(?=[-*] |\d+\. )", re.M)


def adapted(text: str) -> str:
    """A page that Python-Markdown, with a few extensions, reads as GitHub reads `text`."""
    text = ANCHORED.sub(r"\2 { #\1 }", text)
    return outside(FENCE, text, _prose)


def _prose(text: str) -> str:
    text = text.replace("<details>", OPENED)
    text = text.replace(RED, DOT)
    text = STAMP.sub(lambda found: f'<span class="stamp stamp-{kind_of(found[1])}">{found[1]}</span> ', text)
    text = PICTURE.sub(r"[\1](\2)", text)  # a click opens it at its own size
    text = ITEM.sub(r"\1\1", text)  # a list within a list stands four spaces in
    return outside(CODE, text, lambda part: part.replace(r"\<", "&lt;"))


def outside(
    kept: re.Pattern[str], text: str, change: Callable[[str], str], keep: Callable[[str], str] = str
) -> str:
    """`text` with everything changed by `change` but what the pattern finds, which `keep` sees."""
    out, start = [], 0
    for found in kept.finditer(text):
        out += [change(text[start : found.start()]), keep(found.group())]
        start = found.end()
    return "".join([*out, change(text[start:])])
