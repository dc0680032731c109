"""What the site holds: the table of the catalogue, the front page, links, the search, chapters split."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import perturb
from perturb import domains
from perturb.certify.point import certify
from perturb.enclosure import Verdict
from perturb.pages.markdown import exact
from perturb.pages.material import Material
from perturb.pages.render import of_papers
from perturb.pages.report.chapter import chapter_page
from perturb.pages.website.catalogue import Row, catalogue
from perturb.pages.website.links import DeadLink, joined, linked
from perturb.pages.website.page import Page, Website, address
from perturb.pages.website.reference import DOMAINS, api, spaces
from perturb.pages.website.reports import FRONT, numbered, split, with_rows
from perturb.pages.website.searching import FILE as FILE_SEARCHING
from perturb.pages.website.searching import entries, renew
from perturb.pages.website.trail import trails
from perturb.statements.catalogue import catalogue as catalogue_front
from tests.pages.five import material

ROWS = [
    Row("p/lem-8", "Lemma 8 <", "refuted", "refuted", "p/claims/lem-8.html#lem-8"),
    Row("q/law", "a law", "proved", "not computed", "q/claims/law.html#law", agrees=False),
]


def test_rows_carry_what_the_filter_reads() -> None:
    text = catalogue(ROWS)
    assert '<tr data-paper="p" data-status="refuted" data-outcome="refuted">' in text
    assert "<option>p</option><option>q</option>" in text
    assert "Lemma 8 &lt;" in text
    assert 'class="verdict verdict-not-computed"' in text
    assert "●" in text.rpartition("<tr")[2]
    assert "●" not in text.rpartition("<tr")[0]


def test_every_field_has_a_label() -> None:
    text = catalogue(ROWS)
    assert text.count("<label>") == text.count("<select") + text.count("<input") == 4


def test_addresses_are_those_that_pages_become() -> None:
    assert address("p/README.md") == "p/index.html"
    assert address("p/claims/lem-8.50.md") == "p/claims/lem-8.50.html"


def test_the_first_row_of_a_result_has_its_place() -> None:
    text = with_rows(
        "| Item |\n| Lemma 8, (49)<br><sub>`lem-8.49`</sub> | x |\n"
        "| Lemma 8, (50)<br><sub>`lem-8.50`</sub> | y |\n| `num-4` | z |"
    )
    assert text.count('id="item-lem-8"') == 1
    assert '| <span id="item-lem-8"></span>Lemma 8, (49)<br><sub>`lem-8.49`</sub> |' in text
    assert '| <span id="item-num-4"></span>`num-4` |' in text


# What the front page says can be checked by hand is so.


ROOT = Path(perturb.__file__).parents[1]
TEXT = (ROOT / "docs" / FRONT).read_text(encoding="utf-8")
WITNESS = json.loads((ROOT / "theorems/riedi2022/witnesses/riedi2022-lem-8.50.json").read_text())
POINT = {name: given["value"] for name, given in WITNESS["inputs"].items()}


@pytest.mark.parametrize(
    ("name", "verdict"), [("lem-8.50", Verdict.VIOLATED), ("lem-8.50~corrected", Verdict.HOLDS)]
)
def test_the_example_is_what_the_engine_certifies(name: str, verdict: Verdict) -> None:
    claim = catalogue_front()[f"riedi2022/{name}"]
    assert certify(claim, claim.domain.point(POINT)).verdict is verdict


def test_the_example_is_the_stored_witness() -> None:
    assert POINT["M"] == POINT["D"]
    shown = [f"M = D = {exact(POINT['M'])}", *(f"{name} = {exact(POINT[name])}" for name in "Wz")]
    assert r",\quad ".join(shown) in TEXT
    assert f"there stands **{WITNESS['lhs']}**" in TEXT
    assert f"of square norm **{WITNESS['rhs']}**" in TEXT


def test_a_number_that_is_none_is_named() -> None:
    site = Website({FRONT: Page("{{claims}} and {{nonsense}}", FRONT)})
    with pytest.raises(ValueError, match="there is no number 'nonsense'"):
        numbered(Material([]), site)


def test_numbers_are_put_in() -> None:
    site = Website({FRONT: Page("{{claims}}, {{mismatches}}", FRONT)})
    numbered(Material([]), site)
    assert site.pages[FRONT].text == "0, 0"


# Links of the reports in the site.


HOMES = {("p/c.md", "one"): "p/claims/one.md"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "theorems").mkdir()
    (tmp_path / "theorems" / "c.py").write_text('print("```")\n')
    (tmp_path / "theorems" / "w.json").write_text("{}")
    (tmp_path / "reports" / "p").mkdir(parents=True)
    (tmp_path / "reports" / "p" / "c.png").write_bytes(b"png")
    return tmp_path / "reports"


def turned(text: str, name: str, folder: Path) -> tuple[str, Website]:
    site = Website({"status.md": Page("# S\n", "README.md"), "p/c.md": Page("# C\n", "p/c.md")})
    site.pages["p/claims/one.md"] = Page("# O\n", "p/c.md")
    site.pages[name] = Page(text, "p/c.md")
    linked(site, HOMES, folder)
    return site.pages[name].text, site


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("#one", "claims/one.md#one"),
        ("c.md#one", "claims/one.md#one"),
        ("../README.md", "../status.md"),
        ("../../theorems/w.json", "../files/theorems/w.json"),
        ("../../theorems/c.py", "../source/theorems/c.py.md"),
        ("c.png", "c.png"),
    ],
)
def test_a_link_of_a_chapter(link: str, found: str, folder: Path) -> None:
    assert turned(f"[x]({link})", "p/c.md", folder)[0] == f"[x]({found})"


def test_a_link_of_a_statement_is_meant_from_its_chapter(folder: Path) -> None:
    text, _ = turned("[x](../README.md) [y](#one) ![z](c.png)", "p/claims/one.md", folder)
    assert text == "[x](../../status.md) [y](#one) ![z](../c.png)"


def test_what_is_linked_comes_along(folder: Path) -> None:
    _, site = turned("[x](../../theorems/w.json) [y](../../theorems/c.py)", "p/c.md", folder)
    assert site.files == {"files/theorems/w.json": b"{}"}
    assert 'print("```")' in site.pages["source/theorems/c.py.md"].text


def test_code_has_no_links(folder: Path) -> None:
    text = "```python\nf[0](missing)\n```"
    assert turned(text, "p/c.md", folder)[0] == text


def test_a_link_to_nothing_is_named(folder: Path) -> None:
    with pytest.raises(DeadLink, match=r"p/c\.md: a link to gone\.md"):
        turned("[x](gone.md)", "p/c.md", folder)


def test_dots_lead_out_of_the_reports() -> None:
    assert joined("p/c.md", "../../theorems/c.py") == "../theorems/c.py"
    assert joined("p/claims/one.md", "../c.md") == "p/c.md"


# What the search knows of statements, and what stands at their left.


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
    (tmp_path / FILE_SEARCHING).write_text(json.dumps({"config": {}, "docs": docs}))
    renew(tmp_path, entries(of, homes))
    texts = [doc["text"] for doc in json.loads((tmp_path / FILE_SEARCHING).read_text())["docs"]]
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


# Chapters as pages of statements.


CHAPTER = """# Title of it

