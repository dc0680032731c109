"""Links between pages, and the place of every statement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perturb.pages.places import anchor, chapter_of, page_of, places, relative, simulation
from tests.pages.conftest import same, shift, weyl
from tests.small_laws import over


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("README.md", "README.md", "README.md"),
        ("README.md", "riedi2022/loss.md", "../README.md"),
        ("riedi2022/loss.md", "README.md", "riedi2022/loss.md"),
        ("riedi2022/loss.md", "riedi2022/README.md", "loss.md"),
        ("limits/edge.md#a", "riedi2022/loss.md", "../limits/edge.md#a"),
        ("../theorems/x.json", "riedi2022/loss.md", "../../theorems/x.json"),
        ("a/simulations/b.md", "a/README.md", "simulations/b.md"),
    ],
)
def test_a_link_leads_from_one_page_to_another(target: str, page: str, link: str) -> None:
    assert relative(target, page) == link


def test_a_chapter_is_named_by_paper_and_file() -> None:
    assert chapter_of(replace(weyl, file=Path("/home/me/theorems/riedi2022/loss.py"))) == "sample/loss.md"
    assert chapter_of(replace(weyl, file=None)) == "sample/statements.md"
    assert chapter_of(over) == "small/small_laws.md"


def test_a_link_within_a_chapter_is_an_anchor() -> None:
    known = places([replace(weyl, file=Path("a.py")), replace(shift, file=Path("b.py"))])
    assert known.link("sample/weyl", "sample/a.md") == "[`sample/weyl`](#weyl)"
    assert known.link("sample/shift", "sample/a.md", "here") == "[here](b.md#shift)"
    assert known.link("sample/shift", "README.md") == "[`sample/shift`](sample/b.md#shift)"
    assert known.link(same.id, "README.md") == "`sample/same`"


def test_an_anchor_needs_no_escape() -> None:
    assert anchor("five/eq-1.a~corrected") == "eq-1.a-corrected"


def test_a_long_run_stands_apart() -> None:
    assert simulation("riedi2022/fig-4") == ("riedi2022/simulations", "fig-4")
    assert page_of("riedi2022/fig-4", "full") == "riedi2022/simulations/full/fig-4.md"
    assert page_of("fig-4") == "simulations/fig-4.md"
