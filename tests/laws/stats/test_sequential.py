"""Drawing until decided: how often one looks, what each look costs, when it ends."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from perturb.enclosure import Verdict
from perturb.laws.stats.means import probability
from perturb.laws.stats.sequential import Looks, part, until_decided


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
