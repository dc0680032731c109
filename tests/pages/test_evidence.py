"""What a section says of the evidence: certified points before screened ones, short searches, none."""

from __future__ import annotations

from dataclasses import replace

from perturb.results.records import Tightest, VerdictCounts
from tests.pages.conftest import NO_SLACK, SLACK, revise, sections


def test_what_counts_is_said_before_what_float64_screened(samples):
    section = sections(samples)["weyl"]
    assert "1,789 certified points decided, of 12,000 points drawn and 9,000 of these inside" in section
    assert "float64 screening, which decides nothing" in section


def test_a_refuted_claim_shows_what_a_short_search_met(samples):
    tightest = Tightest("-0.5", {"A": [["1"]], "B": [["-1"]]})
    revise(
        samples[1],
        "sample/same",
        verdicts=VerdictCounts(holds=1200, violated=300, undecided=7),
        slack=replace(SLACK, tightest=tightest),
    )
    section = sections(samples)["same"]
    assert "The stored witness was decided again. 1,500 certified points decided, 300 of them viol" in section
    assert "| verdicts | holds 1,200, violated 300, undecided 7 | 1,507 |" in section
    assert "of logarithmic height), beside 300 violations." in section
    assert "Worst violation of the search: relative margin -0.5, at" in section


def test_a_refuted_claim_that_was_not_searched_says_so(samples):
    nothing = {"points": {}, "verdicts": VerdictCounts(), "drawn": 0, "inside": 0}
    revise(samples[1], "sample/same", slack=NO_SLACK, **nothing)
    section = sections(samples)["same"]
    assert "The stored witness was decided again; the statement was not searched anew." in section
    assert "relative margins" not in section
