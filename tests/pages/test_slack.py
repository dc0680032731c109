"""The line of text that says how far from equality a statement was seen."""

from __future__ import annotations

from perturb.pages.report.evidence import bars, sparkline, told
from perturb.results.records import SlackCounts
from tests.pages.conftest import SLACK


def slack(**counts: int):
    """A record's slack with counts at some bins of width 1/2 from -16 on."""
    filled = [counts.get(f"bin_{k}", 0) for k in range(34)]
    return SlackCounts(-16, 1, tuple(filled), counts.get("equality", 0), None)


def test_bars_stand_between_the_ends_that_are_filled() -> None:
    assert sparkline(SLACK) == "1e-4 ▃▅▇█▃ 1e1"


def test_a_bar_is_a_power_of_ten_and_a_gap_is_a_dot() -> None:
    assert sparkline(slack(bin_20=3, bin_21=4, bin_24=7, equality=1200)) == "1e-6 █·█ 1e-3"


def test_what_lies_below_all_bins_starts_at_zero() -> None:
    assert sparkline(slack(bin_0=1, bin_3=1)) == "0 ██ 1e-14"


def test_without_margins_equality_is_counted_alone() -> None:
    assert told(slack(equality=5)) == "Both sides are equal at 5 of the 5 points where it holds"


def test_heights_are_logarithmic() -> None:
    assert bars([1, 10, 100, 1000, 0]) == "▁▃▆█·"


def test_a_record_without_points_has_none() -> None:
    assert slack().points == 0
    assert SLACK.points == 172
    assert slack(equality=5).points == 5
