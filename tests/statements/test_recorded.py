"""Statements about recorded runs: what thirty of them decide, what is left open, on which account."""

from __future__ import annotations

from functools import partial

import pytest

from perturb.cli.show import _said
from perturb.enclosure import Verdict
from perturb.laws.stats.account import RECORDED, RECORDED_SHARE, Ledger
from perturb.laws.stats.bands import clopper_pearson
from perturb.pages.items import Item
from perturb.pages.material import Material
from perturb.pages.records import by_set
from perturb.pages.report.paper import _row
from perturb.pages.website.catalogue import outcome_of
from perturb.results.chance import examine_law, of_account
from perturb.results.law_record import examined_law
from perturb.statements.paper import Outcome
from perturb.statements.recorded import recorded
from perturb.statements.remark import remark
from tests.pages.five import FIVE
from tests.small_laws import ALL

# Yes, no and open runs of each set.
SETS = {"many": (29, 1, 0), "half": (15, 15, 0), "few": (2, 28, 0), "unknown": (23, 1, 6), "none": (0, 0, 0)}


def runs(name):
    yes, no, unknown = SETS[name]
    return [True] * yes + [False] * no + [None] * unknown


def asked(*names, **options):
    declare = recorded(FIVE, "Yes", id="fig-4", runs={name: partial(runs, name) for name in names}, **options)
    return declare(lambda run: run)


ALL_SETS = asked(*SETS)


def test_all_runs_are_judged_at_once():
    found = examine_law(ALL_SETS, Ledger())
    verdicts = dict(zip(SETS, (check.verdict for check in found.checks), strict=True))
    assert verdicts == {
        "many": Verdict.HOLDS,
        "half": Verdict.UNDECIDED,
        "few": Verdict.VIOLATED,
        "unknown": Verdict.UNDECIDED,
        "none": Verdict.UNDECIDED,
    }
    assert found.outcome is Outcome.REFUTED
    assert found.agrees  # nobody asserts it of these runs
    assert found.alpha == RECORDED_SHARE == RECORDED / 50


def test_an_open_run_is_a_no_below_and_a_yes_above():
    alpha = RECORDED_SHARE / len(SETS)
    bands = [check.measured.floats for check in examine_law(ALL_SETS, Ledger()).checks]
    assert bands[0] == pytest.approx(clopper_pearson(29, 30, alpha))
    assert bands[3][0] == pytest.approx(clopper_pearson(23, 30, alpha)[0])
    assert bands[3][1] == pytest.approx(clopper_pearson(29, 30, alpha)[1])
    assert bands[4] == (0, 1)


def test_it_spends_nothing_of_what_is_drawn():
    """And takes no share from the others."""
    ledger = Ledger()
    examine_law(ALL_SETS, ledger)
    assert ledger.entries == {}
    assert of_account([*ALL, ALL_SETS]) == of_account(ALL) == len(ALL)


def test_other_answers_are_another_statement(monkeypatch):
    one = asked("many")
    before = one.fingerprint
    monkeypatch.setitem(SETS, "many", (28, 2, 0))
    assert one.fingerprint != before
    assert asked("many", least=0.75).fingerprint != one.fingerprint


@pytest.mark.parametrize(
    ("names", "options", "said"),
    [
        ((), {}, "a set and a share"),
        (("many",), {"least": 2}, "least = 2"),
        (("many",), {"status": "proved"}, "'proved'"),
    ],
)
def test_what_makes_no_sense_is_refused(names, options, said):
    with pytest.raises(ValueError, match=said):
        asked(*names, **options)


def test_a_row_says_what_is_not_checkable_and_what_is_seen():
    record = examined_law(ALL_SETS, "quick", 0, 1e-8)
    assert by_set(record) == "violated at few, open at half, unknown, none"
    assert outcome_of(ALL_SETS, record) == "violated"  # on the site
    assert by_set(examined_law(asked("many"), "quick", 0, 1e-8)) == "consistent"
    told = remark(FIVE, "fig-4", kind="empirical", reason="Twelve networks of theirs, not at hand.")
    item = Item("five/fig-4", (), (), (), (ALL_SETS,), told)
    row = _row(item, "five/README.md", Material((), law_records={record.id: record}))
    assert row[2].startswith("not checkable (empirical), ")
    assert "violated at few" in row[2]
    assert row[3].startswith("Twelve networks of theirs, not at hand. **Yes**: many: 29 of 30, band [")
    assert "unknown: 23 of 30 (6 open), band [" in row[3]
    assert row[3].endswith("asked at least 50 % of the runs.")


def test_the_console_names_the_sets():
    assert _said(asked("many", "unknown")) == ["then    P >= bound: 0.5 at many; 0.5 at unknown, 6 open"]
