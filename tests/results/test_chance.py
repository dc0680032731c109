"""Laws, tails and means: what they say, what decides them and is booked, and what their records keep."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest

from perturb import paper
from perturb.enclosure import Verdict
from perturb.laws.stats.account import TOTAL, Ledger, Looks, Overdrawn
from perturb.laws.stats.compare import distance
from perturb.laws.stats.means import confidence
from perturb.laws.stats.slips import scaled
from perturb.process.pool import processes
from perturb.results.chance import PROFILES, SHARE, examine_law, exponents, share, usable
from perturb.results.run import examined_law, probe, run_all
from perturb.results.store import to_plain
from perturb.statements.catalogue import laws
from perturb.statements.chance import limit_law, mean, tail
from tests.laws.stats.plain_distributions import Logistic, Uniform
from tests.small_laws import ALL, ALPHA, average, over, true, wide

MINE = paper("mine")
LOOKS = Looks(500, 16_000)


def examine(statement: Any, looks: Looks = LOOKS, **options: Any) -> Any:
    return examine_law(statement, Ledger(), looks, **options)


def logistic(factor: float = 1.0, shift: float = 0.0, **options: Any) -> Any:
    """Draws of shift + factor X against the law of X, plus a bias that falls like 1/n."""
    given = {"limit": Logistic(), "sizes": (10, 20, 40), "rate": lambda n: 1.5 / n, **options}

    def statistic(n: int, draws: int, rng: np.random.Generator) -> Any:
        return shift + factor * rng.logistic(size=draws) + 1 / n

    return limit_law(MINE, "a label", id="logistic", **given)(statistic)


# What is found


def test_a_law_that_holds() -> None:
    found = examine(logistic(), Looks(500, 64_000))
    assert (found.outcome, found.agrees) == ("consistent", True)
    assert [check.verdict for check in found.checks] == [Verdict.HOLDS] * 3
    assert all(check.measured.alpha <= SHARE / 3 for check in found.checks)
    assert all(float(check.measured.hi) <= 1.5 / check.n for check in found.checks)
    assert found.explanation == ""
    assert (found.usable[0.05], found.usable[0.01]) == (40, None)


@pytest.mark.parametrize(
    ("factor", "shift", "said"),
    [
        (sqrt(2), 0.0, "another scale fits: within the rate of sqrt(2) Logistic, not of Logistic"),
        (0.5, 0.0, "another scale fits: within the rate of 1/2 Logistic, not of Logistic"),
        (1.0, 3.0, "another centre fits: within the rate of X + Logistic, not of Logistic"),
        (3.0, 0.0, "another scale fits: within the rate of X Logistic, not of Logistic"),
        (0.2, 7.0, "another centre and scale fits: within the rate of X + X Logistic, not of Logistic"),
    ],
)
def test_the_right_law_with_the_wrong_scale_or_centre(factor: float, shift: float, said: str) -> None:
    found = examine(logistic(factor, shift, sizes=(30, 40), rate=lambda n: 0.05))
    assert found.outcome == "refuted"
    read = found.explanation.partition(" (at")[0]
    numbers = [float(x) for x in re.findall(r"\d+\.\d+|\b7\b|\b3\b", read)]
    assert re.sub(r"\d+\.\d+|\b7\b|\b3\b", "X", read) == said
    assert numbers == pytest.approx([x for x in (shift, factor) if x not in (0, 1)][: len(numbers)], rel=0.05)


def test_another_law() -> None:
    @limit_law(MINE, "exponential draws", limit=Logistic(), sizes=(5,), rate=lambda n: 0.03)
    def skewed(n: int, draws: int, rng: np.random.Generator) -> Any:
        return rng.exponential(size=draws)

    found = examine(skewed)
    assert found.outcome == "refuted"
    assert found.explanation.startswith("another distribution")


def test_open_at_the_budget() -> None:
    found = examine(logistic(rate=lambda n: 0.03), Looks(100, 200))
    assert (found.outcome, found.agrees) == ("unresolved", False)


def test_a_limit_without_a_rate_is_measured_and_never_decided() -> None:
    found = examine(logistic(rate=None), Looks(500, 2_000))
    assert found.outcome == "unresolved"
    assert [len(check.sample) for check in found.checks] == [2_000] * 3


def test_statuses() -> None:
    assert examine(logistic(2.0, status="refuted")).agrees
    assert not examine(logistic(2.0, status="proved")).agrees
    assert not examine(logistic(status="refuted")).agrees


def test_the_rate_is_read_off_the_ladder() -> None:
    """A bias of 1/n moves the logistic law by 1/(4 n) to first order."""
    found = examine(logistic(sizes=(1, 2, 4), rate=lambda n: 1.0), Looks(500, 64_000, thorough=True))
    low, high = found.exponent
    assert 0.5 < low < 1.0 < high < 1.6


def ladder(**bands: tuple[float, float]) -> Any:
    return {int(n[1:]): confidence(*ends, 1e-9) for n, ends in bands.items()}


def test_exponents_by_hand() -> None:
    exact = ladder(n1=(1, 1), n10=(0.1, 0.1), n100=(0.01, 0.01))
    assert exponents(exact) == pytest.approx((1, 1), abs=1e-9)
    loose = exponents(ladder(n1=(0.5, 1), n10=(0.05, 0.1)))
    assert loose == pytest.approx((1 - np.log10(2), 1 + np.log10(2)))
    low, high = exponents(ladder(n1=(1, 1), n10=(0.01, 0.01), n100=(0.01, 0.01)))
    assert low > high
    assert exponents(ladder(n1=(0, 1), n10=(0, 0.1))) is None
    assert exponents(ladder(n1=(1, 1))) is None


def test_usable_from_there_on() -> None:
    """A size that passes by itself does not count when a later one fails."""
    bands = ladder(n1=(0, 0.04), n2=(0, 0.06), n4=(0, 0.049), n8=(0, 0.009))
    assert usable(bands) == {0.05: 4, 0.01: 8}


# Tails and means


def coins(bound: float, direction: str, **options: Any) -> Any:
    @tail(MINE, "coin", bound=lambda p: bound, cases=[(0.25,)], direction=direction, **options)
    def coin(p: float, draws: int, rng: np.random.Generator) -> Any:
        return rng.random(draws) < p

    return coin


@pytest.mark.parametrize(
    ("bound", "direction", "outcome"),
    [
        (0.3, "<=", "consistent"),
        (0.2, "<=", "refuted"),
        (0.2, ">=", "consistent"),
        (0.3, ">=", "refuted"),
        (0.25, "<=", "unresolved"),
        (0.25, ">=", "unresolved"),
        (1.0, "<=", "consistent"),
        (0.0, ">=", "consistent"),
    ],
)
def test_tails(bound: float, direction: str, outcome: str) -> None:
    assert examine(coins(bound, direction), Looks(500, 2_000)).outcome == outcome


@pytest.mark.parametrize(("bound", "outcome"), [(0.55, "consistent"), (0.45, "refuted"), (0.5, "unresolved")])
@pytest.mark.parametrize("how", [{"values_in": (0.0, 1.0)}, {"lipschitz": 0.5}])
def test_means(bound: float, outcome: str, how: dict[str, Any]) -> None:
    """E 1{g > 0} by its range; E g/2 + 1/2 by its Lipschitz constant."""

    @mean(MINE, "half", bound=lambda: bound, cases=[()], **how)
    def half(draws: int, rng: np.random.Generator) -> Any:
        g = rng.standard_normal(draws)
        return (g > 0).astype(float) if "values_in" in how else (g + 1) / 2

    assert examine(half, Looks(500, 4_000)).outcome == outcome


# Streams, alpha, errors


def test_the_same_seed_says_the_same_and_sizes_do_not_mix() -> None:
    one, two = examine(logistic()), examine(logistic(sizes=(20, 40)))
    assert np.array_equal(one.checks[1].sample, two.checks[0].sample[: len(one.checks[1].sample)]) or (
        np.array_equal(one.checks[1].sample[: len(two.checks[0].sample)], two.checks[0].sample)
    )
    assert examine(logistic()).checks == one.checks
    assert not np.array_equal(examine(logistic(), seed=1).checks[0].sample[:9], one.checks[0].sample[:9])


def test_alpha_is_booked_before_drawing() -> None:
    ledger = Ledger(1e-6)
    found = examine_law(coins(0.9, "<="), ledger, LOOKS, alpha=6e-7)
    assert ledger.entries == {"mine/coin": 6e-7}
    assert found.alpha == 6e-7
    assert found.checks[0].measured.alpha <= 6e-7
    with pytest.raises(Overdrawn, match="mine/coin"):
        examine_law(coins(0.9, "<="), ledger, LOOKS, alpha=6e-7)


def test_shares_do_not_depend_on_the_neighbours_up_to_a_hundred() -> None:
    assert share(1) == share(100) == SHARE
    assert share(1_000) == pytest.approx(SHARE / 10)


@pytest.mark.parametrize(("values", "message"), [(np.ones(3), "shape"), (np.full(500, np.nan), "not finite")])
def test_bad_statistics(values: Any, message: str) -> None:
    declare = limit_law(MINE, "broken", id="b", limit=Uniform(), sizes=(2,), rate=lambda n: 1.0)
    broken = declare(lambda *_: values)
    with pytest.raises(ValueError, match=message):
        examine(broken)
    event = tail(MINE, "broken", id="b", bound=lambda n: 1.0, cases=[(1,)])(lambda *_: np.ones(3, bool))
    with pytest.raises(ValueError, match="shape"):
        examine(event)


def test_bad_declarations() -> None:
    with pytest.raises(ValueError, match="sizes"):
        logistic(sizes=(2, 2))
    with pytest.raises(ValueError, match="rate"):
        logistic(rate=lambda n: 0.0)
    with pytest.raises(TypeError, match="unknown option 'colour'"):
        logistic(colour="red")
    with pytest.raises(ValueError, match="direction"):
        coins(0.5, "<")
    with pytest.raises(ValueError, match="one of the two"):
        mean(MINE, "m", bound=lambda: 1.0, cases=[()])(lambda draws, rng: np.ones(draws))
    with pytest.raises(ValueError, match="cases"):
        tail(MINE, "t", bound=lambda: 1.0, cases=[])


def test_an_interruption_keeps_what_is_done() -> None:
    def statistic(n: int, draws: int, rng: np.random.Generator) -> Any:
        if n == 40:
            raise KeyboardInterrupt
        return rng.logistic(size=draws)

    declare = limit_law(MINE, "l", id="l", limit=Logistic(), sizes=(10, 40), rate=lambda n: 0.5)
    found = examine(declare(statistic))
    assert found.interrupted
    assert [check.n for check in found.checks] == [10]
    assert found.outcome == "unresolved"


def test_one_band_serves_every_law() -> None:
    """The band of a check speaks of the scaled law too, at no further alpha: the right scale is inside."""
    found = examine(logistic(2.0, rate=lambda n: 0.06))
    last = found.checks[-1]
    assert float(distance(last.sample, scaled(Logistic(), 1 / 40, 2.0), last.alpha).lo) == 0


# Records of laws, tails and means: what is kept of an examination, and that nothing around it changes it.


@pytest.fixture(scope="module")
def found():
    return {s.id: examined_law(s, "ci", 0, ALPHA) for s in ALL}


def test_outcomes(found):
    assert {name: (record.outcome, record.agrees) for name, record in found.items()} == {
        "small/true": ("consistent", True),
        "small/wide~law": ("refuted", True),
        "small/tail": ("consistent", True),
        "small/mean": ("refuted", False),
    }


def test_a_law_is_measured_to_the_limit_of_draws_and_its_verdict_is_that_of_the_first_look(found):
    limit = PROFILES["ci"].limit
    assert [check.draws for check in found["small/true"].checks] == [limit, limit]
    short = examine_law(wide, Ledger(ALPHA), PROFILES["ci"], 0, ALPHA)
    assert len(short.checks[0].sample) < limit
    assert [c.verdict for c in short.checks] == [c.verdict for c in found["small/wide~law"].checks]


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(found):
    again = examined_law(true, "ci", 0, ALPHA)
    assert json.dumps(to_plain(again)) == json.dumps(to_plain(found["small/true"]))
    assert examined_law(true, "ci", 1, ALPHA).histogram != again.histogram


def test_neither_neighbours_nor_workers_change_a_record():
    """Through processes, which find the statements in the catalogue; the parts of alpha add up."""
    names = ["limits/laurent-massart-lower", "limits/symmetrised-tail-too-thin"]
    with processes(2) as pool:
        together = {r.id: r for r in run_all([*names, "refuted/weyl-same-index"], "ci", 0, pool)}
    assert together.pop("refuted/weyl-same-index").outcome == "refuted"
    assert together == {name: examined_law(laws()[name], "ci", 0, TOTAL / 100) for name in names}


def test_a_histogram_counts_every_draw_of_the_largest_size(found):
    shown, last = found["small/wide~law"].histogram, found["small/wide~law"].checks[-1]
    assert shown.n == last.n == 6
    assert shown.draws == last.draws
    assert shown.low < -3.5
    assert shown.high > 3.5
    assert all(type(count) is int for count in shown.counts)


def test_a_probe_shows_another_sampler():
    assert len(probe(true)) == len(probe(average)) == 4
    assert probe(over) == probe(over)
    assert 20 < probe(over)[0] < 44
    assert probe(replace(true, statistic=lambda n, draws, rng: 2 * true.statistic(n, draws, rng))) != probe(
        true
    )


def test_a_broken_sampler_is_named():
    broken = replace(over, sampler=lambda t, draws, rng: np.full(draws, np.nan))
    with pytest.raises(ValueError, match=r"small/tail: .*an event must be boolean"):
        examined_law(broken, "ci", 0, ALPHA)
