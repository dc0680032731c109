"""Along rays: what fails far from the scale of the draws, where floats overflow too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.domains import scalar, square, together, vector
from perturb.domains.families import draw
from perturb.search.attack import Effort, search
from perturb.search.rays import along_rays
from perturb.statements.claim import Claim
from perturb.vocab import exp, fro, s1, total

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
