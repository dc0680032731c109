"""Walks of the search: longer climbs, along rays, across scales, sliding together, over signs and bits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.certify.point import certify, screen
from perturb.domains import graph, nonnegative, psd, scalar, square, symmetric, together, vector
from perturb.domains.draws import draw
from perturb.domains.space import Batch
from perturb.enclosure import Verdict
from perturb.search.attack import search
from perturb.search.method import Effort
from perturb.search.methods.wander import graded
from perturb.search.solvers.climb import along_rays, beyond_floats, climb
from perturb.search.solvers.descent import Sliding, slide
from perturb.search.solvers.equations import Equations
from perturb.search.solvers.flips import Flipped, flips
from perturb.statements.claim import Claim
from perturb.vocab import det, entries, exp, fro, lam, log, mul, permanent, rank, rows, s1, sq, total, trace

ME = paper("test")
LITTLE = {"batch": 32, "certified": 2, "corners": 5, "grid": 100, "climb_every": 1}


@claim(ME, "a narrow valley", domain=vector(4))
def valley(v: Any) -> Any:
    """False near one point alone, along Rosenbrock's valley: a short climb does not get there."""
    a, b, c, d = (v[k] - Fraction(1, 7) for k in (1, 2, 3, 4))
    walls = sq(b - sq(a)) + sq(c - sq(b)) + sq(d - sq(c))
    floor = sq(1 - a) + sq(1 - b) + sq(1 - c)
    yield then(100 * walls + floor + Fraction(3, 2), ">=", Fraction(1500001, 10**6))


@claim(ME, "a saddle out of sight", domain=vector(2))
def saddle(v: Any) -> Any:
    """Equality at 0 attracts; the way to the violation beyond |v_2| = 2 leads through it."""
    yield then(1 + sq(v[1]) + v[2] ** 4 - v[2] ** 6 / 4, ">=", 1)


def test_one_short_climb_ends_in_a_valley_and_later_ones_reach_its_end() -> None:
    assert not search(valley, Effort(rounds=1, **LITTLE)).violations
    assert search(valley, Effort(rounds=16, **LITTLE)).violations
    assert search(valley, Effort(rounds=16, longest=4, **LITTLE)).violations


def test_a_climb_that_keeps_away_from_equality_leaves_along_the_flattest_direction() -> None:
    near = np.random.default_rng(0).standard_normal((32, 2)) / 4
    batch = Batch({}, {"v.x": near}, 32)
    ended = climb(saddle, batch, np.random.default_rng(1), 120)
    left = climb(saddle, batch, np.random.default_rng(1), 120, [np.zeros(2)])
    assert ended is not None
    assert left is not None
    assert 0 <= screen(saddle, ended).margin[0] < 1e-6
    assert screen(saddle, left).margin[0] < -0.1
    assert abs(left.params["v.x"][0, 1]) > 2


def test_the_same_work_gives_the_same_points_whatever_the_clock() -> None:
    once, again = (search(valley, Effort(rounds=4, longest=2, **LITTLE), seed=3) for _ in range(2))
    assert [str(p.values) for p, _ in once.violations] == [str(p.values) for p, _ in again.violations]
    assert once.margins == again.margins


# Along rays: what fails far from the scale of the draws, where floats overflow too.


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


# Relations with 0: their margins have a size, the climb sees a slope, floats and certificates agree.


@claim(ME, "a determinant", domain=symmetric(n=(2, 3)))
def determinant_scale(X: Any) -> Any:
    yield then(det(X), ">=", 0)


@claim(ME, "a trace", domain=symmetric(count=2, n=(2, 3)))
def trace_of_product(A: Any, B: Any) -> Any:
    yield then(0, "<=", trace(A @ B) - trace(A) / 3)


@claim(ME, "Loewner", domain=psd(count=2, n=(2, 3)))
def squares_scale(A: Any, B: Any) -> Any:
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
    "statement", [determinant_scale, trace_of_product, squares_scale, entrywise, others, eigenvalues], ids=str
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


# Points that slide down together, across what is flat, and what is drawn sparse and graded.


SQUARE = square(n=(3, 3))


@claim(ME, "Boettcher and Wenzel, a little less", domain=square(count=2, n=(3, 3)))
def commutator_bound(A: Any, B: Any) -> Any:
    yield then(fro(mul(A, B) - mul(B, A)), "<=", 1.41 * fro(A) * fro(B))


@claim(ME, "a saddle", domain=SQUARE)
def saddle_slide(A: Any) -> Any:
    yield then(1 + sq(A[1, 2]), "<=", 1 + sq(A[1, 1]))


@claim(ME, "a rank", domain=SQUARE)
def ranked(A: Any) -> Any:
    yield then(rank(A), "<=", 9)


def test_points_slide_to_the_violation_and_the_same_way_twice() -> None:
    batch = commutator_bound.domain.draw(np.random.default_rng(0), 64, {"n": 3})
    reached = [slide(commutator_bound, batch, np.random.default_rng(1), 60) for _ in range(2)]
    assert reached[0] is not None
    assert reached[1] is not None
    assert screen(commutator_bound, reached[0]).margin[0] < -1e-4
    for key, array in reached[0].params.items():
        assert (array == reached[1].params[key]).all()
    assert slide(commutator_bound, batch, np.random.default_rng(1), 60, lambda: True) is not None


def test_a_point_of_equality_is_left_along_negative_curvature() -> None:
    A = np.diag([0.0, 0.0, 1.0])[None]
    start = Batch({"n": 3}, {"A.X": A}, 1)
    points = Sliding(Equations(saddle_slide, start), A.reshape(1, -1), np.random.default_rng(0))
    assert points.best[0] == 0
    assert (points.slopes == 0).all()
    points._across(np.array([0]))
    assert points.best[0] < -1e-3


def test_no_slide_without_rules() -> None:
    batch = ranked.domain.draw(np.random.default_rng(0), 8, {"n": 3})
    assert slide(ranked, batch, np.random.default_rng(0), 5) is None


def test_graded_points_are_sparse_spread_and_in_range() -> None:
    domain = nonnegative(n=(3, 3))
    drawn = graded(domain, np.random.default_rng(0), 400, {"n": 3})
    A = next(iter(drawn.params.values()))
    assert (A >= 0).all()
    assert 0.1 < (A == 0).mean() < 0.9
    assert A.max() / A[A > 0].min() > 2.0**10
    bits = graded(graph(n=(4, 4)), np.random.default_rng(0), 10, {"n": 4})
    assert all(np.isin(x, (0, 1)).all() for x in bits.params.values())


# Walks over signs and bits: only places that matter move, the best is kept, equality is passed.


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
