"""What the search knows of a statement: its label, its ids, its verdict and its words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from perturb.pages.items import base
from perturb.pages.material import Material
from perturb.pages.places import LAWS, anchor, chapter_of, sheet_of, short
from perturb.pages.report.badge import TEXT, badge, said
from perturb.pages.website.page import address
from perturb.pages.website.reports import CLAIMS, Homes
from perturb.process.output import json_text
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim
from perturb.statements.printed import cited

# A word ends where no letter or digit stands, so that the 20 of "Lemma 20, (101)" and of lem-20.101 is one.
SEPARATOR = r"[^A-Za-zÀ-ɏͰ-Ͽ0-9]+"
FIELDS = {"title": {"boost": 1000.0}, "tags": {"boost": 1000.0}, "text": {"boost": 1.0}}
PLUGIN = {"search": {"separator": SEPARATOR, "fields": FIELDS}}
FILE = "search/search_index.json"
SCRIPT = "search/search_index.js"  # for pages that are opened from a folder
# What is as printed comes before its variants, and what is wrong with it first of all.
PRINTED, WRONG = 1.5, 2.0

Entry = Mapping[str, Any]


def entries(of: Material, homes: Homes) -> dict[str, Entry]:
    """By place in the site, what the search is to know of each statement, and of lists of statements."""
    lists = [LAWS, *(sheet_of(paper.key) for paper in of.papers)]
    found: dict[str, Entry] = {address(page): {"text": ""} for page in lists}
    found |= {address(chapter.page): {"text": _paragraph(chapter.rest)} for chapter in of.chapters}
    for one in (*of.claims, *of.statements):
        page = homes[chapter_of(one), anchor(one.id)]
        own = page.endswith(f"/{CLAIMS}/{anchor(one.id)}.md")
        found[address(page) + ("" if own else f"#{anchor(one.id)}")] = _entry(one, of)
    return found


def _entry(one: Statement, of: Material) -> Entry:
    mark = badge(one, of)
    words = (one.doc, getattr(one, "reading", ""))
    return {
        "text": "".join(map(_paragraph, words)),
        "tags": [mark.words.lower(), *filter(None, [said(one)]), short(one.id), *dict.fromkeys(_labels(one))],
        "boost": WRONG if mark.wrong else 1.0 if "~" in one.id else PRINTED,
    }


def _paragraph(text: str) -> str:
    return f"<p>{escape(text, quote=False)}</p>" if text else ""


def _labels(one: Statement) -> list[str]:
    """Lemma 20, (101) and the like: what it and all that it covers are called in print."""
    mended = (one.corrects, one.sharpens) if isinstance(one, Claim) else ()
    names = (base(name) for name in (one.id, *one.covers, *mended) if name)
    return [place for name in names if (place := cited(name)) != TEXT]


def renew(folder: Path, known: Mapping[str, Entry]) -> None:
    """Puts what is known in place of what stands on the pages, in the index of a site that was built."""
    index = json.loads((folder / FILE).read_text(encoding="utf-8"))
    lists = {place for place, entry in known.items() if entry == {"text": ""}}
    for doc in index["docs"]:
        place = doc["location"]
        doc |= known.get(place) or ({"text": ""} if place.partition("#")[0] in lists else {})
    text = json_text(index, separators=(",", ":"))
    (folder / FILE).write_text(text, encoding="utf-8")
    (folder / SCRIPT).write_text(f"var __index = {text}", encoding="utf-8")
