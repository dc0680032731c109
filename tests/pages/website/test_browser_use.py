"""What a reader does on the site, in chromium: searching, filtering, following charts; `make site-test`.

A page answers a moment after what is done to it: what changes is waited for (`expect`), never read at once.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.pages.website.conftest import DESK, PHONE

playwright = pytest.importorskip("playwright.sync_api", reason="the browser is driven by the extra `browser`")
expect = playwright.expect

COLOUR = "getComputedStyle(document.body).backgroundColor"
CONTRAST = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const back = parts(getComputedStyle(document.body).backgroundColor);
  const seen = "article h1, article p, article p a, article math, .verdict, .stamp, .trail a, .trail .sign";
  return [...document.querySelectorAll(seen)].map((one) => {
    const [r, g, b, a = 1] = parts(getComputedStyle(one).color);
    const mixed = [r, g, b].map((v, k) => a * v + (1 - a) * back[k]);
    const [low, high] = [light(mixed), light(back)].sort((x, y) => x - y);
    return [(high + 0.05) / (low + 0.05), one.outerHTML.slice(0, 80)];
  }).filter(([ratio]) => ratio < 4.5);
}"""


def test_the_search_box_finds_lemma_8(page: Any, base: str) -> None:
    page.goto(f"{base}/index.html")
    page.keyboard.press("/")
    page.locator(".md-search__input").press_sequentially("Lemma 8")
    found = page.locator(".md-search-result__item > a")
    for k in range(2):
        expect(found.nth(k)).to_contain_text("Lemma 8")
    expect(page.locator('.md-search-result__item > a[href*="/claims/lem-8."]')).not_to_have_count(0)
    found.first.click()
    page.locator("h1", has_text="Lemma 8").wait_for()


def test_the_filter_works_as_one_types(page: Any, base: str) -> None:
    page.goto(f"{base}/catalogue.html")
    rows = page.locator("#catalogue tbody tr:visible")
    whole = rows.count()
    assert whole > 500
    field = {name: page.locator(f"#filter [name={name}]") for name in ("text", "paper", "status", "outcome")}
    field["text"].press_sequentially("lemma 8")
    expect(page.locator("#count")).to_have_text(re.compile(rf"^[1-5]?\d of {whole} statements$"))
    shown = rows.all_inner_texts()
    assert 0 < len(shown) < 60
    # Each word as a whole, wherever it stands: "Remark 8, on Lemma 4" too, Lemma 18 not.
    assert all(re.search(r"\b8\b", row) and "lemma" in row.lower() for row in shown)
    assert any("Lemma 8," in row for row in shown)
    expect(page.locator("#count")).to_have_text(f"{len(shown)} of {whole} statements")
    field["outcome"].select_option("refuted")
    expect(page.locator("#count")).not_to_have_text(f"{len(shown)} of {whole} statements")
    fewer = rows.count()
    assert 0 < fewer < len(shown)
    page.reload()  # the address keeps the choice
    expect(rows).to_have_count(fewer)
    field["paper"].select_option("classical")
    expect(rows).to_have_count(0)
    page.get_by_text("Clear", exact=True).click()
    expect(rows).to_have_count(whole)
    assert [one.input_value() for one in field.values()] == [""] * len(field)
    expect(page).to_have_url(re.compile("#$"))
    field["status"].select_option("misprint")
    misprints = page.locator('#catalogue tr[data-status="misprint"]').count()
    assert misprints > 0
    expect(rows).to_have_count(misprints)


