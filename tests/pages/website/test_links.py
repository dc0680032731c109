"""Links of the reports in the site."""

from __future__ import annotations

from pathlib import Path

import pytest

from perturb.pages.website.links import DeadLink, joined, linked
from perturb.pages.website.page import Page, Website

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
