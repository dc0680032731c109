"""How often each band misses, at a number of draws and at all times: at most as often as it says.

1e-12 a run, 1e-9 for all; each false-alarm rate of a test is 1e-9.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import settings
from scipy.stats import binom

from perturb.laws.distributions import (
    goe_largest_distribution,
    marchenko_pastur,
    semicircle,
    smallest_singular_limit,
    tracy_widom,
)
from perturb.laws.stats.bands import (
    clopper_pearson,
    dkw_radius,
    event_at_any_time,
    radius_at_any_time,
    sup_distance,
)
from perturb.laws.stats.bins import Bins
from perturb.laws.stats.compare import distance
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.means import bounded_mean, bounded_mean_at_any_time, lipschitz_mean
from perturb.montecarlo.result import Results, SizeResult, judge_panels
from perturb.statements.experiment import Experiment
from tests.laws.stats.plain_distributions import Coin, Uniform

EACH, ALL = 1e-12, 1e-9
DEEP = settings().max_examples >= 2_000
Missed = Callable[[np.random.Generator], bool]


class Flip(Coin):
    """The coin with draws of its own."""

    def rvs(self, size, rng):
        return rng.integers(0, 2, size).astype(float)


class Run(NamedTuple):
    """`missed(rng)` says whether a band of `alpha` misses once; `times` it is tried in the deep profile."""

    name: str
    alpha: float
    missed: Missed
    times: int


LAWS: dict[str, Any] = {
    "uniform": Uniform(),
    "coin": Flip(),
    "tw1": tracy_widom(1),
    "semicircle": semicircle(),
    "mp-atom": marchenko_pastur(2.5),
    "s_n": smallest_singular_limit(),
    "goe": goe_largest_distribution(9),
}


def drawn(law, m, rng):
    return rng.random(m) if isinstance(law, Uniform) else law.rvs(m, rng)


def distances() -> Iterator[Run]:
    """Distance 0 of a sample from its own law, and the verdict on it."""
    for (name, law), m, alpha in product(LAWS.items(), (1, 10, 300), (0.5, 0.1)):
        yield Run(f"distance-{name}-{m}-{alpha}", alpha, lambda rng, law=law, m=m, a=alpha: (
            distance(drawn(law, m, rng), law, a).lo > 0
        ), 400)  # fmt: skip
        yield Run(f"goodness-{name}-{m}-{alpha}", alpha, lambda rng, law=law, m=m, a=alpha: (
            goodness_of_fit(drawn(law, m, rng), law, a).verdict == "refuted"
        ), 200)  # fmt: skip


def events() -> Iterator[Run]:
    for p, m, alpha in product((0.5, 0.1, 0.003), (10, 1_000), (0.5, 0.1)):
        yield Run(f"clopper-pearson-{p}-{m}-{alpha}", alpha, lambda rng, p=p, m=m, a=alpha: (
            outside(p, clopper_pearson(int(rng.binomial(m, p)), m, a))
        ), 2_000)  # fmt: skip
        yield Run(f"event-at-any-time-{p}-{m}-{alpha}", alpha, lambda rng, p=p, m=m, a=alpha: (
            any(outside(p, event_at_any_time(int(k), t, a)) for t, k in looked(rng.random(m) < p))
        ), 150)  # fmt: skip


def means() -> Iterator[Run]:
    shapes = {"event": lambda rng, m: (rng.random(m) < 0.1) * 1.0, "beta": lambda rng, m: rng.beta(1, 9, m)}
    for (name, draw), m, alpha in product(shapes.items(), (10, 300), (0.5, 0.1)):
        for band in (bounded_mean, bounded_mean_at_any_time):
            key = f"{band.__name__}-{name}-{m}-{alpha}"
            yield Run(key, alpha, lambda rng, b=band, d=draw, m=m, a=alpha: (
                outside(0.1, ends(b(d(rng, m), 0.0, 1.0, a)))
            ), 150)  # fmt: skip
        yield Run(f"lipschitz-{name}-{m}-{alpha}", alpha, lambda rng, m=m, a=alpha: (
            outside(0.0, ends(lipschitz_mean(rng.standard_normal(m), 1.0, a)))
        ), 1_500)  # fmt: skip


def times() -> Iterator[Run]:
    for m, alpha in product((10, 300, 3_000), (0.5, 0.1, 0.01)):
        yield Run(f"radius-at-any-time-{m}-{alpha}", alpha, lambda rng, m=m, a=alpha: (
            strayed(rng.random(m), a)
        ), 150)  # fmt: skip


def strayed(path, alpha):
    return any(sup_distance(path[:t], Uniform().cdf) > radius_at_any_time(t, alpha) for t, _ in looked(path))


def looked(path):
    """Times and counts at which somebody looks: every doubling."""
    sizes = {min(len(path), 2**k) for k in range(1, len(path).bit_length() + 1)}
    return [(t, np.count_nonzero(path[:t] == 1)) for t in sorted(sizes)]


def outside(value, interval):
    return not interval[0] <= value <= interval[1]


def ends(e):
    return e.floats


RUNS = [*distances(), *events(), *means(), *times()]
FEW = RUNS[::12]


def test_the_suite_keeps_its_own_alpha():
    assert len({run.name for run in RUNS}) == len(RUNS) >= 125
    assert len(RUNS) * EACH <= ALL


@pytest.mark.parametrize("run", RUNS if DEEP else FEW, ids=lambda run: run.name)
def test_the_band_covers(run):
    rng, times = np.random.default_rng(list(run.name.encode())), run.times
    times = times if DEEP else max(20, times // 10)
    assert sum(map(run.missed, [rng] * times)) <= binom.isf(EACH, times, run.alpha)


# Bands that hold at all times: stopping when one likes is free. Each false-alarm rate of a test is 1e-9.


ALPHA = 0.05
LOOKS = [50 * 2**k for k in range(8)]
PLAN = Experiment(
    name="test/looks",
    title="looks",
    source="none",
    statistic=lambda n, draws, rng: rng.random(draws),
    symbol="u",
    sizes=(1,),
    draws=400,
    bins=Bins(0, 1, 4),
    reference=Uniform(),
    rate=lambda n: 1e-9,
)


def seen(path, m):
    """What a campaign that is looked at after m draws shows."""
    exact = sup_distance(path[:m], Uniform().cdf)
    bracket = {"U": (exact, exact)}
    size = SizeResult(1, m, (0,) * 4, 0, 0, 0.5, 0.1, 0.0, 1.0, bracket)
    return Results(PLAN.name, PLAN.stream_key, 0, (size,))


def test_looking_at_a_resumed_campaign_is_free():
    """Eight looks at each of 300 campaigns, all together wrong in at most 5 % of them."""
    rng, wrong = np.random.default_rng(21), 0
    for _ in range(300):
        path = rng.random(LOOKS[-1])
        lowest = [float(judge_panels(PLAN, seen(path, m), ALPHA)[0][0].measured["U"].lo) for m in LOOKS]
        wrong += max(lowest) > 0
    assert wrong <= binom.isf(1e-9, 300, ALPHA)


def test_each_time_alone_would_not_do():
    """The same looks with the band of one time: what made them worth paying for."""
    rng, wrong = np.random.default_rng(21), 0
    for _ in range(300):
        path = rng.random(LOOKS[-1])
        wrong += any(sup_distance(path[:m], Uniform().cdf) > dkw_radius(m, ALPHA) for m in LOOKS)
    assert wrong > binom.isf(1e-9, 300, ALPHA)


@pytest.mark.parametrize("alpha", [0.3, 1e-10])
def test_the_radius(alpha):
    """It falls, is never below that of one time, and at the planned number hardly above."""
    draws = np.unique(np.geomspace(1, 10**7, 200).astype(int))
    radii = [radius_at_any_time(int(m), alpha) for m in draws]
    assert all(r >= dkw_radius(int(m), alpha) for r, m in zip(radii, draws, strict=True))
    assert max(b / a for a, b in pairwise(radii)) < 1.02
    planned = radius_at_any_time(10_000, alpha, (10_000, 250_000))
    assert planned == pytest.approx(dkw_radius(10_000, 0.45 * alpha))
    assert radius_at_any_time(10_000, alpha) < 3 * dkw_radius(10_000, alpha)


def test_the_maximal_inequality_by_its_own_integral():
    """E exp(s m D^2) of a distance with the tail 2 exp(-2 u) of m D^2, at the s that is used."""
    from perturb.laws.stats.bands import exceeded

    for level in (2.0, 9.0, 40.0):
        s = np.linspace(0.01, 1.995, 4_000)
        bound = 2 ** (s / 2) * 2 / (2 - s) * np.exp(-s * level)
        assert exceeded(level) == pytest.approx(bound.min(), rel=1e-3)
    u = np.linspace(math.log(2) / 2, 40, 400_001)
    tail = np.minimum(1, 2 * np.exp(-2 * u))
    whole = 2 ** (1.2 / 2) + np.trapezoid(1.2 * np.exp(1.2 * u) * tail, u)
    assert whole == pytest.approx(2**0.6 * 2 / 0.8, rel=1e-4)


@pytest.mark.parametrize("p", [0.5, 0.02])
def test_events_at_any_time(p):
    rng, wrong = np.random.default_rng(22), 0
    for _ in range(300):
        counts = np.cumsum(rng.random(3_200) < p)
        ends = [event_at_any_time(int(counts[m - 1]), m, 0.2) for m in LOOKS[:7]]
        wrong += not all(lo <= p <= hi for lo, hi in ends)
    assert wrong <= binom.isf(1e-9, 300, 0.2)
    lo, hi = event_at_any_time(500, 1_000, 1e-6)
    low, high = clopper_pearson(500, 1_000, 1e-6)
    assert lo < low < high < hi
    assert hi - lo < 1.3 * (high - low)
    assert event_at_any_time(0, 100, 1e-6)[0] == 0
    assert event_at_any_time(100, 100, 1e-6)[1] == 1


def test_bets_waste_fewer_draws():
    """Narrower than the empirical Bernstein bound, though it holds at all times and not at one."""
    rng = np.random.default_rng(23)
    for sample in (rng.random(2_000), (rng.random(2_000) < 0.02).astype(float), rng.beta(20, 20, 2_000)):
        bets, bound = bounded_mean_at_any_time(sample, 0, 1, 1e-6), bounded_mean(sample, 0, 1, 1e-6)
        assert float(bets.hi - bets.lo) < 0.9 * float(bound.hi - bound.lo)


def test_a_rounding_beyond_the_range_is_no_error():
    for band in (bounded_mean, bounded_mean_at_any_time):
        assert band([0.5, 1.0000000000000002, -1e-17], 0, 1, 0.1).hi is not None
        with pytest.raises(ValueError, match="outside"):
            band([0.5, 1.00001], 0, 1, 0.1)


@pytest.mark.parametrize("band", [bounded_mean, bounded_mean_at_any_time])
def test_a_last_digit_beyond_the_range_is_put_on_its_end_in_every_type(band):
    """That of float32 was refused: the digits of float64 were asked of it."""
    over = np.nextafter(np.float32(1), np.float32(2))
    sample = np.array([over, 0.5, 0.0] * 50, dtype=np.float32)
    assert band(sample, 0, 1, 0.1).hi == band(np.clip(sample, 0, 1), 0, 1, 0.1).hi
    with pytest.raises(ValueError, match="lies outside"):
        band(sample.astype(np.float64), 0, 1, 0.1)
    with pytest.raises(ValueError, match="lies outside"):
        band(np.array([1.001, 0.5], dtype=np.float32), 0, 1, 0.1)