def test_a_node_of_the_chart_leads_to_its_result(page: Any, site: Path) -> None:
    page.goto(f"file://{site}/riedi2022/index.html")
    nodes = page.locator(".chart a")
    assert nodes.count() > 50
    nodes.filter(has_text="Lemma 8").first.click()
    expect(page).to_have_url(re.compile("#item-lem-8$"))
    expect(page.locator("tr", has=page.locator("#item-lem-8"))).to_be_visible()


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Lemma 8", ("lem-8.50", "lem-8.proof-sym")),  # of two papers
        ("Lemma 20", ("lem-20.main",)),
        ("Theorem 33", ("thm-33.",)),
        ("num-batch", ("num-batch",)),
        ("lem-20.main", ("lem-20.main",)),
        ("2005", ("boettcher-wenzel",)),
    ],
)
def test_a_number_is_found_whole_and_a_statement_by_its_id(
    page: Any, site: Path, asked: str, first: tuple[str, ...]
) -> None:
    page.goto(f"file://{site}/index.html")
    page.keyboard.press("/")
    page.locator(".md-search__input").press_sequentially(asked)
    whole = page.locator(".md-search-result__link", has=page.locator(".md-tags"))
    for one in first:
        page.locator(f'.md-search-result__link[href*="/claims/{one}"]').first.wait_for()
    wanted = "|".join(re.escape(f"/claims/{one}") for one in first)
    expect(whole.first).to_have_attribute("href", re.compile(wanted))


CUT = """() => [...document.querySelectorAll("article table")].filter((table) => {
  const frame = table.closest(".md-typeset__scrollwrap") || table;
  const wide = frame.scrollWidth > frame.clientWidth + 1 || table.scrollWidth > table.clientWidth + 1;
  const hint = frame.previousElementSibling;
  return wide && !(hint && hint.matches(".scroll-hint:not([hidden])"));
}).map((table) => table.textContent.trim().slice(0, 60))"""


def at_rest(page: Any, faults: str) -> Any:
    """What the script `faults` lists once it lists nothing, or after a while if it still lists something."""
    with suppress(playwright.TimeoutError):
        page.wait_for_function(f"({faults})().length === 0", timeout=5_000)
    return page.evaluate(faults)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "name", ["laws", "vocabulary", "distributions", "status", "benchmarks/laws", "riedi2022/index"]
)
def test_no_table_is_cut_without_a_hint(page: Any, site: Path, name: str, size: Any) -> None:
    page.set_viewport_size(size)
    page.goto(f"file://{site}/{name}.html")
    page.locator(".md-typeset__scrollwrap").first.wait_for()
    expect(page.locator(".scroll-hint:visible + .md-typeset__scrollwrap")).to_have_count(0)  # these fit
    assert at_rest(page, CUT) == []


def test_a_statement_begins_with_its_badge_beside_its_chapter(page: Any, site: Path) -> None:
    page.goto(f"file://{site}/riedi2022/claims/lem-20.main.html")
    expect(page.locator(".stamp-false").first).to_have_text("FALSE AS PRINTED", use_inner_text=True)
    proved = re.compile("people say true instead", re.IGNORECASE)
    expect(page.locator(".stamp-true").first).to_have_text(re.compile("^proved at n = 2$", re.IGNORECASE))
    expect(page.locator("article")).to_contain_text(proved)
    here = page.locator(".trail [aria-current=page]")
    expect(here).to_contain_text("Lemma 20")
    expect(here).to_be_in_viewport()  # scrolled to, past forty chapters
    page.get_by_text("Lemma 20, eigenvector only").first.click()
    expect(page).to_have_url(re.compile("#lem-20.main-corrected$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["index", "catalogue", "riedi2022/index", "riedi2022/claims/lem-8.50", "cookbook"]
)
def test_text_stands_out_in_both_schemes(chromium: Any, site: Path, scheme: str, name: str) -> None:
    page = chromium.new_page(viewport=DESK, color_scheme=scheme)
    page.goto(f"file://{site}/{name}.html")
    white = page.evaluate(COLOUR) == "rgb(255, 255, 255)"
    assert white == (scheme == "light")
    assert at_rest(page, CONTRAST) == []
    page.close()


def test_the_scheme_can_be_chosen(page: Any, site: Path) -> None:
    page.goto(f"file://{site}/index.html")
    before = page.evaluate(COLOUR)
    page.get_by_title("Switch to dark").click()
    page.wait_for_function(f"(before) => {COLOUR} !== before", arg=before)
