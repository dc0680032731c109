"""A run is a function of the declaration, the seed and the draws; nothing else changes a bit."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from perturb.ensembles import symmetrised_largest
from perturb.laws import tracy_widom
from perturb.montecarlo import Results, result, run
from perturb.montecarlo.chunk import CHUNK, stream
from perturb.montecarlo.plan import Bins, Experiment

PLAN = Experiment(
    name="test/largest",
    title="largest eigenvalue",
    source="none",
    statistic=symmetrised_largest,
    symbol="t_n",
    sizes=(1, 3),
    draws=2 * CHUNK + 17,
    bins=Bins(-4, 4, 8),
    reference=tracy_widom(1),
)


def samples(results):
    return {size.n: size.sample.tolist() for size in results.sizes}


def stop_at(count):
    """A progress callback that acts like Ctrl-C after `count` chunks."""
    seen = []

    def progress(n, done, total):
        seen.append(done)
        if len(seen) == count:
            raise KeyboardInterrupt

    return progress


def test_workers_change_no_bit():
    one, two = run(PLAN), run(PLAN, workers=2)
    assert one == two
    assert samples(one) == samples(two)


def test_a_shorter_run_is_a_prefix():
    long, short = samples(run(PLAN)), samples(run(PLAN, draws=600))
    assert all(long[n][:600] == short[n] for n in PLAN.sizes)


def test_sizes_do_not_touch_each_other():
    assert samples(run(PLAN, sizes=(7, 3)))[3] == samples(run(PLAN))[3]


def test_every_experiment_seed_size_and_chunk_has_its_own_stream():
    plans = (PLAN, replace(PLAN, version=2), replace(PLAN, name="b"))
    keys = list(product((plan.fingerprint() for plan in plans), (0, 1), (1, 2, 3), (0, 1, 2)))
    assert len({stream(*key).random() for key in keys}) == len(keys)


def test_no_value_is_drawn_twice():
    values = samples(run(PLAN))[1]
    assert len(set(values)) == PLAN.draws


def on_the_edges(n, draws, rng):
    return np.array([-4.0, -3.0, 3.0, 4.0])


def test_bins_are_closed_on_the_left():
    (size,) = run(replace(PLAN, statistic=on_the_edges, sizes=(1,), draws=4)).sizes
    assert size.counts == (1, 1, 0, 0, 0, 0, 0, 1)
    assert (size.below, size.above) == (0, 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_is_a_shorter_run(workers):
    stopped = run(PLAN, workers=workers, progress=stop_at(2))
    assert stopped.interrupted
    assert stopped.sizes == run(PLAN, sizes=(1,), draws=2 * CHUNK).sizes


def test_an_interruption_before_the_first_chunk_leaves_nothing(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    stopped = run(replace(PLAN, statistic=interrupted))
    assert stopped.interrupted
    assert stopped.sizes == ()


def test_progress_counts_every_draw():
    calls = []
    run(PLAN, progress=lambda *call: calls.append(call))
    assert [n for n, _, _ in calls] == [1, 1, 1, 3, 3, 3]
    assert calls[-1][1:] == (2 * PLAN.draws, 2 * PLAN.draws)


def test_merged_numbers_are_those_of_the_sample():
    for size in run(PLAN).sizes:
        x = size.sample
        inside = np.histogram(x[x < 4], PLAN.bins.edges())[0]
        assert size.counts == tuple(inside)
        assert (size.below, size.above) == (np.sum(x < -4), np.sum(x >= 4))
        assert (size.smallest, size.largest) == (x.min(), x.max())
        assert size.mean == pytest.approx(x.mean(), rel=1e-12)
        assert size.variance == pytest.approx(x.var(ddof=1), rel=1e-12)
        assert size.distances.keys() == {"TW_1"}


def test_a_large_sample_is_dropped_and_its_distances_with_it(monkeypatch):
    monkeypatch.setattr(result, "KEEP", 2 * CHUNK)
    for size in run(PLAN).sizes:
        assert size.draws == PLAN.draws
        assert size.sample is None
        assert size.distances == {}


def test_a_record_survives_json():
    results = run(PLAN)
    assert Results.from_record(json.loads(json.dumps(results.record()))) == results


def with_nan(n, draws, rng):
    return np.full(draws, np.nan)


def with_wrong_shape(n, draws, rng):
    return np.zeros((draws, 2))


@pytest.mark.parametrize(
    ("statistic", "words"), [(with_nan, "n = 1, chunk 0.*not finite"), (with_wrong_shape, r"\(500, 2\)")]
)
def test_a_bad_statistic_is_named(statistic, words):
    with pytest.raises(ValueError, match=words):
        run(replace(PLAN, statistic=statistic))


@pytest.mark.parametrize(
    "change", [{"draws": 0}, {"sizes": ()}, {"sizes": (3, 3)}, {"sizes": (0,)}, {"bins": Bins(1, 1, 5)}]
)
def test_a_bad_declaration_is_refused(change):
    with pytest.raises(ValueError, match="must be"):
        replace(PLAN, **change)


def test_workers_must_be_positive():
    with pytest.raises(ValueError, match="workers"):
        run(PLAN, workers=0)
