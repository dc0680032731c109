"""The badge at the top of a statement: what people assert, in capitals, and what to read instead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perturb.pages.material import Material
from perturb.pages.report.badge import RATE, badge, banner, rate_only, said
from perturb.pages.website.page import adapted
from perturb.prove.proved import Proof
from perturb.prove.store import KeptProof
from perturb.statements.paper import Status
from perturb.statements.shelf import Shelf
from tests.pages.conftest import record, same
from tests.pages.five import ERRATA, leaning, material, mended, printed, sharper
from tests.small_laws import over, true

PAGE = "five/five.md"


@pytest.mark.parametrize(
    ("one", "words", "kind"),
    [
        (printed, "FALSE AS PRINTED", "false"),
        (replace(printed, id="five/eq-1~otherwise"), "FALSE IN THIS READING", "false"),
        (same, "FALSE", "false"),  # of no paper whose items are listed: nobody printed it
        (mended, "NOT EXAMINED", "open"),
        (leaning, "NOT EXAMINED", "open"),
        (replace(leaning, status=None), "NOTHING ASSERTED", "open"),
    ],
)
def test_a_badge_says_what_is_false_and_what_nobody_examined(one, words, kind) -> None:
    assert badge(one, material()) == (words, kind)


def test_a_true_statement_is_stamped_with_its_rung_beside_what_people_say() -> None:
    """That people say proved is no stamp: a checked certificate is, at its sizes."""
    seen = {leaning.id: record(leaning, "survived")}
    proof = Proof(2, KeptProof(Path("me.n2.jsonl"), leaning.id), 1, 0, 1, True, 0.1)
    for more, words, kind in (
        ({}, "SURVIVED AT POINTS", "open"),
        ({"proofs": {leaning.id: [proof]}}, "PROVED AT n = 2", "true"),
    ):
        of = material(records=seen)
        vars(of).update(more)  # where the stored proofs are kept once they are read
        assert badge(leaning, of) == (words, kind)
        assert banner(leaning, of, PAGE).startswith(f"**{words}** · people say proved · survived ")
    assert (
        badge(sharper, material(records={sharper.id: record(sharper, "survived")})).words
        == "SURVIVED AT POINTS"
    )
    assert said(sharper) == "people say proved, sharper than printed"


def test_every_badge_is_set_as_one_on_the_site() -> None:
    for words, kind in (("PROVED AT n = 1, 2", "true"), ("SURVIVED AT POINTS", "open"), ("FALSE", "false")):
        assert f'<span class="stamp stamp-{kind}">{words}</span>' in adapted(f"**{words}** · more")


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
