"""What the search knows of statements, and what stands at their left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perturb.pages.render import of_papers
from perturb.pages.report.chapter import chapter_page
from perturb.pages.website.page import Page, Website
from perturb.pages.website.reports import split
from perturb.pages.website.searching import FILE, entries, renew
from perturb.pages.website.trail import trails
from tests.pages.five import material

LEMMA, FALSE = "five/claims/lem-2.html", "five/claims/eq-1.html"


@pytest.fixture(scope="module")
def five():
    """The material, its pages as those of a site, and where the statements are."""
    of = material()
    texts = of_papers(of) | {chapter.page: chapter_page(chapter, of) for chapter in of.chapters}
    found, homes = split({name: Page(text, name) for name, text in texts.items()}, ["five/five.md"])
    return of, Website(dict(found)), homes


def test_labels_ids_and_verdicts_are_known(five) -> None:
    of, _, homes = five
    known = entries(of, homes)
    said = ["not examined", "people say proved"]
    assert known[LEMMA]["tags"] == [*said, "lem-2", "Lemma 2", "Lemma 2, (a)", "Lemma 2, (b)"]
    assert known[FALSE]["tags"] == ["false as printed", "eq-1", "(1)"]
    assert known[FALSE]["text"] == "<p>False for negative rho.</p>"
    assert known[FALSE]["boost"] > known[LEMMA]["boost"] > known[f"{FALSE}#eq-1-corrected"]["boost"]


def test_lists_of_statements_are_found_by_their_titles_alone(five, tmp_path: Path) -> None:
    of, _, homes = five
    places = [LEMMA, "five/index.html", "five/index.html#every-item", "other.html"]
    docs = [{"location": place, "title": "t", "text": "Searched with n"} for place in places]
    (tmp_path / "search").mkdir()
    (tmp_path / FILE).write_text(json.dumps({"config": {}, "docs": docs}))
    renew(tmp_path, entries(of, homes))
    texts = [doc["text"] for doc in json.loads((tmp_path / FILE).read_text())["docs"]]
    assert texts == [entries(of, homes)[LEMMA]["text"], "", "", "Searched with n"]
    assert (tmp_path / "search" / "search_index.js").read_text().startswith('var __index = {"config"')


def test_a_statement_has_its_chapter_at_its_left(five) -> None:
    found = trails(*five)
    here = found["five/claims/lem-2.md"]
    assert '<a href="lem-2.html" class="md-nav__link--active" aria-current="page">' in here
    assert '<a href="../index.html">Every item</a>' in here
    assert 'title="false as printed">✗</span> (1)</a>' in here
    assert here.count('aria-current="page"') == 1
    assert "claims/lem-2.html" in found["five/five.md"]
    assert "claims/lem-2.html" not in found["five/README.md"]
