"""Along rays: what fails far from the scale of the draws, where floats overflow too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.domains import scalar, square, together, vector
from perturb.domains.draws import draw
from perturb.search.attack import search
from perturb.search.method import Effort
from perturb.search.solvers.climb import along_rays, beyond_floats
from perturb.statements.claim import Claim
from perturb.vocab import det, exp, fro, log, s1, total

ME = paper("test")
BRIEF = Effort(rounds=3, batch=32, certified=4, corners=5, grid=100, climb_every=1)


@claim(ME, "a cubic", domain=together(x=scalar()))
def cubic(x: Any) -> Any:
    yield then(x * x * x - 3000 * x, "<=", 10**9)


@claim(ME, "a sum of squares", domain=vector(n=(2, 4)))
def squares(v: Any) -> Any:
    yield then(total(v * v), "<=", 10**12)


@claim(ME, "one of two", domain=together(A=square(), B=square(), n=(2, 2)))
def one_of_two(A: Any, B: Any) -> Any:
    yield given(fro(B), "<=", 8)
    yield then(fro(A @ B), "<=", 10**6)


@claim(ME, "a power beyond floats", domain=together(x=scalar()))
def beyond(x: Any) -> Any:
    yield given(x**40, ">=", 10**320)
    yield then(x, "<=", 10**9)


@claim(ME, "an exponential beyond floats", domain=together(x=scalar()))
def exponential(x: Any) -> Any:
    yield given(exp(x), ">=", 10**310)
    yield then(x, "<=", 2000)


@pytest.mark.parametrize("statement", [cubic, squares, one_of_two, beyond, exponential])
def test_what_fails_far_out_is_found(statement: Claim) -> None:
    assert search(statement, BRIEF).violations


def test_a_statement_without_a_scale_has_no_rays() -> None:
    @claim(ME, "norms", domain=square(n=(2, 2)))
    def norms(A: Any) -> Any:
        yield then(s1(A), "<=", fro(A))

    assert along_rays(norms, draw(norms.domain, np.random.default_rng(0), 20, {"n": 2})) is None


@claim(ME, "a tower", domain=together(x=scalar()))
def tower(x: Any) -> Any:
    yield then(exp(exp(x)), "<=", exp(exp(exp(2))) + 10)


@claim(ME, "a power of a determinant", domain=square(n=(2, 3)))
def determinant(A: Any) -> Any:
    yield then(det(A) ** 8, "<=", 10**500)


@claim(ME, "a slow function", domain=together(x=scalar()))
def slow(x: Any) -> Any:
    yield given(x, ">=", 2)
    yield then(log(log(x)), "<=", 5)


@pytest.mark.parametrize("statement", [tower, determinant, slow])
def test_what_fails_only_where_floats_overflow_is_found(statement: Claim) -> None:
    found = search(statement, replace(BRIEF, longest=1))
    assert found.violations
    assert "ray" in found.origins


def test_points_of_which_floats_tell_something_are_left_alone() -> None:
    @claim(ME, "a bound", domain=together(x=scalar()))
    def bound(x: Any) -> Any:
        yield then(x / (1 + abs(x)), "<=", 1)

    assert beyond_floats(bound, draw(bound.domain, np.random.default_rng(0), 20, {})) is None
