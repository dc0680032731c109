"""The climb: it goes down the margin, stays where the hypotheses hold, and leaves alone what is discrete."""

from __future__ import annotations

import numpy as np

from perturb import claim, given, paper, then
from perturb.certify.screen import screen
from perturb.domains import activation, square, together
from perturb.domains.base import Batch
from perturb.domains.families import draw
from perturb.search.climb import DISCRETE, OUTSIDE, climb, objective
from perturb.vocab import fro, s1

ME = paper("test")


@claim(ME, "touched at rank one alone", domain=square(n=(3, 3)))
def norms(A):
    yield given(s1(A), "<", 2)
    yield then(s1(A), "<=", fro(A))


@claim(ME, "signs beside a matrix", domain=together(A=square(), D=activation(-1), n=(2, 2)))
def signs(A, D):
    yield then(s1(D @ A), "<=", fro(A))


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
