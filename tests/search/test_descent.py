"""Descents by derivatives: along valleys, across equality by curvature, within the ranges of parameters."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb import claim, paper, then
from perturb.certify.screen import screen
from perturb.domains import box, square, vector
from perturb.domains.exact import Batch
from perturb.search.solvers.climb import climb, objective
from perturb.search.solvers.descent import descend, descent
from perturb.search.solvers.equations import Equations
from perturb.statements.claim import Claim
from perturb.vocab import det, fro, permanent, sq

ME = paper("test")


@claim(ME, "a saddle", domain=vector(3))
def saddle(v: Any) -> Any:
    """The gradient vanishes at 0, where equality is; only the last direction leads below."""
    yield then(3 + 4 * sq(v[1]) + 2 * sq(v[2]) - sq(v[3]) / 8, ">=", 3)


@claim(ME, "permanents of matrices of norm sqrt 3", domain=square(n=3))
def permanents(A: Any) -> Any:
    """True of the determinant."""
    yield then(27 * sq(permanent(A)), "<=", fro(A) ** 6)


@claim(ME, "in a box", domain=box(size="n", n=2))
def boxed(v: Any) -> Any:
    """Violated at the corner (1, 1) alone and next to it."""
    yield then(10 * v[1] + v[2], "<=", 10 + 2**-1)


def at(one: Claim, *vectors: list[float]) -> tuple[Equations, Any]:
    key = next(iter(one.domain.params))
    sizes = next(iter(one.domain.sizes()))
    values = np.array(vectors, dtype=float)
    shape = one.domain.params[key].extent(sizes)
    return Equations(one, Batch(sizes, {key: values[:1].reshape(1, *shape)}, 1)), values


def test_curvature_leads_across_equality() -> None:
    system, x = at(saddle, [0.0, 0.0, 0.0])
    _, margins = descend(system, x, np.random.default_rng(0), 6)
    assert margins[0] < -1e-4


def test_a_descent_needs_fewer_points_than_a_climb() -> None:
    rng = np.random.default_rng(3)
    key = next(iter(permanents.domain.params))
    starts = [Batch({"n": 3}, {key: rng.standard_normal((8, 3, 3))}, 8) for _ in range(4)]
    for batch in starts:
        reached = descent(permanents, batch, np.random.default_rng(0), 16)
        assert reached is not None
        assert objective(screen(permanents, reached))[0] < -1e-3
    assert climb(permanents, starts[0], np.random.default_rng(0), 1) is not None


def test_parameters_stay_in_their_ranges() -> None:
    system, x = at(boxed, [0.9, 0.2])
    reached, margins = descend(system, x, np.random.default_rng(0), 12)
    assert (reached >= 0).all()
    assert (reached <= 1).all()
    assert margins[0] < 0


def test_what_cannot_move_is_left_to_others() -> None:
    @claim(ME, "one number", domain=square(n=1))
    def one(A: Any) -> Any:
        """True."""
        yield then(sq(det(A)), ">=", 0)

    batch = Batch({"n": 1}, {"A.X": np.ones((2, 1, 1))}, 2)
    assert descent(one, batch, np.random.default_rng(0), 3) is None
