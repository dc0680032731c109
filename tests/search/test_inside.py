"""Thin inequalities: points are moved inside them, and what is found there is certified."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.certify.screen import screen
from perturb.domains import positive_definite, square, symmetric, together, vector
from perturb.domains.draws import draw
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.search.methods.solve import solved
from perturb.search.solvers.equations import inside
from perturb.statements.claim import Claim
from perturb.vocab import larger, nuclear, op, total, trace

ME = paper("test")


@claim(ME, "a band", domain=square(n=3))
def band(A: Any) -> Any:
    """True: the trace is at most three times the norm; hardly a draw has such a trace."""
    yield given(100, "<=", trace(A), "<=", 101)
    yield then(33, "<=", op(A))


@claim(ME, "between", domain=symmetric(count=3, n=3))
def between(A: Any, B: Any, C: Any) -> Any:
    """True of the operator norm."""
    yield given(A, "loewner", B, "loewner", C)
    yield then(nuclear(B), "<=", larger(nuclear(A), nuclear(C)))


@claim(ME, "both kinds", domain=symmetric(count=2, n=2))
def both(A: Any, B: Any) -> Any:
    """Squares are in no order."""
    yield given(0, "loewner", A, "loewner", B)
    yield given(3 * trace(A), "==", 2 * trace(B))
    yield then(A @ A, "loewner", B @ B)


@claim(ME, "Lyapunov's equation", domain=together(A=positive_definite(), B=symmetric(), n=(1, 2)))
def lyapunov(A: Any, B: Any) -> Any:
    """True, but not of the matrix A = 0, towards which the hypothesis leads."""
    yield given(0, "loewner", A @ B + B @ A)
    yield then(0, "loewner", B)


@pytest.mark.parametrize("one", [band, between], ids=lambda one: one.label)
def test_points_are_moved_inside(one: Claim) -> None:
    batch = draw(one.domain, np.random.default_rng(0), 256, {"n": 3})
    assert screen(one, batch).inside.mean() < 0.02
    moved = inside(one, batch)
    assert moved is not None
    assert screen(one, moved).inside.mean() > 0.05


@pytest.mark.parametrize("n", [1, 2])
def test_points_moved_inside_stay_in_the_domain(n: int) -> None:
    batch = draw(lyapunov.domain, np.random.default_rng(0), 256, {"n": n})
    moved = inside(lyapunov, batch)
    assert moved is not None
    points = [lyapunov.domain.construct(moved.sizes, moved.params_of(k)) for k in range(moved.count)]
    assert all(lyapunov.domain.contains(point) for point in points)


def test_points_moved_inside_are_certified_where_draws_lie_outside() -> None:
    little = {"rounds": 6, "batch": 64, "certified": 2, "corners": 0, "grid": 4, "climb_every": 1}
    assert not search(band, Effort(**little)).origins["solved"]
    found = search(band, Effort(longest=1, **little))
    assert found.origins["solved"] == 2 * 6
    assert found.verdicts["holds"] >= 2 * 6
    assert not found.violations


def test_equations_are_solved_inside_inequalities() -> None:
    found = SearchResult()
    for _ in solved(both, Effort(solved=4), 0, found):
        pass
    assert found.violations


def test_without_hypotheses_nothing_is_moved() -> None:
    @claim(ME, "no hypothesis", domain=vector(2))
    def plain(x: Any) -> Any:
        """True."""
        yield then(0, "<=", total(x * x))

    assert inside(plain, draw(plain.domain, np.random.default_rng(0), 4, {})) is None
