"""The climb: it goes down the margin, stays where the hypotheses hold, and leaves alone what is discrete."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.certify.screen import screen
from perturb.domains import activation, scalar, square, together
from perturb.domains.draws import draw
from perturb.domains.exact import Batch
from perturb.search.solvers import climb as climber
from perturb.search.solvers.climb import DISCRETE, OUTSIDE, Logarithms, climb, objective
from perturb.vocab import fro, s1

ME = paper("test")


@claim(ME, "touched at rank one alone", domain=square(n=(3, 3)))
def norms(A):
    yield given(s1(A), "<", 2)
    yield then(s1(A), "<=", fro(A))


@claim(ME, "signs beside a matrix", domain=together(A=square(), D=activation(-1), n=(2, 2)))
def signs(A, D):
    yield then(s1(D @ A), "<=", fro(A))


@claim(ME, "apart by five orders", domain=scalar(0, count=2).named(["x", "y"]))
def apart(x, y):
    """Violated where x / y is within two percent of 10^5."""
    yield then(Fraction(20001, 10000) * 10**5 * x * y, "<=", x * x + 10**10 * y * y)


def batch_of(statement, n, count=64):
    """Normal entries, so that no point is special; what is discrete is drawn by the domain."""
    rng = np.random.default_rng(0)
    drawn = draw(statement.domain, rng, count, {"n": n})
    own = {
        k: a if k in discrete(statement) else rng.standard_normal(a.shape) for k, a in drawn.params.items()
    }
    return Batch(drawn.sizes, own, count)


def discrete(statement):
    return [key for key, param in statement.domain.params.items() if param.range in DISCRETE]


def test_a_point_outside_is_worse_than_any_inside() -> None:
    screened = screen(norms, batch_of(norms, 3, 256))
    values = objective(screened)
    assert 0 < screened.inside.sum() < 256
    assert values[screened.inside].max() < OUTSIDE <= values[~screened.inside].min()
    far = np.argmin(screened.met[0])  # the most violated hypothesis has the largest penalty
    assert values[far] == values.max()


def test_it_comes_closer_to_equality_and_stays_inside() -> None:
    batch = batch_of(norms, 3)
    before = screen(norms, batch)
    reached = climb(norms, batch, np.random.default_rng(1))
    assert reached is not None
    after = screen(norms, reached)
    assert after.inside.all()
    assert after.margin.min() < np.sort(before.margin[before.inside])[0] / 3


def test_the_same_stream_climbs_the_same_way() -> None:
    once, again = (climb(norms, batch_of(norms, 3), np.random.default_rng(5)) for _ in range(2))
    assert once is not None
    assert again is not None
    assert all(np.array_equal(once.params[key], again.params[key]) for key in once.params)


def test_signs_do_not_move_and_one_number_is_no_climb() -> None:
    reached = climb(signs, batch_of(signs, 2), np.random.default_rng(2))
    assert reached is not None
    (key,) = discrete(signs)
    assert set(reached.params[key].ravel()) <= set(batch_of(signs, 2).params[key].ravel())
    assert climb(norms, batch_of(norms, 1), np.random.default_rng(0)) is None


def test_parameters_of_many_orders_climb_by_their_logarithms() -> None:
    keys = list(apart.domain.params)
    batch = Batch({}, {k: np.array([v]) for k, v in zip(keys, (3.0, 2.0**-11), strict=True)}, 1)
    margins = []
    for orders in (False, True):
        reached = [climb(apart, batch, np.random.default_rng(k), orders=orders) for k in range(6)]
        margins.append([float(objective(screen(apart, one))[0]) for one in reached if one is not None])
    assert np.median(margins[1]) < min(0.0, np.median(margins[0]))


def test_logarithms_keep_signs_and_zeros() -> None:
    vector = np.array([-(2.0**-9), 0.0, 3.0])
    scale = Logarithms(vector)
    assert scale.back(scale.start) == pytest.approx(vector, rel=1e-15)
    assert np.sign(scale.back(scale.start + 7.0)) == pytest.approx(np.sign(vector))
    assert np.isfinite(scale.back(scale.start + 1e6)).all()


def test_many_parameters_are_climbed_without_correlations(monkeypatch):
    """Their decomposition, thirty seconds at n = 60, would outlast any limit: nothing interrupts it."""

    def refused(**_):
        raise AssertionError("correlations of 576 parameters")

    monkeypatch.setattr("cmaes.CMA", refused)
    batch = batch_of(norms, 24, 4)
    reached = climb(norms, batch, np.random.default_rng(1), generations=2)
    assert reached is not None
    assert reached.params.keys() == batch.params.keys()
    with pytest.raises(AssertionError, match="576"):
        climb(norms, batch_of(norms, 3, 4), np.random.default_rng(1), generations=2)


def test_margins_beyond_floats_leave_no_warning_of_the_optimiser(monkeypatch) -> None:
    """A difference of the largest and the least margin was infinite, and said so on the console."""
    ends = np.array([1.7e308, -1.7e308])
    monkeypatch.setattr(climber, "objective", lambda vectors: np.resize(ends, len(vectors)))
    monkeypatch.setattr(climber, "screen", lambda _, vectors: vectors)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = climber._ascend(
            None, lambda v: v, np.zeros(3), np.random.default_rng(0), 24, [], lambda: False
        )
    assert np.isfinite(found).all()
