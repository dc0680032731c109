"""A run is a function of the declaration, the seed and the draws; nothing else changes a bit."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from perturb.laws.distributions import tracy_widom
from perturb.montecarlo import Bins, Probability, Results, run
from perturb.montecarlo.chunk import chunk_stream
from perturb.montecarlo.plan import chunks
from perturb.montecarlo.tally import perform
from perturb.results.plain import from_plain, to_plain
from perturb.statements.experiment import MOST, Panel, chunk_draws, dense
from tests.montecarlo.plans import CHUNK, COLUMNS, MANY, PLAN, pair, record


def values(experiment, n):
    """All values of one size, in draw order, from the jobs themselves."""
    drawn = [perform(chunk).raw[""] for chunk in chunks(experiment, raw=True) if chunk.n == n]
    return np.concatenate(drawn)


def stop_at(count):
    """A progress callback that acts like Ctrl-C after `count` chunks."""
    seen = []

    def progress(n, done, total):
        seen.append(done)
        if len(seen) == count:
            raise KeyboardInterrupt

    return progress


def by_panel(results):
    return {size.panel: size for size in results.sizes}


def test_a_shorter_run_is_a_prefix():
    long, short = values(PLAN, 3), values(replace(PLAN, draws=600), 3)
    assert (long[:600] == short).all()


def test_sizes_do_not_touch_each_other():
    alone = by_panel(run(PLAN, sizes=(7, 3)))[Panel("", "", 3)]
    assert alone == by_panel(run(PLAN))[Panel("", "", 3)]


def test_cases_do_not_touch_each_other():
    both, one = by_panel(run(MANY)), run(replace(MANY, cases=({"r": 2},)))
    assert len(one.sizes) == 6
    assert all(both[size.panel] == size for size in one.sizes)


def test_every_experiment_seed_size_and_chunk_has_its_own_stream():
    plans = (PLAN, replace(PLAN, version=2), replace(PLAN, name="b"))
    keys = list(product((plan.stream_key for plan in plans), (0, 1), (1, 2, 3), (0, 1, 2)))
    keys += [(MANY.stream_key_of(case), 0, 1, 0) for case in MANY.cases]
    assert len({chunk_stream(*key).random() for key in keys}) == len(keys)


def test_no_value_is_drawn_twice():
    assert len(set(values(PLAN, 1))) == PLAN.draws


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_is_a_shorter_run(workers):
    stopped = run(PLAN, workers=workers, pool="threads", progress=stop_at(2))
    assert stopped.interrupted
    assert stopped.sizes == run(PLAN, sizes=(1,), draws=2 * CHUNK).sizes


def interrupted(n, draws, rng):
    raise KeyboardInterrupt


def test_an_interruption_before_the_first_chunk_leaves_nothing():
    stopped = run(replace(PLAN, statistic=interrupted))
    assert stopped.interrupted
    assert stopped.sizes == ()


def test_progress_counts_every_draw():
    calls = []
    run(PLAN, progress=lambda *call: calls.append(call))
    assert [n for n, _, _ in calls] == [1] * 6 + [3] * 6
    assert calls[-1][1:] == (2 * PLAN.draws, 2 * PLAN.draws)


def test_draws_by_size():
    """Fewer draws at one size are the first of more, and leave the other size alone."""
    some, all_of_them = run(PLAN, draws={1: CHUNK, 3: 2 * CHUNK}), run(PLAN, draws=2 * CHUNK)
    assert [size.draws for size in some.sizes] == [CHUNK, 2 * CHUNK]
    assert some.sizes[0] == run(PLAN, sizes=(1,), draws=CHUNK).sizes[0]
    assert some.sizes[1] == all_of_them.sizes[1]
    with pytest.raises(ValueError, match="draws by size must name the sizes"):
        replace(PLAN, draws={1: 5})
    with pytest.raises(ValueError, match="draws must be given for n = 2"):
        run(PLAN, draws={1: 5}, sizes=(1, 2))


def test_merged_numbers_are_those_of_the_sample():
    for size in run(PLAN).sizes:
        x = values(PLAN, size.n)
        inside = np.histogram(x[x < 4], PLAN.bins.edges())[0]
        assert size.counts == tuple(inside)
        assert (size.below, size.above) == (np.sum(x < -4), np.sum(x >= 4))
        assert (size.smallest, size.largest) == (x.min(), x.max())
        assert size.mean == pytest.approx(math.fsum(x) / len(x), rel=1e-13)
        assert size.variance == pytest.approx(x.var(ddof=1), rel=1e-12)
        assert size.distances.keys() == {"TW_1"}


def test_columns_and_events_of_one_pass():
    found = by_panel(run(MANY))
    assert len(found) == 2 * 3 * 2
    (chunk,) = (j for j in chunks(MANY, raw=True) if (j.case, j.n, j.index) == ("r = 2", 2, 0))
    drawn = pair(2, CHUNK, chunk_stream(MANY.stream_key_of({"r": 2}), 0, 2, 0), r=2)
    raw = perform(chunk).raw
    assert raw.keys() == COLUMNS.keys()
    assert all((raw[name] == drawn[name]).all() for name in raw)
    event = found[Panel("r = 2", "positive", 2)]
    assert sum(event.counts) == event.draws == MANY.draws
    assert event.mean == event.counts[1] / event.draws


def test_a_structured_array_is_a_dict():
    single = replace(MANY, cases=({},), marks={}, bins={**COLUMNS, "positive": Probability()})
    assert run(single).sizes == run(replace(single, statistic=record)).sizes


def test_a_record_survives_json():
    results = run(MANY)
    assert from_plain(Results, json.loads(json.dumps(to_plain(results)))) == results


def test_results_as_a_table_have_a_row_a_panel():
    results = run(replace(MANY, reference={"first": tracy_widom(1)}))
    frame = results.frame().set_index(["case", "column", "n"])
    assert len(frame) == len(results.sizes) == frame.index.nunique() == 12
    for size in results.sizes:
        row = frame.loc[(size.case, size.column, size.n)]
        assert (row["draws"], row["mean"], row["outside"]) == (size.draws, size.mean, size.below + size.above)
        assert (not np.isnan(row["TW_1, hi"])) == (size.column == "first")
    first = results.sizes[0]
    assert frame.iloc[0][["TW_1, lo", "TW_1, hi"]].tolist() == list(first.distances["TW_1"])


def test_chunks_follow_the_cost_and_no_clock():
    assert [chunk_draws(n, dense) for n in (1, 5, 25, 100, 1000)] == [131072, 65536, 4096, 256, 1]
    assert chunk_draws(7, lambda n: 1e-9) == MOST
    assert chunk_draws(7, lambda n: 1e12) == 1
    assert all(chunk_draws(n, dense) * n**2 <= 2**22 for n in range(1, 2000))
    with pytest.raises(ValueError, match="cost must be positive"):
        chunk_draws(7, lambda n: 0.0)


def with_nan(n, draws, rng):
    return np.full(draws, np.nan)


def with_wrong_shape(n, draws, rng):
    return np.zeros((draws, 2))


def with_complex(n, draws, rng):
    return np.zeros(draws, dtype=complex)


@pytest.mark.parametrize(
    ("statistic", "words"),
    [
        (with_nan, "n = 1, chunk 0.*not finite"),
        (with_wrong_shape, r"\(512, 2\)"),
        (with_complex, "real numbers"),
        (pair, "no column ''"),
    ],
)
def test_a_bad_statistic_is_named(statistic, words):
    with pytest.raises(ValueError, match=words):
        run(replace(PLAN, statistic=statistic))


def test_a_missing_column_and_a_false_event_are_named():
    with pytest.raises(ValueError, match="no column 'absent'"):
        run(replace(MANY, bins={"absent": Bins(0, 1, 1)}))
    with pytest.raises(ValueError, match=r"column first: an event must be boolean, got float64"):
        run(replace(MANY, bins={"first": Probability()}))


@pytest.mark.parametrize(
    "change",
    [
        {"draws": 0},
        {"sizes": ()},
        {"sizes": (3, 3)},
        {"sizes": (0,)},
        {"bins": Bins(1, 1, 5)},
        {"bins": Bins(0, math.nan, 5)},
        {"bins": Bins(1e16, 1e16 + 2, 5)},
        {"bins": {}},
        {"bins": {"p": Probability(op="<")}},
        {"cases": ()},
        {"cases": ({"r": 1}, {"r": 1})},
    ],
)
def test_a_bad_declaration_is_refused(change):
    with pytest.raises(ValueError, match="must"):
        replace(PLAN, **change)


def test_bad_workers_and_pools_are_refused():
    with pytest.raises(ValueError, match="workers"):
        run(PLAN, workers=0)
    with pytest.raises(ValueError, match="pool"):
        run(PLAN, workers=2, pool="greenlets")
