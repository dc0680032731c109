"""Thin hypotheses: equations solved exactly, or in entries of positive matrices; points moved inside."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from perturb import claim, given, paper, then
from perturb.certify.point import screen
from perturb.domains import (
    commuting_symmetric,
    contraction,
    nonnegative,
    positive_definite,
    projection,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.domains.draws import draw
from perturb.domains.space import Batch, exact_array
from perturb.results.claims import attack
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.search.methods.solve import brought_back, loosened, solved
from perturb.search.solvers.descent import descend
from perturb.search.solvers.equations import Equations, equations, inside
from perturb.search.solvers.rationals import at, bases, fractions
from perturb.statements.claim import Claim
from perturb.vocab import (
    I,
    commutator,
    det,
    diagonal,
    entries,
    fro,
    larger,
    largest,
    nuclear,
    op,
    sq,
    total,
    trace,
)
from tests.declared import declare

ME = paper("test")


@claim(ME, "a sphere and a plane", domain=vector(4))
def sphere(x: Any) -> Any:
    """The largest entry may be 3/4 squared; no small integer vector has norm 1 and sum 0."""
    yield given(total(x), "==", 0)
    yield given(sq(total(x * x)), "==", 1)
    yield then(5 * sq(largest(x)), "<=", 3)


@claim(ME, "two spheres", domain=psd(count=2, n=2))
def spheres(A: Any, B: Any) -> Any:
    """The commutator of two states, 1/2 at most."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(fro(commutator(A, B))), "<=", fmpq(2, 5))


@claim(ME, "square roots of -I", domain=square(n=2))
def structures(A: Any) -> Any:
    """They are of any length."""
    yield given(entries(A @ A + I), "==", 0)
    yield then(op(A), "<=", 2)


@claim(ME, "a product over a quadric", domain=symmetric(n=2))
def unimodular(A: Any) -> Any:
    """True: the eigenvalues are x and 1/x."""
    yield given(det(A), "==", 1)
    yield then(2, "<=", sq(fro(A)))


def solutions(one: Claim, count: int = 32) -> tuple[Equations, Any]:
    rng = np.random.default_rng(0)
    drawn = draw(one.domain, rng, count, next(one.domain.sizes()))
    system = equations(one, Batch(drawn.sizes, {k: a[:1] for k, a in drawn.params.items()}, 1))
    assert system is not None
    return system, system.solve(system.vectors(drawn))


@pytest.mark.parametrize("false", [sphere, spheres, structures], ids=lambda one: one.label)
def test_a_violation_among_solutions_is_certified(false: Claim) -> None:
    found = SearchResult()
    for _ in solved(false, Effort(solved=4), 0, found):
        pass
    assert found.violations
    assert found.origins["solved"] == found.points


@pytest.mark.parametrize("false", [sphere, spheres], ids=lambda one: one.label)
def test_without_solving_the_search_is_blind(false: Claim) -> None:
    little = {"rounds": 4, "batch": 64, "certified": 2, "corners": 5, "grid": 200}
    assert not search(false, Effort(solved=0, **little)).violations
    assert search(false, Effort(solved=4, **little)).violations


def test_a_true_statement_gets_points_inside_and_no_violation() -> None:
    found = SearchResult()
    for _ in solved(unimodular, Effort(solved=3), 0, found):
        pass
    assert found.verdicts["holds"] >= 4
    assert set(found.verdicts) <= {"holds", "undecided"}


def test_little_work_solves_at_few_sizes_and_more_where_few_points_hold() -> None:
    many = replace(unimodular, domain=symmetric(n=(2, 5)).named(["A"]))
    points = {}
    for holds in (0, 100):
        for terms in (50.0, math.inf):
            found = SearchResult()
            found.verdicts["holds"] = holds
            for _ in solved(many, Effort(terms=terms), 0, found):
                pass
            points[holds, terms] = found.origins["solved"]
    assert 0 < points[100, 50.0] < points[100, math.inf]
    assert points[100, 50.0] < points[0, 50.0]


def test_the_short_profiles_bound_the_work() -> None:
    assert PROFILES["ci"].terms == PROFILES["brief"].terms < PROFILES["quick"].terms == math.inf


def test_the_same_seed_gives_the_same_points() -> None:
    runs = []
    for _ in range(2):
        found = SearchResult()
        for _ in solved(unimodular, Effort(solved=2), 7, found):
            pass
        runs.append((found.margins, found.verdicts))
    assert runs[0] == runs[1]


