"""The site as a reader has it: every page in chromium, from a folder and from a server; `make site-test`."""

from __future__ import annotations

import asyncio
import filecmp
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import perturb

ROOT = Path(perturb.__file__).parents[1]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OWN = ("file:", "data:", "blob:")
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-component-update"]
FLAGS += ["--disable-background-networking", "--disable-sync"]
# Text that a reader sees, without code: there a backslash may stand.
PROSE = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest("code, pre, script, style, .highlight") ? 2 : 1);
  let text = "";
  while (walk.nextNode()) text += walk.currentNode.data + "\\n";
  return text.match(/\\\\[a-zA-Z]+|\\$[^$\\n]{1,60}\\$|```/g);
}"""
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


@pytest.fixture(scope="module")
def sites(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two sites, built at the same time."""
    if not request.config.getoption("--browser", default=False):
        pytest.skip("the site is read in a browser by `make site-test`")
    if CHROMIUM is None:
        pytest.skip("no chromium: apt-get install chromium")
    pytest.importorskip("playwright", reason="the browser is driven by the extra `browser`: make site-test")
    folder = tmp_path_factory.mktemp("site")
    outs = [folder / name for name in ("one", "two")]
    code = "from perturb.cli import main; main()"
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code, "site", "--out", str(out)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(k), "PYTHONPATH": str(ROOT)},
        )
        for k, out in enumerate(outs)
    ]
    assert [run.wait() for run in runs] == [0, 0]
    return outs


@pytest.fixture(scope="module")
def site(sites: list[Path]) -> Path:
    return sites[0]


@pytest.fixture(scope="module")
def chromium(site: Path) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[str]:
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(site))) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


@pytest.fixture(params=["folder", "server"])
def base(request: pytest.FixtureRequest, site: Path, server: str) -> str:
    return f"file://{site}" if request.param == "folder" else server


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    found = chromium.new_page(viewport=DESK)
    found.set_default_timeout(20_000)
    yield found
    found.close()


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
    from perturb.website.api import MODULES, page, public

    texts = {module: (site / page(module)).with_suffix(".html").read_text() for module in MODULES}
    names = [(module, name) for module in MODULES for name in public(module)]
    assert len(names) > 100
    assert [f"{m}.{n}" for m, n in names if f'id="{m}.{n}"' not in texts[m]] == []


def test_the_search_box_finds_lemma_8(page: Any, base: str) -> None:
    page.goto(f"{base}/index.html")
    page.keyboard.press("/")
    page.locator(".md-search__input").press_sequentially("Lemma 8")
    found = page.locator(".md-search-result__link")
    found.first.wait_for()
    assert all("Lemma 8" in found.nth(k).inner_text() for k in range(2))
    assert "/claims/lem-8." in str([found.nth(k).get_attribute("href") for k in range(found.count())])
    found.first.click()
    page.locator("h1", has_text="Lemma 8").wait_for()


def test_the_filter_works_as_one_types(page: Any, base: str) -> None:
    page.goto(f"{base}/catalogue.html")
    rows = page.locator("#catalogue tbody tr:visible")
    whole = rows.count()
    field = {name: page.locator(f"#filter [name={name}]") for name in ("text", "paper", "status", "outcome")}
    field["text"].press_sequentially("lemma 8")
    shown = rows.all_inner_texts()
    assert 0 < len(shown) < 60
    assert all("emma 8" in row and "emma 8" not in row.replace("emma 8,", "") for row in shown)
    assert page.locator("#count").inner_text() == f"{len(shown)} of {whole} statements"
    field["outcome"].select_option("refuted")
    fewer = rows.count()
    assert 0 < fewer < len(shown)
    page.reload()  # the address keeps the choice
    assert rows.count() == fewer
    field["paper"].select_option("classical")
    assert rows.count() == 0
    page.get_by_text("Clear", exact=True).click()
    assert rows.count() == whole
    field["status"].select_option("misprint")
    assert rows.count() == page.locator('#catalogue tr[data-status="misprint"]').count() > 0


def test_a_node_of_the_chart_leads_to_its_result(page: Any, site: Path) -> None:
    page.goto(f"file://{site}/riedi2022/index.html")
    nodes = page.locator(".chart a")
    assert nodes.count() > 50
    nodes.filter(has_text="Lemma 8").first.click()
    assert page.url.endswith("#item-lem-8")
    assert page.locator("tr", has=page.locator("#item-lem-8")).is_visible()


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Lemma 8", "lem-8.50"),
        ("Lemma 20", "lem-20.main"),
        ("Theorem 33", "thm-33."),
        ("num-batch", "num-batch"),
        ("lem-20.main", "lem-20.main"),
        ("2005", "boettcher-wenzel"),
    ],
)
def test_a_number_is_found_whole_and_a_statement_by_its_id(
    page: Any, site: Path, asked: str, first: str
) -> None:
    page.goto(f"file://{site}/index.html")
    page.keyboard.press("/")
    page.locator(".md-search__input").press_sequentially(asked)
    whole = page.locator(".md-search-result__link", has=page.locator(".md-tags"))
    page.locator(f'.md-search-result__link[href*="/claims/{first}"]').first.wait_for()
    assert f"/claims/{first}" in whole.first.get_attribute("href")


CUT = """() => [...document.querySelectorAll("article table")].filter((table) => {
  const frame = table.closest(".md-typeset__scrollwrap") || table;
  const wide = frame.scrollWidth > frame.clientWidth + 1 || table.scrollWidth > table.clientWidth + 1;
  const hint = frame.previousElementSibling;
  return wide && !(hint && hint.matches(".scroll-hint:not([hidden])"));
}).map((table) => table.textContent.trim().slice(0, 60))"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "name", ["laws", "vocabulary", "distributions", "status", "benchmarks/laws", "riedi2022/index"]
)
def test_no_table_is_cut_without_a_hint(page: Any, site: Path, name: str, size: Any) -> None:
    page.set_viewport_size(size)
    page.goto(f"file://{site}/{name}.html")
    page.locator(".md-typeset__scrollwrap").first.wait_for()
    assert page.evaluate(CUT) == []
    assert page.locator(".scroll-hint:visible").count() == 0  # these fit


def test_a_statement_begins_with_its_badge_beside_its_chapter(page: Any, site: Path) -> None:
    page.goto(f"file://{site}/riedi2022/claims/lem-20.main.html")
    assert page.locator(".stamp-false").first.inner_text() == "FALSE AS PRINTED"
    assert page.locator(".stamp-true").inner_text() == "TRUE INSTEAD"
    here = page.locator(".trail [aria-current=page]")
    assert "Lemma 20" in here.inner_text()
    here.wait_for()
    assert 0 < here.bounding_box()["y"] < DESK["height"]  # scrolled to, past forty chapters
    page.get_by_text("Lemma 20, eigenvector only").first.click()
    assert page.url.endswith("#lem-20.main-corrected")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["index", "catalogue", "riedi2022/index", "riedi2022/claims/lem-8.50", "cookbook"]
)
def test_text_stands_out_in_both_schemes(chromium: Any, site: Path, scheme: str, name: str) -> None:
    page = chromium.new_page(viewport=DESK, color_scheme=scheme)
    page.goto(f"file://{site}/{name}.html")
    white = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert white == (scheme == "light")
    assert page.evaluate(CONTRAST) == []
    page.close()


def test_the_scheme_can_be_chosen(page: Any, site: Path) -> None:
    page.goto(f"file://{site}/index.html")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_title("Switch to dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
