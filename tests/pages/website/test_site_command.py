"""`perturb site`: what is refused, and what an interrupt leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from perturb.cli import main, terminal

EXTRA = "the site needs the extra `site`: make site"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("reports", "docs"):
        (tmp_path / name).mkdir()
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["site", *args])


def refused(done: Result, line: str) -> None:
    assert done.exit_code == 2
    assert line in done.output
    assert "Traceback" not in done.output


def test_a_missing_extra_is_said_before_any_work(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "find_spec", lambda name: None if name == "mkdocs" else object())
    refused(run(), "the site needs mkdocs: pip install 'perturb[site]'")


def test_a_file_is_no_place_for_a_site(here: Path) -> None:
    (here / "f").write_text("")
    refused(run("--out", "f"), "'f' is a file")


def test_reports_and_pages_must_be_there(here: Path) -> None:
    refused(run("--reports", "gone"), "'gone' does not exist")
    refused(run("--docs", "gone"), "'gone' does not exist")


def test_a_folder_of_something_else_is_left_alone(here: Path) -> None:
    pytest.importorskip("mkdocs", reason=EXTRA)
    (here / "thesis").mkdir()
    (here / "thesis" / "chapter.tex").write_text("mine")
    refused(run("--out", "thesis"), "holds something else than a site")
    assert (here / "thesis" / "chapter.tex").read_text() == "mine"


def test_a_place_below_a_file_is_one_line(here: Path) -> None:
    pytest.importorskip("mkdocs", reason=EXTRA)
    (here / "f").write_text("")
    refused(run("--out", "f/site"), "f: File exists")


def test_a_record_that_cannot_be_read_is_one_line(here: Path) -> None:
    pytest.importorskip("mkdocs", reason=EXTRA)
    (here / "reports" / "records").mkdir()
    (here / "reports" / "records" / "claims.jsonl").write_text("{\n")
    refused(run("--out", "site"), "claims.jsonl, line 1")


def test_an_interrupt_leaves_what_was_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = pytest.importorskip("perturb.pages.website.build", reason=EXTRA)
    (here / "site").mkdir()
    (here / "site" / build.MARK).write_text("old")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "gathered", stopped)
    done = run("--out", "site")
    assert done.exit_code == 130
    assert "site is as it was" in done.output
    assert [path.name for path in here.iterdir() if path.name not in ("reports", "docs")] == ["site"]
    assert (here / "site" / build.MARK).read_text() == "old"
