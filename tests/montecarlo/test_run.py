"""A run is a function of declaration, seed and draws; one chunk of it; what a distribution is."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from perturb import limit_law, mean, paper, tail
from perturb.enclosure import Verdict
from perturb.laws.distributions import (
    ScaledDistribution,
    kappa_2x2,
    marchenko_pastur,
    quarter_circle,
    semicircle,
    semicircle_sum,
    shifted_singular_values,
    tracy_widom,
)
from perturb.laws.distributions.protocol import identity
from perturb.laws.stats.bins import Probability as Probability_chunk
from perturb.montecarlo import Bins, Experiment, Probability, Results, run
from perturb.montecarlo.chunk import (
    OF_BOUND,
    OF_LAW,
    Chunk,
    Prefixes,
    chunk_stream,
    chunks,
    draw,
    first_of_case,
    first_of_law,
)
from perturb.montecarlo.result import judge_panels
from perturb.montecarlo.tally import perform
from perturb.pages.report.simulation import simulation_page
from perturb.results.store import from_plain, to_plain
from perturb.statements.experiment import MOST, Panel, chunk_draws, dense
from tests.laws.stats.plain_distributions import Logistic
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


# One chunk: its stream, its columns, the chunks after it; for experiments, laws and tails alike.


MINE, KEY = paper("mine"), "0123456789abcdef"


@limit_law(MINE, "logistic draws", limit=Logistic(), sizes=(3, 5))
def logistic(n, draws, rng):
    return rng.logistic(size=draws) / n


@tail(MINE, "coin", bound=lambda p: 1.0, cases=[(0.25,)])
def coin(p, draws, rng):
    return rng.random(draws) < p


@mean(MINE, "half", bound=lambda p, q: 1.0, cases=[(0.25, 2)], values_in=(0.0, 1.0))
def half(p, q, draws, rng):
    return rng.random(draws) * p / q


def test_the_stream_of_a_law_is_keyed_by_name_version_and_size():
    first = first_of_law(logistic, 5, 7)
    assert (first.where, first.draws) == ("n = 5, chunk 0", OF_LAW)
    stream = chunk_stream(logistic.stream_key, 7, 5, 0)
    assert np.array_equal(draw(first)[""], stream.logistic(size=OF_LAW) / 5)


@pytest.mark.parametrize(("bound", "case"), [(coin, (0.25,)), (half, (0.25, 2))])
def test_the_stream_of_a_bound_is_keyed_by_its_case(bound, case):
    first = first_of_case(bound, case, 7)
    stream = chunk_stream(bound.stream_key_of(case), 7, 0, 0)
    assert np.array_equal(draw(first)[""], bound.sampler(*case, OF_BOUND, stream))
    assert first.where == f"({', '.join(map(str, case))}), chunk 0"


def test_columns_of_an_experiment_are_those_of_its_statistic():
    first = next(chunks(MANY))
    found = pair(1, first.draws, chunk_stream(first.key, MANY.seed, 1, 0), r=1)
    drawn = draw(first)
    assert list(drawn) == ["first", "top", "positive"]
    assert all(np.array_equal(drawn[name], found[name]) for name in drawn)


def test_prefixes_draw_each_chunk_once():
    drawn = []

    def statistic(n, draws, rng):
        drawn.append(draws)
        return rng.random(draws)

    start = Chunk(statistic, (2,), KEY, 0, 2, 0, 10, {"": None})
    stream = Prefixes(start)
    few, more = stream.first(15), stream.first(20)
    assert np.array_equal(more[:15], few)
    assert np.array_equal(more[10:], chunk_stream(KEY, 0, 2, 1).random(10))
    assert drawn == [10, 10]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (np.ones(3), r"n = 2, chunk 0: the statistic gave shape \(3,\), expected \(10,\)"),
        (np.full(10, np.inf), "a value that is not finite"),
        (np.ones(10, dtype=bool), "values must be real numbers, got bool"),
        (np.ones(10, dtype=complex), "values must be real numbers, got complex128"),
        ({"other": np.ones(10)}, "no column '', but 'other'"),
    ],
)
def test_what_is_no_sample_is_refused(values, message):
    start = Chunk(lambda *_: values, (2,), KEY, 0, 2, 0, 10, {"": None})
    with pytest.raises(ValueError, match=message):
        draw(start)
    with pytest.raises(ValueError, match="chunk 0"):
        draw(replace(start, columns={"": Probability_chunk()}, statistic=lambda *_: np.ones(10)))


def test_a_statistic_that_fails_is_named():
    with pytest.raises(ValueError, match="n = 2, chunk 4: ZeroDivisionError"):
        draw(Chunk(lambda *_: 1 // 0, (2,), KEY, 0, 2, 4, 10, {"": None}))


# A distribution is what its type and parameters are, whatever it is called.


NEAR, FAR = (semicircle_sum([-a, a], [0.5, 0.5], 0.25) for a in (1.0, 3.0))


def right(n, draws, rng):
    return NEAR.rvs(draws, rng)


PLAN_IDENTITY = Experiment(
    name="test/identity",
    title="two of one name",
    source="none",
    statistic=right,
    symbol="x",
    sizes=(1,),
    draws=4_000,
    bins=Bins(-5, 5, 20),
    reference=NEAR,
    contrast=FAR,
)


def verdict(plan):
    return judge_panels(plan, run(plan))[0][0].verdict


def test_the_contrast_does_not_replace_the_reference():
    assert verdict(PLAN_IDENTITY) is Verdict.HOLDS
    assert verdict(replace(PLAN_IDENTITY, reference=FAR, contrast=NEAR)) is Verdict.VIOLATED


def test_nor_does_one_of_the_same_name():
    """Somebody calls both by one name."""
    near, far = (ScaledDistribution(NEAR, f, "mine", "m") for f in (1.0, 3.0))
    plan = replace(PLAN_IDENTITY, reference=near, contrast=far)
    assert verdict(plan) is Verdict.HOLDS
    assert verdict(replace(plan, reference=far, contrast=near)) is Verdict.VIOLATED
    assert "nearer to" in simulation_page(plan, run(plan))
    assert verdict(replace(plan, contrast=near)) is None  # nothing to tell apart


@pytest.mark.parametrize("make", [marchenko_pastur, semicircle, quarter_circle, shifted_singular_values])
def test_names_are_exact(make):
    one, other = make(0.3), make(float(np.nextafter(0.3, 1)))
    assert one.name != other.name
    assert identity(one) != identity(other)
    assert "0.3" in one.name


def test_atoms_are_part_of_the_name():
    assert NEAR.name != FAR.name
    many = [semicircle_sum(np.arange(50.0) * s, np.full(50, 0.02), 1.0).name for s in (1, 2)]
    assert many[0] != many[1]
    assert max(map(len, many)) < 60


def test_what_stored_runs_hold_does_not_move_with_the_files() -> None:
    text = identity(ScaledDistribution(semicircle(), 2.0, "mine", "m"))
    inner = "perturb.distributions.bulk.Semicircle(variance=1.0)"
    assert text == (
        f"perturb.distributions.scaled.ScaledDistribution(distribution={inner}, factor=2.0, label='mine', "
        "shift=0.0, symbol='m')"
    )
    assert identity(kappa_2x2()) == "perturb.distributions.kappa_2x2.Kappa2x2(field='real')"
