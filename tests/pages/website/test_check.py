"""Links of built pages: every kind that leads nowhere is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from perturb.pages.website.links import DeadLink, check

GOOD = '<a href="b.html#place">x</a> <a href="#own">y</a> <p id="own"> <img src="a.png"> <a href="https://x.org">z</a>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "a.html").write_text(GOOD)
    (tmp_path / "b.html").write_text('<a id="place"></a><a href="a.html#paper=p&amp;text=x">f</a>')
    (tmp_path / "a.png").write_bytes(b"")
    return tmp_path


def test_good_links_pass(site: Path) -> None:
    check(site)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('<a href="c.html">', "no such file"),
        ('<a href="a.html#gone">', "no such place"),
        ('<a href="#gone">', "no such place"),
        ('<img src="gone.png">', "not in the site"),
        ('<script src="https://cdn.org/x.js">', "not in the site"),
        ('<link rel="stylesheet" href="https://fonts.org/x.css">', "not in the site"),
    ],
)
def test_dead_ones_are_named(line: str, fault: str, site: Path) -> None:
    (site / "b.html").write_text(f'<a id="place"></a>{line}')
    with pytest.raises(DeadLink, match=fault):
        check(site)
