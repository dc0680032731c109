"""Laws, tails and means on the pages: the page of all, their sections, what a row says of samples."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from perturb.enclosure import Verdict
from perturb.laws.stats.bins import Bins, Probability
from perturb.montecarlo import run
from perturb.montecarlo.result import Results
from perturb.pages.material import Material
from perturb.pages.report import laws
from perturb.pages.report.law import (
    asserted,
    case,
    interval,
    law_section,
    law_words,
    notes,
    panel_words,
    telling,
    verdict,
    words,
)
from perturb.results.records import LawCheck
from perturb.statements.erratum import Erratum, erratum
from perturb.statements.experiment import Experiment
from perturb.statements.shelf import Shelf
from tests.pages.conftest import CHANCE
from tests.pages.five import FIVE
from tests.small_laws import ALL, over, true, wide


def test_the_page_of_all_links_to_the_chapters(chance):
    text = (chance / "laws.md").read_text()
    for s in ALL:
        assert (
            text.count(f"]({CHANCE}#{s.id.partition('/')[2].replace('~', '-')})<br><sub>`{s.id}`</sub> |")
            == 1
        )
    assert "| [A \\* true law](" in text
    assert f"Chapters: [small/small_laws]({CHANCE})." in text
    assert "| 1e-08 | 4 | 4e-08 |" in text
    assert "is at most 4e-08 (union bound over 4 statements)" in text
    assert "| all | 4 | **4e-08** |" in text
    assert "is at most 4e-08, of 2e-05 that they may spend" in text
    assert text.count("🔴 refuted") == 1
    assert "| mismatches | 🔴 1 |" in text


def test_the_parts_of_alpha_are_added(found):
    records = {**found, "small/tail": replace(found["small/tail"], alpha=5e-7)}
    text = laws.laws(Material((), Shelf(statements=ALL), law_records=records))
    assert "| 5e-07 | 1 | 5e-07 |\n| 1e-08 | 3 | 3e-08 |" in text
    assert "at most 5.3e-07 (union bound over 4 statements)" in text


def test_the_index_counts_what_was_found(found):
    of = Material((), Shelf(statements=ALL), law_records={"small/true": found["small/true"]})
    assert "[4 laws, tails and means](laws.md): 1 consistent, 3 not computed." in laws.link(of)
    assert laws.link(Material(())) == ""


def test_a_campaign_is_counted_once(found):
    """Both profiles of one seed are one campaign; another seed is another."""
    one = Results("test/a", "key", 0, ())
    runs = {"quick": {"test/a": one}, "full": {"test/a": one, "test/b": replace(one, seed=3)}}
    text = laws.laws(Material((), Shelf(statements=ALL), law_records=found, runs=runs))
    assert "| campaigns of experiments | 2 | 1e-06 |\n| all | 6 | **1.04e-06** |" in text


# The sections of laws, tails and means: what was stated, measured and decided.


CHECK = LawCheck("n = 3", 3, 500, 0.02, 0.0, 0.1, "<=", 0.3, 1e-8, Verdict.HOLDS)


def test_a_section_says_what_was_stated_measured_and_decided(found):
    text = law_section(wide, 0, Material((), law_records=found))
    assert '<a id="wide-law"></a>\n\n## Twice too wide' in text
    assert "People say: **refuted**. The engine found: **refuted** at alpha 1e-08, from " in text
    assert (
        "another scale fits: within the rate of 2 semicircle of variance 1, not of semicircle of variance 1"
        in text
    )
    assert text.count("Again: `perturb check small/wide~law --profile ci`") == 1
    assert "| violated |" in text
    tail = law_section(over, 1, Material((), law_records=found))
    assert "\n### A tail\n" in tail
    assert "P(X > t) ≤ 0.6." in tail
    assert "Speaks of `item-1`." in tail


def test_the_telling_check():
    def check(verdict, bound, hi):
        return replace(CHECK, verdict=verdict, bound=bound, hi=hi)

    near, far = check(Verdict.HOLDS, 0.5, 0.4), check(Verdict.HOLDS, 0.5, 0.1)
    bad, worse = check(Verdict.VIOLATED, 0.1, 0.2), check(Verdict.VIOLATED, 0.1, 0.9)
    unknown = check(Verdict.UNDECIDED, None, 1.0)
    assert telling([far, near, far]) is near
    assert telling([bad, near, worse, far]) is worse
    assert telling([near, unknown]) is unknown


def test_bands_are_printed_rounded_outwards():
    assert interval(replace(CHECK, lo=0.123456, hi=0.123456)) == "[0.1234, 0.1235]"
    assert interval(replace(CHECK, lo=-0.123456, hi=None)) == "[-0.1235, inf)"
    assert interval(replace(CHECK, lo=None, hi=3.00004e-7)) == "(-inf, 3.001e-7]"
    assert interval(replace(CHECK, lo=0.0, hi=20.0)) == "[0, 20]"


def test_what_else_the_bands_say(found):
    record = replace(found["small/true"], usable={"0.05": None, "0.01": 8}, exponent=(None, 0.456))
    said = notes(true, record)
    assert said[:2] == [
        "Not certified within 0.05 at the sizes drawn.",
        "Usable within 0.01 from n = 8 on, at the sizes drawn.",
    ]
    assert "p <= 0.46" in said[2]
    assert "none fits" in notes(true, replace(record, fits_no_power=True))[2]
    assert notes(true, replace(record, exponent=None)) == said[:2]
    assert notes(over, found["small/tail"]) == []


# What a row says of samples: the verdict, where, what the draws have and the band of the true value.


PAGE = "five/README.md"


def coins(n, draws, rng):
    """Heads of n coins, and whether more than half of them are; and whether a coin is a coin."""
    heads = (rng.random((draws, n)) < 0.5).sum(axis=1)
    return {"heads": heads / n, "many": heads > n / 2, "sure": heads >= 0}


COINS = Experiment(
    name="five/coins",
    title="Coins",
    source="nowhere",
    covers=("five/fig-4",),
    statistic=coins,
    symbol="x",
    sizes=(3, 5),
    draws=300,
    bins={"heads": Bins(0, 1, 4), "many": Probability(0.9, ">="), "sure": Probability(0.9, ">=")},
    speaks={"five/eq-1": ("sure",), "five/thm-3": ("heads",)},
)
ASIDE = erratum(FIVE, "aside", "Coins", "fig-4", section="footnote", printed="x", seen_by=["coins"])


@pytest.fixture(scope="module")
def results():
    return run(COINS, draws=300)


def material(results, *errata: Erratum, **more) -> Material:
    shelf = Shelf(laws=[COINS], errata=errata)
    return Material([], shelf, runs={"quick": {"five/coins": results}}, **more)


def test_a_law_says_where_it_is_violated_and_by_how_much(found):
    said = law_words(wide, found["small/wide~law"])
    assert said.startswith("sup distance 0.")
    assert " at n = 6, band [0.1" in said
    assert said.endswith("], asked at most 0.05: violated")
    assert law_words(true, found["small/true"]).endswith(": holds")


def test_a_tail_names_its_parameters_and_the_share_of_the_draws(found):
    said = law_words(over, found["small/tail"])
    assert said.startswith("in ")
    assert " % of the draws at " in said
    assert " = " in said.partition(", band [")[0]
    assert said.endswith(" %: holds")


def test_a_parameter_with_a_tilde_is_set():
    def sampler(n, m_tilde, draws, rng):
        raise AssertionError("never drawn")

    bound = replace(over, sampler=sampler, cases=((7, 3),))
    assert case(bound, SimpleNamespace(at="(7, 3)")) == r"n = 7, $`\tilde m`$ = 3"


def test_an_experiment_says_in_how_many_panels_and_at_both_ends(results):
    said = words(COINS, "five/fig-4", material(results))
    assert said.startswith("`many`: in ")
    assert " % of the draws at n = 3, band [" in said
    assert ", and in " in said
    assert said.endswith(" %]; asked at least 90 %: violated in 2 of 4 panels")


def test_a_column_is_called_by_its_symbol(results):
    named = replace(COINS, symbol={"many": r"X > n/2"})
    judged = [one for one in material(results).judged["five/coins"] if one.size.column == "many"]
    assert panel_words(judged, named).startswith("$`X > n/2`$: in ")


def test_an_item_has_the_columns_that_speak_of_it(results):
    of = material(results)
    assert words(COINS, "five/eq-1", of).startswith("`sure`: in 100 % of the draws at n = 3, ")
    assert verdict(COINS, "five/eq-1", PAGE, of) == "holds"
    assert verdict(COINS, "five/thm-3", PAGE, of) == "shown only"
    assert words(COINS, "five/thm-3", of) == ""


def test_the_word_leads_to_the_page_where_there_is_one(results):
    of = material(results, extra=[("Coins", "five/simulations/coins.md")])
    assert verdict(COINS, "five/fig-4", PAGE, of) == "[violated](simulations/coins.md)"


def test_what_the_text_does_not_assert_is_not_held_against_it(results):
    of = material(results, ASIDE)
    assert verdict(COINS, "five/fig-4", PAGE, of) == "holds as asserted"
    assert words(COINS, "five/fig-4", of) == (
        "holds in 2 of 4 panels; the others lie outside what the text asserts"
    )


def test_a_record_of_an_older_statistic_says_nothing(results):
    for other in (replace(results, stream_key="other"), replace(results, sizes=_moved(results))):
        of = material(other)
        assert of.judged == {}
        assert verdict(COINS, "five/fig-4", PAGE, of) == words(COINS, "five/fig-4", of) == ""


def _moved(results):
    return tuple(replace(size, column="gone") for size in results.sizes)


def test_without_a_record_nothing_is_said():
    of = Material([], Shelf(laws=[COINS, wide]))
    assert verdict(wide, "x", PAGE, of) == words(wide, "x", of) == words(COINS, "x", of) == ""
    assert panel_words([], COINS) == ""
    assert asserted([]).startswith("holds in 0 of 0 panels")


def test_a_column_that_is_none_is_refused():
    with pytest.raises(ValueError, match="speaks names 'gone', which is no column of five/coins"):
        replace(COINS, speaks={"five/eq-1": ("gone",)})
