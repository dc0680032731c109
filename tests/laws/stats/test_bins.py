"""Counting against sorting; brackets of distances against the exact distance; exact sums."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import norm

from perturb.laws.distributions import tracy_widom
from perturb.laws.stats.bands import sup_distance
from perturb.laws.stats.bins import FINE, Bins, Probability
from perturb.laws.stats.compare import sup_bracket
from perturb.montecarlo.tally import Tally, pack, summarise, unpack

NORMAL = SimpleNamespace(name="normal", latex="N", cdf_error=1e-15, cdf=norm.cdf, pdf=norm.pdf)
UNEVEN = Bins(-0.3, 0.7, 7)


def rng():
    return np.random.default_rng(20261)


@pytest.mark.parametrize("bins", [Bins(-4, 4, 8), UNEVEN, Bins(1e5, 1e5 + 0.1, 3), Bins(-1e-9, 2e-9, 10**5)])
def test_the_edges_decide(bins):
    """Values on the edges and one rounding beside them fall where sorting puts them."""
    edges = bins.fine_edges()
    x = np.concatenate((edges, np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf), [-1e300, 1e300]))
    expected = np.bincount(np.searchsorted(edges, x, side="right"), minlength=len(edges) + 1)
    assert (bins.binned(x) == expected).all()


@pytest.mark.parametrize("number", [1, 7, 70, 1000, 65_536, 100_000])
def test_fine_edges_hold_the_edges(number):
    bins = Bins(-8.0, 6.0, number)
    assert (bins.fine_edges()[:: bins.split()] == bins.edges()).all()
    assert number * bins.split() <= max(FINE, number)


def test_coarse_counts_are_closed_on_the_left():
    bins = Bins(-4, 4, 8)
    fine = bins.binned(np.array([-5.0, -4.0, -3.0, 3.0, 4.0]))
    assert bins.coarse(fine) == (1, 1, 0, 0, 0, 0, 0, 1)
    assert (fine[0], fine[-1]) == (1, 1)


def test_packing_keeps_counts():
    counts = UNEVEN.binned(rng().standard_normal(10_000))
    assert (unpack(pack(counts)) == counts).all()


@pytest.mark.parametrize("bins", [Bins(-5, 5, 10), Bins(-1, 0.5, 3), Bins(8, 9, 2)])
@pytest.mark.parametrize("dist", [NORMAL, tracy_widom(2)], ids=["normal", "tw2"])
@pytest.mark.parametrize("draws", [1, 2, 50, 20_000])
def test_the_bracket_holds_the_exact_distance(bins, dist, draws):
    x = rng().standard_normal(draws)
    exact = sup_distance(x, dist.cdf)
    lo, hi = sup_bracket(bins.binned(x), bins, dist)
    assert lo <= exact <= hi
    if bins.lo == -5:
        assert hi - lo <= max(2 / draws, 1e-3)


def test_the_bracket_holds_with_atoms():
    """Half of all mass is at 0, and so are all draws: the distance is 1/4 on the left, 1/4 on the right."""
    half = SimpleNamespace(
        name="h",
        latex="h",
        cdf_error=0.0,
        cdf=lambda x: np.where(x < -1, 0, np.where(x < 0, 0.25, np.where(x < 1, 0.75, 1.0))),
        cdf_left=lambda x: np.where(x <= -1, 0, np.where(x <= 0, 0.25, np.where(x <= 1, 0.75, 1.0))),
    )
    bins = Bins(-2, 2, 4)
    lo, hi = sup_bracket(bins.binned(np.zeros(9)), bins, half)
    assert lo <= 0.25 <= hi
    assert lo == pytest.approx(0.25, abs=1e-12)


def test_a_law_that_gives_nan_says_nothing():
    broken = SimpleNamespace(name="b", latex="b", cdf_error=0.0, cdf=lambda x: x * np.nan)
    assert sup_bracket(UNEVEN.binned(np.zeros(3)), UNEVEN, broken) == (0.0, 1.0)


def test_the_order_of_parts_changes_no_bit():
    chunks = [rng().standard_normal(k) * 10.0**k + 3 for k in (1, 2, 5, 9)]
    forth, back = Tally(), Tally()
    for chunk in chunks:
        forth = forth.plus(summarise("", chunk, UNEVEN))
    for chunk in reversed(chunks):
        back = back.plus(summarise("", chunk, UNEVEN))
    assert (forth.mean, forth.variance) == (back.mean, back.variance)
    everything = [Fraction(x) for chunk in chunks for x in chunk]
    mean = sum(everything) / len(everything)
    exact = sum((x - mean) ** 2 for x in everything) / (len(everything) - 1)
    assert forth.mean == pytest.approx(float(mean), rel=1e-15)
    assert forth.variance == pytest.approx(float(exact), rel=1e-14)


def test_moments_of_large_equal_values():
    """No cancellation, and no negative variance by rounding."""
    tally = Tally()
    for k in (3, 7, 5):
        tally = tally.plus(summarise("", np.full(k, 1e15 + 0.3), UNEVEN))
    assert tally.mean == 1e15 + 0.3
    assert 0 <= tally.variance < 1


def test_the_variance_of_one_draw_is_nan():
    tally = Tally()
    tally = tally.plus(summarise("", np.ones(1), UNEVEN))
    assert np.isnan(tally.variance)


def test_events_are_counted():
    assert Probability().binned(np.array([True, False, True])).tolist() == [1, 2]
