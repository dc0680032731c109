"""The account of alpha, and drawing until decided within it."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from scipy.stats import binom

from perturb.enclosure import Verdict
from perturb.stats.account import Ledger, Overdrawn
from perturb.stats.means import probability
from perturb.stats.sequential import Looks, part, until_decided


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
