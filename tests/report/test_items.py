"""What the catalogue says of each item that a paper prints."""

from __future__ import annotations

import pytest

from perturb import paper, remark
from perturb.report.items import group, silent
from tests.report.five import FIVE, leaning, listed, mended, printed, sharper


def test_an_item_gathers_its_readings_and_what_mends_them() -> None:
    first, second, *_ = listed()
    assert (first.printed, first.corrected) == ((printed,), (mended,))
    assert (second.printed, second.sharpened, second.depends) == ((leaning,), (sharper,), ("five/eq-1",))


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
