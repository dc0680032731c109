"""Means and probabilities, drawing until decided, and the account of alpha."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from mpmath import mp
from scipy.stats import binom, norm

from perturb.enclosure import Verdict
from perturb.laws.stats.account import Ledger, Looks, Overdrawn, part, until_decided
from perturb.laws.stats.bands import clopper_pearson
from perturb.laws.stats.means import bounded_mean, bounded_mean_at_any_time, lipschitz_mean, probability

BANDS = [bounded_mean, bounded_mean_at_any_time]


def covered(e, value):
    return float(e.lo) <= value <= float(e.hi)


def test_probability_of_what_never_happened():
    e = probability(np.zeros(50, bool), 1e-6)
    assert e.lo == 0
    assert float(e.hi) == pytest.approx(1 - (5e-7) ** (1 / 50))
    with pytest.raises(TypeError, match="boolean"):
        probability(np.zeros(5), 1e-6)
    with pytest.raises(ValueError, match="at least one"):
        probability(np.zeros(0, bool), 1e-6)


def upper_tail(k, m, p):
    """P(Bin(m, p) >= k) in 30 digits, k above the mean: the terms fall until they add nothing."""
    with mp.workdps(30):
        p = mp.mpf(p)
        term = mp.exp(mp.loggamma(m + 1) - mp.loggamma(k + 1) - mp.loggamma(m - k + 1))
        term *= p**k * (1 - p) ** (m - k)
        total = mp.mpf(0)
        while term > total * mp.mpf(10) ** -25:
            total += term
            term *= mp.mpf(m - k) / (k + 1) * p / (1 - p)
            k += 1
        return total


@pytest.mark.parametrize(("successes", "trials"), [(1, 10), (3, 4_000), (0, 512_000), (250_000, 512_000)])
@pytest.mark.parametrize("alpha", [1e-3, 1e-11])
def test_clopper_pearson_against_exact_tails(successes, trials, alpha):
    """At both ends the tail is at most alpha / 2, and hardly less."""
    lo, hi = clopper_pearson(successes, trials, alpha)
    tails = [upper_tail(trials - successes, trials, mp.mpf(1) - mp.mpf(hi))]
    tails += [upper_tail(successes, trials, lo)] if successes else []
    assert all(alpha / 2 * (1 - 1e-3) < tail <= alpha / 2 for tail in tails)


def test_clopper_pearson_where_the_quantile_fails():
    """For such an alpha the search for the quantile gives up: the bound is checked, or there is none."""
    for successes, trials, alpha in ((5, 602_045, 1e-200), (4, 5, 1e-200), (5, 2_512_364, 1e-100)):
        lo, hi = clopper_pearson(successes, trials, alpha)
        assert lo == 0 or upper_tail(successes, trials, lo) <= alpha / 2
        assert hi == 1 or upper_tail(trials - successes, trials, mp.mpf(1) - mp.mpf(hi)) <= alpha / 2


def test_empirical_bernstein_by_hand():
    """0 and 10 alternating, 100 draws: variance 25 n/(n-1), both sides at alpha / 2."""
    e = bounded_mean(np.array([0.0, 10.0] * 50), 0, 10, 0.02)
    log = math.log(200)
    radius = 10 * (math.sqrt(2 * 0.25 * 100 / 99 * log / 100) + 7 * log / (3 * 99))
    assert (float(e.lo), float(e.hi)) == pytest.approx((max(0, 5 - radius), min(10, 5 + radius)))


@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("p", [0.02, 0.5])
def test_bounded_means_are_covered(band, p):
    """Missed in at most a fifth of 300 samples, and the band is no whole line."""
    rng = np.random.default_rng(5)
    draws = (rng.random((300, 300)) < p).astype(float)
    found = [band(row, 0.0, 1.0, 0.2) for row in draws]
    assert sum(not covered(e, p) for e in found) <= binom.isf(1e-9, 300, 0.2)
    assert np.mean([float(e.hi - e.lo) for e in found]) < 0.25


def test_the_sequence_covers_at_all_times():
    """Whoever reached the goal at some time stays excluded: one band says whether a path ever missed."""
    rng = np.random.default_rng(6)
    missed = sum(
        not covered(bounded_mean_at_any_time(path, 0, 1, 0.2), 0.5) for path in rng.random((300, 99))
    )
    assert missed <= binom.isf(1e-9, 300, 0.2)


def test_the_sequence_bets_before_it_sees():
    """The capital against the lower end that is found, multiplied out by hand: it has reached 2 / alpha."""
    x = np.random.default_rng(7).random(50)
    m = float(bounded_mean_at_any_time(x, 0, 1, 0.05).lo)
    spread, capital, top, total, squares = 0.25, 1.0, 0.0, 0.5, 0.25
    for t, value in enumerate(x, start=1):
        stake = min(math.sqrt(2 * math.log(40) / (spread * t * math.log(1 + t))), 0.75 / m)
        capital *= 1 + stake * (value - m)
        top, total = max(top, capital), total + value
        squares += (value - total / (t + 1)) ** 2
        spread = squares / (t + 1)
    assert top == pytest.approx(40, rel=1e-5)
    assert float(bounded_mean_at_any_time(np.r_[x, 0.5], 0, 1, 0.05).lo) >= m - 1e-8


def test_lipschitz_mean_of_the_identity():
    """The radius is no smaller than the exact Gaussian one, and no more than a ninth larger at 1e-6."""
    x = np.random.default_rng(8).normal(3, 1, 400)
    e = lipschitz_mean(x, 1.0, 1e-6)
    radius = float(e.hi - e.lo) / 2
    exact = norm.isf(5e-7) / 20
    assert exact <= radius < 10 / 9 * exact
    assert radius == pytest.approx(math.sqrt(2 * math.log(2e6) / 400))
    assert covered(e, 3)
    assert float(lipschitz_mean(2 * x, 2.0, 1e-6).hi) == pytest.approx(2 * float(e.hi))


def test_bad_input():
    with pytest.raises(ValueError, match=r"1\.5 lies outside"):
        bounded_mean([0.1, 1.5], 0, 1, 0.1)
    with pytest.raises(ValueError, match="range"):
        bounded_mean([0.1], 1, 1, 0.1)
    with pytest.raises(ValueError, match="lipschitz"):
        lipschitz_mean([0.1], 0, 0.1)
    for band in BANDS:
        assert band([0.1, np.nan, 0.2], 0, 1, 0.1).lo is None
    assert (bounded_mean([0.3], 0, 1, 0.1).lo, bounded_mean([0.3], 0, 1, 0.1).hi) == (0, 1)


# Drawing until decided: how often one looks, what each look costs, when it ends.


def test_looks_double_up_to_the_limit():
    assert list(Looks(100, 1_000).sizes()) == [100, 200, 400, 800, 1_000]
    assert list(Looks(5, 5).sizes()) == [5]
    for bad in ((0, 5), (6, 5)):
        with pytest.raises(ValueError, match="looks"):
            Looks(*bad)


def test_the_parts_never_exceed_the_whole():
    parts = [part(0.1, k) for k in range(1, 100_000)]
    assert 0.0999 < sum(parts) < 0.1


def decide(p, bound, looks, alpha=1e-9, seed=0, op="<="):
    events = np.random.default_rng(seed).random(looks.limit) < p
    return until_decided(lambda m: events[:m], probability, op, bound, alpha, looks)


def test_it_stops_when_decided():
    looks = Looks(100, 100_000)
    easy, hard = decide(0.1, 0.9, looks), decide(0.1, 0.11, looks)
    assert easy.verdict is hard.verdict is Verdict.HOLDS
    assert len(easy.sample) == 100 < len(hard.sample)
    assert decide(0.1, 0.09, looks).verdict is Verdict.VIOLATED
    assert decide(0.1, 0.09, looks, op=">=").verdict is Verdict.HOLDS


def test_open_at_the_limit():
    found = decide(0.1, 0.1, Looks(100, 1_000))
    assert found.verdict is Verdict.UNDECIDED
    assert len(found.sample) == 1_000
    assert found.measured.alpha == pytest.approx(sum(part(1e-9, k) for k in range(1, 6)))


def test_thorough_goes_on_and_sees_more():
    looks = Looks(100, 6_400)
    short, long = decide(0.1, 0.9, looks), decide(0.1, 0.9, Looks(100, 6_400, thorough=True))
    assert len(long.sample) == 6_400
    assert long.verdict is Verdict.HOLDS
    assert short.measured.lo <= long.measured.lo <= long.measured.hi <= short.measured.hi


def test_false_alarms_stay_within_alpha():
    """At equality with the bound every decision is false or lucky; all looks together stay below alpha."""
    wrong = sum(
        decide(0.5, 0.4999, Looks(50, 1_600), 0.2, seed).verdict is Verdict.HOLDS for seed in range(400)
    )
    assert wrong <= binom.isf(1e-9, 400, 0.2)


def test_time_is_up():
    looks = Looks(10, 1_000)
    found = until_decided(lambda m: np.ones(m, bool), probability, "<=", 1.0, 0.1, looks, lambda: True)
    assert len(found.sample) == 10


def test_without_a_bound_it_only_measures():
    found = until_decided(
        lambda m: np.ones(m, bool), probability, "<=", None, 0.1, Looks(10, 40), n=7, label="x"
    )
    assert (found.verdict, found.bound, found.n, found.label) == (Verdict.UNDECIDED, None, 7, "x")
    assert len(found.sample) == 40
    assert found.alpha == part(0.1, 3)


# The account of alpha.


def test_spending():
    ledger = Ledger(1e-6)
    assert ledger.spend("a", 4e-7) == 4e-7
    ledger.spend("b", 3e-7)
    ledger.spend("a", 1e-7)
    assert ledger.entries == pytest.approx({"a": 5e-7, "b": 3e-7})
    assert ledger.left == pytest.approx(2e-7)
    assert ledger.lines()[0].split() == ["a", "5e-07"]
    assert "8e-07 of 1e-06" in ledger.lines()[-1]


def test_the_account_as_a_table():
    ledger = Ledger(1e-6)
    for name, alpha in (("a", 1e-7), ("b", 4e-7), ("a", 2e-7)):
        ledger.spend(name, alpha)
    frame = ledger.frame()
    assert list(frame.columns) == ["name", "alpha"]
    assert frame["name"].tolist() == ["b", "a"]
    assert frame["alpha"].sum() == pytest.approx(ledger.spent)
    assert Ledger().frame().empty


def test_without_pandas_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"perturb\[report\]"):
        Ledger().frame()


def test_overdrawing_books_nothing():
    ledger = Ledger(1e-6)
    ledger.spend("a", 9e-7)
    with pytest.raises(Overdrawn, match="b: alpha = 2e-07 asked for"):
        ledger.spend("b", 2e-7)
    assert "b" not in ledger.entries


@pytest.mark.parametrize("count", [3, 7, 100, 1_000])
def test_even_shares_of_everything_fit(count):
    ledger = Ledger(1e-6)
    for k in range(count):
        ledger.spend(str(k), 1e-6 / count)
    with pytest.raises(Overdrawn):
        ledger.spend("more", 1e-9)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1e-9, float("nan")])
def test_alpha_is_a_probability(alpha):
    with pytest.raises(ValueError, match="alpha"):
        Ledger().spend("a", alpha)
    with pytest.raises(ValueError, match="total"):
        Ledger(alpha)
