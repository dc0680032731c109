"""The site in a browser is built and read only when asked for: `make site-test`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--browser", action="store_true", help="build the site and read it in chromium")
