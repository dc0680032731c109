"""What the catalogue says of each item that a paper prints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb import paper, remark
from perturb.pages.items import group, silent
from perturb.statements.erratum import Section
from tests.pages.five import ERRATA, FIVE, leaning, listed, mended, printed, sharper


def test_an_item_gathers_its_readings_and_what_mends_them() -> None:
    first, second, *_ = listed()
    assert (first.printed, first.corrected) == ((printed,), (mended,))
    assert (second.printed, second.sharpened, second.depends) == ((leaning,), (sharper,), ("five/eq-1",))


def test_the_errata_say_what_is_wrong_else_the_statuses() -> None:
    assert [item.worst for item in listed()] == [Section.FALSE, None, None, None, None]
    told = listed(ERRATA)
    assert [item.worst for item in told] == ["A", "D", None, "C", None]
    assert [one.id for one in told[1].errata] == ["five/proof"]
    assert listed(ERRATA[1:])[0].wrong == ()  # what the sheet does not name is right


def test_an_item_knows_the_errata_of_its_readings() -> None:
    """The reading is named, the item is not: it is linked and not marked."""
    other = replace(ERRATA[1], seen_by=("five/eq-1",))
    first = listed([other])[0]
    assert (first.errata, first.wrong) == ((other,), ())


def test_an_item_that_nothing_speaks_of_is_named() -> None:
    assert silent(listed()) == ["five/fig-4"]


def test_the_numbered_result_of_an_item() -> None:
    assert [group(item) for item in FIVE.items] == ["eq-1", "lem-2", "lem-2", "thm-3", "fig-4"]


@pytest.mark.parametrize(
    ("kind", "reason"), [("vague", "A reason that is long enough."), ("asymptotic", "short")]
)
def test_a_remark_says_what_kind_it_is_and_why(kind: str, reason: str) -> None:
    with pytest.raises(ValueError, match="remark: "):
        remark(FIVE, "thm-3", kind=kind, reason=reason)


def test_a_section_begins_with_an_item() -> None:
    assert paper("a", items=["x"], sections={"x": "1"}).sections == {"a/x": "1"}
    with pytest.raises(ValueError, match="sections names 'y', which is no item"):
        paper("a", items=["x"], sections={"y": "1"})
