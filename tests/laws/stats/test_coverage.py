"""How often each band misses: at most as often as it says, but for 1e-12 a run, 1e-9 for all.

A few runs on every test; all of them with --hypothesis-profile=deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
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
from perturb.laws.stats.bands import clopper_pearson, event_at_any_time, radius_at_any_time, sup_distance
from perturb.laws.stats.compare import distance
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.means import bounded_mean, bounded_mean_at_any_time, lipschitz_mean
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
