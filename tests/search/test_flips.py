"""Walks over signs and bits: only places that matter move, the best is kept, equality is passed."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb import claim, paper, then
from perturb.certify.screen import screen
from perturb.domains import graph, square
from perturb.domains.exact import Batch
from perturb.search.solvers.flips import Flipped, flips
from perturb.vocab import entries, rows, total

ME = paper("test")


@claim(ME, "few edges", domain=graph(n=(4, 6)))
def few_edges(A: Any) -> Any:
    yield then(total(entries(A)), "<=", rows(A) * (rows(A) - 1) - 1)


@claim(ME, "no signs", domain=square(n=(2, 2)))
def no_signs(A: Any) -> Any:
    yield then(total(entries(A)), "<=", 1)


def empty(n: int) -> Batch:
    return Batch({"n": n}, {"A.X": np.zeros((1, n, n))}, 1)


def test_only_places_above_the_diagonal_of_a_graph_move() -> None:
    moved = Flipped(few_edges, empty(4))
    assert len(moved.live) == 6
    full = moved.batch(np.ones((1, 6), dtype=int))
    assert (few_edges.domain.inputs(full)["A"][0] == 1 - np.eye(4)).all()


def test_a_walk_reaches_the_complete_graph_edge_by_edge() -> None:
    start = empty(6)
    assert screen(few_edges, start).margin[0] > 0
    reached = flips(few_edges, start, np.random.default_rng(0))
    assert reached is not None
    assert screen(few_edges, reached).margin[0] < 0
    again = flips(few_edges, start, np.random.default_rng(0))
    assert again is not None
    assert (again.params["A.X"] == reached.params["A.X"]).all()


def test_no_walk_without_signs_or_bits() -> None:
    batch = no_signs.domain.draw(np.random.default_rng(0), 1, {"n": 2})
    assert flips(no_signs, batch, np.random.default_rng(0)) is None
