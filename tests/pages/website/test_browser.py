"""The site in chromium (`make site-test`): every page as a reader has it, and what a reader does on it."""

from __future__ import annotations

import asyncio
import filecmp
import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.pages.website.conftest import CHROMIUM, DESK, FLAGS, PHONE

OWN = ("file:", "data:", "blob:")
# Text that a reader sees, without code: there a backslash may stand.
PROSE = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest("code, pre, script, style, .highlight") ? 2 : 1);
  let text = "";
  while (walk.nextNode()) text += walk.currentNode.data + "\\n";
  return text.match(/\\\\[a-zA-Z]+|\\$[^$\\n]{1,60}\\$|```/g);
}"""


def test_the_same_records_give_the_same_bytes(sites: list[Path]) -> None:
    one, two = ({p.relative_to(s).as_posix() for p in s.rglob("*") if p.is_file()} for s in sites)
    assert one == two
    assert len(one) > 500
    differing = [
        name for name in sorted(one) if not filecmp.cmp(sites[0] / name, sites[1] / name, shallow=False)
    ]
    assert not differing


def test_every_page_is_whole(site: Path) -> None:
    """No console error, no request to a network, no raw TeX, nothing wider than a phone."""
    paths = sorted(site.rglob("*.html"))
    faults = asyncio.run(read(paths))
    assert len(paths) > 400
    assert not faults, "\n".join(faults[:20])


async def read(paths: list[Path]) -> list[str]:
    """What is wrong with these pages; several are read at a time."""
    from playwright.async_api import async_playwright

    left, faults = list(reversed(paths)), []
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        tabs = [await browser.new_page(viewport=PHONE) for _ in range(3)]
        await asyncio.gather(*(turn_pages(tab, left, faults) for tab in tabs))
        await browser.close()
    return faults


async def turn_pages(tab: Any, left: list[Path], faults: list[str]) -> None:
    tab.on("console", lambda said: faults.append(f"{tab.url}: {said.type}: {said.text}"))
    tab.on("pageerror", lambda error: faults.append(f"{tab.url}: {error}"))
    # An icon that is still on its way when the next page is opened is no fault.
    tab.on(
        "requestfailed",
        lambda asked: asked.failure.endswith("ERR_ABORTED") or faults.append(f"{tab.url}: {asked.url} fails"),
    )
    tab.on(
        "request", lambda asked: asked.url.startswith(OWN) or faults.append(f"{tab.url}: asks {asked.url}")
    )
    while left:
        path = left.pop()
        await tab.goto(f"file://{path}")
        if found := await tab.evaluate(PROSE):
            faults.append(f"{path}: raw TeX {found[:3]}")
        if (width := await tab.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            faults.append(f"{path}: {width} pixels wide")


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    from perturb.pages.website.reference import MODULES, page, public

    texts = {module: (site / page(module)).with_suffix(".html").read_text() for module in MODULES}
    names = [(module, name) for module in MODULES for name in public(module)]
    assert len(names) > 100
    homes = {module: import_module(module).__name__ for module in MODULES}  # an anchor names where it stands
    assert [f"{m}.{n}" for m, n in names if f'id="{homes[m]}.{n}"' not in texts[m]] == []


# What a reader does on the site, in chromium: searching, filtering, following charts; `make site-test`.


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
