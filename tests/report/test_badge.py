"""The badge at the top of a statement: what people assert, in capitals, and what to read instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb.report.material import Material
from perturb.report.pages.badge import RATE, badge, banner, rate_only
from perturb.statements.shelf import Shelf
from perturb.statements.status import Status
from tests.report.conftest import record, same
from tests.report.five import ERRATA, leaning, material, mended, printed, sharper
from tests.small_laws import over, true

PAGE = "five/five.md"


@pytest.mark.parametrize(
    ("one", "words", "kind"),
    [
        (printed, "FALSE AS PRINTED", "false"),
        (replace(printed, id="five/eq-1~otherwise"), "FALSE IN THIS READING", "false"),
        (same, "FALSE", "false"),  # of no paper whose items are listed: nobody printed it
        (mended, "TRUE INSTEAD", "true"),
        (sharper, "PROVED, SHARPER THAN PRINTED", "true"),
        (leaning, "PROVED", "true"),
        (replace(leaning, status=None), "NOTHING ASSERTED", "open"),
    ],
)
def test_a_badge_says_what_people_assert(one, words, kind) -> None:
    assert badge(one, material()) == (words, kind)


def test_what_the_engine_finds_otherwise_stands_first() -> None:
    wrong = {leaning.id: record(leaning, "refuted", agrees=False)}
    assert badge(leaning, material(records=wrong)).words == "PEOPLE AND ENGINE DISAGREE"


def test_a_false_statement_leads_to_what_is_true_and_to_the_errata() -> None:

    told = banner(printed, material(shelf=Shelf(errata=tuple(ERRATA))), PAGE)
    assert told.startswith("**FALSE AS PRINTED** · true instead: [(1), mended](#eq-1-corrected)")
    assert banner(mended, material(), PAGE).endswith("in place of [(1)](#eq-1), which is false")


def test_of_a_law_the_rate_alone_is_conjectured() -> None:
    law = replace(true, status=Status.CONJECTURED)
    assert badge(law, Material(())) == RATE
    assert not rate_only(true)
    assert not rate_only(replace(law, rate=None))
    assert not rate_only(replace(over, status=Status.CONJECTURED))
