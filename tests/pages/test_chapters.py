"""Statements by file: their order, variants beneath what they mend, the introduction."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perturb.pages.places import Chapter, chapters
from perturb.statements.catalogue import laws
from tests.pages.conftest import same, shift, weyl
from tests.small_laws import ALL


def order(*claims):
    (found,) = chapters(claims)
    return [(depth, one.id) for depth, one in found.sections]


def test_a_variant_stands_beneath_what_it_corrects() -> None:
    first, second = replace(same, file=None), replace(weyl, file=None)
    third = replace(weyl, id="sample/sharper", sharpens="sample/weyl", corrects=None, file=None)
    assert order(third, second, replace(shift, file=None), first) == [
        (0, "sample/same"),
        (1, "sample/weyl"),
        (2, "sample/sharper"),
        (0, "sample/shift"),
    ]


def test_a_variant_of_what_stands_elsewhere_stands_by_itself() -> None:
    assert order(replace(weyl, file=None)) == [(0, "sample/weyl")]


def test_a_circle_loses_nothing() -> None:
    turned = replace(same, corrects="sample/weyl", file=None)
    assert sorted(order(replace(weyl, file=None), turned)) == [(0, "sample/same"), (0, "sample/weyl")]


def test_statements_keep_the_order_of_their_file() -> None:
    """Not that of their ids: wide stands before tail and mean."""
    (found,) = chapters(sorted(ALL, key=lambda one: one.id))
    assert [one.id for one in found.statements] == [
        "small/true",
        "small/wide~law",
        "small/tail",
        "small/mean",
    ]
    assert found.title.startswith("A true law, a false one, a tail and a mean")


def test_the_catalogue_has_a_chapter_a_file() -> None:
    found = {c.page: c for c in chapters(list(laws().values()))}
    assert found["limits/edge.md"].statements[0].id == "limits/goe-soft-edge"
    assert found["limits/edge.md"].title.startswith("The soft edge: largest eigenvalues")


def test_the_title_is_the_first_sentence() -> None:
    chapter = Chapter("a/b.md", None, "Section 3.6, over\ntwo lines. And more.\n\nA paragraph.", ())
    assert chapter.title == "Section 3.6, over two lines"
    assert chapter.rest == "And more.\n\nA paragraph."
    assert replace(chapter, introduction="One line.").title == "One line"
    assert replace(chapter, introduction="").title == "a/b"


def test_two_files_do_not_share_a_chapter() -> None:
    with pytest.raises(
        ValueError, match=r"two files have one chapter, sample/x\.md: one/x\.py and two/x\.py"
    ):
        chapters([replace(weyl, file=Path("one/x.py")), replace(same, file=Path("two/x.py"))])
