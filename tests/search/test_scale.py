"""Relations with 0: their margins have a size, the climb sees a slope, floats and certificates agree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import claim, paper, then
from perturb.certify.point import certify
from perturb.certify.screen import screen
from perturb.domains import psd, square, symmetric, vector
from perturb.domains.draws import draw
from perturb.enclosure import Verdict
from perturb.search.attack import search
from perturb.search.method import Effort
from perturb.vocab import det, entries, exp, lam, log, permanent, rank, sq, trace

ME = paper("test")


@claim(ME, "a determinant", domain=symmetric(n=(2, 3)))
def determinant(X: Any) -> Any:
    yield then(det(X), ">=", 0)


@claim(ME, "a trace", domain=symmetric(count=2, n=(2, 3)))
def trace_of_product(A: Any, B: Any) -> Any:
    yield then(0, "<=", trace(A @ B) - trace(A) / 3)


@claim(ME, "Loewner", domain=psd(count=2, n=(2, 3)))
def squares(A: Any, B: Any) -> Any:
    yield then(A @ A, "loewner", (A + B) @ (A + B))


@claim(ME, "entries", domain=square(n=(2, 3)))
def entrywise(A: Any) -> Any:
    yield then(entries(A @ A), ">=", 0)


@claim(ME, "others", domain=square(n=(2, 3)))
def others(A: Any) -> Any:
    yield then(permanent(A) ** 3, ">=", 0)
    yield then(log(1 + sq(A[1, 1])) - sq(trace(A)), "<=", 0)
    yield then(0, "<=", -exp(A[1, 2]) + rank(A))


@claim(ME, "eigenvalues", domain=symmetric(n=(2, 3)))
def eigenvalues(S: Any) -> Any:
    yield then(lam(S), ">=", 0)


@pytest.mark.parametrize(
    "statement", [determinant, trace_of_product, squares, entrywise, others, eigenvalues], ids=str
)
def test_a_margin_beside_nought_has_a_size_and_both_ways_agree(statement: Any) -> None:
    batch = draw(statement.domain, np.random.default_rng(3), 40, {"n": 3})
    margins = screen(statement, batch).margin
    sizes = {round(abs(float(m)), 6) for m in margins if np.isfinite(m)}
    assert len(sizes) > 5  # a plateau has one
    assert max(sizes) <= 1
    for k in np.flatnonzero(np.abs(margins) < np.inf)[:5]:
        found = certify(statement, statement.domain.construct(batch.sizes, batch.params_of(int(k))))
        near = pytest.approx(margins[k], rel=1e-6, abs=1e-12)
        if found.verdict is Verdict.VIOLATED:  # of several components the first that is violated
            assert margins[k] - 1e-12 <= found.margin < 0
        else:  # a component at equality is no bait for a climb
            assert found.margin in (0.0, near)


@claim(ME, "a small ball", domain=vector(4))
def small_ball(v: Any) -> Any:
    """False within 1/10 of one point, which no draw hits."""
    far = sq(v[1] - Fraction(13, 10)) + sq(v[2] + Fraction(21, 10)) + sq(v[3] - Fraction(7, 10))
    yield then(0, "<=", far + sq(v[4] - Fraction(33, 10)) - Fraction(1, 100))


def test_what_no_draw_hits_is_climbed_to() -> None:
    found = search(small_ball, Effort(rounds=8, batch=64, certified=2, corners=5, grid=300, climb_every=2))
    assert found.violations
