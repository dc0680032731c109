"""Rendering: which files are written and removed, that equal records give equal bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perturb.laws.distributions import marchenko_pastur
from perturb.pages.render import render
from perturb.results.store import CLAIMS, Store
from perturb.statements.paper import Outcome
from perturb.statements.shelf import Shelf
from tests.pages.conftest import CHANCE, revise, weyl
from tests.small_laws import ALL, LIMIT, true


def files(folder: Path) -> set[str]:
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    return {name for name in found if not name.startswith("records/")}


def test_a_file_has_a_chapter_and_equal_records_give_equal_bytes(samples):
    claims, folder = samples
    first = {path: path.read_bytes() for path in render(claims, folder)}
    assert files(folder) == {"README.md", "vocabulary.md", "sample/three.md"}
    assert first == {path: path.read_bytes() for path in render(claims, folder)}


def test_a_changed_record_touches_the_index_and_one_chapter(samples):
    claims, folder = samples
    claims[2] = replace(claims[2], file=claims[2].file.with_name("other.py"))
    before = {path: path.read_bytes() for path in render(claims, folder)}
    revise(folder, "sample/shift", outcome=Outcome.UNRESOLVED)
    changed = [path for path in render(claims, folder) if path.read_bytes() != before[path]]
    assert changed == [folder / "README.md", folder / "sample" / "other.md"]


def test_laws_and_distributions_have_pages_and_few_pictures(chance):
    render([], chance, shelf=Shelf(statements=ALL, limits=(LIMIT, marchenko_pastur(2.5, 3.0))))
    assert files(chance) == {
        "README.md",
        "vocabulary.md",
        "laws.md",
        "distributions.md",
        "distributions/bulk.png",
        CHANCE,
        "small/small_laws.png",
    }
    assert (chance / "laws.md").read_text().startswith("# Laws, tails and means")
    assert (chance / "distributions.md").read_text().startswith("# Distributions")


def test_equal_records_give_equal_pictures(chance):
    path = chance / "small" / "small_laws.png"
    before = path.read_bytes()
    path.unlink()
    render([], chance, shelf=Shelf(statements=ALL))
    assert path.read_bytes() == before


def test_what_no_statement_needs_any_more_is_removed(chance):
    """A page and a picture of ours; nothing that somebody else put there, and no run that is kept."""
    mine = ["small/old.md", "small/old.png"]
    kept = ["small/notes.md", "small/photo.png", "small/simulations/fig-1.md", "small/simulations/fig-1.png"]
    page, picture = (chance / "README.md").read_bytes(), (chance / "small" / "small_laws.png").read_bytes()
    (chance / "small" / "simulations").mkdir()
    (chance / "small" / "old.md").write_text("# Old\n\n[Status of the catalogue](../README.md)\n")
    (chance / "small" / "old.png").write_bytes(picture)
    (chance / "small" / "notes.md").write_text("# Notes of my own\n")
    (chance / "small" / "photo.png").write_bytes(b"\x89PNG of somebody else")
    (chance / "small" / "simulations" / "fig-1.md").write_bytes(page)
    (chance / "small" / "simulations" / "fig-1.png").write_bytes(picture)
    render([], chance, shelf=Shelf(statements=ALL))
    assert set(kept) <= files(chance)
    assert not set(mine) & files(chance)


def test_without_statements_and_distributions_there_are_no_such_pages(samples):
    claims, folder = samples
    render(claims, folder)
    assert not (folder / "laws.md").exists()
    assert not (folder / "distributions.md").exists()
    assert "Statements about distributions" not in (folder / "README.md").read_text()


def test_a_broken_record_is_named(samples):
    Store(samples[1]).path(CLAIMS).write_text("{")
    with pytest.raises(ValueError, match=r"claims\.jsonl, line 1: "):
        render(*samples)


def test_two_pages_do_not_share_a_name(samples):
    listed = replace(weyl.paper, items=("sample/weyl",))
    claims = [replace(weyl, paper=listed, file=Path("theorems/errata.py"))]
    with pytest.raises(ValueError, match=r"two pages have one name, sample/errata\.md"):
        render(claims, samples[1])


def test_two_statements_do_not_share_a_place(tmp_path):
    with pytest.raises(ValueError, match="small-true"):
        render([], tmp_path, shelf=Shelf(statements=(true, replace(true, name="small~true"))))
