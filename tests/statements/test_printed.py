"""Printed formulas, statements about recorded runs and what decides them, confirmed rates of ours."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from perturb import claim, paper, then
from perturb.cli.show import _said
from perturb.domains import square
from perturb.enclosure import Verdict
from perturb.laws.stats.account import RECORDED, RECORDED_SHARE, Ledger
from perturb.laws.stats.bands import clopper_pearson
from perturb.pages.items import Item
from perturb.pages.material import Material
from perturb.pages.records import by_set
from perturb.pages.report.law import law_section
from perturb.pages.report.laws import laws as laws_page
from perturb.pages.report.paper import _row
from perturb.pages.website.catalogue import outcome_of
from perturb.results.chance import examine_law, of_account
from perturb.results.run import examined_law
from perturb.statements.catalogue import experiments, laws
from perturb.statements.chance import Law
from perturb.statements.erratum import remark
from perturb.statements.paper import Outcome
from perturb.statements.printed import cited, printed
from perturb.statements.recorded import attempts, confirmation, rate_is_ours, recorded, sentence
from perturb.statements.shelf import Shelf
from perturb.vocab import s1
from tests.pages.five import FIVE
from tests.small_laws import ALL

ITEMS = ("thm-1.2a", "thm-1.2b", "thm-1.rem", "lem-3.main")
PRINTED = {"thm-1.2": r"a \leq b \leq c", "thm-1.2a": r"a \leq b", "thm-1.2b": r"b \leq c", "lem-3.main": "d"}
SOURCE = paper("source", items=ITEMS, printed=PRINTED, in_words=["lem-3.main"])


def stated(name: str, **options):
    @claim(SOURCE, "a label", id=name, domain=square(), **options)
    def body(A):
        yield then(s1(A), ">=", 0)

    return body


def lines(statement) -> list[str]:
    return [line for one in printed(statement) for line in one.lines]


def test_a_statement_shows_the_formula_of_its_item() -> None:
    assert lines(stated("thm-1.2a")) == [r"a \leq b"]
    assert lines(stated("thm-1.2a~corrected")) == [r"a \leq b"]


def test_several_links_show_their_chain() -> None:
    assert lines(stated("thm-1.2a", covers=["thm-1.2b"])) == [r"a \leq b \leq c"]
    assert lines(stated("my-name", covers=["thm-1.2a", "thm-1.2b"])) == [r"a \leq b \leq c"]


def test_one_link_covered_twice_is_no_chain() -> None:
    assert lines(stated("thm-1.2a~attained", covers=["thm-1.2a"])) == [r"a \leq b"]


def test_else_it_shows_what_it_covers_and_else_what_it_mends() -> None:
    assert lines(stated("my-name", covers=["lem-3.main"], corrects="thm-1.2a")) == ["d"]
    assert lines(stated("my-name", corrects="thm-1.2a~first")) == [r"a \leq b"]
    assert lines(stated("my-name", sharpens="thm-1.2b")) == [r"b \leq c"]
    assert printed(stated("thm-1.rem")) == []


def test_its_own_formula_comes_first() -> None:
    assert lines(stated("thm-1.2a", printed="e\n\n f ")) == ["e", "f"]
    assert lines(stated("thm-1.2a", printed=("thm-1.2b", "lem-3.main"))) == [r"b \leq c", "d"]
    with pytest.raises(ValueError, match=r"printed names 'thm-1\.rem', of which source has no formula"):
        stated("thm-1.2a", printed=("thm-1.rem",))


def test_words_are_told_from_formulas() -> None:
    assert [one.in_words for one in printed(stated("lem-3.main"))] == [True]
    assert [one.in_words for one in printed(stated("thm-1.2a"))] == [False]


def test_a_printed_formula_changes_no_fingerprint() -> None:
    assert stated("thm-1.2a", printed="e").fingerprint == stated("thm-1.2a").fingerprint
    assert paper("source", items=ITEMS) == SOURCE
    assert hash(paper("source", items=ITEMS)) == hash(SOURCE)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"printed": {"thm-2": "a"}}, "printed names 'thm-2', which is no item"),
        ({"printed": {"lem-3.mai": "a"}}, "printed names 'lem-3.mai', which is no item"),
        ({"printed": {"thm-1.rem": " "}}, "must be LaTeX"),
        ({"printed": {"thm-1.rem": "$a$"}}, "must be LaTeX"),
        ({"in_words": ["thm-1.rem"]}, "in_words names 'thm-1.rem', for which nothing is printed"),
    ],
)
def test_what_a_paper_refuses(options, message) -> None:
    with pytest.raises(ValueError, match=message):
        paper("source", items=ITEMS, **options)


@pytest.mark.parametrize(
    ("item", "place"),
    [
        ("p/thm-22.76a", "Theorem 22, (76)"),
        ("p/thm-22.76", "Theorem 22, (76)"),
        ("p/lem-18.main", "Lemma 18"),
        ("p/thm-22.rem-1", "Theorem 22"),
        ("p/fig-6.a", "Figure 6, (a)"),
        ("p/fig-6.claim", "Figure 6"),
        ("p/eq-73a", "(73)"),
        ("p/eq-12.sym", "at (12)"),
        ("p/eq-1-9.offset", "in the text"),
        ("p/num-three", "in the text"),
    ],
)
def test_places_are_named(item, place) -> None:
    assert cited(item) == place


# Statements about recorded runs: what thirty of them decide, what is left open, on which account.


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


# Rates that are ours: each has a confirmation, by a seed drawn after the rate was fixed.


OURS = [s for s in (*laws().values(), *experiments().values()) if isinstance(s, Law) and rate_is_ours(s)]


@pytest.mark.parametrize("law", OURS, ids=lambda law: law.id)
def test_a_later_seed_has_judged_the_rate_as_it_stands(law: Law) -> None:
    """Of another seed than the shown one, and with an end that goes with what people assert."""
    found = confirmation(law)
    assert found is not None, "run tools/confirm_rates.py"
    assert found.seed not in (0, getattr(law, "seed", 0))
    assert found.fixed <= found.drawn
    false = law.status is not None and law.status.expects is Outcome.REFUTED
    assert found.outcome == ("refuted" if false else "consistent")
    for at, _, lo, hi, bound in found.checks:
        size = int(at.removeprefix("n = "))
        assert law.rate is not None
        assert bound == law.rate(size)
        assert hi <= bound or found.outcome == "refuted"
        assert 0 <= lo <= hi <= 1


def test_every_attempt_is_kept_and_told() -> None:
    """The first look at the rate beyond the figures decided nothing; it was replaced by a later one."""
    law = experiments()["riedi2022/beyond-edge"]
    assert isinstance(law, Law)
    first, *later = attempts(law)
    assert (first.outcome, first.alpha) == ("unresolved", 1e-8)
    assert later[-1] == confirmation(law)
    assert "Before that it was unresolved with the seed 2954423962 at alpha 1e-08" in sentence(law)
    assert "Before" not in sentence(laws()["limits/semicircle"])  # type: ignore[arg-type]


def test_a_changed_rate_has_none() -> None:
    law = laws()["limits/semicircle"]
    assert isinstance(law, Law)
    assert str(confirmation(law).seed) in sentence(law)  # type: ignore[union-attr]
    changed = replace(law, rate=lambda n: 2 / n)
    assert confirmation(changed) is None
    assert "No seed" in sentence(changed)
    assert sentence(replace(law, rate_source="(12) of the source")) == ""


def test_pages_say_so() -> None:
    law = laws()["limits/semicircle"]
    of = Material((), shelf=Shelf(laws=(law,), statements=(law,)))
    assert sentence(law) in law_section(law, 2, of)  # type: ignore[arg-type]
    assert "| confirmations of rates of ours | 1 | 1e-08 |" in laws_page(of)