- [First](#one)

<a id="one"></a>

## First

Text, [second](#two).

<a id="one-sharpened"></a>

### First, sharper

```python
## no heading
```

<a id="two"></a>

## Second

End.
"""


def test_a_statement_goes_with_what_sharpens_it() -> None:
    pages, homes = split(
        {"p/c.md": Page(CHAPTER, "p/c.md"), "p/README.md": Page("# P\n", "p/README.md")}, ["p/c.md"]
    )
    assert set(pages) == {"p/c.md", "p/README.md", "p/claims/one.md", "p/claims/two.md"}
    assert homes == {
        ("p/c.md", "one"): "p/claims/one.md",
        ("p/c.md", "one-sharpened"): "p/claims/one.md",
        ("p/c.md", "two"): "p/claims/two.md",
    }


def test_headings_are_raised_and_code_is_not() -> None:
    pages, _ = split(
        {"p/c.md": Page(CHAPTER, "p/c.md"), "p/README.md": Page("# P\n", "p/README.md")}, ["p/c.md"]
    )
    text = pages["p/claims/one.md"].text
    assert "\n# First\n" in text
    assert "\n## First, sharper\n" in text
    assert "\n## no heading\n" in text
    assert "[p](README.md) › [Title of it](c.md)" in text
    assert "Second" not in text
    assert pages["p/claims/one.md"].origin == "p/c.md"  # its links are still those of the chapter
    assert pages["p/c.md"].text == "# Title of it\n\n- [First](#one)\n\n"


def test_the_reference_can_be_written_without_the_extra() -> None:
    """The whole site is built by `make site-test` only; what it calls in the engine is called here too."""
    text = spaces()
    assert [name for name in domains.__all__ if name[0].islower() and f"## `{name}`" not in text] == []
    assert DOMAINS not in api()


def test_a_complex_draw_is_shown_whole() -> None:
    _, _, text = spaces().partition("## `skew_hermitian`")
    assert r"A = -A^* \in \mathbb{C}^{n \times n}" in text
    assert r"\begin{bmatrix} i & 1 + i \\ -1 + i & -i \end{bmatrix}" in text
    assert "_re" not in text
    assert "_im" not in text
