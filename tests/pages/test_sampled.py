"""What a row says of samples: the verdict, where, what the draws have and the band of the true value."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from perturb.laws.stats.bins import Bins, Probability
from perturb.montecarlo import run
from perturb.pages.material import Material
from perturb.pages.report.law import asserted, case, law_words, panel_words, verdict, words
from perturb.statements.erratum import Erratum, erratum
from perturb.statements.experiment import Experiment
from perturb.statements.shelf import Shelf
from tests.pages.five import FIVE
from tests.small_laws import over, true, wide

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
