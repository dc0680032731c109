"""Direct sums, Kronecker products and neighbours: points of the domain, and what is found by them."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq_mat

from perturb import claim, paper, then
from perturb.domains import psd, square, together, vector
from perturb.search.attack import search
from perturb.search.method import Effort
from perturb.search.methods.composed import composed, direct_sum, kronecker, neighbours
from perturb.vocab import lam_max, norm, s, s1, trace

ME = paper("test")


@claim(ME, "applied", domain=together(A=square(), v=vector("n"), n=(1, 4)))
def applied(A: Any, v: Any) -> Any:
    yield then(norm(A @ v), "<=", s1(A) * norm(v))


def test_sums_and_products_have_the_shapes_that_are_searched() -> None:
    X, Y = fmpq_mat([[1, 2], [3, 4]]), fmpq_mat([[5]])
    assert direct_sum(X, Y) == fmpq_mat([[1, 2, 0], [3, 4, 0], [0, 0, 5]])
    assert kronecker(X, X)[1, 2] == 6
    assert np.array_equal(
        [[int(x) for x in row] for row in kronecker(X, X).tolist()],
        np.kron([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
    )
    one, two = (
        applied.domain.point({"A": A, "v": v}) for A, v in (([[5]], [1]), ([[1, 2], [3, 4]], [1, -1]))
    )
    tried: set[tuple[float, float]] = set()
    found = list(composed(applied, {1: (0.0, one), 2: (0.1, two)}, tried))
    assert not list(composed(applied, {1: (0.0, one), 2: (0.1, two)}, tried))
    assert {point.sizes["n"] for point in found} == {1, 2, 3, 4}
    assert all(applied.domain.contains(point) for point in found)


def test_neighbours_stay_in_the_domain() -> None:
    @claim(ME, "trace", domain=psd(n=(2, 3)), equality=[[[1, 0], [0, 0]]])
    def positive(P: Any) -> Any:
        yield then(lam_max(P), "<=", trace(P))

    points = list(neighbours(positive, np.random.default_rng(5)))
    assert all(positive.domain.contains(point) for point in points)
    assert points
    assert all(point.values["P"] != positive.equality[0].values["P"] for point in points[:1])


def test_a_longer_search_tries_them() -> None:
    @claim(ME, "norms", domain=square(n=(1, 4)), equality=[[[1]]])
    def norms(A: Any) -> Any:
        yield then(s1(A), "<=", s(A)[1] + 1)

    effort = Effort(rounds=17, batch=8, certified=2, corners=2, grid=20, climb_every=50, longest=1)
    assert search(norms, effort).origins["composed"] > 0
