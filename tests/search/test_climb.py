"""Climbing down a margin: the climb, descents by derivatives, exact gradients against differences."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.certify.point import screen
from perturb.domains import activation, box, orthogonal, positive_definite, scalar, square, together, vector
from perturb.domains.domain import Domain
from perturb.domains.draws import draw
from perturb.domains.space import Batch
from perturb.search.solvers import climb as climber
from perturb.search.solvers.climb import DISCRETE, OUTSIDE, Logarithms, climb, objective
from perturb.search.solvers.descent import descend, descent
from perturb.search.solvers.equations import Equations
from perturb.search.solvers.gradient import differentiable, gradient
from perturb.statements.claim import Claim
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
    permanent,
    product,
    rank,
    row_sums,
    s,
    s1,
    spectral_radius,
    sq,
    sqrt,
    sym,
    total,
    trace,
)

ME = paper("test")


@claim(ME, "touched at rank one alone", domain=square(n=(3, 3)))
def norms(A):
    yield given(s1(A), "<", 2)
    yield then(s1(A), "<=", fro(A))


@claim(ME, "signs beside a matrix", domain=together(A=square(), D=activation(-1), n=(2, 2)))
def signs(A, D):
    yield then(s1(D @ A), "<=", fro(A))


@claim(ME, "apart by five orders", domain=scalar(0, count=2).named(["x", "y"]))
def apart(x, y):
    """Violated where x / y is within two percent of 10^5."""
    yield then(Fraction(20001, 10000) * 10**5 * x * y, "<=", x * x + 10**10 * y * y)


def batch_of(statement, n, count=64):
    """Normal entries, so that no point is special; what is discrete is drawn by the domain."""
    rng = np.random.default_rng(0)
    drawn = draw(statement.domain, rng, count, {"n": n})
    own = {
        k: a if k in discrete(statement) else rng.standard_normal(a.shape) for k, a in drawn.params.items()
    }
    return Batch(drawn.sizes, own, count)


def discrete(statement):
    return [key for key, param in statement.domain.params.items() if param.range in DISCRETE]


def test_a_point_outside_is_worse_than_any_inside() -> None:
    screened = screen(norms, batch_of(norms, 3, 256))
    values = objective(screened)
    assert 0 < screened.inside.sum() < 256
    assert values[screened.inside].max() < OUTSIDE <= values[~screened.inside].min()
    far = np.argmin(screened.met[0])  # the most violated hypothesis has the largest penalty
    assert values[far] == values.max()


def test_it_comes_closer_to_equality_and_stays_inside() -> None:
    batch = batch_of(norms, 3)
    before = screen(norms, batch)
    reached = climb(norms, batch, np.random.default_rng(1))
    assert reached is not None
    after = screen(norms, reached)
    assert after.inside.all()
    assert after.margin.min() < np.sort(before.margin[before.inside])[0] / 3


def test_the_same_stream_climbs_the_same_way() -> None:
    once, again = (climb(norms, batch_of(norms, 3), np.random.default_rng(5)) for _ in range(2))
    assert once is not None
    assert again is not None
    assert all(np.array_equal(once.params[key], again.params[key]) for key in once.params)


def test_signs_do_not_move_and_one_number_is_no_climb() -> None:
    reached = climb(signs, batch_of(signs, 2), np.random.default_rng(2))
    assert reached is not None
    (key,) = discrete(signs)
    assert set(reached.params[key].ravel()) <= set(batch_of(signs, 2).params[key].ravel())
    assert climb(norms, batch_of(norms, 1), np.random.default_rng(0)) is None


def test_parameters_of_many_orders_climb_by_their_logarithms() -> None:
    keys = list(apart.domain.params)
    batch = Batch({}, {k: np.array([v]) for k, v in zip(keys, (3.0, 2.0**-11), strict=True)}, 1)
    margins = []
    for orders in (False, True):
        reached = [climb(apart, batch, np.random.default_rng(k), orders=orders) for k in range(6)]
        margins.append([float(objective(screen(apart, one))[0]) for one in reached if one is not None])
    assert np.median(margins[1]) < min(0.0, np.median(margins[0]))


def test_logarithms_keep_signs_and_zeros() -> None:
    vector = np.array([-(2.0**-9), 0.0, 3.0])
    scale = Logarithms(vector)
    assert scale.back(scale.start) == pytest.approx(vector, rel=1e-15)
    assert np.sign(scale.back(scale.start + 7.0)) == pytest.approx(np.sign(vector))
    assert np.isfinite(scale.back(scale.start + 1e6)).all()


def test_many_parameters_are_climbed_without_correlations(monkeypatch):
    """Their decomposition, thirty seconds at n = 60, would outlast any limit: nothing interrupts it."""

    def refused(**_):
        raise AssertionError("correlations of 576 parameters")

    monkeypatch.setattr("cmaes.CMA", refused)
    batch = batch_of(norms, 24, 4)
    reached = climb(norms, batch, np.random.default_rng(1), generations=2)
    assert reached is not None
    assert reached.params.keys() == batch.params.keys()
    with pytest.raises(AssertionError, match="576"):
        climb(norms, batch_of(norms, 3, 4), np.random.default_rng(1), generations=2)


def test_margins_beyond_floats_leave_no_warning_of_the_optimiser(monkeypatch) -> None:
    """A difference of the largest and the least margin was infinite, and said so on the console."""
    ends = np.array([1.7e308, -1.7e308])
    monkeypatch.setattr(climber, "objective", lambda vectors: np.resize(ends, len(vectors)))
    monkeypatch.setattr(climber, "screen", lambda _, vectors: vectors)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = climber._ascend(
            None, lambda v: v, np.zeros(3), np.random.default_rng(0), 24, [], lambda: False
        )
    assert np.isfinite(found).all()


# Descents by derivatives: along valleys, across equality by curvature, within the ranges of parameters.


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


# Exact gradients: against differences, word by word, through the domain's maps; what has no rule is left.


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
