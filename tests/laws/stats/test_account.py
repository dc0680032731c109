"""The account of alpha."""

from __future__ import annotations

import sys

import pytest

from perturb.laws.stats.account import Ledger, Overdrawn


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
