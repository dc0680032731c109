"""What a section says of the evidence: certified points before screened ones, short searches, none."""

from __future__ import annotations

from tests.report.conftest import SLACK, rewrite, sections


def test_what_counts_is_said_before_what_float64_screened(samples):
    section = sections(samples)["weyl"]
    assert "1,789 certified points decided, of 12,000 points drawn and 9,000 of these inside" in section
    assert "float64 screening, which decides nothing" in section


def test_a_refuted_claim_shows_what_a_short_search_met(samples):
    tightest = {"margin": "-0.5", "inputs": {"A": [["1"]], "B": [["-1"]]}}
    rewrite(
        samples[1] / "records" / "sample-same.json",
        verdicts={"holds": 1200, "violated": 300, "undecided": 7, "vacuous": 0},
        slack={**SLACK, "tightest": tightest},
    )
    section = sections(samples)["same"]
    assert "The stored witness was decided again. 1,500 certified points decided, 300 of them viol" in section
    assert "| verdicts | holds 1,200, violated 300, undecided 7 | 1,507 |" in section
    assert "by relative margin, beside 300 violations: `equal 12" in section
    assert "Worst violation of the search: relative margin -0.5, at" in section


def test_a_refuted_claim_that_was_not_searched_says_so(samples):
    nothing = {"points": {}, "verdicts": {"holds": 0, "violated": 0}, "drawn": 0, "inside": 0}
    rewrite(samples[1] / "records" / "sample-same.json", slack=None, **nothing)
    section = sections(samples)["same"]
    assert "The stored witness was decided again; the statement was not searched anew." in section
    assert "by relative margin" not in section
