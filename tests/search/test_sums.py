"""Direct sums of points of equality: blocks of parameters, and a violation made of two of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb import claim, given, paper, then
from perturb.certify.screen import screen
from perturb.domains import graph, psd
from perturb.search.attack import search
from perturb.search.method import Effort
from perturb.search.methods.composed import joined, sums
from perturb.vocab import row_sums, rows, sq, total, trace

ME = paper("test")


@claim(ME, "two means of degrees", domain=graph(n=(2, 9)))
def means_of_degrees(A: Any) -> Any:
    d = row_sums(A)
    yield then(total(d) * total(sq(d)), "<=", rows(A) * total(d * (A @ d)))


@claim(ME, "a trace", domain=psd(n=(1, 3)))
def positive_trace(A: Any) -> Any:
    yield then(0, "<=", trace(A))


def test_blocks_of_parameters_are_blocks_of_the_inputs() -> None:
    one, two = {"A.B": np.array([[[2.0]]])}, {"A.B": np.array([[[1.0, 1.0], [0.0, 3.0]]])}
    assert list(positive_trace.domain.params) == ["A.B"]
    found = joined(positive_trace.domain, {"n": 3}, one, two, np.random.default_rng(0))
    assert found is not None
    A = positive_trace.domain.inputs(found)["A"][0]
    assert A[0, 0] == 4
    assert (A[0, 1:] == 0).all()
    assert (A[1:, 1:] == [[1, 1], [1, 10]]).all()
    assert joined(positive_trace.domain, {"n": 2}, one, two, np.random.default_rng(0)) is None


def test_a_star_and_a_triangle_are_found_from_two_equalities() -> None:
    margins = [
        float(screen(means_of_degrees, b).margin.min())
        for b in sums(means_of_degrees, np.random.default_rng(0))
    ]
    assert min(margins) < -1e-3
    assert not list(sums(means_of_degrees, np.random.default_rng(0), lambda: True))


@claim(ME, "hypotheses that no small input meets", domain=psd(n=(1, 3)))
def nowhere(A: Any) -> Any:
    yield given(1000, "<=", trace(A))
    yield then(0, "<=", trace(A))


def test_no_sums_where_no_small_input_is_inside() -> None:
    assert not list(sums(nowhere, np.random.default_rng(0)))


def test_the_search_certifies_them() -> None:
    effort = Effort(rounds=17, batch=16, certified=1, corners=1, grid=16, longest=1)
    found = search(means_of_degrees, effort)
    assert found.violations
    assert found.violations[0][0].sizes["n"] == 9
