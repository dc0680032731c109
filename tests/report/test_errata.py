"""The errata sheet: numbered, with the correction, and who leaned on what is false."""

from __future__ import annotations

from dataclasses import replace

from perturb.report.pages.errata import errata
from perturb.statements.status import Status
from tests.report.five import FIVE, listed, material


def test_the_errata_number_what_is_false_and_give_the_correction() -> None:
    text = errata(FIVE, listed(), material())
    assert "### 1. (1)" in text
    assert "### 2." not in text
    assert "The 1 entries below" in text
    assert "In its place ([`five/eq-1~corrected`](five.md#eq-1-corrected)): for all" in text
    assert "Used for `lem-2.a` (proved, it survives)" in text


def test_a_paper_without_errors_is_told_so() -> None:
    found = [replace(item, printed=()) for item in listed()]
    assert "No item of the paper was found to need a correction." in errata(FIVE, found, material())


def test_misprints_come_after_what_is_refuted() -> None:
    first, second, *rest = listed()
    wrong = replace(second.printed[0], id="five/lem-2.b", status=Status.MISPRINT)
    text = errata(FIVE, [replace(second, printed=(wrong,)), first, *rest], material())
    assert text.index("## Statements that do not hold as printed") < text.index("## Misprints")
    assert "### 2. Lemma 2" in text
