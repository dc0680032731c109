"""The walks reach what draws and climbs miss, and stay where they may."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perturb import claim, given, paper, then
from perturb.certify.screen import screen
from perturb.domains import activation, integer, square, together
from perturb.search.solvers.climb import boundary, step
from perturb.search.solvers.flips import flips
from perturb.vocab import entries, fro, op, s1, total

OURS = paper("walks", "Statements that are sharp at an edge")


@claim(OURS, "sharp where the hypothesis nearly fails", domain=square(n=(2, 2)))
def edge(M):
    yield given(s1(M), "<", 1)
    yield then(fro(M), "<=", 2 * op(M))


@claim(OURS, "best at the largest k and D = I", domain=together(D=activation(0), k=integer(1, "n"), n=(3, 3)))
def discrete(D, k):
    yield then(k + total(entries(D)), "<=", Fraction(100))


def test_the_boundary_is_reached_from_inside():
    batch = edge.domain.draw(np.random.default_rng(0), 200, {"n": 2})
    walked = boundary(edge, batch, screen(edge, batch), np.random.default_rng(1))
    assert walked is not None
    norms = np.linalg.norm(edge.domain.inputs(walked)["M"], 2, axis=(1, 2))
    assert (norms < 1).all()
    assert np.median(norms) > 1 - 1e-6
    points = [edge.domain.construct(walked.sizes, walked.params_of(k)) for k in range(5)]
    assert all(edge.domain.contains(point) for point in points)


def test_no_boundary_without_a_hypothesis():
    batch = discrete.domain.draw(np.random.default_rng(0), 20, {"n": 3, "k": 1})
    assert boundary(discrete, batch, screen(discrete, batch), np.random.default_rng(1)) is None


def test_discrete_steps_climb_one_by_one_and_walks_flip_every_bit():
    batch = discrete.domain.draw(np.random.default_rng(0), 1, {"n": 3, "k": 1})
    start = batch.__class__(batch.sizes, {"D.b": np.ones((1, 3))}, 1)
    for _ in range(3):
        start = step(discrete, start)
    assert start.sizes["k"] == 3
    start = flips(discrete, start, np.random.default_rng(0), 6)
    assert (start.params["D.b"] == 0).all()
    assert discrete.domain.contains(discrete.domain.construct(start.sizes, start.params_of(0)))
