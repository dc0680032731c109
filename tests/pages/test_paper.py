"""The page of a paper: every item, chapters, simulations, curves."""

from __future__ import annotations

from perturb.pages.report.paper import sheet
from perturb.sharpen.wins import Win
from perturb.statements.shelf import Shelf
from tests.pages.conftest import record
from tests.pages.five import FIVE, REMARKS, listed, material, picture, sharper


def test_the_sheet_has_a_row_an_item_with_its_win_factor() -> None:
    records = {"five/lem-2~sharpened": record(sharper, "survived", win=Win(2.0, 2.0, 9, 0.25))}
    text = sheet(FIVE, listed(), material(records=records))
    row = next(
        line for line in text.splitlines() if line.startswith("| Lemma 2, (a)<br><sub>`lem-2.a`</sub> |")
    )
    assert "[proved](five.md#lem-2)" in row
    assert "[Lemma 2, sharper](five.md#lem-2-sharpened)" in row
    assert "2 (2); applies to 25% more" in row
    assert "A limit, which says nothing at any n." in text


def test_what_nothing_speaks_of_is_red() -> None:
    assert "🔴 Nothing speaks of: five/fig-4" in sheet(FIVE, listed(), material())


def test_chapters_simulations_and_curves_are_linked() -> None:
    extra = [("A histogram", "five/simulations/fig-4.md"), ("Speed", "benchmarks/speed.md")]
    text = sheet(FIVE, listed(), material(shelf=Shelf(REMARKS, (picture(),)), extra=extra))
    assert "- [A paper of five items in two sections: false, mended, " in text
    assert "](five.md): 4 statements" in text
    assert "## Simulations\n\n- [A histogram](simulations/fig-4.md)\n" in text
    assert "Speed" not in text
    assert "### A bound\n\n![A bound](curve.png)" in text
