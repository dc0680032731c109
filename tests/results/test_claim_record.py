"""The slack of a claim's points, counted in bins of half a power of ten."""

from __future__ import annotations

import pytest

from perturb.results.claim_record import slack
from perturb.search.found import SearchResult


def counted(*margins: float, equality: int = 0) -> dict[int, int]:
    counts = slack(SearchResult(margins=list(margins), equality=equality)).counts
    return {number: count for number, count in enumerate(counts) if count}


@pytest.mark.parametrize(
    ("margin", "number"),
    [(1e-16, 0), (4e-16, 1), (1.01e-15, 2), (0.99, 31), (1.0, 32), (3.3, 33), (1e-300, 0), (1e300, 33)],
)
def test_the_bin_of_a_margin(margin: float, number: int) -> None:
    """From 1e-16 to 10; the first bin and the last hold what lies beyond."""
    assert counted(margin) == {number: 1}


def test_equality_is_counted_apart_and_violations_not_at_all() -> None:
    found = slack(SearchResult(margins=[-0.5, 0.5, 0.5], equality=7))
    assert (sum(found.counts), found.equality, found.points) == (2, 7, 9)
    assert (found.low, found.high, len(found.counts)) == (-16, 1, 34)
    assert found.tightest is None
