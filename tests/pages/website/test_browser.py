"""The site as a reader has it: every page in chromium; `make site-test`."""

from __future__ import annotations

import asyncio
import filecmp
from pathlib import Path
from typing import Any

from tests.pages.website.conftest import CHROMIUM, FLAGS, PHONE

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
    assert [f"{m}.{n}" for m, n in names if f'id="{m}.{n}"' not in texts[m]] == []
