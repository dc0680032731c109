"""Points that slide down together, across what is flat, and what is drawn sparse and graded."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb import claim, paper, then
from perturb.certify.screen import screen
from perturb.domains import graph, nonnegative, square
from perturb.domains.exact import Batch
from perturb.search.methods.wander import graded
from perturb.search.solvers.descent import Sliding, slide
from perturb.search.solvers.equations import Equations
from perturb.vocab import fro, mul, rank, sq

ME = paper("test")
SQUARE = square(n=(3, 3))


@claim(ME, "Boettcher and Wenzel, a little less", domain=square(count=2, n=(3, 3)))
def commutator_bound(A: Any, B: Any) -> Any:
    yield then(fro(mul(A, B) - mul(B, A)), "<=", 1.41 * fro(A) * fro(B))


@claim(ME, "a saddle", domain=SQUARE)
def saddle(A: Any) -> Any:
    yield then(1 + sq(A[1, 2]), "<=", 1 + sq(A[1, 1]))


@claim(ME, "a rank", domain=SQUARE)
def ranked(A: Any) -> Any:
    yield then(rank(A), "<=", 9)


def test_points_slide_to_the_violation_and_the_same_way_twice() -> None:
    batch = commutator_bound.domain.draw(np.random.default_rng(0), 64, {"n": 3})
    reached = [slide(commutator_bound, batch, np.random.default_rng(1), 60) for _ in range(2)]
    assert reached[0] is not None
    assert reached[1] is not None
    assert screen(commutator_bound, reached[0]).margin[0] < -1e-4
    for key, array in reached[0].params.items():
        assert (array == reached[1].params[key]).all()
    assert slide(commutator_bound, batch, np.random.default_rng(1), 60, lambda: True) is not None


def test_a_point_of_equality_is_left_along_negative_curvature() -> None:
    A = np.diag([0.0, 0.0, 1.0])[None]
    start = Batch({"n": 3}, {"A.X": A}, 1)
    points = Sliding(Equations(saddle, start), A.reshape(1, -1), np.random.default_rng(0))
    assert points.best[0] == 0
    assert (points.slopes == 0).all()
    points._across(np.array([0]))
    assert points.best[0] < -1e-3


def test_no_slide_without_rules() -> None:
    batch = ranked.domain.draw(np.random.default_rng(0), 8, {"n": 3})
    assert slide(ranked, batch, np.random.default_rng(0), 5) is None


def test_graded_points_are_sparse_spread_and_in_range() -> None:
    domain = nonnegative(n=(3, 3))
    drawn = graded(domain, np.random.default_rng(0), 400, {"n": 3})
    A = next(iter(drawn.params.values()))
    assert (A >= 0).all()
    assert 0.1 < (A == 0).mean() < 0.9
    assert A.max() / A[A > 0].min() > 2.0**10
    bits = graded(graph(n=(4, 4)), np.random.default_rng(0), 10, {"n": 4})
    assert all(np.isin(x, (0, 1)).all() for x in bits.params.values())
