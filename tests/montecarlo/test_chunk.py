"""One chunk: its stream, its columns, the chunks after it; for experiments, laws and tails alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from perturb import limit_law, mean, paper, tail
from perturb.laws.stats.bins import Probability
from perturb.montecarlo.chunk import Chunk, Prefixes, chunk_stream, draw
from perturb.montecarlo.plan import OF_BOUND, OF_LAW, chunks, first_of_case, first_of_law
from tests.laws.stats.plain_distributions import Logistic
from tests.montecarlo.plans import MANY, pair

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
        draw(replace(start, columns={"": Probability()}, statistic=lambda *_: np.ones(10)))


def test_a_statistic_that_fails_is_named():
    with pytest.raises(ValueError, match="n = 2, chunk 4: ZeroDivisionError"):
        draw(Chunk(lambda *_: 1 // 0, (2,), KEY, 0, 2, 4, 10, {"": None}))
