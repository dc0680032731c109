"""Thin hypotheses: equations are solved, and what is found becomes exact before anything is said of it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from perturb import claim, given, paper, then
from perturb.domains import psd, square, symmetric, vector
from perturb.domains.draws import draw
from perturb.domains.exact import Batch, exact_array
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.search.methods.solve import solved
from perturb.search.solvers.descent import descend
from perturb.search.solvers.equations import Equations, equations
from perturb.search.solvers.rationals import at, bases, fractions
from perturb.statements.claim import Claim
from perturb.vocab import I, commutator, det, entries, fro, largest, op, sq, total, trace

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