def test_newton_reaches_solutions_and_derivatives_are_right() -> None:
    system, x = solutions(unimodular)
    assert system.solved(x).mean() > 0.5
    J = system.jacobian(np.array([[2.0, 3.0, 9.0, 5.0]]))[0, 0]  # the upper triangle counts
    assert np.allclose(J, [5.0, -6.0, 0.0, 2.0], atol=1e-6)


def test_only_exact_solutions_become_points() -> None:
    system, _ = solutions(unimodular)
    assert at(system, fractions(np.array([2.0, 1.0, 0.0, 1.0]))) is not None
    assert at(system, exact_array(np.array([2.0, 1.0, 0.0, 1.0 + 2.0**-30]))) is None
    assert fractions(np.array([np.sqrt(2.0)])) is None


def test_lines_start_at_multiples_of_integer_vectors() -> None:
    system, _ = solutions(sphere)
    found = bases(system, np.random.default_rng(1))
    assert found
    assert all(abs(sum(p)) < 1e-12 and abs(p @ p - 1) < 1e-12 for p in found)


def test_a_descent_stays_among_the_solutions() -> None:
    system, x = solutions(sphere)
    start = x[system.solved(x)][:2]
    reached, margins = descend(system, start, np.random.default_rng(0), 10)
    assert (margins <= system.margin(start)).all()
    assert system.solved(reached).all()


def test_statements_without_equations_are_left_alone() -> None:
    @claim(ME, "no equation", domain=vector(2))
    def plain(x: Any) -> Any:
        """True."""
        yield then(0, "<=", total(x * x))

    assert not list(solved(plain, Effort(solved=3), 0, SearchResult()))


# Equations about positive matrices and contractions, solved in their entries.


HALF = Fraction(1, 2)
SMALL = Effort(rounds=2, batch=64, certified=4, corners=10, grid=500)


def correlations(A: Any) -> Any:
    """No factor B of two rows with A = B'B is rational here: 3/4 is no sum of two squares."""
    yield given(diagonal(A), "==", 1)
    yield given(A[1, 2], "==", HALF)
    yield given(A[2, 3], "==", HALF)


def test_a_false_statement_about_given_correlations_is_refuted() -> None:
    def positive(A: Any) -> Any:
        yield from correlations(A)
        yield then(0, "<=", A[1, 3])

    evidence = attack(declare(positive, psd(n=3)), SMALL, 0, lambda found: None)
    assert evidence.outcome == "refuted"
    assert evidence.found.inside == 0  # no draw meets them


def test_a_true_one_is_held_at_points_of_the_domain() -> None:
    def bounded(A: Any) -> Any:
        yield from correlations(A)
        yield then(-HALF, "<=", A[1, 3])

    claim, found = declare(bounded, psd(n=3)), SearchResult()
    for _ in solved(claim, Effort(), 0, found):
        pass
    assert found.verdicts["holds"] >= 20
    assert set(found.verdicts) == {"holds"}
    assert found.tightest[1] is not None
    assert claim.domain.contains(found.tightest[1])


def traces(A: Any) -> Any:
    yield given(trace(A), "==", 1)
    yield then(trace(A), "==", 1)


def two_traces(A: Any, B: Any) -> Any:
    yield given(trace(A), "==", trace(B))
    yield then(trace(A), "==", trace(B))


def test_what_parameters_hide_becomes_a_hypothesis() -> None:
    for domain, more in ((psd(n=2), 1), (positive_definite(n=2), 2), (contraction(n=2), 1)):
        wider = loosened(declare(traces, domain))
        assert wider is not None
        assert len(wider.hypotheses) == 1 + more
        assert list(wider.domain.params) == ["A.X"]


def test_nothing_to_loosen_where_entries_are_parameters_or_equations_are_hidden() -> None:
    for domain in (nonnegative(n=2), projection(n=2)):
        assert loosened(declare(traces, domain)) is None
    assert loosened(declare(two_traces, commuting_symmetric(n=2))) is None


def test_a_point_outside_is_not_brought_back() -> None:
    claim = declare(traces, psd(n=2))
    wider = loosened(claim)
    assert wider is not None
    inside, outside = (wider.domain.point({"A": rows}) for rows in ([[1, 0], [0, 0]], [[2, 0], [0, -1]]))
    assert brought_back(claim.domain, inside) is not None
    assert brought_back(claim.domain, outside) is None


# Thin inequalities: points are moved inside them, and what is found there is certified.


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
