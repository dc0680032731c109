"""The reports speak GitHub's Markdown; Python-Markdown reads another dialect."""

from __future__ import annotations

import re
from collections.abc import Callable

from perturb.pages.records import RED
from perturb.pages.report.badge import WORDS, kind_of

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
