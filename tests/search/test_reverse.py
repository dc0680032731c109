"""Exact gradients: against differences, word by word, through the domain's maps; what has no rule is left."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import claim, paper, then
from perturb.certify.screen import screen
from perturb.domains import orthogonal, positive_definite, square
from perturb.domains.domain import Domain
from perturb.domains.exact import Batch
from perturb.search.solvers.gradient import differentiable, gradient
from perturb.vocab import (
    I,
    T,
    det,
    diag,
    diagonal,
    entries,
    fro,
    hadamard,
    inv,
    kappa,
    kron,
    lam,
    larger,
    mat_abs,
    mat_sqrt,
    matpow,
    norm,
    nuclear,
    product,
    rank,
    row_sums,
    s,
    spectral_radius,
    sq,
    sqrt,
    sym,
    total,
    trace,
)

ME = paper("test")
POINTS = 4
FREE: Domain = square(count=2, n=3)
POSITIVE: Domain = positive_definite(count=2, n=3)
TURNS: Domain = orthogonal(count=2, n=3)


def relations() -> list[tuple[Domain, Callable[[Any, Any], tuple[Any, Any]]]]:
    """A domain and two sides that no equality holds between."""
    return [
        (FREE, lambda A, B: (fro(A @ B - B @ A), 3 * fro(A) * fro(B))),
        (FREE, lambda A, B: (s(A + T(B))[2], nuclear(A) + 2)),
        (FREE, lambda A, B: (kappa(A), 7 * kappa(inv(B)))),
        (FREE, lambda A, B: (lam(sym(A))[2] + trace(matpow(A, 3)), 5 + sq(det(B)))),
        (FREE, lambda A, B: (spectral_radius(A @ B), 1 + total(row_sums(hadamard(A, A))))),
        (FREE, lambda A, B: (norm(entries(kron(A, B))), 2 + fro(A))),
        (FREE, lambda A, B: (fro(mat_abs(A)) + fro(diag(diagonal(B))), 9 + product(diagonal(A)))),
        (FREE, lambda A, B: (larger(trace(A), trace(B)), sqrt(7 + sq(A[1, 2])) ** Fraction(3, 2))),
        (POSITIVE, lambda A, B: (trace(mat_sqrt(A) @ B), 2 * trace(A) * trace(B))),
        (TURNS, lambda A, B: (s(A + B + I)[1], 4 + trace(A))),
    ]


def slopes_by_differences(c: Any, batch: Batch, key: str) -> Any:
    h, array = 1e-6, batch.params[key]
    flat, found = array.reshape(POINTS, -1), []
    for j in range(flat.shape[1]):
        ends = []
        for side in (h, -h):
            moved = flat.copy()
            moved[:, j] += side
            params = {**batch.params, key: moved.reshape(array.shape)}
            ends.append(screen(c, Batch(batch.sizes, params, POINTS)).margin)
        found.append((ends[0] - ends[1]) / (2 * h))
    return np.array(found).T.reshape(array.shape)


@pytest.mark.parametrize("number", range(len(relations())))
def test_gradients_are_limits_of_differences(number: int) -> None:
    domain, sides = relations()[number]

    @claim(ME, f"sides {number}", domain=domain)
    def c(A: Any, B: Any) -> Any:
        lhs, rhs = sides(A, B)
        yield then(lhs, "<=", rhs)

    rng = np.random.default_rng(number)
    drawn = c.domain.draw(rng, POINTS, {"n": 3})
    real = {k: v for k, v in drawn.params.items() if c.domain.params[k].range == "real"}
    params = {**drawn.params, **{k: rng.standard_normal(v.shape) for k, v in real.items()}}
    batch = Batch(drawn.sizes, params, POINTS)
    found = gradient(c, batch)
    assert found is not None
    assert max(np.abs(found[key]).max() for key in real) > 0
    for key in real:
        wanted = slopes_by_differences(c, batch, key)
        assert np.allclose(found[key], wanted, rtol=1e-4, atol=1e-5)


def test_ties_have_a_finite_slope_and_a_word_without_rule_none() -> None:
    @claim(ME, "equal singular values", domain=FREE)
    def tied(A: Any, B: Any) -> Any:
        yield then(s(A)[2] + larger(trace(A), trace(B)), "<=", 9)

    @claim(ME, "a rank", domain=FREE)
    def ranked(A: Any, B: Any) -> Any:
        yield then(rank(A), "<=", 9 + fro(B))

    same = Batch({"n": 3}, {key: np.eye(3)[None] for key in tied.domain.params}, 1)
    found = gradient(tied, same)
    assert found is not None
    assert all(np.isfinite(g).all() for g in found.values())
    assert not differentiable(ranked)
    assert gradient(ranked, same) is None
