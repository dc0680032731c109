"""`pytest --browser` reads the site in chromium, as `make site-test` does; it is built for it, twice."""

from __future__ import annotations

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
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-component-update"]
FLAGS += ["--disable-background-networking", "--disable-sync"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--browser", action="store_true", help="build the site and read it in chromium")


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
def site(sites: list[Path]) -> Path:
    return sites[0]


@pytest.fixture(scope="session")
def chromium(site: Path) -> Iterator[Any]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
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
